//! `reach executors` against a real server and real OpenSSH servers.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use reach_tests::binary::{self, ReachProcess};
use reach_tests::sshd::Sshd;
use reach_tests::terminal::Terminal;
use rustix::process::Signal;
use serde_json::{Value, json};
use tokio::time::timeout;

const DEADLINE: Duration = Duration::from_secs(20);

const INTERVAL: &str = "REACH_EXECUTORS_SSHREACHABILITYINTERVALSECONDS";

struct Outcome {
    code: Option<i32>,
    out: String,
    err: String,
}

async fn reach(dir: &Path, args: &[&str]) -> Outcome {
    let output = binary::run(args, dir).await;
    Outcome {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

async fn executors(dir: &Path, args: &[&str]) -> Outcome {
    reach(dir, &[&["executors"], args].concat()).await
}

/// Runs a command that must succeed; returns what it printed.
async fn done(dir: &Path, args: &[&str]) -> String {
    let outcome = executors(dir, args).await;
    assert_eq!(outcome.code, Some(0), "{args:?}: {}", outcome.err);
    outcome.out
}

async fn listed(dir: &Path) -> Value {
    serde_json::from_str(&done(dir, &["list", "--json"]).await).unwrap()
}

/// Adds a host that is this server, with more flags.
async fn add(dir: &Path, name: &str, sshd: &Sshd, more: &[&str]) -> String {
    let (port, key) = (sshd.port().to_string(), sshd.user_key());
    let pin = sshd.first_fingerprint().to_string();
    let mut args = vec!["add", name, "--host", "127.0.0.1", "--port", &port];
    let user = sshd.user();
    args.extend(["--user", &user, "--identity-file", key.to_str().unwrap()]);
    args.extend(["--fingerprint", &pin]);
    args.extend(more);
    done(dir, &args).await
}

async fn stop(server: ReachProcess) {
    server.signal(Signal::TERM);
    assert_eq!(server.ended().await.0, Some(0));
}

#[tokio::test]
async fn a_host_is_added_probed_changed_and_removed() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let server = ReachProcess::start(dir, &[]).await;
    let sshd = Sshd::start();
    let added = add(dir, "Straße 1", &sshd, &["--key-type", "ssh-ed25519"]).await;
    assert!(added.starts_with("added Straße 1 ("), "{added}");
    let config = &listed(dir).await[0]["config"];
    assert_eq!(config["identity_source"], "file");
    assert_eq!(config["host_key_algorithm"], "ssh-ed25519");

    // A name as the server compares it.
    let probed = done(dir, &["probe", "STRASSE 1"]).await;
    assert_eq!(probed, "reachable: 127.0.0.1\n");
    let table = done(dir, &["list"]).await;
    let line = table.lines().nth(1).unwrap();
    assert!(line.starts_with("Straße 1  127.0.0.1:"), "{table}");
    assert!(line.contains("  reachable  "), "{table}");
    let host = &listed(dir).await[0];
    assert_eq!(host["reachability"]["state"], "reachable");

    let other = format!("SHA256:{}", "A".repeat(43));
    let id = host["id"].as_str().unwrap();
    done(dir, &["edit", id, "--fingerprint", &other]).await;
    let changed = executors(dir, &["probe", id]).await;
    assert_eq!(changed.code, Some(1), "{}", changed.err);
    let first = changed.out.lines().next();
    assert_eq!(first, Some("unreachable: host_key: 127.0.0.1"));

    done(
        dir,
        &[
            "edit",
            id,
            "--clear",
            "fingerprint,key-type",
            "--name",
            "gpu",
        ],
    )
    .await;
    let config = &listed(dir).await[0]["config"];
    assert_eq!(config["host_fingerprint"], Value::Null);
    assert_eq!(config["port"], sshd.port(), "what is not mentioned stays");
    let unpinned = executors(dir, &["probe", "gpu"]).await;
    assert_eq!(unpinned.code, Some(2), "{}", unpinned.err);
    let first = unpinned.out.lines().next();
    assert_eq!(first, Some("unreachable: config: 127.0.0.1"));
    let table = done(dir, &["list"]).await;
    assert!(table.contains("  config: "), "{table}");

    let removed = done(dir, &["rm", "GPU"]).await;
    assert!(removed.starts_with("removed gpu ("), "{removed}");
    assert_eq!(listed(dir).await, json!([]));
    let gone = executors(dir, &["probe", "gpu"]).await;
    assert_eq!(gone.code, Some(2));
    assert!(gone.err.contains("`reach executors list`"), "{}", gone.err);
    stop(server).await;
}

#[tokio::test]
async fn an_empty_list_says_how_to_begin_to_people_alone() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let server = ReachProcess::start(dir, &[]).await;
    for (list, advice) in [
        (["executors", "list"], "`reach executors add`"),
        (["sessions", "list"], "`reach sessions start`"),
    ] {
        let empty = reach(dir, &list).await;
        assert_eq!((empty.code, empty.out.as_str()), (Some(0), ""));
        assert_eq!(empty.err.lines().count(), 1, "{}", empty.err);
        assert!(empty.err.contains(advice), "{}", empty.err);
        let json = reach(dir, &[&list[..], &["--json"]].concat()).await;
        assert_eq!((json.out.as_str(), json.err.as_str()), ("[]\n", ""));
    }
    done(dir, &["add", "here", "--local"]).await;
    assert_eq!(executors(dir, &["list"]).await.err, "");
    stop(server).await;
}

