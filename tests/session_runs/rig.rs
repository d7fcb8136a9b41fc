//! The service over a store, with a real OpenSSH server whose home directory is the test's own.

use std::fs;
use std::io::Read as _;
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use reach_logic::session::{Controller, Session, SessionSpec, SessionState};
use reach_logic::{
    ConfigPatch, EffectiveInterval, Executor, ExecutorConfig, ExecutorPatch, ExecutorStatus,
    ExecutorType, NewExecutor, Patch, SessionId, Tuning, UnixMicros,
};
use reach_server::clock::SystemClock;
use reach_server::events::{Event, Events};
use reach_server::sessions::{Created, Limits, NewSession, Parts, SessionError, Sessions, Spools};
use reach_server::ssh::config::Local;
use reach_server::ssh::{Dialer, SshSettings};
use reach_server::store::SessionStore as _;
use reach_server::store::Store as _;
use reach_tests::memory_store::{Call, MemoryStore};
use reach_tests::ports;
use reach_tests::sshd::{Sshd, SshdBuilder, current_user};
use tempfile::TempDir;
use tokio::sync::broadcast;

/// For anything that is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Between two probes of a session's transport; three of them are the deadline.
pub(crate) const INTERVAL: Duration = Duration::from_millis(500);

/// Listens on a free port, writes it to its file, and greets whoever connects.
pub(crate) const GREETER: &str = r#"exec perl -MIO::Socket::INET -e '
    $s = IO::Socket::INET->new(Listen => 5, LocalAddr => "127.0.0.1") or die "no port: $!";
    open F, ">", $ENV{REACH_PORT_FILE}; print F $s->sockport, "\n"; close F;
    while ($c = $s->accept) { print $c "hello $ENV{GREETING}"; close $c }'"#;

pub(crate) struct Rig {
    pub(crate) sshd: Sshd,
    pub(crate) store: Arc<MemoryStore>,
    pub(crate) sessions: Sessions,
    pub(crate) bus: Events,
    /// The home directory on the host, and Reach's own.
    pub(crate) home: TempDir,
    limits: Limits,
    interval: EffectiveInterval,
}

impl Rig {
    pub(crate) async fn new() -> Self {
        Self::with(|sshd| sshd).await
    }

    /// A host that is configured in another way.
    pub(crate) async fn with(configure: impl FnOnce(SshdBuilder) -> SshdBuilder) -> Self {
        Self::with_limits(limits(), EffectiveInterval::DEFAULT, configure).await
    }

    pub(crate) async fn with_limits(
        limits: Limits,
        interval: EffectiveInterval,
        configure: impl FnOnce(SshdBuilder) -> SshdBuilder,
    ) -> Self {
        Self::at(tempfile::tempdir().unwrap(), limits, interval, configure).await
    }

    /// The same with a home directory that is there.
    pub(crate) async fn at(
        home: TempDir,
        limits: Limits,
        interval: EffectiveInterval,
        configure: impl FnOnce(SshdBuilder) -> SshdBuilder,
    ) -> Self {
        fs::create_dir(home.path().join(".ssh")).unwrap();
        let set_home = format!("SetEnv HOME={}", home.path().display());
        let sshd = configure(Sshd::builder()).config(&set_home).start();
        let store = Arc::new(MemoryStore::new());
        let bus = Events::new();
        let sessions = service(&store, &bus, &home, limits, interval);
        let rig = Self {
            sshd,
            store,
            sessions,
            bus,
            home,
            limits,
            interval,
        };
        rig.has("gpu", rig.sshd.executor("gpu")).await;
        rig.sessions.start();
        rig
    }

    /// Puts an executor into the store.
    pub(crate) async fn has(&self, id: &str, executor: Executor) {
        let new = NewExecutor {
            id: None,
            name: id.to_owned(),
            kind: executor.kind,
            status: executor.status,
            config: executor.config,
        };
        let created = self.store.create(&id.parse().unwrap(), &new, now()).await;
        created.expect("the id is new");
    }

