//! A whole Reach server in the test's process, on a port of its own, over any store and probe.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use reach_server::api::{Deadlines, SocketLimits};
use reach_server::app::{Deps, Server};
use reach_server::auth::Token;
use reach_server::clock::{Clock, SystemClock};
use reach_server::config::{Config, Flags};
use reach_server::events::Events;
use reach_server::metrics::Metrics;
use reach_server::ssh::config::Local;
use reach_server::ssh::{Dialer, Probe, SshFiles, SshSettings};
use reach_server::store::Store;
use reach_server::trust::TestLimits;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::fake_probe::FakeProbe;
use crate::http::Request;
use crate::leak::Leak;
use crate::memory_store::MemoryStore;
use crate::ports::is_refused;
use crate::socket::Socket;

/// Longer than the server's own limit for its shutdown.
const END_DEADLINE: Duration = Duration::from_secs(10);

/// What a server is made of; everything has a default.
pub struct TestServerBuilder {
    store: Arc<dyn Store>,
    probe: Arc<dyn Probe>,
    clock: Arc<dyn Clock>,
    environment: BTreeMap<&'static str, &'static str>,
    auth: bool,
    deadlines: Deadlines,
    sockets: SocketLimits,
    tests: TestLimits,
}

impl Default for TestServerBuilder {
    fn default() -> Self {
        Self {
            store: Arc::new(MemoryStore::new()),
            probe: Arc::new(FakeProbe::default()),
            clock: Arc::new(SystemClock),
            // Only requested and saved probes, unless a test says otherwise.
            environment: BTreeMap::from([("REACH_EXECUTORS_SSHREACHABILITYINTERVALSECONDS", "0")]),
            auth: true,
            deadlines: Deadlines::default(),
            sockets: SocketLimits::default(),
            tests: TestLimits::default(),
        }
    }
}

impl TestServerBuilder {
    /// Over this store.
    #[must_use]
    pub fn store(mut self, store: Arc<dyn Store>) -> Self {
        self.store = store;
        self
    }

    /// With this probe.
    #[must_use]
    pub fn probe(mut self, probe: Arc<dyn Probe>) -> Self {
        self.probe = probe;
        self
    }

    /// With this clock.
    #[must_use]
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// With this environment variable.
    #[must_use]
    pub fn variable(mut self, name: &'static str, value: &'static str) -> Self {
        self.environment.insert(name, value);
        self
    }

    /// Probing at this interval, as configured.
    #[must_use]
    pub fn interval(self, seconds: &'static str) -> Self {
        self.variable("REACH_EXECUTORS_SSHREACHABILITYINTERVALSECONDS", seconds)
    }

    /// Without a token.
    #[must_use]
    pub fn no_auth(mut self) -> Self {
        self.auth = false;
        self
    }

    /// With these deadlines for its answers.
    #[must_use]
    pub fn deadlines(mut self, deadlines: Deadlines) -> Self {
        self.deadlines = deadlines;
        self
    }

    /// With these limits for its sockets.
    #[must_use]
    pub fn sockets(mut self, limits: SocketLimits) -> Self {
        self.sockets = limits;
        self
    }

    /// With these limits for its connection tests.
    #[must_use]
    pub fn tests(mut self, limits: TestLimits) -> Self {
        self.tests = limits;
        self
    }

    /// Starts it. Counts the runtime's tasks first, so a test makes its server before others.
    pub async fn start(self) -> TestServer {
        let leak = Leak::watch();
        let dir = tempfile::tempdir().unwrap();
        let flags = Flags {
            data_dir: Some(dir.path().to_owned()),
            listen: Some("127.0.0.1:0".to_owned()),
            no_auth: !self.auth,
            ..Flags::default()
        };
        let config = Config::load(&flags, &self.environment).unwrap();
        let token = self
            .auth
            .then(|| Token::read_or_create(dir.path()).unwrap());
        let listener = TcpListener::bind(config.server.listen.value).await.unwrap();
        let address = listener.local_addr().unwrap();
        let settings = SshSettings {
            local: Local {
                user: "tester".to_owned(),
                uid: rustix::process::getuid().as_raw(),
                home: dir.path().join("home"),
                system: dir.path().join("etc"),
                ..Local::default()
            },
            data_dir: dir.path().to_owned(),
        };
        let deps = Deps {
            clock: self.clock,
            dialer: Dialer::new(settings.clone()),
            files: SshFiles::new(settings),
            probe: self.probe,
            store: self.store,
            token: token.clone(),
        };
        let server = Server::new(config, deps)
            .socket_limits(self.sockets)
            .deadlines(self.deadlines)
            .test_limits(self.tests);
        let (events, metrics) = (server.events().clone(), Arc::clone(server.metrics()));
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let task = tokio::spawn(async move { server.serve(listener, stopped.cancelled()).await });
        TestServer {
            address,
            token: token.map(|token| token.expose().to_owned()),
            events,
            metrics,
            stop,
            task,
            leak,
            dir,
        }
    }
}

/// A running server.
pub struct TestServer {
    address: SocketAddr,
    token: Option<String>,
    events: Events,
    metrics: Arc<Metrics>,
    stop: CancellationToken,
    task: JoinHandle<io::Result<()>>,
    leak: Leak,
    dir: TempDir,
}

impl TestServer {
    /// What to change before it starts.
    pub fn builder() -> TestServerBuilder {
        TestServerBuilder::default()
    }

    /// A server with an empty store in memory and a probe that always succeeds.
    pub async fn start() -> Self {
        Self::builder().start().await
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its data directory.
    pub fn data_dir(&self) -> &Path {
        self.dir.path()
    }

    /// The home directory whose SSH files it reads; there is nothing in it.
    pub fn home(&self) -> PathBuf {
        self.dir.path().join("home")
    }

    /// Its token.
    pub fn token(&self) -> &str {
        self.token.as_deref().unwrap_or_default()
    }

    /// Its events, for a test that publishes some.
    pub fn events(&self) -> &Events {
        &self.events
    }

    /// Its counters.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// A request with the token.
    pub fn request(&self, method: &str, path: &str) -> Request {
        let request = Request::new(self.address, method, path);
        match &self.token {
            Some(token) => request.header("authorization", &format!("Bearer {token}")),
            None => request,
        }
    }

    /// A request as a stranger sends it.
    pub fn anonymous(&self, method: &str, path: &str) -> Request {
        Request::new(self.address, method, path)
    }

    /// A push socket, past its `hello`.
    pub async fn socket(&self) -> Socket {
        let mut socket = Socket::open(self.address, self.token.as_deref()).await;
        assert_eq!(socket.next().await["type"], "hello");
        socket
    }

    /// Asks it to end, as a signal does.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Waits for its end, whatever it leaves behind.
    pub async fn ended(self) {
        let ended = timeout(END_DEADLINE, self.task).await;
        ended.expect("the server ends in time").unwrap().unwrap();
    }

    /// Ends it and checks that nothing of it is left: no task, no listener.
    pub async fn finish(self) {
        self.stop.cancel();
        let ended = timeout(END_DEADLINE, self.task).await;
        ended.expect("the server ends in time").unwrap().unwrap();
        self.leak.finish().await;
        assert!(is_refused(self.address.port()), "the port is still open");
    }
}
