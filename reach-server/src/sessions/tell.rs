//! Tells everybody when what is known of a session's transport has changed.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval};

use super::service::Inner;
use crate::events::Event;

/// Between two looks at the transports: that one falls silent, or answers again, is no event.
const LOOK: Duration = Duration::from_secs(1);

/// A loss is told at once; anything else, and what was missed or could not be told, at the next look.
pub(super) async fn of_changes(inner: Arc<Inner>) {
    let mut events = inner.parts.events.subscribe();
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let telling = async {
        loop {
            tokio::select! {
                event = events.recv() => match event {
                    Ok(Event::SessionTransportLost(_)) | Err(RecvError::Lagged(_)) => {}
                    Ok(_) => continue,
                    Err(RecvError::Closed) => return,
                },
                _ = looks.tick() => {}
            }
            tell(&inner).await;
        }
    };
    inner.tasks.stop_token().run_until_cancelled(telling).await;
}

async fn tell(inner: &Inner) {
    for live in inner.registry.all() {
        let Some(reading) = live.untold() else {
            continue;
        };
        let told = async {
            let row = inner.row(live.id()).await?;
            let executor = inner.executor_of(&row).await?;
            inner.publish(&row, executor.as_ref());
            Ok::<_, super::SessionError>(())
        };
        if let Err(error) = told.await {
            tracing::debug!(session.id = %live.id(), %error, "a change of its transport is not told yet");
            return;
        }
        live.was_told(reading);
    }
}
