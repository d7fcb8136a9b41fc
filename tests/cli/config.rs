//! `reach config show`.

use std::path::Path;

use reach_tests::binary;
use serde_json::Value;

async fn shown(dir: &Path, args: &[&str], variables: &[(&str, &str)]) -> (Option<i32>, Value) {
    let mut all = vec!["config", "show", "--json"];
    all.extend(args);
    let output = binary::command(&all, dir)
        .envs(variables.iter().copied())
        .output()
        .await
        .unwrap();
    let report = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output.status.code(), report)
}

fn setting<'a>(report: &'a Value, key: &str) -> (&'a Value, &'a str, &'a Value) {
    let settings = report["settings"].as_array().unwrap();
    let found = settings.iter().find(|one| one["key"] == key).unwrap();
    (
        &found["value"],
        found["source"].as_str().unwrap(),
        &found["origin"],
    )
}

#[tokio::test]
async fn each_value_is_shown_with_the_source_that_won() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("config.yaml");
    std::fs::write(
        &file,
        "server: {listen: '127.0.0.1:1'}\nlog: {level: debug, format: json}\n",
    )
    .unwrap();
    let variables = [
        ("REACH_SERVER_LISTEN", "127.0.0.1:2"),
        ("REACH_LOG_LEVEL", "warn"),
    ];
    let (code, report) = shown(dir.path(), &["--listen", "127.0.0.1:3"], &variables).await;
    assert_eq!(code, Some(0));
    let listen = setting(&report, "server.listen");
    assert_eq!(
        (listen.0.as_str(), listen.1, listen.2.as_str()),
        (Some("127.0.0.1:3"), "flag", Some("--listen"))
    );
    assert_eq!(setting(&report, "log.level").1, "environment");
    assert_eq!(setting(&report, "log.format").2.as_str(), file.to_str());
    assert_eq!(setting(&report, "server.publicUrl").1, "default");
    assert_eq!(setting(&report, "dataDir").2, "REACH_DATA_DIR");
}

#[tokio::test]
async fn a_password_is_masked_in_text_too() {
    let dir = tempfile::tempdir().unwrap();
    let url = "postgres://reach:hunter2@db.test/reach";
    let args = ["config", "show", "--database-url", url];
    let output = binary::run(&args, dir.path()).await;
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("reach:***@db.test"), "{text}");
    assert!(!text.contains("hunter2"), "{text}");
    assert!(
        text.lines()
            .any(|line| line.ends_with("flag --database-url")),
        "{text}"
    );
}

#[tokio::test]
async fn what_a_server_would_refuse_is_refused_here_too() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("config.yaml"), "colour: red").unwrap();
    let output = binary::run(&["config", "show"], dir.path()).await;
    assert_eq!(output.status.code(), Some(2));
    let line = String::from_utf8(output.stderr).unwrap();
    assert!(line.contains("colour"), "{line}");
    assert!(
        !dir.path().join("token").exists(),
        "looking changes nothing"
    );
}
