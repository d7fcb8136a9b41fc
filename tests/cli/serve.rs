//! A server as a process.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use reach_tests::binary::{self, ReachProcess};
use rustix::process::Signal;
use serde_json::Value;

const INTERVAL: &str = "REACH_EXECUTORS_SSHREACHABILITYINTERVALSECONDS";

#[tokio::test]
async fn standard_output_carries_one_line_and_the_log_is_json_off_a_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let server = ReachProcess::start(dir.path(), &[]).await;
    let token = std::fs::read_to_string(dir.path().join("token")).unwrap();
    server.signal(Signal::TERM);
    let (code, rest, log) = server.ended().await;
    assert_eq!((code, rest.as_str()), (Some(0), ""));
    for line in log.lines() {
        let line: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        assert!(line["message"].is_string(), "{line}");
    }
    assert!(!log.contains(token.trim()), "the link is for terminals");
    assert!(log.contains("reach token"), "{log}");
}

// covers: SSH-REACHABILITY-001.24
#[tokio::test]
async fn a_clamped_interval_is_logged_once_at_start() {
    let dir = tempfile::tempdir().unwrap();
    let server = ReachProcess::start(dir.path(), &[(INTERVAL, "5")]).await;
    server.request("GET", "/api/v1/config").send().await;
    server.signal(Signal::INT);
    let (_, _, log) = server.ended().await;
    let about: Vec<_> = log.lines().filter(|line| line.contains(INTERVAL)).collect();
    assert_eq!(about.len(), 1, "{log}");
    assert!(about[0].contains("15 s"), "{log}");
}

#[tokio::test]
async fn a_second_signal_ends_it_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let mut server = ReachProcess::start(dir.path(), &[]).await;
    // A request that never ends holds the orderly end for its whole five seconds.
    let _held = server
        .request("POST", "/api/v1/executors")
        .header("content-type", "application/json")
        .header("content-length", "100")
        .write()
        .await
        .unwrap();
    server.request("GET", "/healthz").send().await;
    let start = Instant::now();
    server.signal(Signal::TERM);
    server.logged("stopping").await;
    server.signal(Signal::TERM);
    let (code, _, _) = server.ended().await;
    assert_eq!(code, Some(130));
    assert!(
        start.elapsed() < Duration::from_secs(3),
        "{:?}",
        start.elapsed()
    );
}

#[tokio::test]
async fn the_token_command_prints_the_login_link() {
    let dir = tempfile::tempdir().unwrap();
    let none = binary::run(&["token"], dir.path()).await;
    assert_eq!(none.status.code(), Some(2));
    let complaint = String::from_utf8(none.stderr).unwrap();
    assert!(complaint.contains("first `reach serve`"), "{complaint}");

    let server = ReachProcess::start(dir.path(), &[]).await;
    let token = std::fs::read_to_string(dir.path().join("token")).unwrap();
    let printed = binary::run(&["token"], dir.path()).await;
    assert_eq!(printed.status.code(), Some(0));
    let link = String::from_utf8(printed.stdout).unwrap();
    let address = server.address();
    assert_eq!(link, format!("http://{address}/#token={token}"));
    let elsewhere = binary::run(&["token", "--listen", "127.0.0.1:99"], dir.path()).await;
    let link = String::from_utf8(elsewhere.stdout).unwrap();
    assert_eq!(link, format!("http://127.0.0.1:99/#token={token}"));
    std::fs::write(
        dir.path().join("config.yaml"),
        "server: {publicUrl: 'https://tools.test/reach'}",
    )
    .unwrap();
    let printed = binary::run(&["token"], dir.path()).await;
    let link = String::from_utf8(printed.stdout).unwrap();
    assert_eq!(link, format!("https://tools.test/reach/#token={token}"));
    std::fs::remove_file(dir.path().join("config.yaml")).unwrap();
    server.signal(Signal::TERM);
    server.ended().await;
    let printed = binary::run(&["token"], dir.path()).await;
    let link = String::from_utf8(printed.stdout).unwrap();
    assert_eq!(link, format!("http://127.0.0.1:7878/#token={token}"));
}

#[tokio::test]
async fn the_browser_gets_a_private_file_that_does_not_stay() {
    let dir = tempfile::tempdir().unwrap();
    let (programs, login) = (dir.path().join("bin"), dir.path().join("login.html"));
    std::fs::create_dir(&programs).unwrap();
    let (opener, shown) = (programs.join("xdg-open"), dir.path().join("opened"));
    let script = "#!/bin/sh\nstat -c %a \"$1\" >\"$HOME/tried\"\ncat \"$1\" >>\"$HOME/tried\"\n\
                  mv \"$HOME/tried\" \"$HOME/opened\"\n";
    std::fs::write(&opener, script).unwrap();
    std::fs::set_permissions(&opener, Permissions::from_mode(0o755)).unwrap();
    // Left by a server that was killed, and readable by all.
    std::fs::write(&login, "left").unwrap();

    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let server = ReachProcess::start_with(&["--open"], dir.path(), &[("PATH", &path)]).await;
    let start = Instant::now();
    while !shown.exists() {
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "nothing was opened"
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let text = std::fs::read_to_string(&shown).unwrap();
    let token = std::fs::read_to_string(dir.path().join("token")).unwrap();
    let link = format!("http://{}/#token={}", server.address(), token.trim());
    assert!(text.starts_with("600\n") && text.contains(&link), "{text}");
    server.signal(Signal::TERM);
    server.ended().await;
    assert!(!login.exists(), "the token stays on the disk");
}

#[tokio::test]
async fn wrong_usage_says_what_is_right() {
    let dir = tempfile::tempdir().unwrap();
    for (args, expected) in [
        (&["serve", "--prot", "1"][..], "--prot"),
        (&["server"], "serve"),
        (&["probe"], "TARGET"),
        (&["config"], "show"),
    ] {
        let output = binary::run(args, dir.path()).await;
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(expected), "{args:?}: {text}");
    }
    for args in [
        &["--help"][..],
        &["serve", "--help"],
        &["probe", "--help"],
        &["--version"],
    ] {
        let output = binary::run(args, dir.path()).await;
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(!output.stdout.is_empty());
    }
}
