//! What a session's controller is doing now.

use std::sync::Arc;

use reach_logic::session::SessionState;
use reach_logic::{Reading, SessionId};
use serde::Serialize;
use tokio::time::timeout;

use super::error::SessionError;
use super::ground::Ground;
use super::service::{Inner, host_of};
use crate::store::SessionRow;

/// The answer of a status (`api.md`).
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Status {
    /// What is known.
    pub state: RemoteState,
    /// Why no more is known.
    pub error: Option<String>,
    /// Since the last sign of life; null where nothing watches.
    pub silence_ms: Option<u64>,
}

/// The state of a controller.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RemoteState {
    /// Its process runs.
    Running,
    /// There is no connection to it.
    Disconnected,
    /// It does not run.
    Stopped,
    /// It cannot be told.
    Unknown,
}

impl Status {
    fn of(state: RemoteState, error: Option<String>) -> Self {
        Self {
            state,
            error,
            silence_ms: None,
        }
    }
}

/// Answers at once unless the transport answers: nothing is sent over a lost or silent one
/// (L-001.7, S7).
pub(super) async fn ask(inner: &Arc<Inner>, id: &SessionId) -> Result<Status, SessionError> {
    let row = inner.row(id).await?;
    let host = host_of(&row, None);
    let Some(live) = inner.registry.get(id) else {
        return Ok(untracked(&row, &host));
    };
    let look = live.look();
    let silence = look.silence;
    let mut status = match (look.reading, look.connection) {
        (Reading::Lost, _) => {
            let error = format!("the connection to {host} was lost: resume the session");
            Status::of(RemoteState::Disconnected, Some(error))
        }
        (Reading::Unresponsive, _) => {
            let seconds = silence.unwrap_or_default().as_secs();
            let error = format!("no answer from {host} for {seconds} s");
            Status::of(RemoteState::Unknown, Some(error))
        }
        (Reading::Answering, Some(connection)) => {
            process(inner, &row, &Ground::Remote(connection)).await
        }
        (Reading::Answering, None) => process(inner, &row, &Ground::Local).await,
    };
    let silence = silence.map(|silence| silence.as_millis());
    status.silence_ms = silence.map(|ms| u64::try_from(ms).unwrap_or(u64::MAX));
    Ok(status)
}

fn untracked(row: &SessionRow, host: &str) -> Status {
    match row.state {
        SessionState::Running | SessionState::Stopping => {
            let error = format!("not connected to {host} yet");
            Status::of(RemoteState::Disconnected, Some(error))
        }
        SessionState::Starting => {
            Status::of(RemoteState::Unknown, Some("the launch goes on".to_owned()))
        }
        SessionState::Stopped | SessionState::Failed if row.controller_may_remain => {
            let error = format!("the controller may still run on {host}");
            Status::of(RemoteState::Unknown, Some(error))
        }
        SessionState::Stopped | SessionState::Failed => Status::of(RemoteState::Stopped, None),
    }
}

async fn process(inner: &Inner, row: &SessionRow, ground: &Ground) -> Status {
    let Some(resume) = &row.resume else {
        return Status::of(RemoteState::Stopped, None);
    };
    let host = ground.host(&row.id);
    let limit = inner.parts.limits.status;
    match timeout(limit, host.look(&resume.process, false)).await {
        Ok(Ok(look)) if look.is_alive => Status::of(RemoteState::Running, None),
        Ok(Ok(_)) => Status::of(RemoteState::Stopped, None),
        Ok(Err(error)) => Status::of(RemoteState::Unknown, Some(error.to_string())),
        Err(_elapsed) => {
            let error = format!("no answer within {} s", limit.as_secs());
            Status::of(RemoteState::Unknown, Some(error))
        }
    }
}
