//! The sessions part of the store over sqlx.

use async_trait::async_trait;
use reach_logic::session::LaunchStep;
use reach_logic::{ExecutorId, ExecutorStatus, SessionId, UnixMicros};
use serde::Serialize;

use super::engine::{Engine, Value};
use super::transactions::{SqlStore, lock, within};
use super::{SessionRow, SessionStore, StoreError, convert, sql};

#[async_trait]
impl<D: Engine> SessionStore for SqlStore<D> {
    async fn sessions(&self, of: Option<&ExecutorId>) -> Result<Vec<SessionRow>, StoreError> {
        let rows = match of {
            Some(id) => self.read(&sql::SESSIONS_OF, &[id.as_str().into()]).await?,
            None => self.read(&sql::SESSIONS, &[]).await?,
        };
        rows.iter().map(convert::session::<D>).collect()
    }

    async fn session(&self, id: &SessionId) -> Result<Option<SessionRow>, StoreError> {
        let rows = self.read(&sql::SESSION, &[id.as_str().into()]).await?;
        rows.first().map(convert::session::<D>).transpose()
    }

    async fn insert_session(&self, row: &SessionRow) -> Result<(), StoreError> {
        within(async {
            let mut tx = self.begin().await?;
            hold::<D>(&mut tx, &row.executor_id).await?;
            let columns = Columns::of(row)?;
            let mut values = columns.values(row);
            values.push(row.created_at.into());
            values.push(row.updated_at.into());
            let inserted = D::rows(&mut tx, &sql::INSERT_SESSION, &values).await?;
            if inserted.is_empty() {
                return Err(StoreError::Exists);
            }
            Ok(tx.commit().await?)
        })
        .await
    }

    async fn put_session(
        &self,
        row: &SessionRow,
        now: UnixMicros,
    ) -> Result<SessionRow, StoreError> {
        within(async {
            let mut tx = self.begin().await?;
            if row.state.is_live() {
                // Nobody else writes it (S1), so it need not be locked to be looked at.
                let stored = D::rows(&mut tx, &sql::SESSION, &[row.id.as_str().into()]).await?;
                let stored = stored.first().ok_or(StoreError::NotFound)?;
                if !convert::session::<D>(stored)?.state.is_live() {
                    hold::<D>(&mut tx, &row.executor_id).await?;
                }
            }
            let columns = Columns::of(row)?;
            let mut values = columns.values(row);
            values.push(now.into());
            let rows = D::rows(&mut tx, &sql::PUT_SESSION, &values).await?;
            let after = convert::session::<D>(rows.first().ok_or(StoreError::NotFound)?)?;
            tx.commit().await?;
            Ok(after)
        })
        .await
    }

    async fn remove_session(&self, id: &SessionId) -> Result<(), StoreError> {
        within(async {
            let mut tx = self.begin().await?;
            D::rows(&mut tx, &sql::REMOVE_SESSION, &[id.as_str().into()]).await?;
            Ok(tx.commit().await?)
        })
        .await
    }
}

/// Locks a session's executor, which must be active and not deleted. A deactivation and a deletion
/// take the same lock: neither misses this session.
async fn hold<D: Engine>(
    connection: &mut D::Connection,
    id: &ExecutorId,
) -> Result<(), StoreError> {
    let stored = lock::<D>(connection, id).await?;
    let status = stored.map(|stored| stored.executor.status);
    if status == Some(ExecutorStatus::Active) {
        Ok(())
    } else {
        Err(StoreError::NotFound)
    }
}

/// The members that are kept as JSON.
struct Columns {
    spec: String,
    failure: Option<String>,
    resume: Option<String>,
}

impl Columns {
    fn of(row: &SessionRow) -> Result<Self, StoreError> {
        Ok(Self {
            spec: json(&row.spec)?,
            failure: row.failure.as_ref().map(json).transpose()?,
            resume: row.resume.as_ref().map(json).transpose()?,
        })
    }

    /// Everything but the two instants that differ between an insert and an update, in the order
    /// of the statements.
    fn values<'a>(&'a self, row: &'a SessionRow) -> Vec<Value<'a>> {
        vec![
            row.id.as_str().into(),
            row.executor_id.as_str().into(),
            row.name.as_str().into(),
            self.spec.as_str().into(),
            row.state.token().into(),
            row.step.map(LaunchStep::token).into(),
            self.failure.as_deref().into(),
            row.config_digest.as_str().into(),
            self.resume.as_deref().into(),
            i64::from(row.controller_may_remain).into(),
            row.started_at.into(),
        ]
    }
}

fn json<T: Serialize>(member: &T) -> Result<String, StoreError> {
    serde_json::to_string(member).map_err(|error| StoreError::Corrupt(error.to_string()))
}
