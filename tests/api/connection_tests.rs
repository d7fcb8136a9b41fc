//! The connection test, against real OpenSSH servers: directly and through a bastion.

mod failures;
mod turns;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use reach_logic::KeyType;
use reach_tests::http::Request;
use reach_tests::memory_store::{Call, MemoryStore};
use reach_tests::ports::free_port;
use reach_tests::server::TestServer;
use reach_tests::sockets::sockets_to;
use reach_tests::sshd::{Sshd, current_user};
use serde_json::{Value, json};

use crate::operations::post_ssh;
use crate::samples::{PIN, write_ssh_file};

const ALL: [&str; 6] = [
    "resolve",
    "connect",
    "host_key",
    "authenticate",
    "platform",
    "git",
];

/// The server, without a pin.
fn unpinned(sshd: &Sshd) -> Value {
    json!({
        "host": "127.0.0.1", "port": sshd.port(), "user": sshd.user(),
        "identity_source": "file", "identity_file": sshd.user_key(),
    })
}

fn with(config: &Value, member: &str, value: impl Into<Value>) -> Value {
    let mut config = config.clone();
    config[member] = value.into();
    config
}

/// The server, by its first key.
fn pinned(sshd: &Sshd) -> Value {
    let pin = sshd.first_fingerprint().to_string();
    with(&unpinned(sshd), "host_fingerprint", pin)
}

/// A bastion that lets the target's user in, and what to call it.
fn bastion_to(target: &Sshd) -> (Sshd, String) {
    let bastion = Sshd::start();
    bastion.authorize(&target.user_key().with_extension("pub"));
    let jump = format!("{}@127.0.0.1:{}", current_user(), bastion.port());
    (bastion, jump)
}

async fn test(server: &TestServer, config: &Value) -> Value {
    post_ssh(server, "test", config).await
}

fn request(server: &TestServer, config: &Value) -> Request {
    server.request("POST", "/api/v1/ssh/test").json(config)
}

fn names(report: &Value) -> Vec<&str> {
    let steps = report["steps"].as_array().unwrap().iter();
    steps.map(|step| step["name"].as_str().unwrap()).collect()
}

fn detail<'a>(report: &'a Value, name: &str) -> &'a str {
    let mut steps = report["steps"].as_array().unwrap().iter();
    let step = steps.find(|step| step["name"] == name);
    step.unwrap_or_else(|| panic!("no {name} in {report}"))["detail"]
        .as_str()
        .unwrap()
}

/// Ends at this step, for this reason; every step before it was done.
fn stopped<'a>(report: &'a Value, at: &str, reason: &str) -> &'a str {
    assert_eq!(report["ok"], false, "{report}");
    assert_eq!(report["reason"], reason, "{report}");
    let expected = ALL.iter().position(|name| *name == at).unwrap();
    assert_eq!(names(report), ALL[..=expected], "{report}");
    for step in report["steps"].as_array().unwrap() {
        assert_eq!(step["ok"], step["name"] != at, "{report}");
    }
    detail(report, at)
}

/// Everything below a directory.
fn tree(directory: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![directory.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            found.insert(path.display().to_string());
            if path.is_dir() {
                open.push(path);
            }
        }
    }
    found
}

#[tokio::test]
async fn a_trusted_host_is_tested_to_the_end_and_nothing_is_written() {
    let sshd = Sshd::start();
    let store = Arc::new(MemoryStore::new());
    let server = TestServer::builder().store(store.clone()).start().await;
    let before = tree(server.data_dir());

    let report = test(&server, &pinned(&sshd)).await;
    assert_eq!(names(&report), ALL, "{report}");
    let steps = report["steps"].as_array().unwrap();
    assert!(steps.iter().all(|step| step["ok"] == true), "{report}");
    assert_eq!(
        (&report["ok"], &report["reason"]),
        (&json!(true), &json!(""))
    );
    let shown = sshd.first_fingerprint().to_string();
    assert_eq!(report["fingerprint"], shown, "as ssh-keygen -lf prints it");
    assert_eq!(report["expected"], shown);
    assert_eq!(report["key_algorithm"], "ssh-ed25519");
    assert_eq!(report["host"], "127.0.0.1");
    let version = report["server_version"].as_str().unwrap();
    assert!(version.starts_with("SSH-2.0-OpenSSH"), "{version}");
    let place = format!("127.0.0.1:{}", sshd.port());
    let target = format!("{}@{place}", sshd.user());
    assert_eq!(detail(&report, "resolve"), target);
    assert_eq!(detail(&report, "connect"), place);
    assert!(detail(&report, "host_key").contains(&shown));
    assert!(detail(&report, "authenticate").contains(&sshd.user()));
    assert!(detail(&report, "platform").starts_with("Linux "));
    assert!(detail(&report, "git").starts_with("git version "));

    assert_eq!(sockets_to(sshd.port()), 0);
    for call in [Call::Create, Call::Save, Call::Observe, Call::LearnKeyType] {
        assert_eq!(store.calls(call), 0, "{call:?}");
    }
    assert_eq!(tree(server.data_dir()), before);
    server.finish().await;
}

