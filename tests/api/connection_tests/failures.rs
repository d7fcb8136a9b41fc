//! What a test says that does not come to its end, and what it refuses to begin.

use std::time::{Duration, Instant};

use reach_server::trust::TestLimits;
use reach_tests::fakes::{Behaviour, Fake};
use reach_tests::ports::free_port;
use reach_tests::server::TestServer;
use reach_tests::sockets::sockets_to;
use reach_tests::sshd::Sshd;
use serde_json::{Value, json};

use super::{ALL, names, pinned, request, stopped, test, with};

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
