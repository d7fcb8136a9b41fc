//! `reach resolve` and `reach import`.

use std::fs;
use std::process::{Command, Stdio};

use reach_tests::binary::{self, ReachProcess};
use rustix::process::Signal;
use serde_json::{Value, json};

const KEY: &str =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJJtX2dPXmcPeMeASJbaOUZGYYWnWRdVNBGmsXFEzjuQ";

#[tokio::test]
async fn resolve_says_what_ssh_would_dial() {
    let dir = tempfile::tempdir().unwrap();
    let output = binary::run(&["resolve", "--json", "eve@some.example"], dir.path()).await;
    assert!(output.status.success());
    let resolution: Value = serde_json::from_slice(&output.stdout).unwrap();
    let ssh = Command::new("ssh")
        .args(["-G", "eve@some.example"])
        .output()
        .unwrap();
    let ssh = String::from_utf8(ssh.stdout).unwrap();
    let said = |option: &str| {
        let value = |line: &str| Some(line.strip_prefix(option)?.strip_prefix(' ')?.to_owned());
        ssh.lines().find_map(value).unwrap()
    };
    let target = &resolution["target"];
    assert_eq!(target["host"]["value"], said("hostname"));
    assert_eq!(target["user"]["value"], said("user"));
    assert_eq!(target["port"]["value"].to_string(), said("port"));

    let output = binary::run(&["resolve", "eve@some.example"], dir.path()).await;
    let text = String::from_utf8(output.stdout).unwrap();
    let user = text.lines().find(|line| line.starts_with("user ")).unwrap();
    let words: Vec<_> = user.split_whitespace().collect();
    assert_eq!(words, ["user", "eve", "given"]);
}

#[tokio::test]
async fn a_target_that_ssh_refuses_does_not_resolve() {
    let dir = tempfile::tempdir().unwrap();
    let output = binary::run(&["resolve", "--", "a;b"], dir.path()).await;
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("reach: "), "{error}");
    assert_eq!(error.lines().count(), 1);
}

#[tokio::test]
async fn import_makes_executors_of_a_file_and_says_what_it_did() {
    let dir = tempfile::tempdir().unwrap();
    let server = ReachProcess::start(dir.path(), &[]).await;
    let url = format!("http://{}", server.address());
    let path = |name: &str| dir.path().join(name).display().to_string();
    let (config, known) = (path("some_config"), path("some_known_hosts"));
    fs::write(
        &config,
        "Host gpu\n  HostName 127.0.0.1\n  Port 1\n  User eve\nHost *\n",
    )
    .unwrap();
    fs::write(&known, format!("[127.0.0.1]:1 {KEY}\n")).unwrap();
    let mut args = vec!["import", "--server", &url, "--ssh-config", &config];
    args.extend(["--known-hosts", &known, "--dry-run"]);

    let text = |output: &std::process::Output| String::from_utf8(output.stdout.clone()).unwrap();
    let dry = binary::run(&args, dir.path()).await;
    let said = text(&dry);
    assert!(dry.status.success(), "{said}");
    assert!(
        said.ends_with("1 created, 0 merged, 1 skipped (nothing was changed)\n"),
        "{said}"
    );

    args.pop();
    let done = text(&binary::run(&args, dir.path()).await);
    assert!(done.starts_with("created  gpu  trusts SHA256:"), "{done}");
    assert!(done.contains("skipped  *    it is a pattern"), "{done}");
    let again = text(&binary::run(&args, dir.path()).await);
    assert!(
        again.ends_with("0 created, 0 merged, 2 skipped\n"),
        "{again}"
    );

    args.push("--json");
    let report: Value = serde_json::from_str(&text(&binary::run(&args, dir.path()).await)).unwrap();
    assert_eq!(report["hosts"][0]["reason"], json!("exists"));
    server.signal(Signal::TERM);
    server.ended().await;
}

#[tokio::test]
async fn a_file_that_cannot_be_imported_is_named_with_its_flag() {
    let dir = tempfile::tempdir().unwrap();
    let here = dir.path().to_str().unwrap();
    for flag in ["--ssh-config", "--known-hosts"] {
        for (path, expected) in [
            ("nope", "nope: does not exist"),
            (here, "is a directory, not a file"),
        ] {
            let output = binary::run(&["import", flag, path], dir.path()).await;
            assert_eq!(output.status.code(), Some(2));
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(
                error.starts_with(&format!("reach: {flag} {path}: ")),
                "{error}"
            );
            assert!(error.contains(expected), "{error}");
        }
    }
}

#[tokio::test]
async fn import_without_a_server_or_a_token_says_so_in_one_line() {
    let dir = tempfile::tempdir().unwrap();
    let unused = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", unused.local_addr().unwrap());
    drop(unused);
    let run = async |token: Option<&str>| {
        let mut command = binary::command(&["import", "--server", &url], dir.path());
        command.envs(token.map(|token| ("REACH_TOKEN", token)));
        let output = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .output();
        let output = output.await.unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let without_token = run(None).await;
    assert!(without_token.contains("--token-file"), "{without_token}");
    let without_server = run(Some("x")).await;
    assert!(
        without_server.contains("is `reach serve` running?"),
        "{without_server}"
    );
    assert_eq!(without_server.lines().count(), 1);
}
