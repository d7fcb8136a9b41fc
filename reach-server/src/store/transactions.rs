//! The store over sqlx: every method one transaction, on either database.

use std::future::Future;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use reach_logic::transition::FUTURE_TOLERANCE_MICROS;
use reach_logic::{
    ExecutorId, ExecutorPatch, ExecutorStatus, FAILURE_THRESHOLD, Fingerprint, KeyType,
    NewExecutor, Observation, ReachabilityRecord, UnixMicros,
};
use sqlx::Transaction;
use tokio::sync::watch;

use super::engine::{Engine, Pools, Value};
use super::lock::Held;
use super::sql::{self, Statement};
use super::{BoxError, Observed, Reset, Saved, Store, StoreError, StoredExecutor, convert, rules};

/// The longest that any call may take, the wait for a connection included.
const DEADLINE: Duration = Duration::from_secs(10);

/// The store on one database.
pub(super) struct SqlStore<D: Engine> {
    pools: Pools<D>,
    held: watch::Receiver<bool>,
    /// Given up last, when no connection is left.
    lock: Mutex<Option<Held>>,
}

/// The call did not end in time.
#[derive(Debug, thiserror::Error)]
#[error("no answer within {} seconds", DEADLINE.as_secs())]
struct DeadlinePassed;

/// Another server may be at work on the same store.
#[derive(Debug, thiserror::Error)]
#[error("this server does not hold the store at present")]
struct NotHeld;

impl<D: Engine> SqlStore<D> {
    pub(super) fn new(pools: Pools<D>, lock: Held) -> Self {
        Self {
            pools,
            held: lock.held(),
            lock: Mutex::new(Some(lock)),
        }
    }

    pub(super) async fn begin(&self) -> Result<Transaction<'static, D>, StoreError> {
        let begun = self.pools.write.begin_with(D::BEGIN).await;
        begun.map_err(unavailable)
    }

    pub(super) async fn read(
        &self,
        statement: &'static Statement,
        values: &[Value<'_>],
    ) -> Result<Vec<D::Row>, StoreError> {
        within(async {
            let mut connection = self.pools.read.acquire().await.map_err(unavailable)?;
            Ok(D::rows(&mut connection, statement, values).await?)
        })
        .await
    }

    async fn read_executors(
        &self,
        statement: &'static Statement,
    ) -> Result<Vec<StoredExecutor>, StoreError> {
        let rows = self.read(statement, &[]).await?;
        rows.iter().map(convert::executor::<D>).collect()
    }
}

#[async_trait]
impl<D: Engine> Store for SqlStore<D> {
    async fn executors(&self) -> Result<Vec<StoredExecutor>, StoreError> {
        self.read_executors(&sql::EXECUTORS).await
    }

    async fn executor(&self, id: &ExecutorId) -> Result<Option<StoredExecutor>, StoreError> {
        let rows = self.read(&sql::EXECUTOR, &[id.as_str().into()]).await?;
        rows.first().map(convert::executor::<D>).transpose()
    }

    async fn create(
        &self,
        id: &ExecutorId,
        new: &NewExecutor,
        now: UnixMicros,
    ) -> Result<Saved, StoreError> {
        within(async {
            let mut tx = self.begin().await?;
            let executor = &rules::created(id, new, now).executor;
            let name_key = rules::name_key(&executor.name);
            let config = config_json(&executor.config)?;
            let values = [
                id.as_str().into(),
                executor.name.as_str().into(),
                name_key.as_str().into(),
                executor.kind.token().into(),
                executor.status.token().into(),
                config.as_str().into(),
                now.into(),
            ];
            let rows = D::rows(&mut tx, &sql::CREATE_EXECUTOR, &values).await?;
            let row = rows.first().ok_or(StoreError::Exists)?;
            let after = convert::executor::<D>(row)?;
            let reset = reset_if_due::<D>(&mut tx, None, &after, now).await?;
            tx.commit().await?;
            Ok(Saved {
                before: None,
                after,
                reset,
            })
        })
        .await
    }