#[tokio::test]
async fn what_the_server_refuses_is_named_by_field_and_flag() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let server = ReachProcess::start(dir, &[]).await;
    let wrong = [
        "--port",
        "0",
        "--fingerprint",
        "MD5:00",
        "--key-type",
        "dsa",
    ];
    let add = [&["add", "gpu", "--host", "h.example"], &wrong[..]].concat();
    let refused = executors(dir, &add).await;
    assert_eq!(refused.code, Some(1), "{}", refused.err);
    for named in [
        "config.port (--port): ",
        "config.host_fingerprint (--fingerprint): ",
        "config.host_key_algorithm (--key-type): ",
    ] {
        assert!(refused.err.contains(named), "{}", refused.err);
    }
    assert_eq!(refused.err.lines().count(), 1, "{}", refused.err);
    // A connection test names the same fields without their parent.
    let unpinned = ["add", "gpu", "--host", "h.example", "--port", "0"];
    let refused = executors(dir, &unpinned).await;
    assert_eq!(refused.code, Some(1), "{}", refused.err);
    assert!(refused.err.contains("port (--port): "), "{}", refused.err);
    assert_eq!(listed(dir).await, json!([]));

    done(
        dir,
        &["add", "gpu", "--alias", "gpu", "--agent", "--inactive"],
    )
    .await;
    let taken = executors(dir, &["add", "GPU", "--host", "h.example", "--inactive"]).await;
    assert_eq!(taken.code, Some(1));
    assert!(taken.err.contains("The name is taken"), "{}", taken.err);

    for (args, expected) in [
        (&["add", "box"][..], "--host"),
        (&["add", "box", "--local", "--user", "ada"], "--local"),
        (&["edit", "gpu"], "nothing to change"),
        (
            &["edit", "gpu", "--user", "a", "--clear", "user"],
            "--clear user",
        ),
        (&["edit", "gpu", "--clear", "colour"], "fingerprint"),
        (&["rm", "box"], "no host has the name or id box"),
    ] {
        let refused = executors(dir, args).await;
        assert_eq!(refused.code, Some(2), "{args:?}");
        assert!(refused.err.contains(expected), "{args:?}: {}", refused.err);
    }
    stop(server).await;
}

#[tokio::test]
async fn a_host_with_a_session_is_not_removed() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let server = ReachProcess::start(dir, &[]).await;
    done(dir, &["add", "here", "--local"]).await;
    let start = ["sessions", "start", "here", "exec sleep 100", "--no-wait"];
    let started = reach(dir, &start).await;
    assert_eq!(started.code, Some(0), "{}", started.err);
    let refused = executors(dir, &["rm", "here"]).await;
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("stop its sessions"), "{}", refused.err);
    let table = done(dir, &["list"]).await;
    assert!(table.contains("this machine"), "{table}");
    stop(server).await;
}

