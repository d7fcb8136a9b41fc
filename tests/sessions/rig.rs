//! Tracked sessions on a host in memory.

use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use reach_logic::{SessionId, Tuning};
use reach_server::events::{Event, Events, TransportLoss};
use reach_server::sessions::{Forward, Limits, Live, Recorded, Registry, Spools};
use reach_server::ssh::Connection;
use reach_tests::leak::Leak;
use reach_tests::logs::{Line as LogLine, Logs};
use reach_tests::memory_host::{ECHO, Line, MemoryHost};
use tempfile::TempDir;
use tokio::sync::broadcast;
use tokio::time::{Instant, sleep_until};
use tracing::Level;

pub(crate) const INTERVAL: Duration = Duration::from_secs(15);
pub(crate) const DEADLINE: Duration = Duration::from_secs(45);
/// The resolution of tokio's timers.
pub(crate) const TICK: Duration = Duration::from_millis(1);

pub(crate) struct Rig {
    pub(crate) host: MemoryHost,
    pub(crate) registry: Arc<Registry>,
    began: Instant,
    events: broadcast::Receiver<Event>,
    logs: Logs,
    spools: Spools,
    _directory: TempDir,
    leak: Leak,
}

impl Rig {
    /// With the server's own tuning.
    pub(crate) fn new() -> Self {
        Self::with(Limits::default().tuning)
    }

    pub(crate) fn with(tuning: Option<Tuning>) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let events = Events::new();
        Self {
            host: MemoryHost::new(),
            began: Instant::now(),
            events: events.subscribe(),
            registry: Arc::new(Registry::new(tuning, events)),
            logs: Logs::capture(),
            spools: Spools::new(directory.path().to_owned()),
            _directory: directory,
            leak: Leak::watch(),
        }
    }

    /// A session that is tracked, and watched from this moment.
    pub(crate) async fn session(&mut self, id: &str) -> (Arc<Live>, Line) {
        let (connection, wire) = self.host.connect().await;
        let live = self.live(id, connection).await;
        let Recorded::New(live) = self.registry.record(live) else {
            panic!("{id} is tracked already");
        };
        self.began = Instant::now();
        (live, wire)
    }

    /// A session that is not tracked.
    pub(crate) async fn live(&self, id: &str, connection: Arc<Connection>) -> Live {
        let forward = Forward::open(Arc::clone(&connection), ECHO, None, self.spools.clone());
        Live::remote(
            self::id(id),
            "e".parse().unwrap(),
            connection,
            forward.await.unwrap(),
            self.registry.clock(),
        )
    }

    /// The same, and returns at once.
    pub(crate) async fn until(&self, since_start: Duration) {
        sleep_until(self.began + since_start).await;
    }

    /// Lets time pass up to this moment after the latest session was recorded.
    pub(crate) async fn at(&self, since_start: Duration) {
        sleep_until(self.began + since_start).await;
        self.settle().await;
    }

    /// Lets everything happen that needs no time.
    pub(crate) async fn settle(&self) {
        for _ in 0..200 {
            tokio::task::yield_now().await;
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// How long after the start the host heard something.
    pub(crate) fn heard(&self, wire: &Line) -> Vec<Duration> {
        let heard = wire.heard();
        heard
            .iter()
            .map(|at| at.duration_since(self.began))
            .collect()
    }

    pub(crate) fn warnings(&self) -> Vec<LogLine> {
        self.logs.at_least(Level::WARN)
    }

    pub(crate) fn logged(&self, level: Level) -> Vec<LogLine> {
        self.logs.at_least(level)
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

    /// Nothing is left running. Lines must have been dropped.
    pub(crate) async fn finish(self) {
        drop(self.host);
        self.leak.finish().await;
    }
}

pub(crate) fn id(id: &str) -> SessionId {
    id.parse().unwrap()
}

/// Whether someone listens on the session's port.
pub(crate) fn listens(live: &Live) -> bool {
    TcpStream::connect(("127.0.0.1", live.local_port().unwrap())).is_ok()
}
