//! Bad input: the documented error each, nothing written, nothing logged raw.

use std::sync::Arc;

use reach_tests::logs::Logs;
use reach_tests::memory_store::MemoryStore;
use reach_tests::server::TestServer;
use serde_json::{Value, json};
use tracing::Level;

use crate::samples::{create, get, ssh};

fn with(member: &str, value: Value) -> Value {
    let mut body = ssh("a");
    body[member] = value;
    body
}

fn with_config(member: &str, value: Value) -> Value {
    let mut body = ssh("a");
    body["config"][member] = value;
    body
}

fn long(length: usize) -> Value {
    "x".repeat(length).into()
}

/// Bodies with one fault each, as a create and as a partial save.
fn faults() -> Vec<(Value, &'static str)> {
    vec![
        (with_config("port", json!(0)), "config.port out_of_range"),
        (
            with_config("port", json!(70_000)),
            "config.port out_of_range",
        ),
        (with_config("port", json!(-1)), "config.port out_of_range"),
        (
            with_config("port", json!(u64::MAX)),
            "config.port out_of_range",
        ),
        (with_config("port", json!(22.5)), "config.port type"),
        (with_config("port", json!("22")), "config.port type"),
        (with_config("host", json!(22)), "config.host type"),
        (
            with_config("host", json!("a\u{7}b")),
            "config.host control_character",
        ),
        (
            with_config("host", json!("a\nb")),
            "config.host control_character",
        ),
        (with_config("host", long(254)), "config.host too_long"),
        (
            with_config("host_alias", long(254)),
            "config.host_alias too_long",
        ),
        (with_config("user", long(65)), "config.user too_long"),
        (
            with_config("identity_file", long(4097)),
            "config.identity_file too_long",
        ),
        (
            with_config("identity_source", json!("magic")),
            "config.identity_source invalid",
        ),
        (
            with_config("host_fingerprint", json!("MD5:00")),
            "config.host_fingerprint invalid",
        ),
        (
            with_config("host_fingerprint", json!("SHA256:short")),
            "config.host_fingerprint invalid",
        ),
        (
            with_config("host_key_algorithm", json!("ssh-fun")),
            "config.host_key_algorithm invalid",
        ),
        (
            with_config("password", json!("x")),
            "config.password unknown",
        ),
        (with("config", json!("x")), "config type"),
        (with("config", Value::Null), "config type"),
        (with("name", long(300)), "name too_long"),
        (with("name", json!("a\u{1b}[31m")), "name control_character"),
        (with("name", json!("  ")), "name required"),
        (with("name", Value::Null), "name required"),
        (with("name", json!(["x"])), "name type"),
        (with("status", json!("asleep")), "status invalid"),
        (with("status", json!(1)), "status type"),
        (with("color", json!("red")), "color unknown"),
    ]
}

#[tokio::test]
async fn a_value_that_can_never_be_meant_is_refused_by_name_on_create_and_save() {
    let store = Arc::new(MemoryStore::new());
    let server = TestServer::builder().store(store.clone()).start().await;
    create(&server, &ssh("kept")).await;
    let before = store.snapshot();

    for (body, expected) in &faults() {
        let post = server.request("POST", "/api/v1/executors").json(body);
        assert_eq!(post.send().await.field_errors(), [*expected], "{body}");

        let mut body = body.clone();
        body.as_object_mut().unwrap().remove("id");
        body.as_object_mut().unwrap().remove("type");
        let patch = server
            .request("PATCH", "/api/v1/executors/kept")
            .json(&body);
        assert_eq!(patch.send().await.field_errors(), [*expected], "{body}");
    }
    for (body, expected) in [
        (with("id", json!("a b")), "id invalid"),
        (with("id", long(65)), "id invalid"),
        (with("id", json!(7)), "id type"),
        (with("type", json!("telnet")), "type invalid"),
        (with("type", Value::Null), "type required"),
        (json!({ "type": "ssh" }), "name required"),
        (json!({ "name": "x" }), "type required"),
        (json!([]), " type"),
        (json!("x"), " type"),
    ] {
        let post = server.request("POST", "/api/v1/executors").json(&body);
        assert_eq!(post.send().await.field_errors(), [expected], "{body}");
    }
    let retyped = server.request("PATCH", "/api/v1/executors/kept");
    let retyped = retyped.json(&json!({ "type": "local" }));
    assert_eq!(retyped.send().await.field_errors(), ["type invalid"]);

    // The record may have been probed meanwhile; the executors stand as they did.
    let executors = |snapshot: Vec<(_, _)>| {
        let stored = snapshot.into_iter().map(|(stored, _record)| stored);
        stored.collect::<Vec<_>>()
    };
    assert_eq!(executors(store.snapshot()), executors(before));
    server.finish().await;
}