#[tokio::test]
async fn an_unpinned_host_shows_its_key_and_is_told_to_run_nothing() {
    let sshd = Sshd::start();
    let server = TestServer::start().await;
    let report = test(&server, &unpinned(&sshd)).await;
    assert_eq!(names(&report), ALL[..4], "{report}");
    assert_eq!(
        (&report["ok"], &report["reason"]),
        (&json!(true), &json!(""))
    );
    let shown = sshd.first_fingerprint().to_string();
    assert_eq!(report["fingerprint"], shown);
    assert_eq!(report["expected"], Value::Null);
    let log = sshd.wait_for_log("Disconnected from user").await;
    assert!(log.contains("Accepted publickey"), "{log}");
    assert!(!log.contains("Starting session"), "{log}");

    // A key that is not let in is told together with what the host showed.
    sshd.revoke_user();
    let report = test(&server, &unpinned(&sshd)).await;
    stopped(&report, "authenticate", "auth");
    assert_eq!(report["fingerprint"], shown);
    assert_eq!(sockets_to(sshd.port()), 0);
    server.finish().await;
}

#[tokio::test]
async fn through_a_bastion_everything_is_about_the_target() {
    let target = Sshd::start();
    let (mut bastion, jump) = bastion_to(&target);
    let server = TestServer::start().await;
    write_ssh_file(&server, "known_hosts", &bastion.known_hosts());
    let shown = target.first_fingerprint().to_string();
    let door = format!("127.0.0.1:{}", bastion.port());

    let report = test(&server, &with(&unpinned(&target), "proxy_jump", &*jump)).await;
    assert_eq!(names(&report), ALL[..4], "{report}");
    assert_eq!(report["fingerprint"], shown);
    assert_eq!(report["host"], "127.0.0.1");
    let through = format!("127.0.0.1:{}, through {door}", target.port());
    assert_eq!(detail(&report, "connect"), through);

    let trusted = with(&pinned(&target), "proxy_jump", &*jump);
    let report = test(&server, &trusted).await;
    assert_eq!(
        (names(&report), &report["ok"]),
        (ALL.to_vec(), &json!(true))
    );
    let log = target.wait_for_log("Starting session").await;
    assert!(log.contains("Accepted publickey"), "{log}");
    assert!(!bastion.log().contains("Starting session"));

    // The target's key has changed: both are shown, and it is no first contact.
    let changed = with(&trusted, "host_fingerprint", PIN);
    let report = test(&server, &changed).await;
    stopped(&report, "host_key", "host_key");
    assert_eq!(
        (&report["fingerprint"], &report["expected"]),
        (&json!(shown), &json!(PIN))
    );

    // Nothing of the bastion's is taken for the target's.
    let nowhere = with(&trusted, "port", free_port());
    let report = test(&server, &nowhere).await;
    let message = stopped(&report, "connect", "network");
    assert!(!message.contains("via bastion"), "{message}");
    assert_eq!(report["fingerprint"], Value::Null);
    assert_eq!(report["server_version"], Value::Null);

    bastion.replace_host_key(KeyType::Ed25519);
    bastion.stop();
    bastion.start_again();
    let report = test(&server, &trusted).await;
    let message = stopped(&report, "connect", "host_key");
    assert!(
        message.starts_with(&format!("via bastion {door}: ")),
        "{message}"
    );
    assert_eq!(report["fingerprint"], Value::Null);

    bastion.stop();
    let report = test(&server, &trusted).await;
    let message = stopped(&report, "connect", "network");
    assert!(
        message.starts_with(&format!("via bastion {door}: ")),
        "{message}"
    );
    assert_eq!(sockets_to(bastion.port()), 0);
    server.finish().await;
}

#[tokio::test]
async fn a_changed_key_is_shown_beside_the_trusted_one_whatever_is_known_of_its_type() {
    let one = Sshd::start();
    let two = Sshd::builder()
        .host_key(KeyType::Ed25519)
        .host_key(KeyType::EcdsaP256)
        .start();
    let server = TestServer::start().await;
    for sshd in [&one, &two] {
        let changed = with(&unpinned(sshd), "host_fingerprint", PIN);
        for kind in [Value::Null, json!("ssh-ed25519"), json!("ssh-rsa")] {
            let report = test(&server, &with(&changed, "host_key_algorithm", kind)).await;
            let message = stopped(&report, "host_key", "host_key");
            let shown = sshd.fingerprint(KeyType::Ed25519).to_string();
            assert_eq!(report["fingerprint"], shown);
            assert_eq!(report["key_algorithm"], "ssh-ed25519");
            assert_eq!(report["expected"], PIN);
            assert!(message.contains("the host key has changed"), "{message}");
            assert!(
                message.contains(&shown) && message.contains(PIN),
                "{message}"
            );
        }
        assert!(!sshd.log().contains("Accepted"), "{}", sshd.log());
        assert_eq!(sockets_to(sshd.port()), 0);
    }
    // Trusted is every key that the host has.
    let second = two.fingerprint(KeyType::EcdsaP256).to_string();
    let report = test(
        &server,
        &with(&unpinned(&two), "host_fingerprint", &*second),
    )
    .await;
    assert_eq!(
        (&report["ok"], &report["fingerprint"]),
        (&json!(true), &json!(second))
    );
    server.finish().await;
}
