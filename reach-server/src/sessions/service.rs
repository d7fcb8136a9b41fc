//! The service that owns sessions: what may be asked of one, and who does it.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reach_logic::session::{Session, SessionSpec, SessionState, Transport};
use reach_logic::{EffectiveInterval, Executor, ExecutorId, LaunchWarning, SessionId, Tuning};
use tokio::time::sleep;

use super::error::SessionError;
use super::host::{LITTLE_PATIENCE, PATIENCE};
use super::live::Live;
use super::registry::Registry;
use super::spool::Spools;
use super::status::Status;
use super::works::{Work, Works};
use super::{create, delete, logs, reset, resume, shutdown, status, stop, tell};
use crate::clock::Clock;
use crate::events::{Event, Events};
use crate::ssh::Dialer;
use crate::store::{SessionRow, Store, StoreError};
use crate::tasks::TaskGroup;

/// Sessions that may hold their executors at once (`api.md`, limits).
pub(super) const MOST_SESSIONS: usize = 500;

/// What the service works with.
#[expect(missing_docs, reason = "the fields' types say what they are")]
pub struct Parts {
    pub store: Arc<dyn Store>,
    pub dialer: Dialer,
    pub events: Events,
    pub clock: Arc<dyn Clock>,
    pub interval: EffectiveInterval,
    pub spools: Spools,
    pub limits: Limits,
}

/// How long things may take. Only tests bring their own.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Of the watchdogs; unusable ones start none (L-002.9).
    pub tuning: Option<Tuning>,
    /// A connection, handshake and login included (S11).
    pub dial: Duration,
    /// The prepare script.
    pub prepare: Duration,
    /// The cleanup script of a stop, on the host. Clearly less than the backstop of that command
    /// (S5): a script that overruns must not cost the connection, over which the controller is
    /// stopped.
    pub cleanup: Duration,
    /// From the controller's start until it accepts a connection.
    pub ready: Duration,
    /// The process check of a status (S7).
    pub status: Duration,
    /// Before the second try to resume a session in the background, which doubles with each, or
    /// to store what became of one.
    pub resume_pause: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            tuning: Some(Tuning::DEFAULT),
            dial: Duration::from_secs(30),
            prepare: Duration::from_mins(15),
            cleanup: Duration::from_secs(50),
            ready: Duration::from_mins(1),
            status: Duration::from_secs(5),
            resume_pause: Duration::from_secs(2),
        }
    }
}

/// What to launch.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// Made here when absent.
    pub id: Option<SessionId>,
    /// Where.
    pub executor_id: ExecutorId,
    /// The id, when absent.
    pub name: Option<String>,
    /// What.
    pub spec: SessionSpec,
}

/// What a create came to.
#[derive(Clone, Debug)]
pub enum Created {
    /// Its launch goes on in the background.
    New(Session),
    /// A session of this id is there, and its transport is not lost.
    Reused(Session),
}

/// The sessions of this server. Cheap to clone.
///
/// What changes a session runs as a task of this service (A1): a caller that goes away cancels
/// nothing. Changes to one session come one after another (S1).
#[derive(Clone)]
pub struct Sessions {
    inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub(super) parts: Parts,
    pub(super) registry: Registry,
    pub(super) tasks: TaskGroup,
    pub(super) works: Works,
    /// The latest warning of each session that was launched here and has not run yet (S18).
    warnings: Mutex<BTreeMap<SessionId, Option<LaunchWarning>>>,
    /// Held while a session is counted and added.
    pub(super) adding: tokio::sync::Mutex<()>,
}

impl Sessions {
    /// A service that resumes nothing yet.
    pub fn new(parts: Parts) -> Self {
        let registry = Registry::new(parts.limits.tuning, parts.events.clone());
        Self {
            inner: Arc::new(Inner {
                parts,
                registry,
                tasks: TaskGroup::new(),
                works: Works::default(),
                warnings: Mutex::default(),
                adding: tokio::sync::Mutex::default(),
            }),
        }
    }

    /// Takes up the sessions that an earlier server left, in the background, and tells of transports
    /// that change. Called once.
    pub fn start(&self) {
        let (tasks, inner) = (&self.inner.tasks, &self.inner);
        tasks.try_spawn(tell::of_changes(Arc::clone(inner)));
        tasks.try_spawn(resume::take_up_all(Arc::clone(inner)));
    }

