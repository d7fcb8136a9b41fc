//! The end of a server (A2).

use std::sync::Arc;
use std::time::{Duration, Instant};

use reach_tests::fake_probe::{Act, FakeProbe};
use reach_tests::memory_store::{Call, MemoryStore};
use reach_tests::patience::eventually;
use reach_tests::server::TestServer;
use tokio::net::TcpStream;

use crate::samples::{create, probe_path, settled, ssh};

// covers: SSH-REACHABILITY-001.26
#[tokio::test]
async fn the_end_tells_pages_answers_waiting_requests_and_writes_nothing() {
    let (store, probe) = (Arc::new(MemoryStore::new()), Arc::new(FakeProbe::default()));
    let builder = TestServer::builder()
        .store(store.clone())
        .probe(probe.clone());
    let server = builder.start().await;
    for id in ["a", "b"] {
        create(&server, &ssh(id)).await;
        settled(&server, id).await;
    }
    let mut socket = server.socket().await;
    let idle = TcpStream::connect(server.address()).await.unwrap();
    probe.hold();
    let waiting = ["a", "a", "b"].map(|id| {
        let request = server.request("POST", &probe_path(id));
        tokio::spawn(async move { request.send().await })
    });
    eventually("both probes", || async {
        (probe.running().len() == 2).then_some(())
    })
    .await;
    let (before, writes) = (store.snapshot(), store.calls(Call::Observe));

    server.stop();
    assert_eq!(socket.closed().await, Some(1001));
    for answer in waiting {
        assert_eq!(answer.await.unwrap().problem(503), "shutting-down");
    }
    drop((socket, idle));
    server.finish().await;
    assert_eq!(store.calls(Call::Observe), writes);
    assert_eq!(store.snapshot(), before);
    assert_eq!(probe.running().len(), 0);
}

#[tokio::test]
async fn clients_that_never_leave_do_not_hold_the_end() {
    let server = TestServer::start().await;
    let address = server.address();
    let silent = server.socket().await;
    let mut connections = vec![
        TcpStream::connect(address).await.unwrap(),
        server
            .request("POST", "/api/v1/executors")
            .header("content-type", "application/json")
            .header("content-length", "100")
            .write()
            .await
            .unwrap(),
    ];
    let keeps_alive = server.request("GET", "/healthz").without("connection");
    connections.push(keeps_alive.write().await.unwrap());
    let start = Instant::now();
    server.stop();
    eventually("a closed port", || async {
        TcpStream::connect(address).await.err()
    })
    .await;
    let ending = tokio::spawn(server.ended());
    tokio::time::timeout(Duration::from_secs(7), ending)
        .await
        .unwrap()
        .unwrap();
    let took = start.elapsed();
    assert!(took < Duration::from_millis(5_500), "{took:?}");
    drop((silent, connections));
}

#[tokio::test]
async fn a_probe_that_cannot_be_cancelled_does_not_hold_the_end() {
    let probe = Arc::new(FakeProbe::default());
    let server = TestServer::builder().probe(probe.clone()).start().await;
    create(&server, &ssh("a")).await;
    settled(&server, "a").await;
    probe.then("a", [Act::Hang]);
    let _request = server
        .request("POST", &probe_path("a"))
        .write()
        .await
        .unwrap();
    eventually("the probe", || async {
        (probe.running().len() == 1).then_some(())
    })
    .await;
    let start = Instant::now();
    server.stop();
    server.ended().await;
    let took = start.elapsed();
    assert!(took < Duration::from_millis(5_500), "{took:?}");
}
