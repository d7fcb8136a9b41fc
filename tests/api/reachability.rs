//! The records over HTTP.

use std::sync::Arc;
use std::time::Duration;

use reach_logic::Reason;
use reach_tests::fake_probe::{Act, FakeProbe};
use reach_tests::memory_store::{Call, Fault, MemoryStore};
use reach_tests::patience::eventually;
use reach_tests::server::TestServer;
use serde_json::{Value, json};

use crate::samples::{create, get, patch, probe_path, record_path, settled, ssh};

struct Rig {
    server: TestServer,
    store: Arc<MemoryStore>,
    probe: Arc<FakeProbe>,
}

async fn rig(interval: &'static str) -> Rig {
    let store = Arc::new(MemoryStore::new());
    let probe = Arc::new(FakeProbe::default());
    let builder = TestServer::builder()
        .store(store.clone())
        .probe(probe.clone());
    let server = builder.interval(interval).start().await;
    Rig {
        server,
        store,
        probe,
    }
}

async fn probe_now(server: &TestServer, id: &str) -> Value {
    let response = server.request("POST", &probe_path(id)).send().await;
    assert_eq!(response.status, 200, "{}", response.text());
    response.json()
}

// covers: SSH-REACHABILITY-001.12
#[tokio::test]
async fn a_host_that_no_probe_has_completed_for_reads_unknown() {
    let Rig { server, probe, .. } = rig("60").await;
    probe.hold();
    create(&server, &ssh("a")).await;
    let record = get(&server, &record_path("a")).await;
    let at = record["at"].as_str().unwrap();
    assert_eq!(
        record,
        json!({
            "executor_id": "a", "state": "unknown", "reason": "", "message": "",
            "consecutive_failures": 0, "host": "a.test", "checked_at": null,
            "last_success_at": null, "updated_at": record["updated_at"],
            "probing_enabled": true, "probe_interval_seconds": 60, "persisted": true,
            "freshness": "never", "at": at,
        })
    );
    probe.release();
    server.finish().await;
}

#[tokio::test]
async fn an_inactive_host_that_was_never_probed_has_null_timestamps() {
    let Rig { server, probe, .. } = rig("60").await;
    let mut body = ssh("a");
    body["status"] = "inactive".into();
    create(&server, &body).await;
    let record = get(&server, &record_path("a")).await;
    for member in ["checked_at", "last_success_at", "updated_at"] {
        assert!(record[member].is_null(), "{record}");
    }
    assert_eq!(record["state"], "unknown");
    assert_eq!(probe.started(), [""; 0]);
    server.finish().await;
}

#[tokio::test]
async fn the_list_holds_every_ssh_executor_in_order() {
    let Rig { server, .. } = rig("60").await;
    for id in ["c", "a", "B"] {
        create(&server, &ssh(id)).await;
    }
    create(
        &server,
        &json!({ "id": "here", "name": "here", "type": "local" }),
    )
    .await;
    settled(&server, "a").await;
    patch(&server, "a", &json!({ "status": "inactive" })).await;
    server.request("DELETE", "/api/v1/executors/c").send().await;

    let list = get(&server, "/api/v1/ssh/reachability").await;
    let ids: Vec<_> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["executor_id"])
        .collect();
    assert_eq!(ids, ["B", "a"]);
    assert_eq!(
        list[1]["state"], "reachable",
        "an inactive one keeps its record"
    );
    assert_eq!(
        list[1],
        with_at(get(&server, &record_path("a")).await, &list[1]["at"])
    );
    server.finish().await;
}

fn with_at(mut record: Value, at: &Value) -> Value {
    record["at"] = at.clone();
    record
}

#[tokio::test]
async fn the_list_is_read_again_only_when_a_record_has_changed() {
    let Rig { server, probe, .. } = rig("60").await;
    create(&server, &ssh("a")).await;
    settled(&server, "a").await;
    let list = server.request("GET", "/api/v1/ssh/reachability");
    let first = list.send().await;
    let tag = first.header("etag").unwrap().to_owned();
    let again = list.clone().header("if-none-match", &tag).send().await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), Some(tag.as_str()));
    let among_others = format!("\"x\", {tag}");
    assert_eq!(
        list.clone()
            .header("if-none-match", &among_others)
            .send()
            .await
            .status,
        304
    );
    assert_eq!(
        list.clone()
            .header("if-none-match", "\"x\"")
            .send()
            .await
            .status,
        200
    );

    probe.then("a", [Act::Fail(Reason::Network)]);
    probe_now(&server, "a").await;
    let changed = list.header("if-none-match", &tag).send().await;
    assert_eq!(changed.status, 200);
    assert_ne!(changed.header("etag"), Some(tag.as_str()));
    server.finish().await;
}

