//! What is counted of sessions.

use std::time::{Duration, Instant};

use reach_tests::server::TestServer;
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

use crate::rig::{GREETER, PATIENCE, Rig};

const RESETS: &str = "reach_session_stream_reset_total";

async fn resets(server: &TestServer) -> Value {
    let answer = server.request("GET", "/debug/vars").send().await;
    answer.json()[RESETS].clone()
}

// S16
#[tokio::test]
async fn a_client_whose_unread_data_cannot_be_kept_is_reset_and_counted() {
    let rig = Rig::new().await;
    let server = TestServer::builder().store(rig.store.clone()).start().await;
    let floods = GREETER
        .replace("$s = ", "$SIG{PIPE} = \"IGNORE\"; $s = ")
        .replace("\"hello $ENV{GREETING}\"", "\"x\" x 1048576 for 1..30");
    let new = json!({ "id": "s1", "executor_id": "gpu", "controller": { "command": floods } });
    let create = server.request("POST", "/api/v1/sessions").json(&new);
    assert_eq!(create.send().await.status, 202);
    let session = rig.until(|session| session.started_at.is_some()).await;
    assert_eq!(resets(&server).await, 0);
    // Tracked by the server, which alone knows the port that its row has.
    let port = rig.row().await.resume.expect("it runs").local_port;
    let mut client = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    // What memory does not hold has nowhere to go: much sooner than after 64 MiB.
    std::fs::remove_dir_all(server.data_dir()).unwrap();
    let started = Instant::now();
    while resets(&server).await == 0 {
        assert!(started.elapsed() < PATIENCE, "{session:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut rest = Vec::new();
    assert!(client.read_to_end(&mut rest).await.is_err(), "a reset");
    let text = server.request("GET", "/metrics").send().await.text();
    let line = format!("{RESETS} 1");
    assert!(text.lines().any(|one| one == line), "{text}");
    let stop = server.request("POST", "/api/v1/sessions/s1/stop");
    assert_eq!(stop.send().await.status, 200);
    server.finish().await;
}
