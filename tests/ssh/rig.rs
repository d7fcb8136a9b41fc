//! A probe with a home directory of its own, and the checks that every outcome has to pass.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use reach_logic::{ConnectionConfig, Executor, Failure, KeyType, Reason};
use reach_server::ssh::config::{Local, Naming};
use reach_server::ssh::{
    Connection, DialRequest, Dialer, MESSAGE_BYTES, Probe as _, ProbeReport, SshProbe, SshSettings,
    Trust,
};
use reach_tests::leak::Leak;
pub(crate) use reach_tests::sockets::sockets_to;
use reach_tests::sshd::executor;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// Of no key that anybody has.
pub(crate) const SOME_PIN: &str = "SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Long enough for a busy machine; used where no stall is expected.
pub(crate) const PATIENT: Duration = Duration::from_secs(10);
/// Where a stall is expected.
pub(crate) const SHORT: Duration = Duration::from_millis(500);
/// How far a probe may overrun its deadline.
const GRACE: Duration = Duration::from_millis(500);

/// The report of a probe that came through, by a key of this type.
pub(crate) fn reached(kind: KeyType) -> ProbeReport {
    ProbeReport {
        host: "127.0.0.1".to_owned(),
        failure: None,
        key_type: Some(kind),
    }
}

pub(crate) fn reason(report: &ProbeReport) -> Option<Reason> {
    report.failure.as_ref().map(|failure| failure.reason)
}

/// Someone's machine, with Reach on it.
pub(crate) struct Rig {
    home: TempDir,
    settings: SshSettings,
    deadline: Duration,
}

impl Rig {
    pub(crate) fn new() -> Self {
        Self::with_deadline(PATIENT)
    }

    pub(crate) fn with_deadline(deadline: Duration) -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join(".ssh")).unwrap();
        let local = Local {
            user: reach_tests::sshd::current_user(),
            uid: rustix::process::getuid().as_raw(),
            home: home.path().to_owned(),
            host_name: "here".to_owned(),
            ..Local::default()
        };
        let settings = SshSettings {
            local,
            data_dir: home.path().join("reach"),
        };
        Self {
            home,
            settings,
            deadline,
        }
    }

    pub(crate) fn with_agent(mut self, socket: &Path) -> Self {
        let socket = socket.display().to_string();
        let variables = &mut self.settings.local.variables;
        variables.insert("SSH_AUTH_SOCK".to_owned(), socket);
        self
    }

    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    pub(crate) fn ssh_dir(&self) -> PathBuf {
        self.home.path().join(".ssh")
    }

    /// Reach's own known-hosts file.
    pub(crate) fn own_known_hosts(&self) -> PathBuf {
        self.settings.data_dir.join("known_hosts")
    }

    pub(crate) fn prober(&self) -> SshProbe {
        SshProbe::with_deadline(Dialer::new(self.settings.clone()), self.deadline)
    }

    /// With another data directory.
    pub(crate) fn prober_in(&self, data_dir: &str) -> SshProbe {
        let settings = SshSettings {
            data_dir: PathBuf::from(data_dir),
            ..self.settings.clone()
        };
        SshProbe::with_deadline(Dialer::new(settings), self.deadline)
    }

    pub(crate) async fn probe(&self, executor: &Executor) -> ProbeReport {
        self.probe_with(&self.prober(), executor).await
    }

    /// With a prober that has probed before.
    pub(crate) async fn probe_with(&self, prober: &SshProbe, executor: &Executor) -> ProbeReport {
        let nobody = CancellationToken::new();
        let report = prober.probe(executor, &nobody).await;
        report.expect("nobody cancels")
    }

    /// A connection that stays.
    pub(crate) async fn connect(&self, connection: &ConnectionConfig) -> Connection {
        let request = DialRequest {
            owner: None,
            connection,
            naming: Naming::Alias,
            key_type: None,
            trust: Trust::Pinned,
        };
        let dialer = Dialer::new(self.settings.clone());
        let nobody = CancellationToken::new();
        let connected = dialer.connect(request, self.deadline, &nobody).await;
        connected.expect("nobody cancels").expect("a connection")
    }

    /// The failure of one probe of an unsaved configuration.
    pub(crate) async fn failure(&self, connection: ConnectionConfig) -> Failure {
        let report = self.probe(&executor("a", connection, None)).await;
        report.failure.expect("a failure")
    }
}