// covers: SSH-REACHABILITY-002.5
#[tokio::test]
async fn a_requested_probe_is_stored_and_returned() {
    let Rig { server, probe, .. } = rig("0").await;
    create(&server, &ssh("a")).await;
    settled(&server, "a").await;
    probe.then("a", [Act::Fail(Reason::HostKey)]);
    let answer = probe_now(&server, "a").await;
    assert_eq!(answer["state"], "unreachable");
    assert_eq!(answer["reason"], "host_key");
    assert_eq!(answer["consecutive_failures"], 1);
    assert_eq!(answer["persisted"], true);
    let stored = get(&server, &record_path("a")).await;
    assert_eq!(stored, with_at(answer, &stored["at"]));
    server.finish().await;
}

// covers: SSH-REACHABILITY-002.5
#[tokio::test]
async fn a_probe_that_cannot_be_stored_is_not_a_failed_probe() {
    let Rig { server, store, .. } = rig("0").await;
    create(&server, &ssh("a")).await;
    let before = settled(&server, "a").await;

    store.break_down(Call::Observe, Fault::Fails);
    let unwritten = probe_now(&server, "a").await;
    assert_eq!(unwritten["persisted"], false);
    assert_eq!(unwritten["state"], "reachable");
    store.heal(Call::Observe);

    store.refuse_observations(true);
    let refused = probe_now(&server, "a").await;
    assert_eq!(refused["persisted"], false);
    assert_eq!(
        refused["updated_at"], before["updated_at"],
        "the stored record's"
    );

    let stored = get(&server, &record_path("a")).await;
    assert_eq!(stored["checked_at"], before["checked_at"]);
    assert_eq!(server.metrics().write_failed.get(), 1);
    assert_eq!(server.metrics().write_refused.get(), 1);
    server.finish().await;
}

// covers: SSH-REACHABILITY-002.6
#[tokio::test]
async fn two_overlapping_requests_share_one_probe_and_a_caller_that_leaves_cancels_nothing() {
    let Rig {
        server,
        probe,
        store,
    } = rig("0").await;
    create(&server, &ssh("a")).await;
    settled(&server, "a").await;
    let before = probe.starts().len();
    probe.hold();
    let leaving = server
        .request("POST", &probe_path("a"))
        .write()
        .await
        .unwrap();
    eventually("the probe", || async {
        (!probe.running().is_empty()).then_some(())
    })
    .await;
    drop(leaving);
    let staying = tokio::spawn({
        let request = server.request("POST", &probe_path("a"));
        async move { request.send().await.json() }
    });
    let stored_before = store.stored_record(&"a".parse().unwrap()).unwrap();
    // The second request has joined once the server has read the executor for it.
    let reads = store.calls(Call::Record) + store.calls(Call::Executor);
    eventually("the second request", || async {
        (store.calls(Call::Record) + store.calls(Call::Executor) > reads).then_some(())
    })
    .await;
    probe.release();
    let answer = staying.await.unwrap();
    assert_eq!(probe.starts().len() - before, 1);
    assert_eq!(answer["persisted"], true);
    let stored = store.stored_record(&"a".parse().unwrap()).unwrap();
    assert!(stored.checked_at > stored_before.checked_at);
    server.finish().await;
}

// covers: SSH-REACHABILITY-002.6
#[tokio::test]
async fn a_probe_whose_only_caller_left_still_completes_and_is_stored() {
    let Rig {
        server,
        probe,
        store,
    } = rig("0").await;
    create(&server, &ssh("a")).await;
    let id = "a".parse().unwrap();
    settled(&server, "a").await;
    let before = store.stored_record(&id).unwrap();
    probe.hold();
    let caller = server
        .request("POST", &probe_path("a"))
        .write()
        .await
        .unwrap();
    eventually("the probe", || async {
        (!probe.running().is_empty()).then_some(())
    })
    .await;
    drop(caller);
    probe.release();
    eventually("a newer record", || async {
        (store.stored_record(&id).unwrap().checked_at > before.checked_at).then_some(())
    })
    .await;
    server.finish().await;
}

