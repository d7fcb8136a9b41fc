//! When a request is answered, whatever goes on.

use std::sync::Arc;
use std::time::Duration;

use reach_server::api::Deadlines;
use reach_tests::memory_store::{Call, Fault, MemoryStore};
use reach_tests::server::TestServer;
use serde_json::{Value, json};

#[tokio::test]
async fn what_waits_for_a_sessions_host_is_answered_when_it_is_done() {
    let store = Arc::new(MemoryStore::new());
    let deadlines = Deadlines {
        common: Duration::from_millis(100),
        ..Deadlines::default()
    };
    let builder = TestServer::builder().store(store.clone());
    let server = builder.deadlines(deadlines).start().await;
    for call in [Call::Session, Call::Sessions] {
        store.break_down(call, Fault::Slow(Duration::from_millis(500)));
    }
    let new = json!({ "id": "a", "executor_id": "never", "controller": { "command": "x" } });
    for (method, path, body) in [
        ("POST", "", &new),
        ("DELETE", "/a", &Value::Null),
        ("GET", "/a/logs", &Value::Null),
        ("POST", "/a/stop", &Value::Null),
        ("POST", "/a/resume", &Value::Null),
        ("POST", "/a/reset", &Value::Null),
    ] {
        let request = server.request(method, &format!("/api/v1/sessions{path}"));
        let answer = request.json(body).send().await;
        assert_eq!(answer.problem(404), "not-found", "{method} {path}");
    }
    for path in ["", "/a", "/a/status"] {
        let request = server.request("GET", &format!("/api/v1/sessions{path}"));
        assert_eq!(request.send().await.problem(503), "timeout", "{path}");
    }
    server.finish().await;
}

#[tokio::test]
async fn what_waits_for_a_host_that_never_answers_is_answered_too() {
    let store = Arc::new(MemoryStore::new());
    let deadlines = Deadlines {
        host: Duration::from_millis(100),
        ..Deadlines::default()
    };
    let builder = TestServer::builder().store(store.clone());
    let server = builder.deadlines(deadlines).start().await;
    store.break_down(Call::Session, Fault::Slow(Duration::from_secs(2)));
    let request = server.request("POST", "/api/v1/sessions/a/stop");
    assert_eq!(request.send().await.problem(503), "timeout");
    server.finish().await;
}
