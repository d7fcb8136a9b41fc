//! For whoever runs the server.

use std::sync::Arc;

use reach_tests::memory_store::{Call, Fault, MemoryStore};
use reach_tests::server::TestServer;
use serde_json::{Value, json};

use crate::samples::{create, get, patch, settled, ssh};

#[tokio::test]
async fn ready_means_that_the_store_answers_and_alive_does_not() {
    let store = Arc::new(MemoryStore::new());
    let server = TestServer::builder().store(store.clone()).start().await;
    store.break_down(Call::Ready, Fault::Fails);
    let ready = server.anonymous("GET", "/readyz").send().await;
    assert_eq!((ready.status, ready.text().as_str()), (503, ""));
    let alive = server.anonymous("GET", "/healthz").send().await;
    assert_eq!((alive.status, alive.text().as_str()), (200, ""));
    store.heal(Call::Ready);
    assert_eq!(server.anonymous("GET", "/readyz").send().await.status, 200);
    server.finish().await;
}

#[tokio::test]
async fn a_defect_is_an_answer_without_details_and_ends_nothing() {
    let store = Arc::new(MemoryStore::new());
    let server = TestServer::builder().store(store.clone()).start().await;
    for (call, method) in [(Call::Executors, "GET"), (Call::Create, "POST")] {
        store.break_down(call, Fault::Panics);
        let request = server.request(method, "/api/v1/executors").json(&ssh("a"));
        let answer = request.send().await;
        assert_eq!(answer.problem(500), "internal");
        assert!(!answer.text().contains("panics"), "{}", answer.text());
        store.heal(call);
    }
    create(&server, &ssh("a")).await;
    server.finish().await;
}

#[tokio::test]
async fn the_counters_count_and_are_the_same_in_both_forms() {
    let server = TestServer::start().await;
    create(&server, &ssh("a")).await;
    settled(&server, "a").await;
    patch(&server, "a", &json!({ "config": { "host": "moved.test" } })).await;
    settled(&server, "a").await;
    patch(&server, "a", &json!({ "name": "renamed" })).await;

    let variables = get(&server, "/debug/vars").await;
    let name = |stem: &str| format!("executor_ssh_reachability_{stem}");
    assert_eq!(
        variables[name("reset_total")],
        2,
        "a create and a move, not a rename"
    );
    assert_eq!(variables[name("probe_total")]["reachable"], 2);
    assert_eq!(variables[name("state_transitions_total")]["reachable"], 2);

    let response = server.request("GET", "/metrics").send().await;
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    assert_eq!(response.header("content-type"), Some(kind));
    let text = response.text();
    for (name, value) in variables.as_object().unwrap() {
        let lines = if let Some(labelled) = value.as_object() {
            labelled
                .iter()
                .map(|(label, value)| (format!("=\"{label}\"}} {value}"), true))
                .collect()
        } else {
            vec![(format!("{name} {value}"), false)]
        };
        for (line, labelled) in lines {
            let found = text.lines().any(|one| {
                one.starts_with(name.as_str())
                    && if labelled {
                        one.ends_with(&line)
                    } else {
                        one == line
                    }
            });
            assert!(found, "{name} {line}\n{text}");
        }
    }
    server.finish().await;
}

#[tokio::test]
async fn the_configuration_is_shown_with_its_sources_and_without_secrets() {
    let server = TestServer::builder()
        .variable(
            "REACH_DATABASE_URL",
            "postgres://reach:hunter2@db.test/reach",
        )
        .interval("5")
        .start()
        .await;
    let config = get(&server, "/api/v1/config").await;
    let settings = config["settings"].as_array().unwrap();
    let setting = |key: &str| settings.iter().find(|one| one["key"] == key).unwrap();
    assert_eq!(
        setting("executors.sshReachabilityIntervalSeconds"),
        &json!({
            "key": "executors.sshReachabilityIntervalSeconds",
            "value": 15,
            "source": "environment",
            "origin": "REACH_EXECUTORS_SSHREACHABILITYINTERVALSECONDS",
            "replaced": 5,
        })
    );
    assert_eq!(setting("server.publicUrl")["source"], "default");
    assert_eq!(setting("server.listen")["origin"], "--listen");
    let url = setting("database.url")["value"].as_str().unwrap();
    assert_eq!(url, "postgres://reach:***@db.test/reach");
    assert!(!config.to_string().contains("hunter2"));
    assert!(!config.to_string().contains(server.token()));
    server.finish().await;
}