// covers: SSH-REACHABILITY-002.7
#[tokio::test]
async fn a_probe_of_what_cannot_be_probed_is_refused() {
    let Rig {
        server,
        probe,
        store,
    } = rig("0").await;
    create(
        &server,
        &json!({ "id": "here", "name": "here", "type": "local" }),
    )
    .await;
    create(&server, &ssh("off")).await;
    let stored = settled(&server, "off").await;
    patch(&server, "off", &json!({ "status": "inactive" })).await;
    create(&server, &ssh("gone")).await;
    settled(&server, "gone").await;
    server
        .request("DELETE", "/api/v1/executors/gone")
        .send()
        .await;
    let before = (probe.starts().len(), store.snapshot());

    let refused = server.request("POST", &probe_path("off")).send().await;
    assert_eq!(refused.problem(409), "inactive");
    for method in ["GET", "POST"] {
        let path = |id: &str| match method {
            "GET" => record_path(id),
            _ => probe_path(id),
        };
        let local = server.request(method, &path("here")).send().await;
        assert_eq!(local.problem(400), "not-ssh");
        for missing in ["gone", "none", "a%20b"] {
            let missing = server.request(method, &path(missing)).send().await;
            assert_eq!(missing.problem(404), "not-found");
        }
    }
    assert_eq!((probe.starts().len(), store.snapshot()), before);
    let kept = get(&server, &record_path("off")).await;
    assert_eq!(kept["checked_at"], stored["checked_at"]);
    server.finish().await;
}

// covers: SSH-REACHABILITY-001.25, SSH-REACHABILITY-001.28
#[tokio::test]
async fn with_probing_off_every_surface_says_so_and_a_requested_probe_still_runs() {
    let Rig { server, probe, .. } = rig("0").await;
    create(&server, &ssh("a")).await;
    settled(&server, "a").await;
    probe.then(
        "a",
        [Act::Fail(Reason::Network), Act::Fail(Reason::Network)],
    );
    probe_now(&server, "a").await;
    let answer = probe_now(&server, "a").await;
    assert_eq!(answer["state"], "unreachable", "the threshold holds");
    let one = get(&server, &record_path("a")).await;
    let list = get(&server, "/api/v1/ssh/reachability").await;
    for record in [&answer, &one, &list[0]] {
        assert_eq!(record["probing_enabled"], false);
        assert_eq!(record["probe_interval_seconds"], 0);
        assert_eq!(record["freshness"], "off");
    }
    server.finish().await;
}

// covers: SSH-REACHABILITY-001.25
#[tokio::test]
async fn with_probing_off_a_start_probes_nothing() {
    let store = Arc::new(MemoryStore::new());
    let first = TestServer::builder().store(store.clone()).start().await;
    create(&first, &ssh("a")).await;
    settled(&first, "a").await;
    first.finish().await;
    let before = store.snapshot();

    store.open_again();
    let probe = Arc::new(FakeProbe::default());
    let builder = TestServer::builder()
        .store(store.clone())
        .probe(probe.clone());
    let second = builder.start().await;
    let mut socket = second.socket().await;
    socket.stays_silent(Duration::from_millis(300)).await;
    assert_eq!(probe.started(), [""; 0]);
    assert_eq!(store.snapshot(), before);
    second.finish().await;
}

// covers: SSH-REACHABILITY-001.24
#[tokio::test]
async fn the_effective_interval_is_the_one_that_clients_are_told() {
    let Rig { server, .. } = rig("5").await;
    create(&server, &ssh("a")).await;
    let record = get(&server, &record_path("a")).await;
    assert_eq!(record["probe_interval_seconds"], 15);
    server.finish().await;
}

// covers: SSH-REACHABILITY-002.10
#[tokio::test]
async fn a_store_that_does_not_answer_is_an_error_and_never_an_unreachable_host() {
    let Rig { server, store, .. } = rig("0").await;
    create(&server, &ssh("a")).await;
    settled(&server, "a").await;
    for call in [Call::Record, Call::Records, Call::Executor, Call::Executors] {
        store.break_down(call, Fault::Fails);
    }
    for path in [
        "/api/v1/ssh/reachability",
        "/api/v1/executors",
        "/api/v1/executors/a",
        &record_path("a"),
    ] {
        let failed = server.request("GET", path).send().await;
        assert_eq!(failed.problem(503), "store-unavailable", "{path}");
    }
    let probe = server.request("POST", &probe_path("a")).send().await;
    assert_eq!(probe.problem(503), "store-unavailable");
    store.break_down(Call::Create, Fault::Fails);
    let post = server.request("POST", "/api/v1/executors").json(&ssh("b"));
    assert_eq!(post.send().await.problem(503), "store-unavailable");
    server.finish().await;
}
