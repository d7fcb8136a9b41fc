//! A new session, or the one that is there.

use std::sync::Arc;

use reach_logic::SessionId;
use reach_logic::session::SessionState;

use super::error::SessionError;
use super::ground::active;
use super::launch::Launch;
use super::service::{Created, Inner, MOST_SESSIONS, NewSession, first_row};
use crate::store::{SessionRow, StoreError};

/// Adds a session and starts its launch; or finds the one that is there.
pub(super) async fn run(inner: Arc<Inner>, new: NewSession) -> Result<Created, SessionError> {
    let id = new.id.clone().unwrap_or_else(new_id);
    if inner.works.has(&id)
        && let Some(row) = inner.parts.store.session(&id).await?
    {
        return reuse(&inner, &row).await;
    }
    let lock = inner.registry.lock(&id).await;
    if let Some(row) = inner.parts.store.session(&id).await? {
        return reuse(&inner, &row).await;
    }
    let stored = inner.parts.store.executor(&new.executor_id).await?;
    let executor = stored.ok_or(SessionError::NoSuchExecutor)?.executor;
    active(&executor)?;
    let row = first_row(id, new, &executor, inner.parts.clock.now());
    // From before it can be found, so that a stop that finds it ends its launch.
    let work = inner.work_on(&row.id);
    add(&inner, &row).await?;

    inner.warnings().insert(row.id.clone(), None);
    inner.publish(&row, Some(&executor));
    let created = Created::New(inner.view(&row, Some(&executor)));
    let launch = Launch::new(Arc::clone(&inner), row, executor, work);
    let launched = inner.tasks.try_spawn(launch.run(lock));
    launched.map(|_| created).ok_or(SessionError::ShuttingDown)
}

async fn add(inner: &Inner, row: &SessionRow) -> Result<(), SessionError> {
    let _one_at_a_time = inner.adding.lock().await;
    let rows = inner.parts.store.sessions(None).await?;
    if rows.iter().filter(|row| row.state.is_live()).count() >= MOST_SESSIONS {
        return Err(SessionError::TooMany);
    }
    match inner.parts.store.insert_session(row).await {
        Err(StoreError::NotFound) => Err(SessionError::NoSuchExecutor),
        outcome => Ok(outcome?),
    }
}

/// A session of the id is there: it is given back, unless its port leads nowhere (L-002.14).
async fn reuse(inner: &Arc<Inner>, row: &SessionRow) -> Result<Created, SessionError> {
    let executor = inner.executor_of(row).await?;
    let view = inner.view(row, executor.as_ref());
    match (row.state, inner.registry.get(&row.id)) {
        (_, Some(live)) => match live.reusable() {
            Ok(_) => Ok(Created::Reused(view)),
            Err(lost) => Err(SessionError::TransportLost(lost.host)),
        },
        (SessionState::Starting, None) => Ok(Created::Reused(view)),
        (SessionState::Running | SessionState::Stopping, None) => {
            Err(SessionError::TransportLost(view.host))
        }
        (SessionState::Stopped | SessionState::Failed, None) => Err(SessionError::Exists),
    }
}

fn new_id() -> SessionId {
    let text = uuid::Uuid::now_v7().to_string();
    text.parse()
        .unwrap_or_else(|_| unreachable!("a UUID is 36 characters of hex and hyphens"))
}