// covers: SSH-REACHABILITY-001.25
#[tokio::test]
async fn the_list_says_that_probing_is_off_and_what_is_deactivated() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let server = ReachProcess::start(dir, &[(INTERVAL, "0")]).await;
    let sshd = Sshd::start();
    add(dir, "gpu", &sshd, &[]).await;
    add(dir, "old", &sshd, &["--inactive"]).await;
    done(dir, &["probe", "gpu"]).await;
    let table = done(dir, &["list"]).await;
    assert!(table.contains("  reachable, probing off  "), "{table}");
    assert!(
        table.contains("  unknown, deactivated, probing off  "),
        "{table}"
    );

    let refused = executors(dir, &["probe", "old"]).await;
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("not active"), "{}", refused.err);
    done(dir, &["edit", "old", "--active"]).await;
    done(dir, &["probe", "old"]).await;
    stop(server).await;
}

/// The flags of a host that is this server, without its pin.
fn unpinned(sshd: &Sshd) -> Vec<String> {
    let mut args: Vec<_> = ["executors", "add", "gpu", "--host", "127.0.0.1"]
        .map(str::to_owned)
        .into();
    let (user, key) = (sshd.user(), sshd.user_key().display().to_string());
    let pairs = [
        ("--port", sshd.port().to_string()),
        ("--user", user),
        ("--identity-file", key),
    ];
    args.extend(
        pairs
            .into_iter()
            .flat_map(|(flag, value)| [flag.to_owned(), value]),
    );
    args
}

#[tokio::test]
async fn a_key_is_shown_on_a_terminal_and_pinned_only_after_a_yes() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let server = ReachProcess::start(dir, &[]).await;
    let sshd = Sshd::start();
    let args = unpinned(&sshd);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let pin = sshd.first_fingerprint().to_string();
    for (answer, code, hosts) in [("", 1, 0), ("n", 1, 0), ("yes", 0, 1)] {
        let mut terminal = Terminal::open();
        let mut add = binary::command(&args, dir)
            .stdin(terminal.stream())
            .stdout(Stdio::null())
            .stderr(terminal.stream())
            .spawn()
            .unwrap();
        let shown = terminal.shows("Trust this key? [y/N] ").await;
        let key = format!("127.0.0.1 shows the ssh-ed25519 key {pin}");
        assert!(shown.contains(&key), "{shown}");
        terminal.type_line(answer);
        let status = timeout(DEADLINE, add.wait()).await.unwrap().unwrap();
        assert_eq!(status.code(), Some(code), "{answer:?}");
        assert_eq!(listed(dir).await.as_array().unwrap().len(), hosts);
    }
    let config = &listed(dir).await[0]["config"];
    assert_eq!(config["host_fingerprint"], pin);
    assert_eq!(config["host_key_algorithm"], "ssh-ed25519");
    let probed = done(dir, &["probe", "gpu"]).await;
    assert_eq!(probed, "reachable: 127.0.0.1\n");
    stop(server).await;
}

#[tokio::test]
async fn without_a_terminal_it_says_what_to_pass() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let server = ReachProcess::start(dir, &[]).await;
    let mut sshd = Sshd::start();
    let args = unpinned(&sshd);
    let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
    let pin = sshd.first_fingerprint().to_string();
    let refused = reach(dir, &args).await;
    assert_eq!(refused.code, Some(2));
    for said in [&format!("--fingerprint {pin}"), "--trust-on-first-use"] {
        assert!(refused.err.contains(said), "{}", refused.err);
    }
    assert_eq!(listed(dir).await, json!([]));

    args.push("--trust-on-first-use");
    let added = reach(dir, &args).await;
    assert_eq!(added.code, Some(0), "{}", added.err);
    assert_eq!(listed(dir).await[0]["config"]["host_fingerprint"], pin);

    sshd.stop();
    args[2] = "gone";
    let silent = reach(dir, &args).await;
    assert_eq!(silent.code, Some(1));
    assert!(
        silent.err.contains("no key to trust: network: "),
        "{}",
        silent.err
    );
    assert_eq!(listed(dir).await.as_array().unwrap().len(), 1);
    stop(server).await;
}