    /// Every session, or those of one executor, ascending by id.
    pub async fn list(&self, of: Option<&ExecutorId>) -> Result<Vec<Session>, SessionError> {
        let store = &self.inner.parts.store;
        let rows = store.sessions(of).await?;
        let executors = store.executors().await?;
        let executors: BTreeMap<_, _> = executors
            .into_iter()
            .map(|stored| (stored.executor.id.clone(), stored.executor))
            .collect();
        let view = |row: &SessionRow| self.inner.view(row, executors.get(&row.executor_id));
        Ok(rows.iter().map(view).collect())
    }

    /// One session.
    pub async fn get(&self, id: &SessionId) -> Result<Session, SessionError> {
        let row = self.inner.row(id).await?;
        let executor = self.inner.executor_of(&row).await?;
        Ok(self.inner.view(&row, executor.as_ref()))
    }

    /// The latest launch warning, for those who subscribe after it was sent.
    pub fn launch_warning(&self, id: &SessionId) -> Option<LaunchWarning> {
        self.inner.warnings().get(id).cloned().flatten()
    }

    /// Starts a launch, or finds the session that is there.
    pub async fn create(&self, new: NewSession) -> Result<Created, SessionError> {
        self.run(|inner| create::run(inner, new)).await
    }

    /// Stops a session; one that is stopped already only if its controller may remain (S3).
    pub async fn stop(&self, id: SessionId) -> Result<Session, SessionError> {
        self.run(|inner| stop::run(inner, id)).await
    }

    /// Connects to a session's controller again.
    pub async fn resume(&self, id: SessionId) -> Result<Session, SessionError> {
        self.run(|inner| resume::run(inner, id)).await
    }

    /// Stops the stale controller of a session with a broker, so that it can be launched afresh.
    pub async fn reset(&self, id: SessionId) -> Result<Session, SessionError> {
        self.run(|inner| reset::run(inner, id)).await
    }

    /// Removes a session that has ended.
    pub async fn delete(&self, id: SessionId, force: bool) -> Result<(), SessionError> {
        self.run(move |inner| delete::run(inner, id, force)).await
    }

    /// What the controller is doing now.
    pub async fn status(&self, id: &SessionId) -> Result<Status, SessionError> {
        status::ask(&self.inner, id).await
    }

    /// The end of the controller's log.
    pub async fn logs(&self, id: SessionId, lines: u32) -> Result<String, SessionError> {
        self.run(move |inner| logs::run(inner, id, lines)).await
    }

    /// Ends launches, and every session on this side at once (S9). Idempotent.
    pub async fn shutdown(&self) {
        shutdown::run(&self.inner).await;
    }

    async fn run<F, T>(&self, mutation: impl FnOnce(Arc<Inner>) -> F) -> Result<T, SessionError>
    where
        F: Future<Output = Result<T, SessionError>> + Send + 'static,
        T: Send + 'static,
    {
        let task = mutation(Arc::clone(&self.inner));
        let ended = self.inner.tasks.run(task).await;
        ended.unwrap_or(Err(SessionError::ShuttingDown))
    }
}

impl Inner {
    pub(super) async fn row(&self, id: &SessionId) -> Result<SessionRow, SessionError> {
        let row = self.parts.store.session(id).await?;
        row.ok_or(SessionError::NotFound)
    }

    /// The executor, unless it was deleted.
    pub(super) async fn executor_of(
        &self,
        row: &SessionRow,
    ) -> Result<Option<Executor>, SessionError> {
        let stored = self.parts.store.executor(&row.executor_id).await?;
        Ok(stored.map(|stored| stored.executor))
    }

    /// How long a controller may take to end by itself.
    pub(super) fn patience(&self) -> Duration {
        if self.tasks.stop_token().is_cancelled() {
            LITTLE_PATIENCE
        } else {
            PATIENCE
        }
    }

    /// Writes a session and tells everybody.
    pub(super) async fn put(
        &self,
        row: &SessionRow,
        executor: Option<&Executor>,
    ) -> Result<SessionRow, StoreError> {
        let now = self.parts.clock.now();
        let row = self.parts.store.put_session(row, now).await?;
        self.publish(&row, executor);
        Ok(row)
    }

