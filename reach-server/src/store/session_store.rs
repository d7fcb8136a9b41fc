//! Sessions as they are kept.

use async_trait::async_trait;
use reach_logic::session::{LaunchStep, SessionFailure, SessionSpec, SessionState};
use reach_logic::{ExecutorId, Fingerprint, SessionId, UnixMicros};
use serde::{Deserialize, Serialize};

use super::StoreError;

/// What a later resume, stop or reset needs to find a session's controller again.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct ResumeData {
    /// The host that was dialled; `None` for a local executor.
    pub host: Option<String>,
    /// Its port.
    pub port: Option<u16>,
    /// The remote user.
    pub user: Option<String>,
    /// The pin that the launch checked.
    pub pin: Option<Fingerprint>,
    /// The controller's process, identified against reuse of its number (S4).
    pub process: RemoteProcess,
    /// The controller's port.
    pub remote_port: u16,
    /// The forward's local port.
    pub local_port: u16,
    /// The session directory, absolute.
    pub session_dir: String,
}

/// A process that cannot be confused with a later one of the same number (S4).
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct RemoteProcess {
    /// Its number.
    pub pid: u32,
    /// Its start time, as the platform writes it.
    pub start_time: String,
    /// The boot it belongs to, as the platform writes it.
    pub boot_id: String,
    /// The machine's own name for itself: several may answer to one host name. Empty when unknown.
    #[serde(default)]
    pub node: String,
}

/// One row of `sessions`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SessionRow {
    /// Its id.
    pub id: SessionId,
    /// Where it runs.
    pub executor_id: ExecutorId,
    /// Its name.
    pub name: String,
    /// What it was asked to be.
    pub spec: SessionSpec,
    /// Where it stands.
    pub state: SessionState,
    /// The launch step under way.
    pub step: Option<LaunchStep>,
    /// Why it failed.
    pub failure: Option<SessionFailure>,
    /// Digest of the connection configuration it was launched with (S4).
    pub config_digest: String,
    /// What a resume needs; `None` before the controller was started and after a clean end.
    pub resume: Option<ResumeData>,
    /// A stop could not make sure that the controller ended (S3).
    pub controller_may_remain: bool,
    /// When it first ran.
    pub started_at: Option<UnixMicros>,
    /// When it was made.
    pub created_at: UnixMicros,
    /// When it was last written; strictly advances (R6).
    pub updated_at: UnixMicros,
}

/// The sessions part of the store. Every method is one transaction.
///
/// Writes to one session are serialised by its keyed lock (S1) and there is one server per store
/// (R12), so a row is written whole.
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// Every session, or those of one executor, ascending by id.
    async fn sessions(&self, of: Option<&ExecutorId>) -> Result<Vec<SessionRow>, StoreError>;

    /// One session.
    async fn session(&self, id: &SessionId) -> Result<Option<SessionRow>, StoreError>;

    /// Adds a session, if its executor is active and not deleted at that moment.
    ///
    /// # Errors
    /// [`StoreError::Exists`] for an id that is there, [`StoreError::NotFound`] for an executor
    /// that is gone or inactive.
    async fn insert_session(&self, row: &SessionRow) -> Result<(), StoreError>;

    /// Writes a session whole, with `updated_at` advanced to `now` or past the stored one.
    /// Returns the row after. One that had ended, and is live again, holds its executor anew: that
    /// must be active and not deleted at that moment.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], also for such an executor that is gone or inactive.
    async fn put_session(
        &self,
        row: &SessionRow,
        now: UnixMicros,
    ) -> Result<SessionRow, StoreError>;

    /// Removes a session. Removing what is not there succeeds.
    async fn remove_session(&self, id: &SessionId) -> Result<(), StoreError>;
}
