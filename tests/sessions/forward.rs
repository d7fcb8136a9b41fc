//! The local port of a session, in real time over hosts in memory.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reach_server::sessions::{Forward, SpoolLimits, Spools};
use reach_server::ssh::Connection;
use reach_tests::leak::Leak;
use reach_tests::memory_host::{ECHO, FLOOD, Line, MemoryHost, REFUSED, UNANSWERED};
use reach_tests::ports::is_refused;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// Nothing here takes this long, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(30);

const MEGABYTE: usize = 1024 * 1024;

struct Rig {
    host: MemoryHost,
    connection: Arc<Connection>,
    line: Line,
    spools: Spools,
    _directory: TempDir,
    leak: Leak,
}

impl Rig {
    async fn new() -> Self {
        Self::with(SpoolLimits::default()).await
    }

    /// As if there were room on any disk.
    async fn with(limits: SpoolLimits) -> Self {
        let limits = SpoolLimits {
            disk_part: u64::MAX,
            ..limits
        };
        let leak = Leak::watch();
        let directory = tempfile::tempdir().unwrap();
        let host = MemoryHost::new();
        let (connection, line) = host.connect().await;
        Self {
            host,
            connection,
            line,
            spools: Spools::with_limits(directory.path().to_owned(), limits),
            _directory: directory,
            leak,
        }
    }

    async fn forward(&self, port: u16) -> Forward {
        let connection = Arc::clone(&self.connection);
        let forward = Forward::open(connection, port, None, self.spools.clone());
        forward.await.unwrap()
    }

    /// The keepalive is answered before the next one is due.
    async fn assert_answers(&self) {
        let asked = Instant::now();
        let answer = timeout(PATIENCE, self.connection.keepalive()).await;
        answer.expect("an answer").expect("a connection");
        let took = asked.elapsed();
        assert!(took < Duration::from_secs(15), "answered after {took:?}");
    }

    async fn finish(self) {
        self.connection.sever().await.unwrap();
        drop((self.line, self.host));
        self.leak.finish().await;
    }
}

async fn client(forward: &Forward) -> TcpStream {
    TcpStream::connect(("127.0.0.1", forward.port()))
        .await
        .unwrap()
}

/// Sends a request and reads the answer to its end.
async fn request(forward: &Forward, text: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut client = client(forward).await;
    client.write_all(text).await?;
    client.shutdown().await?;
    let mut answer = Vec::new();
    timeout(PATIENCE, client.read_to_end(&mut answer)).await??;
    Ok(answer)
}

