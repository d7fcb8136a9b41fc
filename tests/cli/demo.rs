//! `reach demo`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use reach_logic::KeyType;
use reach_tests::binary::{self, ReachProcess};
use reach_tests::keys::generate_key;
use reach_tests::terminal::Terminal;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};

const DEADLINE: Duration = Duration::from_secs(30);

/// What is left of a demonstration in its temporary directory.
fn left(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

async fn executor(demo: &ReachProcess, id: &str) -> Value {
    let path = format!("/api/v1/executors/{id}");
    demo.request("GET", &path).send().await.json()
}

/// Waits until a probe of the host has ended, and returns the record.
async fn record(demo: &ReachProcess, id: &str) -> Value {
    let path = format!("/api/v1/ssh/executors/{id}/reachability");
    let start = Instant::now();
    loop {
        let record = demo.request("GET", &path).send().await.json();
        if !record["checked_at"].is_null() {
            return record;
        }
        assert!(start.elapsed() < DEADLINE, "no probe of {id}: {record}");
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn every_host_is_what_it_is_there_to_show() {
    let dir = tempfile::tempdir().unwrap();
    let demo = ReachProcess::demo(dir.path()).await;
    for (id, state, reason) in [
        ("build-arm", "reachable", ""),
        ("gpu-1", "reachable", ""),
        ("new-box", "unreachable", "config"),
        ("vps-fra", "unreachable", "host_key"),
    ] {
        let record = record(&demo, id).await;
        assert_eq!(record["state"], state, "{record}");
        assert_eq!(record["reason"], reason, "{record}");
        assert_eq!(record["probe_interval_seconds"], 15);
    }
    // These are unreachable at their second failure.
    for (id, reason) in [("ci-runner", "auth"), ("web-staging", "network")] {
        record(&demo, id).await;
        let path = format!("/api/v1/ssh/executors/{id}/reachability/probe");
        let record = demo.request("POST", &path).send().await.json();
        assert_eq!(record["state"], "unreachable", "{record}");
        assert_eq!(record["reason"], reason, "{record}");
    }
    assert_eq!(executor(&demo, "old-laptop").await["status"], "inactive");
    assert_eq!(executor(&demo, "this-machine").await["type"], "local");
    // It takes the whole of a probe's deadline.
    assert_eq!(record(&demo, "nas").await["reason"], "timeout");
    demo.signal(Signal::TERM);
    let (code, _, log) = demo.ended().await;
    assert_eq!(code, Some(0), "{log}");
    assert_eq!(left(dir.path()), [""; 0], "{log}");
}

#[tokio::test]
async fn its_hosts_are_on_loopback_and_let_nobody_else_in() {
    let dir = tempfile::tempdir().unwrap();
    let demo = ReachProcess::demo(dir.path()).await;
    let config = &executor(&demo, "gpu-1").await["config"];
    let host: IpAddr = config["host"].as_str().unwrap().parse().unwrap();
    assert_eq!(host, Ipv4Addr::LOCALHOST);
    let port = config["port"].to_string();
    let pin = config["host_fingerprint"].as_str().unwrap();
    let stranger = tempfile::tempdir().unwrap();
    let key = stranger.path().join("key");
    generate_key(&key, KeyType::Ed25519);
    let own = config["identity_file"].as_str().unwrap();
    for (key, expected) in [
        (own, "reachable: 127.0.0.1 in "),
        (key.to_str().unwrap(), "unreachable: auth: 127.0.0.1\n"),
    ] {
        let mut args = vec!["probe", "127.0.0.1", "--port", &port, "--fingerprint", pin];
        args.extend(["--identity-file", key]);
        let output = binary::run(&args, stranger.path()).await;
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.starts_with(expected), "{told}");
    }
    let linux = Path::new("/proc/net/tcp");
    if linux.exists() {
        // 0A is a listener; the local address is in the bytes' order of the machine.
        let sockets = std::fs::read_to_string(linux).unwrap();
        let port = format!(":{:04X} ", port.parse::<u16>().unwrap());
        let listener = |line: &&str| line.contains(&port) && line.contains(" 0A ");
        let listener = sockets.lines().find(listener).unwrap();
        assert!(listener.contains("0100007F:"), "{listener}");
    }
    demo.signal(Signal::TERM);
    demo.ended().await;
}

#[tokio::test]
async fn nothing_of_it_stays_however_it_is_ended() {
    let dir = tempfile::tempdir().unwrap();
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let demo = ReachProcess::demo(dir.path()).await;
        assert_eq!(left(dir.path()).len(), 1, "one data directory");
        demo.signal(signal);
        assert_eq!(demo.ended().await.0, Some(0), "{signal:?}");
        assert_eq!(left(dir.path()), [""; 0], "{signal:?}");
    }
}

#[tokio::test]
async fn on_a_terminal_it_says_what_it_is_and_how_to_get_in_and_survives_its_end() {
    let dir = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::open();
    let mut command = binary::command(&["demo", "--listen", "127.0.0.1:0"], dir.path());
    command.env("TMPDIR", dir.path());
    command.stdout(terminal.stream()).stderr(terminal.stream());
    let mut demo = command.spawn().unwrap();
    drop(command);
    let shown = terminal.shows("/#token=").await;
    assert!(shown.contains("A demonstration: "), "{shown}");
    // The window is closed: nothing can be written any more.
    let pid = i32::try_from(demo.id().unwrap()).unwrap();
    drop(terminal);
    kill_process(Pid::from_raw(pid).unwrap(), Signal::HUP).unwrap();
    let ended = timeout(DEADLINE, demo.wait()).await;
    ended.unwrap().unwrap();
    assert_eq!(left(dir.path()), [""; 0]);
}

#[tokio::test]
async fn one_that_cannot_start_says_why_and_leaves_nothing() {
    let (dir, own) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let mut command = binary::command(&["demo", "--listen", &address], own.path());
    command.env("TMPDIR", dir.path());
    // The user's own server is no matter of a demonstration.
    command.env("REACH_DATABASE_URL", "postgres://nowhere.invalid/reach");
    let output = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = output.output().await.unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains(&address) && error.contains("--listen"),
        "{error}"
    );
    assert_eq!(left(own.path()), [""; 0]);
    assert_eq!(left(dir.path()), [""; 0]);
}
