//! The sessions part.

use async_trait::async_trait;
use reach_logic::{ExecutorId, ExecutorStatus, SessionId, UnixMicros};
use reach_server::store::{SessionRow, SessionStore, StoreError};

use super::tables::{Tables, later};
use super::{Call, MemoryStore};

impl Tables {
    pub(super) fn holds_a_session(&self, id: &ExecutorId) -> bool {
        let mut sessions = self.sessions.values();
        sessions.any(|row| row.executor_id == *id && row.state.is_live())
    }

    fn may_be_held(&self, id: &ExecutorId) -> bool {
        let executor = self.live(id);
        executor.is_some_and(|stored| stored.executor.status == ExecutorStatus::Active)
    }
}

#[async_trait]
impl SessionStore for MemoryStore {
    async fn sessions(&self, of: Option<&ExecutorId>) -> Result<Vec<SessionRow>, StoreError> {
        self.perform(Call::Sessions, |tables| {
            let rows = tables.sessions.values();
            let wanted = |row: &&SessionRow| of.is_none_or(|id| row.executor_id == *id);
            Ok(rows.filter(wanted).cloned().collect())
        })
        .await
    }

    async fn session(&self, id: &SessionId) -> Result<Option<SessionRow>, StoreError> {
        self.perform(Call::Session, |tables| Ok(tables.sessions.get(id).cloned()))
            .await
    }

    async fn insert_session(&self, row: &SessionRow) -> Result<(), StoreError> {
        self.perform(Call::InsertSession, |tables| {
            if !tables.may_be_held(&row.executor_id) {
                return Err(StoreError::NotFound);
            }
            if tables.sessions.contains_key(&row.id) {
                return Err(StoreError::Exists);
            }
            tables.sessions.insert(row.id.clone(), row.clone());
            Ok(())
        })
        .await
    }

    async fn put_session(
        &self,
        row: &SessionRow,
        now: UnixMicros,
    ) -> Result<SessionRow, StoreError> {
        self.perform(Call::PutSession, |tables| {
            let may_be_held = tables.may_be_held(&row.executor_id);
            let stored = tables.sessions.get_mut(&row.id);
            let stored = stored.ok_or(StoreError::NotFound)?;
            if row.state.is_live() && !stored.state.is_live() && !may_be_held {
                return Err(StoreError::NotFound);
            }
            *stored = SessionRow {
                created_at: stored.created_at,
                updated_at: later(stored.updated_at, now),
                ..row.clone()
            };
            Ok(stored.clone())
        })
        .await
    }

    async fn remove_session(&self, id: &SessionId) -> Result<(), StoreError> {
        self.perform(Call::RemoveSession, |tables| {
            tables.sessions.remove(id);
            Ok(())
        })
        .await
    }
}
