//! The push socket.

use std::sync::Arc;
use std::time::Duration;

use reach_logic::Reason;
use reach_server::api::SocketLimits;
use reach_server::events::{Event, QUEUE};
use reach_tests::fake_probe::{Act, FakeProbe};
use reach_tests::server::TestServer;
use reach_tests::socket::Socket;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::samples::{create, get, patch, probe_path, record_path, settled, ssh};

const GOING_AWAY: u16 = 1001;
const POLICY: u16 = 1008;

fn noise(number: usize) -> Event {
    let id = format!("noise-{number}");
    Event::ExecutorDeleted(id.parse().unwrap())
}

#[tokio::test]
async fn hello_comes_first_and_says_how_probing_is_set() {
    let server = TestServer::builder().interval("5").start().await;
    let mut socket = Socket::open(server.address(), Some(server.token())).await;
    let hello = socket.next().await;
    assert_eq!(hello["type"], "hello");
    let version = env!("CARGO_PKG_VERSION");
    let expected = json!({
        "server_version": version, "probing_enabled": true, "probe_interval_seconds": 15,
    });
    assert_eq!(hello["payload"], expected);
    assert_eq!(hello["at"].as_str().unwrap().len(), 27);
    drop(socket);
    server.finish().await;
}

#[tokio::test]
async fn what_happens_to_executors_is_pushed_to_everyone() {
    let server = TestServer::start().await;
    let (mut one, mut other) = (server.socket().await, server.socket().await);
    let made = create(&server, &json!({ "id": "a", "name": "a", "type": "local" })).await;
    let saved = patch(&server, "a", &json!({ "name": "b" })).await;
    server.request("DELETE", "/api/v1/executors/a").send().await;
    for socket in [&mut one, &mut other] {
        let message = socket.next().await;
        assert_eq!(
            (&message["type"], &message["payload"]),
            (&json!("executor.created"), &made)
        );
        let message = socket.next().await;
        assert_eq!(
            (&message["type"], &message["payload"]),
            (&json!("executor.updated"), &saved)
        );
        let message = socket.next().await;
        assert_eq!(message["type"], "executor.deleted");
        assert_eq!(message["payload"], json!({ "id": "a" }));
    }
    drop((one, other));
    server.finish().await;
}

// covers: SSH-REACHABILITY-002.2, SSH-REACHABILITY-002.3
#[tokio::test]
async fn a_change_is_pushed_and_an_unchanged_result_is_not() {
    let probe = Arc::new(FakeProbe::default());
    let server = TestServer::builder().probe(probe.clone()).start().await;
    create(&server, &ssh("a")).await;
    settled(&server, "a").await;
    let mut socket = server.socket().await;
    probe.then("a", [Act::Succeed(None), Act::Fail(Reason::Network)]);
    for _ in 0..2 {
        server.request("POST", &probe_path("a")).send().await;
    }
    let pushed = socket.next().await;
    assert_eq!(pushed["type"], "executor.reachability.changed");
    assert_eq!(
        pushed["payload"]["state"], "reachable",
        "below the threshold"
    );
    assert_eq!(pushed["payload"]["reason"], "network");
    let mut stored = get(&server, &record_path("a")).await;
    stored["at"] = pushed["payload"]["at"].clone();
    assert_eq!(pushed["payload"], stored, "the payload is the record");

    probe.then(
        "a",
        [Act::Fail(Reason::Network), Act::Fail(Reason::Network)],
    );
    for _ in 0..2 {
        server.request("POST", &probe_path("a")).send().await;
    }
    let pushed = socket.next().await;
    assert_eq!(pushed["payload"]["state"], "unreachable");
    socket.stays_silent(Duration::from_millis(200)).await;
    drop(socket);
    server.finish().await;
}

#[tokio::test]
async fn a_client_that_missed_messages_is_told_to_read_again() {
    let server = TestServer::start().await;
    let mut socket = server.socket().await;
    for number in 0..QUEUE + 50 {
        server.events().publish(noise(number));
    }
    let message = socket.next().await;
    assert_eq!(
        (&message["type"], &message["payload"]),
        (&json!("resync"), &json!({}))
    );
    server.events().publish(noise(7));
    assert_eq!(
        socket.next().await["payload"]["id"],
        "noise-7",
        "and then goes on"
    );
    drop(socket);
    server.finish().await;
}