async fn is_reset(client: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    let end = timeout(PATIENCE, client.read_to_end(&mut rest)).await;
    end.expect("an end")
        .is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bytes_travel_both_ways_and_each_side_ends_its_own() {
    let rig = Rig::new().await;
    let forward = rig.forward(ECHO).await;
    let text: Vec<u8> = (0..=250).cycle().take(5 * MEGABYTE).collect();
    // The client's end comes before the answer does, and takes nothing from it.
    let (mut reader, mut writer) = client(&forward).await.into_split();
    let send = async {
        writer.write_all(&text).await.unwrap();
        writer.shutdown().await.unwrap();
    };
    let receive = async {
        let mut answer = Vec::new();
        timeout(PATIENCE, reader.read_to_end(&mut answer))
            .await
            .unwrap()
            .unwrap();
        answer
    };
    let ((), answer) = tokio::join!(send, receive);
    assert!(answer == text);

    let flood = rig.forward(FLOOD).await;
    let answer = request(&flood, b"3000000 32768\n").await.unwrap();
    assert_eq!(answer.len(), 3_000_000);
    forward.shut().await.unwrap();
    flood.shut().await.unwrap();
    rig.finish().await;
}

// S8
#[tokio::test]
async fn an_unanswered_open_blocks_no_other_connection_and_a_refused_one_is_reset() {
    let rig = Rig::new().await;
    let unanswered = rig.forward(UNANSWERED).await;
    let echo = rig.forward(ECHO).await;
    let refused = rig.forward(REFUSED).await;
    let mut waiting = client(&unanswered).await;
    let mut also_waiting = client(&unanswered).await;
    while rig.host.opens() < 2 {
        sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(request(&echo, b"hello").await.unwrap(), b"hello");
    assert!(is_reset(&mut client(&refused).await).await);
    unanswered.shut().await.unwrap();
    assert!(is_reset(&mut waiting).await);
    assert!(is_reset(&mut also_waiting).await);
    echo.shut().await.unwrap();
    refused.shut().await.unwrap();
    rig.finish().await;
}

// S8, S17
#[tokio::test]
async fn shutting_a_forward_refuses_new_connections_and_resets_old_ones_at_once() {
    let rig = Rig::new().await;
    let forward = rig.forward(ECHO).await;
    let port = forward.port();
    let mut idle = client(&forward).await;
    let mut busy = client(&forward).await;
    busy.write_all(b"half an answer").await.unwrap();
    let mut half = [0; 4];
    busy.read_exact(&mut half).await.unwrap();
    let began = Instant::now();
    forward.shut().await.unwrap();
    assert!(began.elapsed() < Duration::from_millis(900));
    assert!(is_refused(port));
    assert!(is_reset(&mut idle).await && is_reset(&mut busy).await);

    // The port is free again at once.
    let connection = Arc::clone(&rig.connection);
    let again = Forward::open(connection, ECHO, Some(port), rig.spools.clone());
    let again = again.await.unwrap();
    let connection = Arc::clone(&rig.connection);
    let taken = Forward::open(connection, ECHO, Some(port), rig.spools.clone());
    let error = taken.await.unwrap_err();
    assert!(error.to_string().contains(&port.to_string()), "{error}");
    assert_eq!(request(&again, b"x").await.unwrap(), b"x");
    again.shut().await.unwrap();
    rig.finish().await;
}

// S17
#[tokio::test]
async fn a_cut_transport_never_looks_like_a_whole_answer() {
    let rig = Rig::new().await;
    let forward = rig.forward(ECHO).await;
    let mut clients = Vec::new();
    for _ in 0..5 {
        let mut client = client(&forward).await;
        client.write_all(b"half an answer").await.unwrap();
        let mut half = [0; 4];
        client.read_exact(&mut half).await.unwrap();
        clients.push(client);
    }
    rig.line.cut();
    for client in &mut clients {
        assert!(is_reset(client).await);
    }
    forward.shut().await.unwrap();
    rig.finish().await;
}

// S14, S16
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_read_holds_up_nobody() {
    for (bytes, piece) in [(3 * MEGABYTE, 100), (20 * MEGABYTE, 32 * 1024)] {
        let rig = Rig::new().await;
        let flood = rig.forward(FLOOD).await;
        let echo = rig.forward(ECHO).await;
        let mut stalled = client(&flood).await;
        let line = format!("{bytes} {piece}\n");
        stalled.write_all(line.as_bytes()).await.unwrap();
        // More than the socket and the memory hold.
        let began = Instant::now();
        let mut rounds = 0;
        while rig.spools.used() == 0 && began.elapsed() < PATIENCE / 3 {
            rig.assert_answers().await;
            assert_eq!(request(&echo, b"hello").await.unwrap(), b"hello");
            rounds += 1;
        }
        for _ in 0..20 {
            rig.assert_answers().await;
            assert_eq!(request(&echo, b"hello").await.unwrap(), b"hello");
        }
        assert!(rounds == 0 || rig.spools.used() > 0 || bytes < 4 * MEGABYTE);
        // It reads in the end, and misses nothing.
        let mut rest = Vec::new();
        timeout(PATIENCE, stalled.read_to_end(&mut rest))
            .await
            .unwrap()
            .unwrap();
        assert_eq!(rest.len(), bytes);
        assert!(rest.iter().all(|byte| *byte == b'x'));
        assert_eq!(rig.spools.used(), 0);
        assert_eq!(rig.spools.resets(), 0);
        flood.shut().await.unwrap();
        echo.shut().await.unwrap();
        rig.finish().await;
    }
}

// S16
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_leaves_too_much_unread_is_reset_alone() {
    let rig = Rig::with(SpoolLimits {
        connection: 4 * MEGABYTE as u64,
        process: 8 * MEGABYTE as u64,
        ..SpoolLimits::default()
    })
    .await;
    let flood = rig.forward(FLOOD).await;
    let echo = rig.forward(ECHO).await;
    let mut stalled = client(&flood).await;
    stalled.write_all(b"200000000 32768\n").await.unwrap();
    let began = Instant::now();
    while rig.spools.resets() == 0 {
        assert!(began.elapsed() < PATIENCE, "it was not reset");
        assert!(rig.spools.used() <= 4 * MEGABYTE as u64);
        rig.assert_answers().await;
        assert_eq!(request(&echo, b"hello").await.unwrap(), b"hello");
    }
    assert!(is_reset(&mut stalled).await);
    rig.assert_answers().await;
    assert_eq!(request(&echo, b"hello").await.unwrap(), b"hello");
    assert_eq!(rig.spools.used(), 0);
    flood.shut().await.unwrap();
    echo.shut().await.unwrap();
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_hundred_clients_that_connect_and_leave_disturb_no_transfer() {
    let rig = Rig::new().await;
    let flood = rig.forward(FLOOD).await;
    let bulk = request(&flood, b"8000000 32768\n");
    let leaving = async {
        for round in 0..10 {
            let clients = (0..50).map(|_| client(&flood));
            for client in join_all(clients).await {
                if round % 2 == 0 {
                    client.set_zero_linger().unwrap();
                }
                drop(client);
            }
        }
    };
    let (bulk, ()) = tokio::join!(bulk, leaving);
    assert_eq!(bulk.unwrap().len(), 8_000_000);
    let after = request(&flood, b"1000 10\n").await.unwrap();
    assert_eq!(after.len(), 1000, "the port is up");
    flood.shut().await.unwrap();
    rig.finish().await;
}
