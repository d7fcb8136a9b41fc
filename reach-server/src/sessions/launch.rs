//! From a stored session to a running one, step by step.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use reach_logic::Executor;
use reach_logic::session::{LaunchStep, SessionState};
use tokio::time::{Instant, sleep, timeout};

use super::fault::Fault;
use super::forward::Forward;
use super::ground::Ground;
use super::host::HostError;
use super::live::Live;
use super::registry::{Recorded, SessionLock};
use super::script::last_lines;
use super::service::{Inner, configured_host};
use super::undo::{self, Undone};
use super::warn;
use super::works::Work;
use crate::ssh::{ChannelError, one_line};
use crate::store::{RemoteProcess, ResumeData, SessionRow};

/// Between two looks at a controller that does not answer yet.
const PAUSE: Duration = Duration::from_millis(200);
/// For a host to say whether it can connect to the controller.
const ACCEPT: Duration = Duration::from_secs(10);
/// The lines of the log that a failure looks at.
const LOG_LINES: u32 = 20;

/// A launch under way.
pub(super) struct Launch {
    inner: Arc<Inner>,
    row: SessionRow,
    executor: Executor,
    work: Work,
    host: String,
    ground: Option<Ground>,
    /// What there is to take back.
    undo: Undone,
}

impl Launch {
    pub(super) fn new(inner: Arc<Inner>, row: SessionRow, executor: Executor, work: Work) -> Self {
        Self {
            host: configured_host(&executor),
            inner,
            row,
            executor,
            work,
            ground: None,
            undo: Undone::Nothing,
        }
    }

    /// Goes through the steps; whatever it has started is taken back when one fails.
    pub(super) async fn run(mut self, _lock: SessionLock) {
        warn::look_up(&self.inner, &self.row.id, &self.row.executor_id);
        if let Err(fault) = self.steps().await {
            self.fail(fault).await;
        }
        if let Some(ground) = self.ground.take() {
            ground.close().await;
        }
    }

    async fn steps(&mut self) -> Result<(), Fault> {
        self.enter(LaunchStep::Dial).await?;
        let ground = self.inner.reach(&self.executor, &self.work.token).await?;
        if let Some(connection) = ground.connection() {
            connection.host().clone_into(&mut self.host);
        }
        let id = self.row.id.clone();
        let ground = self.ground.insert(ground).clone();
        let host = ground.host(&id);

        self.enter(LaunchStep::Platform).await?;
        self.unless_cancelled(host.check_platform()).await?;

        self.enter(LaunchStep::Prepare).await?;
        let directory = host.make_directory().await?;
        if let Some(text) = self.row.spec.prepare_script.clone() {
            self.undo = Undone::Scripts;
            let (spec, limit) = (self.row.spec.clone(), self.inner.parts.limits.prepare);
            self.unless_cancelled(host.run_script("prepare", &text, &spec, limit))
                .await?;
        }

        self.enter(LaunchStep::Start).await?;
        let given = self.row.spec.controller.port;
        // What answers there before the controller is there is not the controller.
        if given != 0 && accepts(&ground, given).await.is_ok() {
            return Err(Fault::PortTaken(given));
        }
        self.undo = Undone::Scripts;
        let process = host.start(&self.row.spec).await?;
        self.undo = Undone::Controller(process.clone());
        let started = Instant::now();
        self.row.resume = Some(self.resume_data(directory, process.clone()));

        self.enter(LaunchStep::Port).await?;
        let port = self.port(&ground, &process, started).await?;
        self.know_port(port, 0);

        self.enter(LaunchStep::Forward).await?;
        let forward = match ground.connection() {
            None => None,
            Some(connection) => {
                let spools = self.inner.parts.spools.clone();
                let opened = Forward::open(Arc::clone(connection), port, None, spools).await;
                Some(opened.map_err(Fault::Forward)?)
            }
        };
        let local_port = forward.as_ref().map_or(port, Forward::port);
        self.know_port(port, local_port);

        let is_ready = match self.enter(LaunchStep::Ready).await {
            Ok(()) => self.ready(&ground, &process, port, started).await,
            Err(fault) => Err(fault),
        };
        if let (Err(_), Some(forward)) = (&is_ready, &forward) {
            // It lets go of the connection, which the undoing still needs.
            let _ = forward.shut().await;
        }
        is_ready?;
        drop(ground);
        self.track(forward).await
    }

