//! Stopping a session. It succeeds whatever the host does, and says when the controller may still
//! run (S3).

use std::sync::Arc;

use reach_logic::Executor;
use reach_logic::disposal::{CommandOutcome, DisposalPath, RemoteCommand};
use reach_logic::session::{Session, SessionState};

use super::commands::SessionCommands;
use super::disposal::dispose;
use super::error::SessionError;
use super::ground::Ground;
use super::service::Inner;
use super::undo::may_have_begun;
use crate::store::SessionRow;

pub(super) async fn run(
    inner: Arc<Inner>,
    id: reach_logic::SessionId,
) -> Result<Session, SessionError> {
    inner.row(&id).await?;
    // A launch takes back what it started and ends as stopped.
    inner.works.end(&id);
    let _lock = inner.registry.lock(&id).await;
    let row = inner.row(&id).await?;
    let executor = inner.executor_of(&row).await?;
    let row = match row.state {
        SessionState::Stopped | SessionState::Failed if !row.controller_may_remain => row,
        SessionState::Stopped | SessionState::Failed => {
            stop_what_remains(&inner, row, executor.as_ref()).await?
        }
        SessionState::Starting | SessionState::Running | SessionState::Stopping => {
            stop(&inner, row, executor.as_ref()).await?
        }
    };
    Ok(inner.view(&row, executor.as_ref()))
}

async fn stop(
    inner: &Arc<Inner>,
    mut row: SessionRow,
    executor: Option<&Executor>,
) -> Result<SessionRow, SessionError> {
    row.state = SessionState::Stopping;
    row = inner.put(&row, executor).await?;
    let commands = SessionCommands::of(&row, inner);
    let is_remote = inner
        .registry
        .get(&row.id)
        .is_some_and(|live| live.local_port().is_some());
    let disposed = dispose(
        &inner.registry,
        &row.id,
        DisposalPath::Stop,
        commands.clone(),
    )
    .await;
    let may_remain = match disposed {
        Some(disposed) if is_remote => disposed.controller_may_remain(),
        // A local session has no client to run commands over, and one that is not tracked here
        // (a restart, and no resume yet) is reached by a dial of its own.
        Some(_) | None => !run_commands(inner, &row, executor, &commands).await,
    };
    stopped(inner, row, executor, may_remain).await
}

async fn stop_what_remains(
    inner: &Arc<Inner>,
    row: SessionRow,
    executor: Option<&Executor>,
) -> Result<SessionRow, SessionError> {
    let cancel = inner.tasks.stop_token();
    let ground = inner.reach_again(&row, executor, cancel).await?;
    let commands = SessionCommands::of(&row, inner);
    let outcome = commands
        .run_on(RemoteCommand::ControllerStop, &ground)
        .await;
    ground.close().await;
    if outcome == CommandOutcome::Failed {
        return Err(SessionError::Host {
            host: super::service::host_of(&row, executor),
            message: commands.said(),
        });
    }
    stopped(inner, row, executor, false).await
}

/// Whether the controller was stopped.
async fn run_commands(
    inner: &Arc<Inner>,
    row: &SessionRow,
    executor: Option<&Executor>,
    commands: &SessionCommands,
) -> bool {
    if !may_have_begun(row) {
        return true;
    }
    let cancel = inner.tasks.stop_token();
    let ground: Ground = match inner.reach_again(row, executor, cancel).await {
        Ok(ground) => ground,
        Err(error) => {
            tracing::warn!(session.id = %row.id, %error, "stopped without its host");
            return false;
        }
    };
    commands.run_on(RemoteCommand::CleanupScript, &ground).await;
    let outcome = commands
        .run_on(RemoteCommand::ControllerStop, &ground)
        .await;
    ground.close().await;
    outcome == CommandOutcome::Done
}

async fn stopped(
    inner: &Arc<Inner>,
    mut row: SessionRow,
    executor: Option<&Executor>,
    may_remain: bool,
) -> Result<SessionRow, SessionError> {
    // A failed session whose controller is gone stays a failed one.
    if row.state != SessionState::Failed {
        row.state = SessionState::Stopped;
    }
    row.step = None;
    row.controller_may_remain = may_remain;
    if !may_remain {
        row.resume = None;
    }
    Ok(inner.put(&row, executor).await?)
}
