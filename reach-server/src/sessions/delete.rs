//! Removing a session that has ended.

use std::sync::Arc;

use reach_logic::{Executor, SessionId};

use super::error::SessionError;
use super::service::Inner;
use crate::store::SessionRow;

pub(super) async fn run(inner: Arc<Inner>, id: SessionId, force: bool) -> Result<(), SessionError> {
    let row = inner.row(&id).await?;
    if row.state.is_live() {
        return Err(SessionError::Running);
    }
    let lock = inner.registry.lock(&id).await;
    let row = match inner.row(&id).await {
        Ok(row) if row.state.is_live() => return Err(SessionError::Running),
        Ok(row) if row.controller_may_remain && !force => return Err(SessionError::MayRemain),
        Ok(row) => row,
        Err(SessionError::NotFound) => return Ok(()),
        Err(error) => return Err(error),
    };
    let executor = inner.executor_of(&row).await?;
    inner.parts.store.remove_session(&id).await?;
    inner.warnings().remove(&id);
    let own = Arc::clone(&inner);
    inner.tasks.try_spawn(async move {
        let _lock = lock;
        reclaim(&own, &row, executor.as_ref()).await;
    });
    Ok(())
}

/// Removes the session directory by a dial of its own (L-002.2), if the host can be reached.
async fn reclaim(inner: &Inner, row: &SessionRow, executor: Option<&Executor>) {
    let cancel = inner.tasks.stop_token();
    let ground = match inner.reach_again(row, executor, cancel).await {
        Ok(ground) => ground,
        Err(error) => {
            tracing::info!(session.id = %row.id, %error, "its directory stays on the host");
            return;
        }
    };
    let removed = cancel
        .run_until_cancelled(ground.host(&row.id).remove_directory())
        .await;
    if let Some(Err(error)) = removed {
        tracing::info!(session.id = %row.id, %error, "its directory stays on the host");
    }
    ground.close().await;
}
