//! The end of a controller's log, where it lies.

use std::sync::Arc;

use reach_logic::{Reading, SessionId};

use super::error::SessionError;
use super::ground::Ground;
use super::service::{Inner, host_of};

pub(super) async fn run(
    inner: Arc<Inner>,
    id: SessionId,
    lines: u32,
) -> Result<String, SessionError> {
    let row = inner.row(&id).await?;
    let executor = inner.executor_of(&row).await?;
    let failed = |error: super::host::HostError| SessionError::Host {
        host: host_of(&row, executor.as_ref()),
        message: error.to_string(),
    };
    if let Some(live) = inner.registry.get(&id) {
        let look = live.look();
        if look.reading != Reading::Answering {
            return Err(SessionError::TransportLost(live.host().to_owned()));
        }
        let ground = look.connection.map_or(Ground::Local, Ground::Remote);
        return ground.host(&id).log_tail(lines).await.map_err(failed);
    }
    let cancel = inner.tasks.stop_token();
    let ground = inner.reach_again(&row, executor.as_ref(), cancel).await?;
    let tail = ground.host(&id).log_tail(lines).await;
    ground.close().await;
    tail.map_err(failed)
}
