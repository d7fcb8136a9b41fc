//! What is kept: executors, their reachability records and sessions, on SQLite or PostgreSQL, with
//! one meaning (R1–R13).
//!
//! [`open()`] takes the store for this server and returns it behind [`Store`]. One generic
//! implementation runs one SQL text on both databases; `engine` holds what differs. What a save
//! means is decided by the pure functions of [`rules`].

mod advisory_lock;
mod convert;
mod engine;
mod error;
mod lock;
mod migrate;
mod open;
mod postgres;
pub mod rules;
mod session_store;
mod session_transactions;
mod sql;
mod sqlite;
mod transactions;

use async_trait::async_trait;
use reach_logic::{
    Executor, ExecutorId, ExecutorPatch, FieldError, Fingerprint, KeyType, NewExecutor,
    Observation, ReachabilityRecord, UnixMicros,
};
use tokio::sync::watch;

pub use self::lock::{Holder, ServedAt};
pub use self::open::{LocationError, OpenError, StoreLocation, open, saved_executors, served_at};
pub use self::session_store::{RemoteProcess, ResumeData, SessionRow, SessionStore};
pub use self::sqlite::private_directory;

/// An executor with the counter that guards writes about it (R2).
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredExecutor {
    /// As the API shows it.
    pub executor: Executor,
    /// Bumped by a connection-configuration change, a status change and a deletion; not by a
    /// rename or an equal save.
    pub generation: i64,
}

/// What a create or save did, in one transaction (R4).
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Saved {
    /// The row before; `None` for a create. Equal to `after` when the save changed nothing.
    pub before: Option<StoredExecutor>,
    /// The row after.
    pub after: StoredExecutor,
    /// The record's reset, if the save caused one (R3, R-001.18).
    pub reset: Option<Reset>,
}

/// A record that a save invalidated.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reset {
    /// The record before; `None` if there was none.
    pub before: Option<ReachabilityRecord>,
    /// The record after.
    pub after: ReachabilityRecord,
}

/// What became of an observation (R5).
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Observed {
    /// A guard refused it: not eligible, another generation, or not strictly later. Holds the
    /// record that stands, if there is one.
    Refused(Option<ReachabilityRecord>),
    /// It was written.
    Written {
        /// The record before; `None` if there was none.
        before: Option<ReachabilityRecord>,
        /// The record after.
        after: ReachabilityRecord,
    },
}

/// Why the store did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The id exists, or existed (ids are never reused).
    #[error("the id is taken")]
    Exists,
    /// Sessions that start, run or stop hold the executor: it can be neither deactivated nor deleted.
    #[error("the executor has sessions")]
    HasSessions,
    /// Members of a partial save that cannot be meant.
    #[error("invalid fields")]
    Invalid(Vec<FieldError>),
    /// Another executor that is not deleted has this name, ignoring case.
    #[error("the name is taken")]
    NameTaken,
    /// No such executor, or it is deleted; or no such session.
    #[error("not found")]
    NotFound,
    /// `updated_at` is not what the caller expected.
    #[error("the executor was changed in between")]
    Stale,
    /// The database cannot be reached, or is too busy to answer in time (A3).
    #[error("the store does not answer")]
    Unavailable(#[source] BoxError),
    /// A stored value that no version of Reach writes.
    #[error("the store holds a value that cannot be read: {0}")]
    Corrupt(String),
    /// The database refused a statement.
    #[error("the store failed")]
    Database(#[source] BoxError),
}

/// An error of the database library.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// The store. Every method is one transaction; `now` is the wall clock where it was called.
#[async_trait]
pub trait Store: SessionStore + Send + Sync {
    /// Executors that are not deleted, ascending by id.
    async fn executors(&self) -> Result<Vec<StoredExecutor>, StoreError>;

    /// One executor that is not deleted.
    async fn executor(&self, id: &ExecutorId) -> Result<Option<StoredExecutor>, StoreError>;

    /// Creates an executor; for an eligible one it resets the record.
    ///
    /// # Errors
    /// [`StoreError::Exists`], [`StoreError::NameTaken`].
    async fn create(
        &self,
        id: &ExecutorId,
        new: &NewExecutor,
        now: UnixMicros,
    ) -> Result<Saved, StoreError>;

    /// Saves part of an executor: reads the row, applies the patch, bumps the generation (R2) and
    /// resets the record (R3), all in one transaction. A save that leaves the row as it is writes
    /// nothing: `updated_at` stays, and with it every `If-Match` that others hold.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Stale`] when `expected` is not the stored
    /// `updated_at`, [`StoreError::Invalid`], [`StoreError::NameTaken`]; of one that deactivates,
    /// [`StoreError::HasSessions`].
    async fn save(
        &self,
        id: &ExecutorId,
        patch: &ExecutorPatch,
        expected: Option<UnixMicros>,
        now: UnixMicros,
    ) -> Result<Saved, StoreError>;

    /// Soft-deletes an executor and deletes its record in the same transaction.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::HasSessions`].
    async fn delete(&self, id: &ExecutorId, now: UnixMicros) -> Result<(), StoreError>;

    /// Eligible executors, ascending by id.
    async fn eligible(&self) -> Result<Vec<StoredExecutor>, StoreError>;

    /// Every SSH executor that is not deleted, with its record, ascending by id.
    async fn records(
        &self,
    ) -> Result<Vec<(StoredExecutor, Option<ReachabilityRecord>)>, StoreError>;

    /// One executor that is not deleted, of any type, with its record.
    async fn record(
        &self,
        id: &ExecutorId,
    ) -> Result<Option<(StoredExecutor, Option<ReachabilityRecord>)>, StoreError>;

    /// Writes an observation, if the executor is still eligible and of this generation, and if it
    /// is strictly later than the stored one (R2, R5, R7, R10).
    async fn observe(
        &self,
        id: &ExecutorId,
        generation: i64,
        observation: &Observation,
        now: UnixMicros,
    ) -> Result<Observed, StoreError>;

    /// Remembers the pinned key's type (P10), if the executor still is of this generation, has
    /// this pin and no type yet. Returns the executor after, or `None` when a guard refused.
    async fn learn_key_type(
        &self,
        id: &ExecutorId,
        generation: i64,
        pin: &Fingerprint,
        key_type: KeyType,
        now: UnixMicros,
    ) -> Result<Option<StoredExecutor>, StoreError>;

    /// Whether the store answers, and this server holds it alone (R12).
    async fn ready(&self) -> Result<(), StoreError>;

    /// Whether this server holds the store alone (R12), now and from now on. While it is false,
    /// passes and resumes pause: another server may be at work. Only PostgreSQL's lock can be lost;
    /// it is taken again as soon as that is possible.
    fn held(&self) -> watch::Receiver<bool>;

    /// Closes every connection; the last thing at shutdown.
    async fn close(&self);
}
