//! `reach probe` against a real OpenSSH server.

use std::path::Path;
use std::process::Command;

use reach_logic::KeyType;
use reach_tests::binary::{self, ReachProcess};
use reach_tests::netns;
use reach_tests::ports::free_port;
use reach_tests::sshd::Sshd;
use rustix::process::Signal;
use serde_json::{Value, json};

struct Outcome {
    code: Option<i32>,
    out: String,
    err: String,
}

async fn probe(dir: &Path, args: &[&str]) -> Outcome {
    let mut all = vec!["probe"];
    all.extend(args);
    let output = binary::run(&all, dir).await;
    Outcome {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[tokio::test]
async fn a_host_given_with_its_pin_is_probed_and_the_exit_code_tells() {
    let dir = tempfile::tempdir().unwrap();
    let mut sshd = Sshd::start();
    let (port, pin) = (
        sshd.port().to_string(),
        sshd.first_fingerprint().to_string(),
    );
    let (user, key) = (sshd.user(), sshd.user_key());
    let target = format!("{user}@127.0.0.1");
    let args = [
        &target,
        "--port",
        &port,
        "--identity-file",
        key.to_str().unwrap(),
        "--fingerprint",
        &pin,
    ];
    let reachable = probe(dir.path(), &args).await;
    assert_eq!(
        reachable.code,
        Some(0),
        "{} {}",
        reachable.out,
        reachable.err
    );
    assert!(
        reachable.out.starts_with("reachable: 127.0.0.1 in "),
        "{}",
        reachable.out
    );

    let mut as_json = args.to_vec();
    as_json.push("--json");
    let report: Value = serde_json::from_str(&probe(dir.path(), &as_json).await.out).unwrap();
    assert_eq!(report["state"], "reachable");
    assert_eq!(
        (&report["reason"], &report["target"]),
        (&json!(""), &json!(target))
    );

    let mut wrong_pin = args;
    let other = format!("SHA256:{}", "A".repeat(43));
    wrong_pin[6] = &other;
    let changed = probe(dir.path(), &wrong_pin).await;
    assert_eq!(changed.code, Some(1));
    assert!(
        changed
            .out
            .starts_with("unreachable: host_key: 127.0.0.1\n"),
        "{}",
        changed.out
    );

    sshd.stop();
    let down = probe(dir.path(), &args).await;
    assert_eq!(down.code, Some(1));
    assert!(
        down.out.starts_with("unreachable: network: "),
        "{}",
        down.out
    );
    assert!(
        down.out.lines().count() > 1,
        "a message follows: {}",
        down.out
    );
    assert!(!dir.path().join("reach.db").exists(), "it writes no record");
}

#[tokio::test]
async fn a_saved_host_is_probed_by_its_name_beside_a_running_server() {
    let dir = tempfile::tempdir().unwrap();
    let sshd = Sshd::start();
    let off = [("REACH_EXECUTORS_SSHREACHABILITYINTERVALSECONDS", "0")];
    let server = ReachProcess::start(dir.path(), &off).await;
    let body = json!({
        "id": "one", "name": "GPU box", "type": "ssh", "status": "inactive",
        "config": {
            "host": "127.0.0.1", "port": sshd.port(), "user": sshd.user(),
            "identity_source": "file", "identity_file": sshd.user_key(),
            "host_fingerprint": sshd.fingerprint(KeyType::Ed25519),
        },
    });
    let made = server
        .request("POST", "/api/v1/executors")
        .json(&body)
        .send()
        .await;
    assert_eq!(made.status, 201, "{}", made.text());
    for name in ["gpu BOX", "one"] {
        let reachable = probe(dir.path(), &[name]).await;
        assert_eq!(
            reachable.code,
            Some(0),
            "{} {}",
            reachable.out,
            reachable.err
        );
    }
    let nobody = probe(dir.path(), &["GPU box", "--user", "nobody-here"]).await;
    assert_eq!(nobody.code, Some(1));
    assert!(
        nobody.out.starts_with("unreachable: auth: "),
        "{}",
        nobody.out
    );
    let record = "/api/v1/ssh/executors/one/reachability";
    let record = server.request("GET", record).send().await.json();
    assert!(
        record["checked_at"].is_null(),
        "it writes no record: {record}"
    );
    server.signal(Signal::TERM);
    server.ended().await;
}

/// Runs `reach probe` as a user whose home is `dir`: it goes by the password file, as `ssh` does.
fn probe_at_home(dir: &Path, args: &[&str]) -> Outcome {
    let passwd = dir.join("passwd");
    let root = format!("root:x:0:0:root:{}:/bin/sh\n", dir.display());
    std::fs::write(&passwd, root).unwrap();
    let output = netns::with_file(&passwd, "/etc/passwd", binary::path())
        .arg("probe")
        .args(args)
        .env("REACH_DATA_DIR", dir)
        .output()
        .unwrap();
    Outcome {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

// covers: SSH-REACHABILITY-001.6
#[test]
fn a_host_in_known_hosts_is_met_by_any_of_its_keys() {
    if !rustix::process::geteuid().is_root() {
        // Only root can give one process another password file.
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let mut sshd = Sshd::builder()
        .host_key(KeyType::Ed25519)
        .host_key(KeyType::Rsa)
        .start();
    let (port, key) = (sshd.port().to_string(), sshd.user_key());
    let key = key.to_str().unwrap();
    let args = ["127.0.0.1", "--port", &port, "--identity-file", key];
    assert_eq!(probe_at_home(dir.path(), &args).code, Some(2));

    std::fs::create_dir(dir.path().join(".ssh")).unwrap();
    std::fs::write(dir.path().join(".ssh/known_hosts"), sshd.known_hosts()).unwrap();
    for gone in [None, Some(KeyType::Ed25519)] {
        if let Some(kind) = gone {
            sshd.stop();
            sshd.remove_host_key(kind);
            sshd.start_again();
        }
        let Outcome { code, out, err } = probe_at_home(dir.path(), &args);
        assert_eq!(code, Some(0), "without {gone:?}: {out} {err}");
    }
    sshd.stop();
    sshd.replace_host_key(KeyType::Rsa);
    sshd.start_again();
    let changed = probe_at_home(dir.path(), &args);
    assert_eq!(changed.code, Some(1));
    let line = "unreachable: host_key: 127.0.0.1\n";
    assert!(changed.out.starts_with(line), "{}", changed.out);
}

#[test]
fn a_target_is_what_ssh_makes_of_it_and_flags_win() {
    if !rustix::process::geteuid().is_root() {
        // Only root can give one process another password file.
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let (gpu, door) = (Sshd::start(), Sshd::start());
    door.authorize(&gpu.user_key().with_extension("pub"));
    let (key, user) = (gpu.user_key().display().to_string(), gpu.user());
    let config = format!(
        "Host gpu\n  HostName 127.0.0.1\n  Port {}\n  User {user}\n  HostKeyAlias box\n  \
         ProxyJump door\nHost door\n  HostName 127.0.0.1\n  Port {}\nHost worse\n  \
         ProxyCommand nc %h %p\nHost *\n  IdentityFile {key}\n",
        gpu.port(),
        door.port(),
    );
    let ssh_dir = home.path().join(".ssh");
    std::fs::create_dir(&ssh_dir).unwrap();
    std::fs::write(ssh_dir.join("config"), config).unwrap();
    let keys = gpu.known_hosts();
    let (_, key_of_gpu) = keys.split_once(' ').unwrap();
    let known_hosts = ssh_dir.join("known_hosts");
    let known = format!("box {key_of_gpu}{}", door.known_hosts());
    std::fs::write(&known_hosts, known).unwrap();
    let hashed = Command::new("ssh-keygen")
        .arg("-Hf")
        .arg(&known_hosts)
        .output();
    assert!(hashed.unwrap().status.success());

    let target = probe_at_home(home.path(), &["gpu"]);
    let (out, err) = (&target.out, &target.err);
    assert_eq!(target.code, Some(0), "{out} {err}");
    assert!(out.starts_with("reachable: 127.0.0.1 in "), "{out}");
    assert!(door.log().contains("Accepted publickey"), "{}", door.log());

    // A name that no block is about, with what stands for all.
    let port = door.port().to_string();
    let literal = probe_at_home(home.path(), &["127.0.0.1", "--port", &port]);
    assert_eq!(literal.code, Some(0), "{} {}", literal.out, literal.err);

    let pin = gpu.first_fingerprint().to_string();
    let nowhere = free_port().to_string();
    let other_pin = format!("SHA256:{}", "A".repeat(43));
    for (args, reason) in [
        (vec!["gpu", "--user", "nobody-here"], "auth"),
        (vec!["nobody-here@gpu"], "auth"),
        (vec!["gpu", "--port", &nowhere], "network"),
        (
            vec!["gpu", "--jump", &format!("127.0.0.1:{nowhere}")],
            "network",
        ),
        (vec!["gpu", "--identity-file", "~/none"], "config"),
        (vec!["gpu", "--fingerprint", &other_pin], "host_key"),
        (vec!["worse", "--fingerprint", &pin], "config"),
    ] {
        let Outcome { out, err, .. } = probe_at_home(home.path(), &args);
        let begins = format!("unreachable: {reason}: ");
        assert!(out.starts_with(&begins), "{args:?}: {out} {err}");
    }
    let worse = probe_at_home(home.path(), &["worse"]);
    assert_eq!(worse.code, Some(2));
    assert!(worse.err.contains("config line 11"), "{}", worse.err);
    assert!(worse.err.contains("ProxyCommand"), "{}", worse.err);
}

// covers: SSH-REACHABILITY-001.6
#[tokio::test]
async fn a_host_without_a_pin_is_never_dialled() {
    let dir = tempfile::tempdir().unwrap();
    let sshd = Sshd::start();
    let port = sshd.port().to_string();
    let refused = probe(dir.path(), &["127.0.0.1", "--port", &port]).await;
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
    assert!(refused.err.contains("--fingerprint"), "{}", refused.err);
    assert_eq!(refused.err.lines().count(), 1);
    assert!(!sshd.log().contains("Connection from"), "{}", sshd.log());
}

#[tokio::test]
async fn what_cannot_be_meant_is_usage() {
    let dir = tempfile::tempdir().unwrap();
    let bad_pin = probe(dir.path(), &["h.test", "--fingerprint", "MD5:0"]).await;
    assert_eq!(bad_pin.code, Some(2));
    assert!(bad_pin.err.contains("fingerprint"), "{}", bad_pin.err);
    let pin = format!("SHA256:{}", "A".repeat(43));
    let args = [
        "127.0.0.1",
        "--fingerprint",
        &pin,
        "--identity-file",
        "/nonexistent",
    ];
    let no_key = probe(dir.path(), &args).await;
    assert_eq!(no_key.code, Some(2), "{} {}", no_key.out, no_key.err);
    assert!(no_key.out.contains("config"), "{}", no_key.out);
}
