//! The connection test, against real OpenSSH servers: directly and through a bastion.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use reach_logic::KeyType;
use reach_server::trust::TestLimits;
use reach_tests::fakes::{Behaviour, Fake};
use reach_tests::http::Request;
use reach_tests::keys::generate_key;
use reach_tests::memory_store::{Call, MemoryStore};
use reach_tests::server::TestServer;
use reach_tests::sockets::sockets_to;
use reach_tests::sshd::{Sshd, current_user, free_port};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::operations::post_ssh;
use crate::samples::{PIN, eventually, write_ssh_file};

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

#[tokio::test]
async fn each_failure_is_told_at_its_step() {
    let sshd = Sshd::start();
    let web = Fake::start(Behaviour::http());
    let server = TestServer::start().await;
    let healthy = pinned(&sshd);
    let no_host = with(&healthy, "host", Value::Null);
    let no_alias = with(&no_host, "host_alias", "nobody-knows");
    let no_key = with(&healthy, "identity_file", "~/none");
    for (config, step, reason, says) in [
        (no_host, "resolve", "config", "no host is configured"),
        (no_key, "resolve", "config", "~/none"),
        (no_alias, "resolve", "config", "nobody-knows"),
        (
            with(&healthy, "host", "no-such.invalid"),
            "resolve",
            "network",
            "cannot be resolved",
        ),
        (
            with(&healthy, "port", free_port()),
            "connect",
            "network",
            "connection refused",
        ),
        (
            with(&healthy, "port", web.port()),
            "host_key",
            "unknown",
            "HTTP, not SSH",
        ),
        (
            with(&healthy, "user", "no-such-user"),
            "authenticate",
            "auth",
            "refused the login",
        ),
    ] {
        let report = test(&server, &config).await;
        let message = stopped(&report, step, reason);
        assert!(message.contains(says), "{says}: {message}");
    }
    server.finish().await;
}

#[tokio::test]
async fn a_host_that_answers_oddly_fails_at_its_platform_and_git_is_of_no_consequence() {
    let limits = TestLimits {
        deadline: Duration::from_secs(4),
        ..TestLimits::default()
    };
    let server = TestServer::builder().tests(limits).start().await;
    for (command, reason, says) in [
        ("sleep 60", "timeout", "did not answer in time"),
        (
            "echo no >&2; exit 7",
            "unknown",
            "exit status 7, saying \"no\"",
        ),
        ("exit 127", "unknown", "no such command"),
        ("echo SunOS sun4u", "unknown", "this is SunOS sun4u"),
        ("true", "unknown", "login script"),
    ] {
        let sshd = Sshd::builder()
            .config(&format!("ForceCommand {command}"))
            .start();
        let began = Instant::now();
        let report = test(&server, &pinned(&sshd)).await;
        let message = stopped(&report, "platform", reason);
        assert!(message.contains(says), "{says}: {message}");
        assert!(began.elapsed() < limits.deadline + Duration::from_secs(2));
        assert_eq!(sockets_to(sshd.port()), 0);
    }
    let sshd = Sshd::builder()
        .config("ForceCommand echo Linux x86_64")
        .start();
    let report = test(&server, &pinned(&sshd)).await;
    assert_eq!(
        (&report["ok"], &report["reason"]),
        (&json!(true), &json!(""))
    );
    assert_eq!(names(&report), ALL);
    assert_eq!(report["steps"][4]["detail"], "Linux x86_64");
    assert_eq!(report["steps"][5]["ok"], false, "{report}");
    server.finish().await;
}

/// Four tests of a host that says nothing, under way; dropping one of them is a page that closes.
async fn four_of_silence(server: &TestServer, silent: &Fake) -> Vec<tokio::net::TcpStream> {
    let key = server.data_dir().join("key");
    generate_key(&key, KeyType::Ed25519);
    let config = json!({
        "host": "127.0.0.1", "port": silent.port(), "user": "ada", "identity_file": key,
    });
    let mut running = Vec::new();
    for under_way in 1..=4 {
        running.push(request(server, &config).write().await.unwrap());
        eventually("its connection", || async {
            (silent.accepted() == under_way).then_some(())
        })
        .await;
    }
    running
}

#[tokio::test]
async fn a_fifth_test_waits_until_one_ends_and_a_test_ends_with_its_caller() {
    let (sshd, silent) = (Sshd::start(), Fake::start(Behaviour::Silent));
    let server = TestServer::start().await;
    let mut running = four_of_silence(&server, &silent).await;
    let fifth = request(&server, &pinned(&sshd));
    let mut fifth = Box::pin(fifth.send());
    let moment = Duration::from_millis(500);
    assert!(
        timeout(moment, &mut fifth).await.is_err(),
        "it did not wait"
    );
    assert_eq!(sockets_to(silent.port()), 4);

    let closed = running.pop().unwrap();
    closed.set_zero_linger().unwrap();
    drop(closed);
    let report = fifth.await.json();
    assert_eq!(report["ok"], true, "{report}");
    assert_eq!(sockets_to(silent.port()), 3);

    // Those that still run end with the server.
    let left = running.pop().unwrap();
    server.stop();
    let answer = answer(left).await;
    assert!(answer.contains("shutting-down"), "{answer}");
    server.ended().await;
    assert_eq!(sockets_to(silent.port()), 0);
}

#[tokio::test]
async fn a_test_whose_turn_does_not_come_in_time_is_told_to_come_back() {
    let (sshd, silent) = (Sshd::start(), Fake::start(Behaviour::Silent));
    let limits = TestLimits {
        least: TestLimits::default().deadline,
        ..TestLimits::default()
    };
    let server = TestServer::builder().tests(limits).start().await;
    let running = four_of_silence(&server, &silent).await;
    let refused = request(&server, &pinned(&sshd)).send().await;
    assert_eq!(refused.problem(503), "busy");
    let seconds: u32 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!(seconds > 0);
    drop(running);
    server.finish().await;
}

#[tokio::test]
async fn what_cannot_be_meant_is_named_by_its_member() {
    let server = TestServer::start().await;
    for (body, errors) in [
        (json!([]), vec![" type"]),
        (json!({ "port": 0 }), vec!["port out_of_range"]),
        (
            json!({ "port": "22", "host_fingerprint": "x", "config": {} }),
            vec!["port type", "config unknown", "host_fingerprint invalid"],
        ),
    ] {
        let mut found = request(&server, &body).send().await.field_errors();
        let mut expected = errors;
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "{body}");
    }
    server.finish().await;
}

async fn answer(mut stream: tokio::net::TcpStream) -> String {
    use tokio::io::AsyncReadExt as _;
    let mut text = String::new();
    let read = stream.read_to_string(&mut text);
    timeout(Duration::from_secs(10), read)
        .await
        .unwrap()
        .unwrap();
    text
}