#[tokio::test]
async fn every_complaint_comes_in_one_answer() {
    let server = TestServer::start().await;
    let body = json!({
        "type": "telnet",
        "status": "asleep",
        "extra": true,
        "config": { "port": 0, "host": 5, "user": "x".repeat(65), "nonsense": 1 },
    });
    let post = server.request("POST", "/api/v1/executors").json(&body);
    let mut errors = post.send().await.field_errors();
    errors.sort();
    assert_eq!(
        errors,
        [
            "config.host type",
            "config.nonsense unknown",
            "config.port out_of_range",
            "config.user too_long",
            "extra unknown",
            "name required",
            "status invalid",
            "type invalid",
        ]
    );
    server.finish().await;
}

#[tokio::test]
async fn a_body_that_is_not_json_is_refused() {
    let server = TestServer::start().await;
    let post = |body: &[u8], kind: &str| {
        let request = server.request("POST", "/api/v1/executors").body(body);
        request.header("content-type", kind)
    };
    let deep = "[".repeat(100_000);
    for malformed in [
        "",
        "{",
        "{\"name\": \"x\",}",
        "name=x",
        "{\"name\": \u{7f}",
        "{} {}",
        deep.as_str(),
    ] {
        let refused = post(malformed.as_bytes(), "application/json").send().await;
        assert_eq!(refused.problem(400), "bad-json");
    }
    let latin = post(b"{\"name\":\"\xe9\"}", "application/json")
        .send()
        .await;
    assert_eq!(latin.problem(400), "bad-json");

    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "",
        "application/jsonp",
    ] {
        let refused = post(b"{}", kind).send().await;
        assert_eq!(refused.problem(415), "unsupported-media-type", "{kind}");
    }
    let untyped = post(b"{}", "").without("content-type").send().await;
    assert_eq!(untyped.problem(415), "unsupported-media-type");
    let with_charset = post(b"{}", "Application/JSON; charset=utf-8").send().await;
    with_charset.problem(422);
    server.finish().await;
}

#[tokio::test]
async fn a_body_whose_chunks_are_malformed_is_called_broken_and_not_large() {
    let server = TestServer::start().await;
    for malformed in ["zz\r\n{}\r\n0\r\n\r\n", "2\r\n{}}\r\n0\r\n\r\n"] {
        let post = server
            .request("POST", "/api/v1/executors")
            .header("content-type", "application/json")
            .header("transfer-encoding", "chunked")
            .body(malformed.as_bytes());
        let refused = post.send().await;
        assert_eq!(refused.problem(400), "bad-body", "{malformed:?}");
    }
    server.finish().await;
}