    async fn save(
        &self,
        id: &ExecutorId,
        patch: &ExecutorPatch,
        expected: Option<UnixMicros>,
        now: UnixMicros,
    ) -> Result<Saved, StoreError> {
        within(async {
            let mut tx = self.begin().await?;
            let before = lock::<D>(&mut tx, id).await?.ok_or(StoreError::NotFound)?;
            if expected.is_some_and(|seen| seen != before.executor.updated_at) {
                return Err(StoreError::Stale);
            }
            let wanted = rules::saved(&before, patch, now).map_err(StoreError::Invalid)?;
            if deactivates(&before, &wanted) && holds_a_session::<D>(&mut tx, id).await? {
                return Err(StoreError::HasSessions);
            }
            let after = if wanted == before {
                wanted
            } else {
                write_executor::<D>(&mut tx, &before, &wanted, now).await?
            };
            let reset = reset_if_due::<D>(&mut tx, Some(&before), &after, now).await?;
            tx.commit().await?;
            Ok(Saved {
                before: Some(before),
                after,
                reset,
            })
        })
        .await
    }

    async fn delete(&self, id: &ExecutorId, now: UnixMicros) -> Result<(), StoreError> {
        within(async {
            let mut tx = self.begin().await?;
            let values = [id.as_str().into(), now.into()];
            let rows = D::rows(&mut tx, &sql::DELETE_EXECUTOR, &values).await?;
            if rows.is_empty() {
                return Err(StoreError::NotFound);
            }
            if holds_a_session::<D>(&mut tx, id).await? {
                return Err(StoreError::HasSessions);
            }
            D::rows(&mut tx, &sql::DELETE_RECORD, &values[..1]).await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    async fn eligible(&self) -> Result<Vec<StoredExecutor>, StoreError> {
        self.read_executors(&sql::ELIGIBLE).await
    }

    async fn records(
        &self,
    ) -> Result<Vec<(StoredExecutor, Option<ReachabilityRecord>)>, StoreError> {
        let rows = self.read(&sql::RECORDS, &[]).await?;
        rows.iter().map(executor_and_record::<D>).collect()
    }

    async fn record(
        &self,
        id: &ExecutorId,
    ) -> Result<Option<(StoredExecutor, Option<ReachabilityRecord>)>, StoreError> {
        let values = [id.as_str().into()];
        let rows = self.read(&sql::EXECUTOR_AND_RECORD, &values).await?;
        rows.first().map(executor_and_record::<D>).transpose()
    }

    async fn observe(
        &self,
        id: &ExecutorId,
        generation: i64,
        observation: &Observation,
        now: UnixMicros,
    ) -> Result<Observed, StoreError> {
        within(async {
            let mut tx = self.begin().await?;
            lock::<D>(&mut tx, id).await?;
            let before = stored_record::<D>(&mut tx, id).await?;
            let failure = observation.failure.as_ref();
            let values = [
                id.as_str().into(),
                generation.into(),
                failure.map_or("", |failure| failure.reason.token()).into(),
                failure.map_or("", |failure| &failure.message).into(),
                observation.host.as_str().into(),
                observation.config_digest.as_str().into(),
                observation.checked_at.into(),
                now.into(),
                i64::from(FAILURE_THRESHOLD).into(),
                now.saturating_add(FUTURE_TOLERANCE_MICROS).into(),
            ];
            let rows = D::rows(&mut tx, &sql::OBSERVE, &values).await?;
            let after = match rows.first() {
                Some(row) => convert::record::<D>(id, row)?,
                None => None,
            };
            tx.commit().await?;
            Ok(match after {
                Some(after) => Observed::Written { before, after },
                None => Observed::Refused(before),
            })
        })
        .await
    }

    async fn learn_key_type(
        &self,
        id: &ExecutorId,
        generation: i64,
        pin: &Fingerprint,
        key_type: KeyType,
        now: UnixMicros,
    ) -> Result<Option<StoredExecutor>, StoreError> {
        within(async {
            let mut tx = self.begin().await?;
            let Some(before) = lock::<D>(&mut tx, id).await? else {
                return Ok(None);
            };
            let config = &before.executor.config;
            if before.generation != generation
                || config.connection.host_fingerprint.as_ref() != Some(pin)
                || config.host_key_algorithm.is_some()
            {
                return Ok(None);
            }
            let mut wanted = before.clone();
            wanted.executor.config.host_key_algorithm = Some(key_type);
            let after = write_executor::<D>(&mut tx, &before, &wanted, now).await?;
            tx.commit().await?;
            Ok(Some(after))
        })
        .await
    }

    async fn ready(&self) -> Result<(), StoreError> {
        if !*self.held.borrow() {
            return Err(unavailable(NotHeld));
        }
        within(async {
            let mut connection = self.pools.read.acquire().await.map_err(unavailable)?;
            sqlx::Connection::ping(&mut *connection)
                .await
                .map_err(unavailable)
        })
        .await
    }

    fn held(&self) -> watch::Receiver<bool> {
        self.held.clone()
    }

    async fn close(&self) {
        self.pools.close().await;
        let lock = {
            let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
            lock.take()
        };
        if let Some(lock) = lock {
            lock.release().await;
        }
    }
}

pub(super) async fn within<T>(
    call: impl Future<Output = Result<T, StoreError>> + Send,
) -> Result<T, StoreError> {
    tokio::time::timeout(DEADLINE, call)
        .await
        .unwrap_or_else(|_| Err(unavailable(DeadlinePassed)))
}

fn unavailable(cause: impl Into<BoxError>) -> StoreError {
    StoreError::Unavailable(cause.into())
}

/// Locks the executor's row against other writers, and reads it. Executors come before records in
/// every transaction (R10).
pub(super) async fn lock<D: Engine>(
    connection: &mut D::Connection,
    id: &ExecutorId,
) -> Result<Option<StoredExecutor>, StoreError> {
    let values = [id.as_str().into()];
    let rows = D::rows(connection, &sql::LOCK_EXECUTOR, &values).await?;
    rows.first().map(convert::executor::<D>).transpose()
}

fn deactivates(before: &StoredExecutor, after: &StoredExecutor) -> bool {
    before.executor.status == ExecutorStatus::Active
        && after.executor.status == ExecutorStatus::Inactive
}

/// Whether a session holds the executor, whose row this transaction has locked or written.
async fn holds_a_session<D: Engine>(
    connection: &mut D::Connection,
    id: &ExecutorId,
) -> Result<bool, StoreError> {
    let rows = D::rows(connection, &sql::LIVE_SESSION, &[id.as_str().into()]).await?;
    Ok(!rows.is_empty())
}

async fn stored_record<D: Engine>(
    connection: &mut D::Connection,
    id: &ExecutorId,
) -> Result<Option<ReachabilityRecord>, StoreError> {
    let rows = D::rows(connection, &sql::RECORD, &[id.as_str().into()]).await?;
    match rows.first() {
        Some(row) => convert::record::<D>(id, row),
        None => Ok(None),
    }
}

/// Writes the row that [`rules::saved`] made; the statement itself advances `updated_at` (R6).
async fn write_executor<D: Engine>(
    connection: &mut D::Connection,
    before: &StoredExecutor,
    wanted: &StoredExecutor,
    now: UnixMicros,
) -> Result<StoredExecutor, StoreError> {
    let executor = &wanted.executor;
    let name_key = rules::name_key(&executor.name);
    let config = config_json(&executor.config)?;
    let values = [
        executor.id.as_str().into(),
        executor.name.as_str().into(),
        name_key.as_str().into(),
        executor.status.token().into(),
        config.as_str().into(),
        (wanted.generation - before.generation).into(),
        now.into(),
    ];
    let rows = D::rows(connection, &sql::SAVE_EXECUTOR, &values).await?;
    convert::executor::<D>(rows.first().ok_or(StoreError::NotFound)?)
}

async fn reset_if_due<D: Engine>(
    connection: &mut D::Connection,
    saved_over: Option<&StoredExecutor>,
    after: &StoredExecutor,
    now: UnixMicros,
) -> Result<Option<Reset>, StoreError> {
    let id = &after.executor.id;
    let before = stored_record::<D>(connection, id).await?;
    if !rules::resets(saved_over, after, before.as_ref()) {
        return Ok(None);
    }
    let configuration = &after.executor.config.connection;
    let digest = configuration.digest();
    let values = [
        id.as_str().into(),
        configuration.display_host().into(),
        digest.as_str().into(),
        now.into(),
    ];
    let rows = D::rows(connection, &sql::RESET, &values).await?;
    let after = match rows.first() {
        Some(row) => convert::record::<D>(id, row)?,
        None => None,
    };
    Ok(after.map(|after| Reset { before, after }))
}

fn executor_and_record<D: Engine>(
    row: &D::Row,
) -> Result<(StoredExecutor, Option<ReachabilityRecord>), StoreError> {
    let stored = convert::executor::<D>(row)?;
    let record = convert::record::<D>(&stored.executor.id, row)?;
    Ok((stored, record))
}

fn config_json(config: &reach_logic::ExecutorConfig) -> Result<String, StoreError> {
    serde_json::to_string(config).map_err(|error| StoreError::Corrupt(error.to_string()))
}
