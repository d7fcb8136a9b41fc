//! What the tests send.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use reach_tests::patience::eventually;
use reach_tests::server::TestServer;
use serde_json::{Value, json};

pub(crate) const PIN: &str = "SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// The body of a create.
pub(crate) fn ssh(id: &str) -> Value {
    json!({
        "id": id,
        "name": format!("host {id}"),
        "type": "ssh",
        "config": { "host": format!("{id}.test"), "user": "ada", "host_fingerprint": PIN },
    })
}

/// Writes a file below the `.ssh` of the server's home.
pub(crate) fn write_ssh_file(server: &TestServer, name: &str, text: &str) {
    let directory = server.home().join(".ssh");
    fs::create_dir_all(&directory).unwrap();
    let path = directory.join(name);
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
}

/// Creates an executor and returns it.
pub(crate) async fn create(server: &TestServer, body: &Value) -> Value {
    let request = server.request("POST", "/api/v1/executors").json(body);
    let response = request.send().await;
    assert_eq!(response.status, 201, "{}", response.text());
    response.json()
}

/// Saves a part of an executor and returns it.
pub(crate) async fn patch(server: &TestServer, id: &str, body: &Value) -> Value {
    let path = format!("/api/v1/executors/{id}");
    let response = server.request("PATCH", &path).json(body).send().await;
    assert_eq!(response.status, 200, "{}", response.text());
    response.json()
}

/// Reads a route that answers 200.
pub(crate) async fn get(server: &TestServer, path: &str) -> Value {
    let response = server.request("GET", path).send().await;
    assert_eq!(response.status, 200, "{}", response.text());
    response.json()
}

pub(crate) fn record_path(id: &str) -> String {
    format!("/api/v1/ssh/executors/{id}/reachability")
}

pub(crate) fn probe_path(id: &str) -> String {
    format!("/api/v1/ssh/executors/{id}/reachability/probe")
}

/// The record, once its first probe after a save has completed.
pub(crate) async fn settled(server: &TestServer, id: &str) -> Value {
    eventually("a completed probe", || async {
        let record = get(server, &record_path(id)).await;
        (!record["checked_at"].is_null()).then_some(record)
    })
    .await
}