#[tokio::test]
async fn a_body_beyond_one_mebibyte_is_refused_however_it_is_sent() {
    let server = TestServer::start().await;
    let post = server.request("POST", "/api/v1/executors");
    let post = post.header("content-type", "application/json");

    let ten_megabytes = vec![b' '; 10 << 20];
    let refused = post.clone().body(&ten_megabytes).send().await;
    assert_eq!(refused.problem(413), "too-large");

    let mut chunked = Vec::new();
    for _ in 0..3 {
        chunked.extend_from_slice(b"80000\r\n");
        chunked.extend_from_slice(&vec![b' '; 0x8_0000]);
        chunked.extend_from_slice(b"\r\n");
    }
    chunked.extend_from_slice(b"0\r\n\r\n");
    let unannounced = post
        .clone()
        .header("transfer-encoding", "chunked")
        .body(&chunked);
    assert_eq!(unannounced.send().await.problem(413), "too-large");

    let asks_first = post
        .header("content-length", "10485760")
        .header("expect", "100-continue");
    assert_eq!(asks_first.send().await.problem(413), "too-large");

    let mut fits = ssh("fits").to_string();
    fits.push_str(&" ".repeat((1 << 20) - fits.len()));
    let fits = server
        .request("POST", "/api/v1/executors")
        .body(fits.as_bytes());
    let fits = fits.header("content-type", "application/json").send().await;
    assert_eq!(fits.status, 201);
    server.finish().await;
}

#[tokio::test]
async fn a_method_that_a_route_does_not_have_names_those_it_has() {
    let server = TestServer::start().await;
    for (method, path, allowed) in [
        ("PUT", "/api/v1/executors", "GET,HEAD,POST"),
        ("POST", "/api/v1/executors/a", "GET,HEAD,PATCH,DELETE"),
        ("DELETE", "/api/v1/ssh/reachability", "GET,HEAD"),
        ("PUT", "/api/v1/sessions", "GET,HEAD,POST"),
        ("PATCH", "/api/v1/sessions/a", "GET,HEAD,DELETE"),
        ("GET", "/api/v1/login", "POST"),
        ("POST", "/healthz", "GET,HEAD"),
    ] {
        let refused = server.request(method, path).send().await;
        assert_eq!(
            refused.problem(405),
            "method-not-allowed",
            "{method} {path}"
        );
        let mut allow: Vec<_> = refused.header("allow").unwrap().split(',').collect();
        let mut allowed: Vec<_> = allowed.split(',').collect();
        allow.sort_unstable();
        allowed.sort_unstable();
        assert_eq!(allow, allowed);
    }
    server.finish().await;
}

#[tokio::test]
async fn nothing_that_a_sender_chose_reaches_the_log_raw() {
    let logs = Logs::capture();
    let server = TestServer::start().await;
    let poison = "poison\u{1b}[31m\nforged=line";
    for (member, value) in [("name", poison), ("poison-member\u{1b}[31m", "x")] {
        let mut body = ssh("a");
        body[member] = value.into();
        let post = server.request("POST", "/api/v1/executors").json(&body);
        let answer = post.send().await;
        answer.problem(422);
        assert!(!answer.text().contains('\u{1b}'), "{}", answer.text());
    }
    let broken = server.request("POST", "/api/v1/executors");
    let broken = broken
        .body(b"{poison")
        .header("content-type", "application/json");
    broken.send().await.problem(400);
    for path in [
        "/api/v1/poison%0Aforged",
        "/poison%1b",
        "/api/v1/ws?ticket=poison",
    ] {
        server.request("GET", path).send().await;
    }
    server
        .request("GET", "/")
        .header("host", "poison.test")
        .send()
        .await;
    server
        .request("GET", "/")
        .header("origin", "http://poison.test")
        .send()
        .await;
    let forged = server.anonymous("GET", "/api/v1/executors");
    forged.header("authorization", "Bearer poison").send().await;
    let login = server.request("POST", "/api/v1/login");
    login.json(&json!({ "token": "poison" })).send().await;

    let lines = logs.at_least(Level::TRACE);
    assert!(!lines.is_empty(), "the log was not captured");
    for line in lines {
        let text = format!("{} {}", line.message, line.fields);
        assert!(!text.contains("poison"), "{text}");
    }
    assert_eq!(get(&server, "/api/v1/executors").await, json!([]));
    server.finish().await;
}