    /// This machine as an executor.
    pub(crate) async fn has_local(&self) {
        let local = Executor {
            kind: ExecutorType::Local,
            config: ExecutorConfig::default(),
            ..self.sshd.executor("box")
        };
        self.has("box", local).await;
    }

    /// Points the executor at another port, or back.
    pub(crate) async fn point_at(&self, port: u16) {
        let config = ConfigPatch {
            port: Patch::Set(port.into()),
            ..ConfigPatch::default()
        };
        self.save(ExecutorPatch {
            config,
            ..ExecutorPatch::default()
        })
        .await
        .unwrap();
    }

    pub(crate) async fn deactivate(&self) -> Result<(), reach_server::store::StoreError> {
        let status = Some(ExecutorStatus::Inactive);
        self.save(ExecutorPatch {
            status,
            ..ExecutorPatch::default()
        })
        .await
    }

    async fn save(&self, patch: ExecutorPatch) -> Result<(), reach_server::store::StoreError> {
        let id = "gpu".parse().unwrap();
        self.store.save(&id, &patch, None, now()).await.map(drop)
    }

    /// Ends the server and starts another over the same store.
    pub(crate) async fn restart(&mut self) {
        self.sessions.shutdown().await;
        self.sessions = self.another_server();
        self.sessions.start();
    }

    /// A second server over the same store, as after a crash of the first.
    pub(crate) fn another_server(&self) -> Sessions {
        service(
            &self.store,
            &self.bus,
            &self.home,
            self.limits,
            self.interval,
        )
    }

    pub(crate) async fn create(&self, spec: SessionSpec) -> Session {
        match self.try_create("s1", "gpu", spec).await.unwrap() {
            Created::New(session) => session,
            Created::Reused(session) => panic!("there was one: {session:?}"),
        }
    }

    pub(crate) async fn try_create(
        &self,
        id: &str,
        executor: &str,
        spec: SessionSpec,
    ) -> Result<Created, SessionError> {
        let new = NewSession {
            id: Some(session_id(id)),
            executor_id: executor.parse().unwrap(),
            name: None,
            spec,
        };
        self.sessions.create(new).await
    }

    /// Launches `s1` and waits until it runs.
    pub(crate) async fn runs(&self, spec: SessionSpec) -> Session {
        self.create(spec).await;
        let session = self
            .until(|session| session.state != SessionState::Starting)
            .await;
        assert_eq!(session.state, SessionState::Running, "{session:?}");
        session
    }

    /// Launches `s1` and waits until it has failed.
    pub(crate) async fn fails(&self, spec: SessionSpec) -> Session {
        self.create(spec).await;
        let session = self
            .until(|session| session.state != SessionState::Starting)
            .await;
        assert_eq!(session.state, SessionState::Failed, "{session:?}");
        session
    }

    pub(crate) async fn get(&self) -> Session {
        self.sessions
            .get(&session_id("s1"))
            .await
            .expect("it is there")
    }

