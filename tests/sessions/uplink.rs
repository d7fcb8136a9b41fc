//! Slow lines, in real time: what a client uploads must not hold up the keepalive (S14).

use std::sync::Arc;
use std::time::{Duration, Instant};

use reach_server::ssh::Connection;
use reach_tests::leak::Leak;
use reach_tests::memory_host::{MemoryHost, SINK};
use tokio::io::AsyncWriteExt as _;
use tokio::sync::Notify;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(30);

/// What the line carries in a second.
const RATE: usize = 1024 * 1024;

/// Uploads without end, and tells of every piece that the connection has taken.
async fn upload(connection: Arc<Connection>, taken: Arc<Notify>) {
    let tunnel = connection.open_tcp("127.0.0.1", SINK).await.unwrap();
    let mut stream = tunnel.writer.stream().unwrap();
    let piece = vec![0; 64 * 1024];
    while stream.write_all(&piece).await.is_ok() {
        taken.notify_one();
    }
}

// covers: SSH-TRANSPORT-LIVENESS-001.2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_keepalive_overtakes_what_waits_to_be_uploaded() {
    let leak = Leak::watch();
    let host = MemoryHost::new();
    let (connection, line) = host.connect_slowly(RATE).await;
    let taken = Arc::new(Notify::new());
    let uploads: Vec<_> = (0..4)
        .map(|_| tokio::spawn(upload(Arc::clone(&connection), Arc::clone(&taken))))
        .collect();
    for _ in 0..3 {
        timeout(PATIENCE, taken.notified()).await.expect("progress");
        let asked = Instant::now();
        let answer = timeout(PATIENCE, connection.keepalive()).await;
        answer.expect("an answer").expect("a connection");
        let took = asked.elapsed();
        // Four windows of 2 MiB that wait would take eight.
        assert!(took < Duration::from_secs(5), "answered after {took:?}");
    }
    connection.sever().await.unwrap();
    for upload in uploads {
        timeout(PATIENCE, upload).await.expect("an end").unwrap();
    }
    drop((line, host, connection));
    leak.finish().await;
}
