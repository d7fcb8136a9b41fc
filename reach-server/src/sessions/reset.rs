//! The reset of a session with a credential broker: its stale controller is stopped, so that it
//! can be launched afresh (L-002.15).

use std::sync::Arc;

use reach_logic::disposal::{CommandOutcome, DisposalPath, RemoteCommand, ResetReport};
use reach_logic::session::{Session, SessionState};
use reach_logic::{Executor, SessionId};

use super::commands::SessionCommands;
use super::disposal::dispose;
use super::error::SessionError;
use super::ground::same_host;
use super::service::{Inner, host_of};
use crate::store::SessionRow;

pub(super) async fn run(inner: Arc<Inner>, id: SessionId) -> Result<Session, SessionError> {
    let row = inner.row(&id).await?;
    if row.spec.credential_broker_url.is_none() {
        return Err(SessionError::NoBroker);
    }
    if row.state == SessionState::Starting && inner.works.has(&id) {
        // It is being launched afresh: there is nothing stale.
        let executor = inner.executor_of(&row).await?;
        return Ok(inner.view(&row, executor.as_ref()));
    }
    // A resume in the background goes on if this fails.
    let _lock = inner.registry.lock(&id).await;
    let row = inner.row(&id).await?;
    let executor = inner.executor_of(&row).await?;
    let executor = executor.as_ref();
    if row.resume.is_none() {
        return Ok(inner.view(&row, executor));
    }
    same_host(&row, executor)?;
    let commands = SessionCommands::of(&row, &inner);
    let tracked = inner.registry.get(&id);
    let report = match tracked.filter(|live| live.local_port().is_some()) {
        Some(_) => {
            match dispose(&inner.registry, &id, DisposalPath::Reset, commands.clone()).await {
                Some(disposed) => {
                    let report = disposed.reset_report();
                    if disposed.is_untracked && report != ResetReport::Cleared {
                        inner.publish(&row, executor);
                    }
                    report
                }
                None => return Ok(inner.view(&row, executor)),
            }
        }
        None => untracked(&inner, &row, executor, &commands).await?,
    };
    let host = host_of(&row, executor);
    match report {
        ResetReport::Cleared => cleared(&inner, row, executor).await,
        ResetReport::TransportLost => Err(SessionError::TransportLost(host)),
        ResetReport::Refused(RemoteCommand::BrokerPreflight) => {
            let message = commands.said();
            Err(SessionError::BrokerUnreachable { host, message })
        }
        ResetReport::Refused(RemoteCommand::CleanupScript | RemoteCommand::ControllerStop) => {
            let message = commands.said();
            Err(SessionError::Host { host, message })
        }
    }
}

/// By a dial of its own, which no watchdog watches (L-002.2).
async fn untracked(
    inner: &Arc<Inner>,
    row: &SessionRow,
    executor: Option<&Executor>,
    commands: &SessionCommands,
) -> Result<ResetReport, SessionError> {
    let cancel = inner.tasks.stop_token();
    let ground = inner.reach_again(row, executor, cancel).await?;
    let mut report = ResetReport::Cleared;
    for command in [
        RemoteCommand::BrokerPreflight,
        RemoteCommand::ControllerStop,
    ] {
        if commands.run_on(command, &ground).await == CommandOutcome::Failed {
            report = ResetReport::Refused(command);
            break;
        }
    }
    ground.close().await;
    Ok(report)
}

async fn cleared(
    inner: &Arc<Inner>,
    mut row: SessionRow,
    executor: Option<&Executor>,
) -> Result<Session, SessionError> {
    // A local session is still tracked.
    let path = DisposalPath::Close;
    let _ = dispose(&inner.registry, &row.id, path, Arc::new(super::NoCommands)).await;
    row.state = SessionState::Stopped;
    row.step = None;
    row.resume = None;
    row.controller_may_remain = false;
    let row = inner.put(&row, executor).await?;
    Ok(inner.view(&row, executor))
}
