//! Real wedges: the process of a connection is stopped, TCP stays up. Shortened tuning.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use reach_logic::Tuning;
use reach_server::events::Events;
use reach_server::sessions::{Forward, Live, Recorded, Registry, Spools, dispose_all};
use reach_server::ssh::config::Local;
use reach_server::ssh::{Connection, DialRequest, Dialer, SshSettings, Trust};
use reach_tests::leak::Leak;
use reach_tests::logs::Logs;
use reach_tests::ports::is_refused;
use reach_tests::sshd::Sshd;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::Level;

const INTERVAL: Duration = Duration::from_millis(500);
const DEADLINE: Duration = Duration::from_millis(1500);
const GRACE: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(30);

/// What the session is doing when its host freezes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Wedge {
    Idle,
    MidRequest,
    FullSendBuffer,
}

struct Rig {
    sshd: Sshd,
    home: TempDir,
    registry: Registry,
    logs: Logs,
    controller: u16,
    leak: Leak,
    serving: tokio::task::JoinHandle<()>,
}

impl Rig {
    async fn new() -> Self {
        let leak = Leak::watch();
        let sshd = Sshd::start();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let controller = listener.local_addr().unwrap().port();
        Self {
            sshd,
            home: tempfile::tempdir().unwrap(),
            registry: Registry::new(Tuning::new(INTERVAL, DEADLINE), Events::new()),
            logs: Logs::capture(),
            controller,
            leak,
            serving: tokio::spawn(serve(listener)),
        }
    }

    async fn connection(&self) -> Arc<Connection> {
        let dialer = Dialer::new(settings(self.home.path()));
        let connection = self.sshd.connection();
        let request = DialRequest {
            owner: None,
            connection: &connection,
            key_type: None,
            trust: Trust::Pinned,
        };
        let nobody = CancellationToken::new();
        let dialled = dialer.connect(request, PATIENCE, &nobody).await;
        Arc::new(dialled.unwrap().unwrap())
    }

    async fn session(&self, id: &str) -> Arc<Live> {
        let connection = self.connection().await;
        let spools = Spools::new(self.home.path().to_owned());
        let forward = Forward::open(Arc::clone(&connection), self.controller, None, spools);
        let live = Live::remote(
            id.parse().unwrap(),
            "e".parse().unwrap(),
            connection,
            forward.await.unwrap(),
            self.registry.clock(),
        );
        match self.registry.record(live) {
            Recorded::New(live) => live,
            Recorded::Taken { .. } => panic!("{id} is tracked already"),
        }
    }

    async fn finish(self) {
        let _ = dispose_all(&self.registry).await;
        self.serving.abort();
        drop(self.sshd);
        self.leak.finish().await;
    }
}

fn settings(home: &Path) -> SshSettings {
    SshSettings {
        local: Local {
            user: reach_tests::sshd::current_user(),
            uid: rustix::process::getuid().as_raw(),
            home: home.to_owned(),
            host_name: "here".to_owned(),
            ..Local::default()
        },
        data_dir: home.join("reach"),
    }
}

/// A controller that sends everything back.
async fn serve(listener: TcpListener) {
    let mut clients = tokio::task::JoinSet::new();
    while let Ok((mut client, _)) = listener.accept().await {
        clients.spawn(async move {
            let (mut reader, mut writer) = client.split();
            let _ = tokio::io::copy(&mut reader, &mut writer).await;
        });
    }
}

async fn client(live: &Live) -> TcpStream {
    let address = ("127.0.0.1", live.local_port().unwrap());
    TcpStream::connect(address).await.unwrap()
}

async fn echo(client: &mut TcpStream) {
    client.write_all(b"e").await.unwrap();
    let mut byte = [0];
    timeout(PATIENCE, client.read_exact(&mut byte))
        .await
        .unwrap()
        .unwrap();
}

