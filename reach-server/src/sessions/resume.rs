//! Connecting to a running controller again: on request, and in the background after a restart.

use std::sync::Arc;
use std::time::Duration;

use reach_logic::disposal::DisposalPath;
use reach_logic::session::{Session, SessionFailure, SessionState};
use reach_logic::{Executor, Reading, SessionId};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::disposal::{NoCommands, dispose};
use super::error::SessionError;
use super::forward::Forward;
use super::ground::{Ground, active, same_host};
use super::launch::accepts;
use super::live::Live;
use super::registry::Recorded;
use super::service::{Inner, host_of};
use super::undo::may_have_begun;
use super::works::Work;
use crate::store::{ResumeData, SessionRow, StoreError};

/// Resumes in the background at once.
const AT_ONCE: usize = 4;
/// The longest pause between two tries.
const LONGEST_PAUSE: Duration = Duration::from_mins(5);

pub(super) async fn run(inner: Arc<Inner>, id: SessionId) -> Result<Session, SessionError> {
    inner.row(&id).await?;
    let _lock = inner.registry.lock(&id).await;
    let cancel = inner.tasks.stop_token().clone();
    resume(&inner, &id, &cancel).await
}

/// Under the session's lock.
async fn resume(
    inner: &Arc<Inner>,
    id: &SessionId,
    cancel: &CancellationToken,
) -> Result<Session, SessionError> {
    let row = inner.row(id).await?;
    let executor = inner.executor_of(&row).await?;
    let executor = executor.as_ref();
    let live = inner.registry.get(id);
    if live.is_some_and(|live| live.reading() == Reading::Answering) {
        return Ok(inner.view(&row, executor));
    }
    let Some(data) = row.resume.clone().filter(|data| data.remote_port != 0) else {
        return Err(SessionError::NotResumable);
    };
    active(same_host(&row, executor)?)?;
    if inner.registry.get(id).is_some() {
        // Recovery is a resume (S2): the dead transport goes first, without a remote command.
        let _ = dispose(
            &inner.registry,
            id,
            DisposalPath::Resume,
            Arc::new(NoCommands),
        )
        .await;
        inner.publish(&row, executor);
    }
    let ground = inner.reach_again(&row, executor, cancel).await?;
    let outcome = attach(inner, &row, &data, executor, &ground).await;
    ground.close().await;
    outcome
}

/// Looks for the controller and forwards to it.
async fn attach(
    inner: &Arc<Inner>,
    row: &SessionRow,
    data: &ResumeData,
    executor: Option<&Executor>,
    ground: &Ground,
) -> Result<Session, SessionError> {
    let host = || host_of(row, executor);
    let look = ground.host(&row.id).look(&data.process, false).await;
    // Cannot tell: the session is kept as it is, and no second controller is ever started.
    let look = look.map_err(|error| SessionError::Host {
        host: host(),
        message: error.to_string(),
    })?;
    if !look.is_alive {
        // What its scripts have left running ends with it.
        let abandoned = ground.host(&row.id).abandon().await;
        return ended(inner, row, executor, abandoned.is_ok()).await;
    }
    let answers = accepts(ground, data.remote_port).await;
    answers.map_err(|why| SessionError::Host {
        host: host(),
        message: format!("the controller runs but accepts no connection: {why}"),
    })?;
    let mut row = row.clone();
    let (id, executor_id) = (row.id.clone(), row.executor_id.clone());
    let clock = inner.registry.clock();
    let live = match ground {
        Ground::Local => Live::local(id, executor_id, host(), clock),
        Ground::Remote(connection) => {
            let spools = || inner.parts.spools.clone();
            let again = Some(data.local_port).filter(|port| *port != 0);
            let (way, port) = (Arc::clone(connection), data.remote_port);
            let forward = match Forward::open(Arc::clone(&way), port, again, spools()).await {
                Ok(forward) => Ok(forward),
                // Somebody else has taken the port in between.
                Err(_) => Forward::open(Arc::clone(&way), port, None, spools()).await,
            };
            let forward = forward.map_err(|error| SessionError::Host {
                host: host(),
                message: error.to_string(),
            })?;
            if let Some(resume) = &mut row.resume {
                resume.local_port = forward.port();
            }
            Live::remote(id, executor_id, way, forward, clock)
        }
    };
    row.state = SessionState::Running;
    row.failure = None;
    row.step = None;
    row.controller_may_remain = false;
    let now = inner.parts.clock.now();
    row.started_at.get_or_insert(now);
    let row = match inner.parts.store.put_session(&row, now).await {
        Ok(row) => row,
        Err(error) => {
            live.discard().await;
            if matches!(error, StoreError::NotFound) {
                // It had ended, and so did not hold the executor while that was dialled.
                let executor = inner.executor_of(&row).await?;
                active(executor.as_ref().ok_or(SessionError::NoSuchExecutor)?)?;
            }
            return Err(error.into());
        }
    };
    match inner.registry.record(live) {
        Recorded::New(_) => {}
        // The keyed lock makes this impossible; the one that came first goes on untouched.
        Recorded::Taken { rejected, tracked } => {
            rejected.discard().await;
            if let Err(lost) = tracked.reusable() {
                return Err(SessionError::TransportLost(lost.host));
            }
        }
    }
    inner.warnings().remove(&row.id);
    inner.publish(&row, executor);
    Ok(inner.view(&row, executor))
}

/// The controller is dead for sure.
async fn ended(
    inner: &Arc<Inner>,
    row: &SessionRow,
    executor: Option<&Executor>,
    is_abandoned: bool,
) -> Result<Session, SessionError> {
    let mut row = row.clone();
    let host = host_of(&row, executor);
    row.failure = Some(SessionFailure {
        step: None,
        reason: None,
        message: format!("{host}: the controller no longer runs; its log may say why"),
        host,
    });
    row.state = SessionState::Failed;
    row.step = None;
    row.controller_may_remain = !is_abandoned;
    row.resume = None;
    let row = inner.put(&row, executor).await?;
    Ok(inner.view(&row, executor))
}