    /// Takes the session over, and says so (L-001.1).
    async fn track(&mut self, forward: Option<Forward>) -> Result<(), Fault> {
        let (inner, row) = (Arc::clone(&self.inner), &mut self.row);
        row.state = SessionState::Running;
        row.step = None;
        row.started_at = Some(inner.parts.clock.now());
        let clock = inner.registry.clock();
        let (id, executor_id) = (row.id.clone(), row.executor_id.clone());
        let live = match (self.ground.take(), forward) {
            (Some(Ground::Remote(connection)), Some(forward)) => {
                Live::remote(id, executor_id, connection, forward, clock)
            }
            _ => Live::local(id, executor_id, self.host.clone(), clock),
        };
        // Before it is tracked: a session that is tracked and not stored would be lost.
        let row = inner
            .parts
            .store
            .put_session(row, inner.parts.clock.now())
            .await;
        let recorded = match row {
            Ok(row) => {
                self.row = row;
                inner.registry.record(live)
            }
            Err(error) => {
                self.row.state = SessionState::Starting;
                self.ground = Some(Ground::of(&live));
                live.close_forward().await;
                return Err(error.into());
            }
        };
        if let Recorded::Taken { rejected, .. } = recorded {
            // The keyed lock makes this impossible; the one that came first goes on untouched.
            self.ground = Some(Ground::of(&rejected));
            self.undo_now().await;
            rejected.discard().await;
            return Ok(());
        }
        inner.warnings().remove(&self.row.id);
        inner.publish(&self.row, Some(&self.executor));
        Ok(())
    }

    /// The next step, stored and pushed; none is begun once the launch is cancelled.
    async fn enter(&mut self, step: LaunchStep) -> Result<(), Fault> {
        self.row.step = Some(step);
        if self.work.token.is_cancelled() {
            return Err(Fault::Cancelled);
        }
        let put = self.inner.put(&self.row, Some(&self.executor)).await;
        self.row = put?;
        Ok(())
    }

    async fn unless_cancelled<T>(
        &self,
        what: impl Future<Output = Result<T, HostError>>,
    ) -> Result<T, Fault> {
        match self.work.token.run_until_cancelled(what).await {
            Some(outcome) => Ok(outcome?),
            None => Err(Fault::Cancelled),
        }
    }

    fn resume_data(&self, session_dir: String, process: RemoteProcess) -> ResumeData {
        let connection = &self.executor.config.connection;
        let is_remote = self
            .ground
            .as_ref()
            .is_some_and(|ground| ground.connection().is_some());
        ResumeData {
            host: Some(self.host.clone()),
            port: connection.port.filter(|_| is_remote),
            user: connection.user.clone().filter(|_| is_remote),
            pin: connection.host_fingerprint.clone().filter(|_| is_remote),
            process,
            remote_port: 0,
            local_port: 0,
            session_dir,
        }
    }

    fn know_port(&mut self, remote_port: u16, local_port: u16) {
        if let Some(resume) = &mut self.row.resume {
            resume.remote_port = remote_port;
            resume.local_port = local_port;
        }
    }

    /// The controller's port: given, or read from its file.
    async fn port(
        &self,
        ground: &Ground,
        process: &RemoteProcess,
        started: Instant,
    ) -> Result<u16, Fault> {
        let given = self.row.spec.controller.port;
        if given != 0 {
            return Ok(given);
        }
        let limit = self.inner.parts.limits.ready;
        let host = ground.host(&self.row.id);
        loop {
            let look = self.unless_cancelled(host.look(process, true)).await?;
            if let Some(text) = look.port {
                let port = text.parse().ok().filter(|port| *port != 0);
                return port.ok_or_else(|| Fault::Port(one_line(&text)));
            }
            if !look.is_alive {
                return Err(self.ended(ground).await);
            }
            if started.elapsed() > limit {
                let why = "it wrote no port to $REACH_PORT_FILE".to_owned();
                return Err(Fault::NotReady { limit, why });
            }
        }
    }

