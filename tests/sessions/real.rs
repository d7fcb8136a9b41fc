//! Tracked sessions on real hosts, whose controllers send everything back. Shortened tuning, unless
//! a test brings the product's.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use reach_logic::{ConnectionConfig, Tuning};
use reach_server::events::{Event, Events, TransportLoss};
use reach_server::sessions::{Forward, Live, Recorded, Registry, SpoolLimits, Spools, dispose_all};
use reach_server::ssh::config::{Local, Naming};
use reach_server::ssh::{Connection, DialRequest, Dialer, SshSettings, Trust};
use reach_tests::leak::Leak;
use reach_tests::logs::{Line, Logs};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tracing::Level;

pub(crate) const INTERVAL: Duration = Duration::from_millis(500);
pub(crate) const DEADLINE: Duration = Duration::from_millis(1500);
/// How far the end of a session may overrun the deadline.
pub(crate) const GRACE: Duration = Duration::from_secs(1);
/// Nothing here takes this long, however busy the machine is.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Rig {
    home: TempDir,
    registry: Registry,
    events: broadcast::Receiver<Event>,
    logs: Logs,
    controller: u16,
    leak: Leak,
    serving: tokio::task::JoinHandle<()>,
}

impl Rig {
    pub(crate) async fn new() -> Self {
        Self::with(Tuning::new(INTERVAL, DEADLINE)).await
    }

    pub(crate) async fn with(tuning: Option<Tuning>) -> Self {
        let leak = Leak::watch();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let controller = listener.local_addr().unwrap().port();
        let events = Events::new();
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join(".ssh")).unwrap();
        Self {
            home,
            events: events.subscribe(),
            registry: Registry::new(tuning, events),
            logs: Logs::capture(),
            controller,
            leak,
            serving: tokio::spawn(serve(listener)),
        }
    }

    /// What the user's own `known_hosts` says; bastions are looked for there.
    pub(crate) fn knows(&self, known_hosts: &str) {
        fs::write(self.home.path().join(".ssh/known_hosts"), known_hosts).unwrap();
    }

    /// A session that is tracked, and watched from this moment.
    pub(crate) async fn session(&self, id: &str, way: &ConnectionConfig) -> Arc<Live> {
        let connection = self.connection(way).await;
        let spools = spools(self.home.path());
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

    async fn connection(&self, way: &ConnectionConfig) -> Arc<Connection> {
        let dialer = Dialer::new(settings(self.home.path()));
        let request = DialRequest {
            owner: None,
            connection: way,
            naming: Naming::Alias,
            key_type: None,
            trust: Trust::Pinned,
        };
        let nobody = CancellationToken::new();
        let dialled = dialer.connect(request, PATIENCE, &nobody).await;
        Arc::new(dialled.unwrap().unwrap())
    }

    pub(crate) fn warnings(&self) -> Vec<Line> {
        self.logs.at_least(Level::WARN)
    }

    /// The losses that were pushed since the last call.
    pub(crate) fn losses(&mut self) -> Vec<TransportLoss> {
        let mut losses = Vec::new();
        while let Ok(event) = self.events.try_recv() {
            if let Event::SessionTransportLost(loss) = event {
                losses.push(loss);
            }
        }
        losses
    }

    /// The end of every session, on this side only.
    pub(crate) async fn dispose_all(&self) {
        let _ = dispose_all(&self.registry).await;
    }

    /// Nothing is left running.
    pub(crate) async fn finish(self) {
        self.dispose_all().await;
        self.serving.abort();
        self.leak.finish().await;
    }
}

/// As if there were room on any disk.
pub(crate) fn spools(directory: &Path) -> Spools {
    let limits = SpoolLimits {
        disk_part: u64::MAX,
        ..SpoolLimits::default()
    };
    Spools::with_limits(directory.to_owned(), limits)
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

pub(crate) async fn client(live: &Live) -> TcpStream {
    let address = ("127.0.0.1", live.local_port().unwrap());
    TcpStream::connect(address).await.unwrap()
}

pub(crate) async fn echo(client: &mut TcpStream) {
    client.write_all(b"e").await.unwrap();
    let mut byte = [0];
    timeout(PATIENCE, client.read_exact(&mut byte))
        .await
        .unwrap()
        .unwrap();
}
