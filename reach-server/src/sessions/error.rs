//! Why something was not done to a session.

use reach_logic::Reason;

use super::service::MOST_SESSIONS;
use crate::store::StoreError;

/// Why something was not done to a session.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The broker does not answer from the host.
    #[error("the credential broker cannot be reached from {host}: {message}")]
    BrokerUnreachable {
        /// The target host.
        host: String,
        /// What happened.
        message: String,
    },
    /// The host could not be connected to.
    #[error("{message}")]
    Dial {
        /// The target host.
        host: String,
        /// Classified from this very attempt.
        reason: Reason,
        /// What happened.
        message: String,
    },
    /// An ended session of this id is there.
    #[error("the id is taken by a session that has ended")]
    Exists,
    /// The executor is inactive.
    #[error("the executor is not active")]
    ExecutorInactive,
    /// The host did not do it.
    #[error("{host}: {message}")]
    Host {
        /// The target host.
        host: String,
        /// What happened.
        message: String,
    },
    /// The executor is another host than the one that was launched on (S4).
    #[error("the executor's connection was changed since the launch")]
    HostChanged,
    /// A marked session is not deleted without force (S3).
    #[error("the controller may still run")]
    MayRemain,
    /// There is no broker to reset for.
    #[error("the session has no credential broker")]
    NoBroker,
    /// No such executor.
    #[error("no such executor")]
    NoSuchExecutor,
    /// No such session.
    #[error("no such session")]
    NotFound,
    /// Nothing is left to resume.
    #[error("the session has ended, and nothing of it is left to resume")]
    NotResumable,
    /// A session that holds its executor is not deleted.
    #[error("the session has not ended")]
    Running,
    /// The service is shutting down.
    #[error("shutting down")]
    ShuttingDown,
    /// The store said no.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There are as many as there may be.
    #[error("there are {MOST_SESSIONS} sessions")]
    TooMany,
    /// The transport of the tracked session was lost (L-002.14, L-002.15).
    #[error("the connection to {0} was lost")]
    TransportLost(String),
}