#[tokio::test]
async fn the_description_fits_what_is_really_answered() {
    let server = TestServer::start().await;
    create(&server, &ssh("a")).await;
    settled(&server, "a").await;
    let document = get(&server, "/api/v1/openapi.json").await;
    assert!(document["openapi"].as_str().unwrap().starts_with("3."));
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            assert!(operation["summary"].is_string() || operation["description"].is_string());
            assert!(
                !operation["responses"].as_object().unwrap().is_empty(),
                "{method} {path}"
            );
        }
    }
    for (path, schema) in [
        ("/api/v1/executors", "ExecutorList"),
        ("/api/v1/executors/a", "Executor"),
        ("/api/v1/ssh/reachability", "ReachabilityList"),
        ("/api/v1/ssh/executors/a/reachability", "Reachability"),
        ("/api/v1/config", "Configuration"),
        ("/debug/vars", "Variables"),
    ] {
        let answer = get(&server, path).await;
        let reference = json!({ "$ref": format!("#/components/schemas/{schema}") });
        fits(&document, &reference, &answer, path);
        let described = &document["paths"][path
            .replace("/a", "/{id}")
            .replace("/{id}pi", "/api")
            .as_str()];
        let body = &described["get"]["responses"]["200"]["content"]["application/json"]["schema"];
        assert_eq!(body, &reference, "{path}");
    }
    let ticket = server
        .request("POST", "/api/v1/ws-ticket")
        .send()
        .await
        .json();
    fits(
        &document,
        &json!({ "$ref": "#/components/schemas/Ticket" }),
        &ticket,
        "ticket",
    );
    let missing = server
        .request("GET", "/api/v1/executors/none")
        .send()
        .await
        .json();
    fits(
        &document,
        &json!({ "$ref": "#/components/schemas/Problem" }),
        &missing,
        "problem",
    );
    let post = server
        .request("POST", "/api/v1/executors")
        .json(&json!({}))
        .send()
        .await;
    fits(
        &document,
        &json!({ "$ref": "#/components/schemas/Problem" }),
        &post.json(),
        "422",
    );
    server.finish().await;
}

/// The answer of a route below `ssh`, which has to fit its description.
pub(crate) async fn post_ssh(server: &TestServer, route: &str, body: &Value) -> Value {
    let path = format!("/api/v1/ssh/{route}");
    let response = server.request("POST", &path).json(body).send().await;
    assert_eq!(response.status, 200, "{}", response.text());
    let answer = response.json();
    let document = get(server, "/api/v1/openapi.json").await;
    let described = &document["paths"][&path]["post"]["responses"]["200"];
    let schema = &described["content"]["application/json"]["schema"];
    assert!(schema["$ref"].is_string(), "{schema}");
    fits(&document, schema, &answer, route);
    answer
}

/// Checks the part of JSON Schema that the description uses; an object's members are exactly the
/// described ones, so that a new member cannot be forgotten.
pub(crate) fn fits(document: &Value, schema: &Value, value: &Value, at: &str) {
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.trim_start_matches('#');
        let schema = document
            .pointer(pointer)
            .unwrap_or_else(|| panic!("{reference}"));
        return fits(document, schema, value, at);
    }
    if let Some(allowed) = schema["enum"].as_array() {
        assert!(allowed.contains(value), "{at}: {value} is not in {schema}");
        return;
    }
    if let Some(alternatives) = schema["anyOf"].as_array() {
        let matching = alternatives.iter().find(|one| {
            let kind = match one["$ref"].as_str() {
                Some(reference) => {
                    &document.pointer(reference.trim_start_matches('#')).unwrap()["type"]
                }
                None => &one["type"],
            };
            is_of(kind, value)
        });
        let matching = matching.unwrap_or_else(|| panic!("{at}: {value} fits none of {schema}"));
        return fits(document, matching, value, at);
    }
    let kind = &schema["type"];
    if kind.is_null() {
        return;
    }
    assert!(is_of(kind, value), "{at}: {value} is not of {kind}");
    if let Some(items) = value.as_array() {
        for (index, item) in items.iter().enumerate() {
            fits(document, &schema["items"], item, &format!("{at}[{index}]"));
        }
    }
    let Some(members) = value.as_object() else {
        return;
    };
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    for name in &required {
        assert!(
            members.contains_key(name.as_str().unwrap()),
            "{at}: {name} is missing"
        );
    }
    for (name, member) in members {
        let schema = match schema["properties"].get(name) {
            Some(schema) => schema,
            None => &schema["additionalProperties"],
        };
        assert!(schema.is_object(), "{at}: {name} is not described");
        fits(document, schema, member, &format!("{at}.{name}"));
    }
}

fn is_of(kind: &Value, value: &Value) -> bool {
    let is = |kind: &str| match kind {
        "array" => value.is_array(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        "object" => value.is_object(),
        "string" => value.is_string(),
        other => panic!("{other} is not checked"),
    };
    if let Some(kinds) = kind.as_array() {
        return kinds.iter().any(|kind| is(kind.as_str().unwrap()));
    }
    is(kind.as_str().unwrap_or_else(|| panic!("no type: {kind}")))
}