/// Takes up what an earlier server left: running sessions are resumed, a few at a time; what was
/// under way has ended.
pub(super) async fn take_up_all(inner: Arc<Inner>) {
    let stop = inner.tasks.stop_token().clone();
    let rows = loop {
        match inner.parts.store.sessions(None).await {
            Ok(rows) => break rows,
            Err(error) => {
                tracing::warn!(%error, "the sessions of an earlier run could not be read yet");
                let pause = tokio::time::sleep(inner.parts.limits.resume_pause);
                if stop.run_until_cancelled(pause).await.is_none() {
                    return;
                }
            }
        }
    };
    let places = Arc::new(Semaphore::new(AT_ONCE));
    for row in rows {
        match row.state {
            // Launched by this server, in the meantime.
            _ if inner.works.has(&row.id) || inner.registry.get(&row.id).is_some() => {}
            SessionState::Running => {
                let work = inner.work_on(&row.id);
                let task = keep_trying(Arc::clone(&inner), row.id, work, Arc::clone(&places));
                inner.tasks.try_spawn(task);
            }
            SessionState::Starting | SessionState::Stopping => {
                // A task of its own: whoever holds the session's lock holds up no other session.
                inner.tasks.try_spawn(cut_short(Arc::clone(&inner), row.id));
            }
            SessionState::Stopped | SessionState::Failed => {}
        }
    }
}

/// Resumes one session, as often as it takes; ends when it is certain what became of it.
async fn keep_trying(inner: Arc<Inner>, id: SessionId, mut work: Work, places: Arc<Semaphore>) {
    let stop = inner.tasks.stop_token();
    loop {
        let tries = try_often(&inner, &id, &work.token, &places);
        if work.token.run_until_cancelled(tries).await.is_some() {
            return;
        }
        // Somebody stops the session, which can still fail; then it is as it was.
        let stopped = stop.run_until_cancelled(inner.registry.lock(&id)).await;
        if stopped.is_none() || !is_left(&inner, &id).await {
            return;
        }
        work = inner.work_on(&id);
    }
}

async fn try_often(
    inner: &Arc<Inner>,
    id: &SessionId,
    cancel: &CancellationToken,
    places: &Semaphore,
) {
    let mut pause = inner.parts.limits.resume_pause;
    let mut held = inner.parts.store.held();
    // Another server may be at work on the same sessions (R12).
    while held.wait_for(|held| *held).await.is_ok() {
        if !try_once(inner, id, cancel, places).await {
            return;
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Whether a session still waits to be resumed; under its lock. One that somebody has resumed does
/// not: if it is lost after that, it is theirs to resume.
async fn is_left(inner: &Inner, id: &SessionId) -> bool {
    if inner.registry.get(id).is_some() {
        return false;
    }
    match inner.row(id).await {
        Ok(row) => row.state == SessionState::Running,
        Err(error) => !matches!(error, SessionError::NotFound),
    }
}

/// Whether to try again.
async fn try_once(
    inner: &Arc<Inner>,
    id: &SessionId,
    cancel: &CancellationToken,
    places: &Semaphore,
) -> bool {
    let Ok(_place) = places.acquire().await else {
        return false;
    };
    // Whoever else is at work on it is not waited for: others need the place.
    let Some(_lock) = inner.registry.try_lock(id) else {
        return true;
    };
    if !is_left(inner, id).await {
        return false;
    }
    match resume(inner, id, cancel).await {
        Ok(_) => false,
        Err(
            error @ (SessionError::HostChanged
            | SessionError::NoSuchExecutor
            | SessionError::NotResumable),
        ) => {
            tracing::warn!(session.id = %id, %error, "not resumed");
            false
        }
        Err(error) => {
            tracing::info!(session.id = %id, %error, "not resumed yet");
            true
        }
    }
}

/// Writes down what became of a launch or stop that the end of an earlier server cut short, as
/// often as it takes.
async fn cut_short(inner: Arc<Inner>, id: SessionId) {
    let tries = async {
        let mut held = inner.parts.store.held();
        while held.wait_for(|held| *held).await.is_ok() {
            let Err(error) = put_cut_short(&inner, &id).await else {
                return;
            };
            tracing::warn!(session.id = %id, %error, "what became of it is not stored yet");
            tokio::time::sleep(inner.parts.limits.resume_pause).await;
        }
    };
    let stop = inner.tasks.stop_token();
    stop.run_until_cancelled(tries).await;
}

async fn put_cut_short(inner: &Arc<Inner>, id: &SessionId) -> Result<(), SessionError> {
    let _lock = inner.registry.lock(id).await;
    let mut row = match inner.row(id).await {
        Err(SessionError::NotFound) => return Ok(()),
        row => row?,
    };
    // What this server has begun in the meantime has ended by now, or is tracked.
    let is_cut = matches!(row.state, SessionState::Starting | SessionState::Stopping);
    if !is_cut || inner.registry.get(id).is_some() {
        return Ok(());
    }
    let executor = inner.executor_of(&row).await?;
    row.controller_may_remain = may_have_begun(&row);
    if row.state == SessionState::Starting {
        let host = host_of(&row, executor.as_ref());
        row.failure = Some(SessionFailure {
            step: row.step,
            reason: None,
            message: format!("Reach was restarted during the launch on {host}"),
            host,
        });
        row.state = SessionState::Failed;
    } else {
        row.state = SessionState::Stopped;
    }
    row.step = None;
    inner.put(&row, executor.as_ref()).await?;
    Ok(())
}