pub(crate) fn row(name: &'static str, reason: Reason, says: &'static [&'static str]) -> Row {
    Row {
        name,
        reason,
        says,
        stalls: false,
        at_bastion: false,
        deadline: PATIENT,
    }
}

/// Ended by the deadline, in the first phase that takes time.
pub(crate) fn stall(name: &'static str, says: &'static [&'static str]) -> Row {
    Row {
        name,
        reason: Reason::Timeout,
        says,
        stalls: true,
        at_bastion: false,
        deadline: SHORT,
    }
}

/// Ended by the deadline, which a busy machine has to reach the login before.
pub(crate) fn late_stall(name: &'static str, says: &'static [&'static str]) -> Row {
    Row {
        deadline: 6 * SHORT,
        ..stall(name, says)
    }
}

/// What a row of the matrix expects.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) reason: Reason,
    /// Each must be in the message.
    pub(crate) says: &'static [&'static str],
    /// Whether the deadline is what ends it.
    pub(crate) stalls: bool,
    /// The deadline.
    pub(crate) deadline: Duration,
    /// Whether the fault is the bastion's, so that the message names it.
    pub(crate) at_bastion: bool,
}

impl Row {
    /// The fault is the bastion's: the message names it.
    pub(crate) fn at_bastion(self) -> Self {
        Self {
            at_bastion: true,
            ..self
        }
    }

    /// A rig with the row's deadline.
    pub(crate) fn rig(&self) -> Rig {
        Rig::with_deadline(self.deadline)
    }

    /// Probes once against the clock, then until there were fifty rounds, and looks for what is
    /// left.
    pub(crate) async fn run(
        &self,
        rig: &Rig,
        connection: ConnectionConfig,
        known: Option<KeyType>,
    ) {
        const ROUNDS: usize = 50;
        let leak = Leak::watch();
        let (host, port) = (connection.host.clone(), dialled_port(&connection));
        let sockets = sockets_to(port);
        let bastion = connection.proxy_jump.is_some().then_some(port);
        let prober = rig.prober();
        let probe = |id: usize| {
            let executor = executor(&format!("e{id}"), connection.clone(), known);
            let prober = &prober;
            async move {
                let nobody = CancellationToken::new();
                prober
                    .probe(&executor, &nobody)
                    .await
                    .expect("nobody cancels")
            }
        };

        let started = Instant::now();
        let report = probe(0).await;
        let took = started.elapsed();
        self.check(&report, host.as_deref());
        self.check_text(&report, bastion);
        assert!(took <= rig.deadline + GRACE, "{}: took {took:?}", self.name);
        if self.stalls {
            assert!(took >= rig.deadline, "{}: took only {took:?}", self.name);
        } else {
            assert!(took < rig.deadline, "{}: took {took:?}", self.name);
        }

        let at_once = if self.stalls { 25 } else { 10 };
        let mut running: FuturesUnordered<_> = (1..=at_once).map(probe).collect();
        let mut next = at_once + 1;
        while let Some(report) = running.next().await {
            self.check(&report, host.as_deref());
            if !self.stalls {
                // In a crowd, a deadline may come before the phase that it is about.
                self.check_text(&report, bastion);
            }
            if next < ROUNDS {
                running.push(probe(next));
                next += 1;
            }
        }
        leak.finish().await;
        assert_eq!(sockets_to(port), sockets, "{}: sockets left", self.name);
    }

    fn check(&self, report: &ProbeReport, host: Option<&str>) {
        let name = self.name;
        let failure = self.failure(report);
        assert_eq!(failure.reason, self.reason, "{name}: {failure:?}");
        assert_eq!(report.key_type, None, "{name}");
        assert_eq!(report.host, host.unwrap_or_default(), "{name}");
        check_message(&failure.message);
    }

    /// What the message says, and whom it names.
    fn check_text(&self, report: &ProbeReport, bastion: Option<u16>) {
        let name = self.name;
        let message = &self.failure(report).message;
        for text in self.says {
            assert!(message.contains(text), "{name}: {text:?} in {message:?}");
        }
        if let Some(port) = bastion {
            let place = format!(":{port}");
            let named = message.starts_with("via bastion ") && message.contains(&place);
            let mentioned = message.contains("bastion") || message.contains(&place);
            let right = if self.at_bastion { named } else { !mentioned };
            assert!(right, "{name}: whose fault? {message:?}");
        }
    }

    fn failure<'a>(&self, report: &'a ProbeReport) -> &'a Failure {
        let failure = report.failure.as_ref();
        failure.unwrap_or_else(|| panic!("{}: no failure", self.name))
    }
}

/// The port of the first hop.
fn dialled_port(connection: &ConnectionConfig) -> u16 {
    let jump = connection.proxy_jump.as_deref();
    let jump = jump.and_then(|jump| jump.rsplit_once(':')?.1.parse().ok());
    jump.or(connection.port).unwrap_or(22)
}

/// What holds for every message (P6).
pub(crate) fn check_message(message: &str) {
    assert!(
        !message.is_empty() && message.len() <= MESSAGE_BYTES,
        "{message:?}"
    );
    assert!(!message.chars().any(char::is_control), "{message:?}");
    assert!(!message.contains("PRIVATE KEY"), "{message:?}");
    assert!(!message.contains("os error"), "{message:?}");
}
