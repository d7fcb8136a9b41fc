//! How many tests run at a time, and when one ends that nobody waits for.

use std::time::Duration;

use reach_logic::KeyType;
use reach_server::trust::TestLimits;
use reach_tests::fakes::{Behaviour, Fake};
use reach_tests::keys::generate_key;
use reach_tests::patience::eventually;
use reach_tests::server::TestServer;
use reach_tests::sockets::sockets_to;
use reach_tests::sshd::Sshd;
use serde_json::json;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{pinned, request};

/// Four tests of a host that says nothing, under way; dropping one of them is a page that closes.
async fn four_of_silence(server: &TestServer, silent: &Fake) -> Vec<TcpStream> {
    let key = server.data_dir().join("key");
    generate_key(&key, KeyType::Ed25519);
    let config = json!({
        "host": "127.0.0.1", "port": silent.port(), "user": "ada", "identity_file": key,
    });
    let mut running = Vec::new();
    for under_way in 1..=4 {
        running.push(request(server, &config).write().await.unwrap());
        eventually("its connection", || async {
            (silent.accepted() == under_way).then_some(())
        })
        .await;
    }
    running
}

#[tokio::test]
async fn a_fifth_test_waits_until_one_ends_and_a_test_ends_with_its_caller() {
    let (sshd, silent) = (Sshd::start(), Fake::start(Behaviour::Silent));
    let server = TestServer::start().await;
    let mut running = four_of_silence(&server, &silent).await;
    let fifth = request(&server, &pinned(&sshd));
    let mut fifth = Box::pin(fifth.send());
    let moment = Duration::from_millis(500);
    assert!(
        timeout(moment, &mut fifth).await.is_err(),
        "it did not wait"
    );
    assert_eq!(sockets_to(silent.port()), 4);

    let closed = running.pop().unwrap();
    closed.set_zero_linger().unwrap();
    drop(closed);
    let report = fifth.await.json();
    assert_eq!(report["ok"], true, "{report}");
    assert_eq!(sockets_to(silent.port()), 3);

    // Those that still run end with the server.
    let left = running.pop().unwrap();
    server.stop();
    let answer = answer(left).await;
    assert!(answer.contains("shutting-down"), "{answer}");
    server.ended().await;
    assert_eq!(sockets_to(silent.port()), 0);
}

#[tokio::test]
async fn a_test_whose_turn_does_not_come_in_time_is_told_to_come_back() {
    let (sshd, silent) = (Sshd::start(), Fake::start(Behaviour::Silent));
    let limits = TestLimits {
        least: TestLimits::default().deadline,
        ..TestLimits::default()
    };
    let server = TestServer::builder().tests(limits).start().await;
    let running = four_of_silence(&server, &silent).await;
    let refused = request(&server, &pinned(&sshd)).send().await;
    assert_eq!(refused.problem(503), "busy");
    let seconds: u32 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!(seconds > 0);
    drop(running);
    server.finish().await;
}

async fn answer(mut stream: TcpStream) -> String {
    let mut text = String::new();
    let read = stream.read_to_string(&mut text);
    timeout(Duration::from_secs(10), read)
        .await
        .unwrap()
        .unwrap();
    text
}
