//! A client that goes away cancels nothing (A1).

use std::sync::Arc;
use std::time::Duration;

use reach_server::events::Event;
use reach_tests::fake_probe::FakeProbe;
use reach_tests::http::Request;
use reach_tests::memory_store::{Call, Fault, MemoryStore};
use reach_tests::patience::eventually;
use reach_tests::server::TestServer;
use serde_json::{Value, json};

use crate::samples::{PIN, create, get, settled, ssh, write_ssh_file};

struct Rig {
    server: TestServer,
    store: Arc<MemoryStore>,
    probe: Arc<FakeProbe>,
}

async fn rig() -> Rig {
    let (store, probe) = (Arc::new(MemoryStore::new()), Arc::new(FakeProbe::default()));
    let builder = TestServer::builder()
        .store(store.clone())
        .probe(probe.clone());
    let server = builder.start().await;
    create(&server, &ssh("old")).await;
    settled(&server, "old").await;
    Rig {
        server,
        store,
        probe,
    }
}

/// A request for each mutation, with the store's call that it makes.
fn mutations(server: &TestServer) -> [(Request, Call); 3] {
    let moved = json!({ "config": { "host": "moved.test" } });
    let one = "/api/v1/executors/old";
    [
        (
            server
                .request("POST", "/api/v1/executors")
                .json(&ssh("new")),
            Call::Create,
        ),
        (server.request("PATCH", one).json(&moved), Call::Save),
        (server.request("DELETE", one), Call::Delete),
    ]
}

#[tokio::test]
async fn a_mutation_that_has_begun_ends_without_its_caller() {
    let Rig {
        server,
        store,
        probe,
    } = rig().await;
    let mut events = server.events().subscribe();
    for (request, call) in mutations(&server) {
        store.break_down(call, Fault::Slow(Duration::from_millis(100)));
        let probes = probe.starts().len();
        let stream = request.write().await.unwrap();
        eventually("the store's call", || async {
            (store.calls(call) > 0).then_some(())
        })
        .await;
        // Resets the connection, so that the server learns of it at once.
        stream.set_zero_linger().unwrap();
        drop(stream);
        let event = tokio::time::timeout(Duration::from_secs(5), async {
            loop {
                let event = events.recv().await.unwrap();
                if !matches!(event, Event::ReachabilityChanged(_)) {
                    return event;
                }
            }
        });
        let event = event
            .await
            .unwrap_or_else(|_| panic!("{call:?} was cut short"));
        if matches!(event, Event::ExecutorCreated(_) | Event::ExecutorUpdated(_)) {
            eventually("its probe", || async {
                (probe.starts().len() > probes).then_some(())
            })
            .await;
        }
    }
    server.finish().await;
}

/// The client leaves after every number of turns of the scheduler that a request can take: what
/// was stored was told and probed, and what was told was stored.
#[tokio::test]
async fn wherever_the_caller_leaves_a_save_is_whole_or_was_never_begun() {
    let (mut whole, mut never) = (0, 0);
    for turns in 0..60 {
        let Rig {
            server,
            store,
            probe,
        } = rig().await;
        for call in [Call::Create, Call::Observe] {
            store.break_down(call, Fault::Yields(3));
        }
        let mut events = server.events().subscribe();
        let request = server
            .request("POST", "/api/v1/executors")
            .json(&ssh("new"));
        let stream = request.write().await.unwrap();
        for _ in 0..turns {
            tokio::task::yield_now().await;
        }
        stream.set_zero_linger().unwrap();
        drop(stream);
        // A request that comes later is answered later, so the first has been dealt with.
        for _ in 0..3 {
            server.request("GET", "/api/v1/executors").send().await;
        }
        let id = "new".parse().unwrap();
        let stored = store.stored_record(&id).is_some();
        if stored {
            eventually("its probe", || async {
                probe.started().contains(&"new".to_owned()).then_some(())
            })
            .await;
        }
        server.finish().await;
        let mut told = 0;
        while let Ok(event) = events.try_recv() {
            told += usize::from(matches!(event, Event::ExecutorCreated(one) if one.id == id));
        }
        assert_eq!(told, usize::from(stored), "left after {turns} turns");
        if stored {
            whole += 1;
        } else {
            never += 1;
        }
    }
    assert!(whole > 0, "no save was ever begun; {never} were not");
}

/// Imports and trusts several hosts, and leaves when the first of them is being saved.
#[tokio::test]
async fn what_is_planned_for_many_hosts_is_done_for_all_without_the_caller() {
    let store = Arc::new(MemoryStore::new());
    let server = TestServer::builder().store(store.clone()).start().await;
    let names = ["a", "b", "c", "d", "e"];
    let blocks = names.map(|name| format!("Host {name}\n  HostName {name}.test\n"));
    write_ssh_file(&server, "config", &blocks.concat());
    leave(&server, &store, "import", &json!({}), Call::Create).await;
    let ids = eventually("every host", || async {
        let executors = get(&server, "/api/v1/executors").await;
        let executors = executors.as_array().unwrap();
        let ids = executors.iter().map(|one| one["id"].clone());
        (executors.len() == names.len()).then(|| ids.collect::<Vec<_>>())
    })
    .await;

    let keys = ids
        .iter()
        .map(|id| json!({ "executor_id": id, "fingerprint": PIN, "key_algorithm": "ssh-ed25519" }));
    let keys = json!(keys.collect::<Vec<_>>());
    leave(&server, &store, "trust", &keys, Call::Save).await;
    eventually("every key", || async {
        let executors = get(&server, "/api/v1/executors").await;
        let mut executors = executors.as_array().unwrap().iter();
        executors
            .all(|one| one["config"]["host_fingerprint"] == PIN)
            .then_some(())
    })
    .await;
    server.finish().await;
}

async fn leave(server: &TestServer, store: &MemoryStore, route: &str, body: &Value, call: Call) {
    store.break_down(call, Fault::Slow(Duration::from_millis(100)));
    let path = format!("/api/v1/ssh/{route}");
    let request = server.request("POST", &path).json(body);
    let stream = request.write().await.unwrap();
    eventually("the first call", || async {
        (store.calls(call) > 0).then_some(())
    })
    .await;
    // Resets the connection, so that the server learns of it at once.
    stream.set_zero_linger().unwrap();
    drop(stream);
}
