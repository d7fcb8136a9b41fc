//! `/api/v1/executors`.

use reach_tests::server::TestServer;
use serde_json::json;

use crate::samples::{PIN, create, get, patch, ssh};

#[tokio::test]
async fn an_executor_is_created_listed_read_saved_and_deleted() {
    let server = TestServer::start().await;
    let request = server.request("POST", "/api/v1/executors").json(&ssh("b"));
    let response = request.send().await;
    assert_eq!(response.status, 201);
    assert_eq!(response.header("location"), Some("/api/v1/executors/b"));
    let made = response.json();
    let at = made["created_at"].as_str().unwrap();
    assert_eq!(at.len(), "2026-09-06T10:00:00.000000Z".len());
    assert_eq!(
        made,
        json!({
            "id": "b", "name": "host b", "type": "ssh", "status": "active",
            "config": {
                "host": "b.test", "host_alias": null, "port": null, "user": "ada",
                "identity_source": null, "identity_file": null, "proxy_jump": null,
                "host_fingerprint": PIN, "host_key_algorithm": null,
            },
            "created_at": at, "updated_at": at,
        })
    );
    create(&server, &ssh("a")).await;

    let listed = get(&server, "/api/v1/executors").await;
    let ids: Vec<_> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["id"])
        .collect();
    assert_eq!(ids, ["a", "b"]);
    assert_eq!(get(&server, "/api/v1/executors/b").await, made);

    let saved = patch(
        &server,
        "b",
        &json!({ "name": "other", "config": { "port": 2222 } }),
    )
    .await;
    assert_eq!(saved["name"], "other");
    assert_eq!(saved["config"]["port"], 2222);
    assert_eq!(saved["config"]["host"], "b.test", "members are merged");
    let cleared = patch(&server, "b", &json!({ "config": { "port": null } })).await;
    assert!(cleared["config"]["port"].is_null());

    let deleted = server.request("DELETE", "/api/v1/executors/b").send().await;
    assert_eq!((deleted.status, deleted.body.len()), (204, 0));
    let gone = server.request("GET", "/api/v1/executors/b").send().await;
    assert_eq!(gone.problem(404), "not-found");
    server.finish().await;
}

#[tokio::test]
async fn an_id_is_made_when_none_is_given_and_never_used_twice() {
    let server = TestServer::start().await;
    let mut body = ssh("gone");
    body.as_object_mut().unwrap().remove("id");
    let made = create(&server, &body).await;
    assert_eq!(made["id"].as_str().unwrap().len(), 36);

    create(&server, &ssh("once")).await;
    let again = json!({ "id": "once", "name": "another", "type": "ssh" });
    let post = server.request("POST", "/api/v1/executors").json(&again);
    assert_eq!(post.send().await.problem(409), "exists");
    server
        .request("DELETE", "/api/v1/executors/once")
        .send()
        .await;
    assert_eq!(post.send().await.problem(409), "exists");
    server.finish().await;
}

#[tokio::test]
async fn a_name_is_taken_whatever_its_case_until_its_owner_is_deleted() {
    let server = TestServer::start().await;
    create(
        &server,
        &json!({ "id": "one", "name": "GPU-1", "type": "ssh" }),
    )
    .await;
    create(
        &server,
        &json!({ "id": "two", "name": "other", "type": "local" }),
    )
    .await;
    let same = json!({ "id": "three", "name": "gpu-1", "type": "local" });
    let post = server.request("POST", "/api/v1/executors").json(&same);
    assert_eq!(post.send().await.problem(409), "name-taken");
    let rename = server.request("PATCH", "/api/v1/executors/two");
    let rename = rename.json(&json!({ "name": "gpu-1" }));
    assert_eq!(rename.send().await.problem(409), "name-taken");

    server
        .request("DELETE", "/api/v1/executors/one")
        .send()
        .await;
    assert_eq!(post.send().await.status, 201);
    server.finish().await;
}

#[tokio::test]
async fn a_save_that_expects_another_version_is_refused() {
    let server = TestServer::start().await;
    let made = create(&server, &ssh("a")).await;
    let version = format!("\"{}\"", made["updated_at"].as_str().unwrap());
    let read = server.request("GET", "/api/v1/executors/a").send().await;
    assert_eq!(read.header("etag"), Some(version.as_str()));

    let rename = |name: &str, expected: &str| {
        let request = server.request("PATCH", "/api/v1/executors/a");
        request
            .header("if-match", expected)
            .json(&json!({ "name": name }))
    };
    let first = rename("first", &version).send().await;
    assert_eq!(first.status, 200);
    assert_ne!(first.header("etag"), Some(version.as_str()));
    assert_eq!(
        rename("second", &version).send().await.problem(412),
        "changed"
    );
    for never_given in ["\"x\"", "W/\"x\"", "", version.trim_matches('"')] {
        let refused = rename("third", never_given).send().await;
        assert_eq!(refused.problem(412), "changed", "{never_given}");
    }
    assert_eq!(get(&server, "/api/v1/executors/a").await["name"], "first");
    assert_eq!(rename("fourth", "*").send().await.status, 200);
    assert_eq!(
        patch(&server, "a", &json!({ "name": "fifth" })).await["name"],
        "fifth"
    );
    server.finish().await;
}

#[tokio::test]
async fn a_configuration_that_does_not_resolve_is_stored() {
    let server = TestServer::start().await;
    let bare = json!({ "id": "a", "name": "bare", "type": "ssh" });
    let made = create(&server, &bare).await;
    assert!(made["config"]["host"].is_null());
    server.finish().await;
}

#[tokio::test]
async fn what_does_not_exist_is_not_found_for_every_method() {
    let server = TestServer::start().await;
    let too_long = format!("/api/v1/executors/{}", "a".repeat(65));
    for path in [
        "/api/v1/executors/none",
        "/api/v1/executors/a%20b",
        "/api/v1/executors/%FF",
        "/api/v1/executors/..%2f..%2ftoken",
        &too_long,
    ] {
        for method in ["GET", "PATCH", "DELETE"] {
            let request = server.request(method, path).json(&json!({ "name": "x" }));
            assert_eq!(
                request.send().await.problem(404),
                "not-found",
                "{method} {path}"
            );
        }
    }
    for path in ["/api/v1/none", "/api/v2/executors", "/api", "/api/"] {
        let missing = server.request("GET", path).send().await;
        assert_eq!(missing.problem(404), "not-found", "{path}");
    }
    server.finish().await;
}