    /// Writes what became of a session, as often as it takes: what has ended holds its executor
    /// until that is stored. Gives up when the service ends; the next one finds out by itself.
    pub(super) async fn put_at_last(&self, row: &SessionRow, executor: Option<&Executor>) {
        let pause = self.parts.limits.resume_pause;
        loop {
            let Err(error) = self.put(row, executor).await else {
                return;
            };
            tracing::error!(session.id = %row.id, %error, "what became of a session is not stored yet");
            let stop = self.tasks.stop_token();
            let ended = stop.run_until_cancelled(sleep(pause)).await.is_none();
            if ended || matches!(error, StoreError::NotFound) {
                return;
            }
        }
    }

    pub(super) fn publish(&self, row: &SessionRow, executor: Option<&Executor>) {
        let session = Box::new(self.view(row, executor));
        self.parts.events.publish(Event::SessionUpdated(session));
    }

    pub(super) fn view(&self, row: &SessionRow, executor: Option<&Executor>) -> Session {
        let live = self.registry.get(&row.id);
        let resume = row.resume.as_ref();
        Session {
            id: row.id.clone(),
            executor_id: row.executor_id.clone(),
            name: row.name.clone(),
            state: row.state,
            transport: live.as_deref().map_or(Transport::None, transport_of),
            step: row.step,
            failure: row.failure.clone(),
            host: host_of(row, executor),
            local_port: match &live {
                Some(live) => live
                    .local_port()
                    .or_else(|| resume.map(|resume| resume.remote_port)),
                None => None,
            },
            remote_port: resume
                .map(|resume| resume.remote_port)
                .filter(|port| *port > 0),
            remote_pid: resume.map(|resume| resume.process.pid),
            controller_may_remain: row.controller_may_remain,
            launch_warning: self.warnings().get(&row.id).cloned().flatten(),
            started_at: row.started_at,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }

    /// Registers what goes on with a session in the background, until dropped.
    pub(super) fn work_on(&self, id: &SessionId) -> Work {
        self.works.begin(id, self.tasks.stop_token().child_token())
    }

    pub(super) fn warnings(&self) -> MutexGuard<'_, BTreeMap<SessionId, Option<LaunchWarning>>> {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The transport of a tracked session; a local one has none (L-002.3).
fn transport_of(live: &Live) -> Transport {
    if live.local_port().is_none() {
        return Transport::None;
    }
    live.reading().transport()
}

/// The target host, from whoever knows it best.
pub(super) fn host_of(row: &SessionRow, executor: Option<&Executor>) -> String {
    let dialled = row.resume.as_ref().and_then(|resume| resume.host.clone());
    let failed = || row.failure.as_ref().map(|failure| failure.host.clone());
    let configured = || executor.map(configured_host);
    let host = dialled.or_else(failed).or_else(configured);
    host.unwrap_or_default()
}

/// The host of an executor that was not dialled yet.
pub(super) fn configured_host(executor: &Executor) -> String {
    use reach_logic::ExecutorType::{Local, Ssh};
    match executor.kind {
        Local => "localhost".to_owned(),
        Ssh => executor.config.connection.display_host().to_owned(),
    }
}

/// A session's row at its start.
pub(super) fn first_row(
    id: SessionId,
    new: NewSession,
    executor: &Executor,
    now: reach_logic::UnixMicros,
) -> SessionRow {
    SessionRow {
        name: new.name.unwrap_or_else(|| id.to_string()),
        id,
        executor_id: new.executor_id,
        spec: new.spec,
        state: SessionState::Starting,
        step: Some(reach_logic::session::LaunchStep::Resolve),
        failure: None,
        config_digest: executor.config.connection.digest(),
        resume: None,
        controller_may_remain: false,
        started_at: None,
        created_at: now,
        updated_at: now,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reach_logic::disposal::RemoteCommand;

    #[test]
    fn a_cleanup_script_is_ended_by_the_host_well_before_its_connection_is() {
        // The host asks it to end, kills it 2 s later, and then has to say so.
        let said = Limits::default().cleanup + Duration::from_secs(5);
        assert!(said <= RemoteCommand::CleanupScript.timeout(), "{said:?}");
    }
}