    /// Returns when the controller accepts a connection by the way that the forward takes.
    async fn ready(
        &self,
        ground: &Ground,
        process: &RemoteProcess,
        port: u16,
        started: Instant,
    ) -> Result<(), Fault> {
        let limit = self.inner.parts.limits.ready;
        loop {
            if self.work.token.is_cancelled() {
                return Err(Fault::Cancelled);
            }
            let accepted = accepts(ground, port).await;
            // After it: something else may accept on the port of a controller that has ended.
            let host = ground.host(&self.row.id);
            if !self
                .unless_cancelled(host.look(process, false))
                .await?
                .is_alive
            {
                return Err(self.ended(ground).await);
            }
            let Err(why) = accepted else {
                return Ok(());
            };
            if started.elapsed() > limit {
                return Err(Fault::NotReady { limit, why });
            }
            sleep(PAUSE).await;
        }
    }

    async fn ended(&self, ground: &Ground) -> Fault {
        let tail = ground.host(&self.row.id).log_tail(LOG_LINES).await;
        Fault::Ended {
            log: tail.map(|tail| last_lines(&tail)).unwrap_or_default(),
        }
    }

    async fn undo_now(&self) -> bool {
        match &self.ground {
            Some(ground) => undo::run(ground, &self.row, &self.undo, self.inner.patience()).await,
            None => true,
        }
    }

    /// Takes back what was started and writes down why.
    async fn fail(&mut self, fault: Fault) {
        let mut is_undone = self.undo_now().await;
        if !is_undone && !self.inner.tasks.stop_token().is_cancelled() {
            is_undone = self.undo_by_another_way().await;
        }
        let step = self.row.step;
        let is_wanted =
            matches!(fault, Fault::Cancelled) && !self.inner.tasks.stop_token().is_cancelled();
        let (state, failure) = if is_wanted {
            (SessionState::Stopped, None)
        } else {
            (SessionState::Failed, Some(fault.failure(step, &self.host)))
        };
        if let Some(failure) = &failure {
            tracing::warn!(
                session.id = %self.row.id,
                ssh.host = failure.host,
                step = step.map(LaunchStep::token),
                "a launch failed: {}", failure.message
            );
        }
        self.row.state = state;
        self.row.failure = failure;
        self.row.step = None;
        self.row.controller_may_remain = !is_undone;
        if is_undone {
            self.row.resume = None;
        }
        self.inner
            .put_at_last(&self.row, Some(&self.executor))
            .await;
    }

    /// The launch's own connection is gone: the controller is stopped over a new one.
    async fn undo_by_another_way(&mut self) -> bool {
        let cancel = self.inner.tasks.stop_token().child_token();
        let Ok(ground) = self.inner.reach(&self.executor, &cancel).await else {
            return false;
        };
        let is_undone = undo::run(&ground, &self.row, &self.undo, self.inner.patience()).await;
        ground.close().await;
        is_undone
    }
}

/// Whether the controller accepts a connection; else why not.
pub(super) async fn accepts(ground: &Ground, port: u16) -> Result<(), String> {
    let accepted = async {
        match ground.connection() {
            Some(connection) => match connection.open_tcp("127.0.0.1", port).await {
                Ok(_tunnel) => Ok(()),
                Err(ChannelError::Prohibited(said)) => Err(format!(
                    "the host forbids forwarding ({said}); it needs AllowTcpForwarding"
                )),
                Err(error) => Err(error.to_string()),
            },
            None => match tokio::net::TcpStream::connect(("127.0.0.1", port)).await {
                Ok(_stream) => Ok(()),
                Err(error) => Err(format!("port {port}: {error}")),
            },
        }
    };
    let answered = timeout(ACCEPT, accepted).await;
    answered.unwrap_or_else(|_| Err(format!("port {port} does not answer")))
}