#[tokio::test]
async fn a_client_that_does_not_read_slows_nobody() {
    let server = TestServer::start().await;
    let mut stalled = server.socket().await;
    let mut reading = server.socket().await;
    let bulky = create(
        &server,
        &json!({ "id": "a", "name": "n".repeat(200), "type": "local",
                 "config": { "identity_file": "f".repeat(4000) } }),
    )
    .await;
    let event = Event::ExecutorUpdated(serde_json::from_value(bulky).unwrap());
    reading.next_of("executor.created").await;
    // Far more than what the kernel holds for a connection on this machine.
    for _ in 0..60 {
        for _ in 0..50 {
            server.events().publish(event.clone());
        }
        for _ in 0..50 {
            assert_eq!(reading.next().await["type"], "executor.updated");
        }
    }
    stalled.next_of("resync").await;
    drop((stalled, reading));
    server.finish().await;
}

#[tokio::test]
async fn a_message_that_is_none_ends_the_connection_with_a_reason() {
    let server = TestServer::start().await;
    for nonsense in [
        "",
        "hello",
        "{}",
        "[]",
        "{\"type\":\"shout\"}",
        "{\"type\":\"subscribe\"}",
        "{\"type\":\"subscribe\",\"session_id\":7}",
        "{\"type\":\"subscribe\",\"session_id\":\"no id\"}",
        "{\"type\":\"subscribe\",\"session_id\":\"s\",\"more\":1}",
    ] {
        let mut socket = server.socket().await;
        socket.say(nonsense).await;
        assert_eq!(socket.closed().await, Some(POLICY), "{nonsense}");
    }
    let mut socket = server.socket().await;
    socket.send(Message::binary(vec![1, 2, 3])).await;
    assert_eq!(socket.closed().await, Some(POLICY));
    let mut socket = server.socket().await;
    socket.say(&"x".repeat(20_000)).await;
    socket.closed().await;
    let mut socket = server.socket().await;
    for message in ["subscribe", "subscribe", "unsubscribe", "unsubscribe"] {
        let message = json!({ "type": message, "session_id": "s" });
        socket.say(&message.to_string()).await;
    }
    server.events().publish(noise(1));
    assert_eq!(
        socket.next().await["type"],
        "executor.deleted",
        "it lives on"
    );
    drop(socket);
    server.finish().await;
}

#[tokio::test]
async fn there_are_so_many_sockets_and_no_more() {
    let limits = SocketLimits {
        sockets: 2,
        ..SocketLimits::default()
    };
    let server = TestServer::builder().sockets(limits).start().await;
    let (first, second) = (server.socket().await, server.socket().await);
    let bearer = format!("Bearer {}", server.token());
    let headers = [("authorization", bearer.as_str())];
    let refused = Socket::with(server.address(), "", &headers).await;
    assert_eq!(refused.err(), Some(503));
    drop(first);
    reach_tests::patience::eventually("a free place", || async {
        Socket::with(server.address(), "", &headers).await.ok()
    })
    .await;
    assert_eq!(SocketLimits::default().sockets, 1_000);
    drop(second);
    server.finish().await;
}

#[tokio::test]
async fn a_peer_that_answers_no_ping_is_closed_and_one_that_does_is_not() {
    let limits = SocketLimits {
        ping_every: Duration::from_millis(500),
        ..SocketLimits::default()
    };
    assert_eq!(SocketLimits::default().ping_every, Duration::from_secs(30));
    let server = TestServer::builder().sockets(limits).start().await;
    let mut answering = server.socket().await;
    let mut silent = server.socket().await;
    // Reading is what makes the client library answer pings.
    answering.stays_silent(Duration::from_secs(2)).await;
    server.events().publish(noise(1));
    assert_eq!(answering.next().await["type"], "executor.deleted");
    assert_eq!(silent.closed().await, Some(GOING_AWAY));
    drop(answering);
    server.finish().await;
}

#[tokio::test]
async fn a_query_with_two_tickets_is_a_problem_like_any_other() {
    let server = TestServer::start().await;
    let path = "/api/v1/ws?ticket=a&ticket=b";
    let refused = server.request("GET", path).send().await;
    assert_eq!(refused.problem(422), "invalid");
    server.finish().await;
}

#[tokio::test]
async fn a_plain_request_is_told_that_this_is_a_socket() {
    let server = TestServer::start().await;
    let plain = server.request("GET", "/api/v1/ws").send().await;
    assert_eq!(plain.problem(400), "not-a-websocket");
    server.finish().await;
}