    pub(crate) async fn until(&self, wanted: impl Fn(&Session) -> bool) -> Session {
        let started = Instant::now();
        loop {
            let session = self.get().await;
            if wanted(&session) {
                return session;
            }
            assert!(
                started.elapsed() < PATIENCE,
                "{session:?}\n{}",
                self.sshd.log()
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits until a method of the store was called so many times.
    pub(crate) async fn until_called(&self, call: Call, times: usize) {
        let started = Instant::now();
        while self.store.calls(call) < times {
            assert!(started.elapsed() < PATIENCE, "{call:?}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The session directory on the host.
    pub(crate) fn directory(&self) -> PathBuf {
        self.home.path().join(".reach/sessions/s1")
    }

    /// The processes on this machine that carry the session's environment.
    pub(crate) fn processes(&self) -> Vec<u32> {
        processes_in(&format!("{}/", self.directory().display()))
    }

    /// The same, of every session.
    pub(crate) fn all_processes(&self) -> Vec<u32> {
        let sessions = self.home.path().join(".reach/sessions");
        processes_in(&format!("{}/", sessions.display()))
    }

    pub(crate) async fn until_no_process(&self) {
        let started = Instant::now();
        while !self.processes().is_empty() {
            assert!(started.elapsed() < PATIENCE, "{:?} run", self.processes());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub(crate) async fn row(&self) -> reach_server::store::SessionRow {
        let row = self.store.session(&session_id("s1")).await;
        row.expect("the store answers").expect("it is there")
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        for pid in self.all_processes() {
            let pid = i32::try_from(pid)
                .ok()
                .and_then(rustix::process::Pid::from_raw);
            if let Some(pid) = pid {
                let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
            }
        }
    }
}

/// The processes whose session directory is this or below it.
fn processes_in(directory: &str) -> Vec<u32> {
    let mark = format!("REACH_SESSION_DIR={directory}");
    let mut found: Vec<u32> = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|pid| {
            let environ = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environ
                .split(|byte| *byte == 0)
                .any(|one| one.starts_with(mark.as_bytes()))
        })
        .collect();
    found.sort_unstable();
    found
}

/// Short, but long enough for a busy machine.
pub(crate) fn limits() -> Limits {
    Limits {
        tuning: Tuning::new(INTERVAL, 3 * INTERVAL),
        ready: Duration::from_secs(15),
        prepare: Duration::from_secs(15),
        dial: Duration::from_secs(10),
        resume_pause: Duration::from_millis(100),
        ..Limits::default()
    }
}

fn service(
    store: &Arc<MemoryStore>,
    bus: &Events,
    home: &TempDir,
    limits: Limits,
    interval: EffectiveInterval,
) -> Sessions {
    let local = Local {
        user: current_user(),
        uid: rustix::process::getuid().as_raw(),
        home: home.path().to_owned(),
        host_name: "here".to_owned(),
        ..Local::default()
    };
    let data_dir = home.path().join("reach");
    Sessions::new(Parts {
        store: store.clone(),
        dialer: Dialer::new(SshSettings {
            local,
            data_dir: data_dir.clone(),
        }),
        events: bus.clone(),
        clock: Arc::new(SystemClock),
        interval,
        spools: Spools::new(data_dir),
        limits,
    })
}

pub(crate) fn session_id(text: &str) -> SessionId {
    text.parse().expect("it is an id")
}

/// A session that runs this command, which tells its port.
pub(crate) fn spec(command: &str) -> SessionSpec {
    SessionSpec {
        controller: Controller {
            command: command.to_owned(),
            port: 0,
            workdir: None,
        },
        prepare_script: None,
        cleanup_script: None,
        env: [("GREETING".to_owned(), "you".to_owned())].into(),
        credential_broker_url: None,
    }
}

/// What the controller says to a connection to this port.
pub(crate) async fn greeting(port: Option<u16>) -> String {
    let port = port.expect("a local port");
    let read = move || {
        let mut text = String::new();
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it accepts");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.read_to_string(&mut text).expect("it answers");
        text
    };
    tokio::task::spawn_blocking(read).await.unwrap()
}

/// Whether nothing accepts connections on this port.
pub(crate) fn is_refused(port: Option<u16>) -> bool {
    ports::is_refused(port.expect("a local port"))
}

/// The next event that is of interest.
pub(crate) async fn heard<T>(
    events: &mut broadcast::Receiver<Event>,
    of_interest: impl Fn(Event) -> Option<T>,
) -> T {
    let listen = async {
        loop {
            if let Some(found) = of_interest(events.recv().await.expect("none was missed")) {
                return found;
            }
        }
    };
    tokio::time::timeout(PATIENCE, listen)
        .await
        .expect("it comes")
}

pub(crate) fn now() -> UnixMicros {
    use reach_server::clock::Clock as _;
    SystemClock.now()
}
