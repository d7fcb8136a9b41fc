//! Refusals of the sessions, as documents.

use axum::http::StatusCode;

use super::error::{ApiError, Facts};
use crate::sessions::SessionError;

/// Status, slug, title and detail of a refusal that is not everybody's.
pub(super) fn facts(error: &SessionError) -> Facts {
    let (status, slug, title) = match error {
        SessionError::BrokerUnreachable { .. } => (
            StatusCode::BAD_GATEWAY,
            "broker-unreachable",
            "The credential broker cannot be reached",
        ),
        SessionError::Dial { .. } => (
            StatusCode::BAD_GATEWAY,
            "not-connected",
            "The host cannot be connected to",
        ),
        SessionError::Exists => (StatusCode::CONFLICT, "exists", "The id is taken"),
        SessionError::ExecutorInactive => (
            StatusCode::CONFLICT,
            "inactive",
            "The executor is not active",
        ),
        SessionError::Host { .. } => (
            StatusCode::BAD_GATEWAY,
            "host-failed",
            "The host did not do it",
        ),
        SessionError::HostChanged => (
            StatusCode::CONFLICT,
            "host-changed",
            "The executor is another host now",
        ),
        SessionError::MayRemain => (
            StatusCode::CONFLICT,
            "controller-may-remain",
            "The controller may still run",
        ),
        SessionError::NoBroker => (
            StatusCode::CONFLICT,
            "no-broker",
            "The session has no credential broker",
        ),
        SessionError::NotFound => (StatusCode::NOT_FOUND, "not-found", "No such session"),
        SessionError::NotResumable => (
            StatusCode::CONFLICT,
            "not-resumable",
            "Nothing is left to resume",
        ),
        SessionError::Running => (StatusCode::CONFLICT, "running", "The session has not ended"),
        SessionError::TooMany => (
            StatusCode::CONFLICT,
            "too-many-sessions",
            "There are too many sessions",
        ),
        SessionError::TransportLost(_) => (
            StatusCode::CONFLICT,
            "transport-lost",
            "The connection of the session was lost",
        ),
        SessionError::NoSuchExecutor | SessionError::ShuttingDown | SessionError::Store(_) => (
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "Reach failed",
        ),
    };
    (status, slug, title, detail(error).into())
}

fn detail(error: &SessionError) -> String {
    let advice = match error {
        SessionError::Exists => "choose another id, or delete that session first",
        SessionError::ExecutorInactive => "activate the executor first",
        SessionError::HostChanged => "set the executor back to that host, or launch a new session",
        SessionError::MayRemain => "stop it again to end it, or delete with ?force=true",
        SessionError::NotFound => "there is no session with this id, or it was deleted",
        SessionError::NotResumable => "launch a new session",
        SessionError::Running => "stop it first",
        SessionError::TooMany => "stop sessions that are not needed",
        SessionError::TransportLost(_) => "resume the session",
        SessionError::BrokerUnreachable { .. }
        | SessionError::Dial { .. }
        | SessionError::Host { .. }
        | SessionError::NoBroker
        | SessionError::NoSuchExecutor
        | SessionError::ShuttingDown
        | SessionError::Store(_) => return error.to_string(),
    };
    format!("{error}: {advice}")
}

impl From<SessionError> for ApiError {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::NoSuchExecutor => Self::NoSuchExecutor,
            SessionError::ShuttingDown => Self::ShuttingDown,
            SessionError::Store(error) => Self::from(&error),
            error @ (SessionError::BrokerUnreachable { .. }
            | SessionError::Dial { .. }
            | SessionError::Exists
            | SessionError::ExecutorInactive
            | SessionError::Host { .. }
            | SessionError::HostChanged
            | SessionError::MayRemain
            | SessionError::NoBroker
            | SessionError::NotFound
            | SessionError::NotResumable
            | SessionError::Running
            | SessionError::TooMany
            | SessionError::TransportLost(_)) => Self::Session(error),
        }
    }
}