async fn wedge(how: Wedge) {
    let rig = Rig::new().await;
    let wedged = rig.session("wedged").await;
    let mut waiting = client(&wedged).await;
    echo(&mut waiting).await;
    let wedged_processes = rig.sshd.connections();
    let healthy = rig.session("healthy").await;
    let mut other = client(&healthy).await;
    echo(&mut other).await;

    rig.sshd.freeze(&wedged_processes);
    let frozen = Instant::now();
    match how {
        Wedge::Idle => {}
        Wedge::MidRequest => waiting.write_all(b"e").await.unwrap(),
        Wedge::FullSendBuffer => {
            let block = vec![b'e'; 1024 * 1024];
            let fill = async { while waiting.write_all(&block).await.is_ok() {} };
            let _ = timeout(DEADLINE / 3, fill).await;
        }
    }
    // Whoever waits gets an error, within the deadline and a second.
    let mut answer = Vec::new();
    let end = timeout(PATIENCE, waiting.read_to_end(&mut answer)).await;
    let error = end.expect("an end").expect_err("an error");
    let took = frozen.elapsed();
    assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "{how:?}");
    assert!(took < INTERVAL + DEADLINE + GRACE, "{how:?}: {took:?}");
    assert!(is_refused(wedged.local_port().unwrap()), "{how:?}");
    while rig.logs.at_least(Level::WARN).is_empty() {
        assert!(frozen.elapsed() < PATIENCE, "{how:?}: no warning");
        sleep(Duration::from_millis(1)).await;
    }
    let warnings = rig.logs.at_least(Level::WARN);
    assert_eq!(warnings.len(), 1, "{how:?}: {warnings:?}");
    assert!(warnings[0].fields.contains("session.id=wedged"));

    echo(&mut other).await;
    assert!(!healthy.is_lost());
    rig.sshd.thaw_connections();
    drop((waiting, other));
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.3, SSH-TRANSPORT-LIVENESS-001.6
#[tokio::test]
async fn an_idle_session_whose_host_freezes_ends_in_time_and_alone() {
    wedge(Wedge::Idle).await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.3, SSH-TRANSPORT-LIVENESS-001.6
#[tokio::test]
async fn a_request_under_way_when_the_host_freezes_gets_an_error_in_time() {
    wedge(Wedge::MidRequest).await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.3, SSH-TRANSPORT-LIVENESS-001.6
#[tokio::test]
async fn a_full_send_buffer_does_not_delay_the_loss() {
    wedge(Wedge::FullSendBuffer).await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.4
#[tokio::test]
async fn a_connection_that_is_killed_is_lost_at_once() {
    let rig = Rig::new().await;
    let live = rig.session("s").await;
    let mut waiting = client(&live).await;
    echo(&mut waiting).await;
    rig.sshd.kill_connections();
    let killed = Instant::now();
    let mut answer = Vec::new();
    let end = timeout(PATIENCE, waiting.read_to_end(&mut answer)).await;
    assert!(end.expect("an end").is_err());
    assert!(killed.elapsed() < INTERVAL, "{:?}", killed.elapsed());
    drop(waiting);
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.2
#[tokio::test]
async fn a_healthy_host_that_declines_every_probe_is_never_lost() {
    let rig = Rig::new().await;
    let live = rig.session("s").await;
    sleep(2 * DEADLINE + INTERVAL).await;
    assert!(!live.is_lost());
    assert!(live.look().silence.unwrap() < DEADLINE);
    let mut still = client(&live).await;
    echo(&mut still).await;
    drop(still);
    rig.finish().await;
}

// S14
#[tokio::test]
async fn bulk_in_both_directions_at_once_arrives_whole_and_nothing_is_lost() {
    let rig = Rig::new().await;
    let live = rig.session("s").await;
    let bytes: Vec<u8> = (0..=250).cycle().take(30_000_000).collect();
    let (mut reader, mut writer) = client(&live).await.into_split();
    let send = async {
        writer.write_all(&bytes).await.unwrap();
        writer.shutdown().await.unwrap();
    };
    let receive = async {
        let mut back = Vec::new();
        let end = timeout(PATIENCE, reader.read_to_end(&mut back)).await;
        end.expect("an end").unwrap();
        back
    };
    let ((), back) = tokio::join!(send, receive);
    assert!(back == bytes);
    assert!(rig.logs.at_least(Level::WARN).is_empty());
    drop((reader, writer));
    rig.finish().await;
}
