//! The launch warning: looked up on the side, so that it delays and gates nothing (R-003.1, S18).

use std::sync::Arc;
use std::time::Duration;

use reach_logic::{ExecutorId, LaunchWarning, SessionId};
use tokio::time::timeout;

use super::service::Inner;
use crate::events::Event;

/// For the store to answer; then there is no warning.
const LIMIT: Duration = Duration::from_secs(2);

/// Starts the lookup, which belongs to the service: a launch that fails at once still gets it.
pub(super) fn look_up(inner: &Arc<Inner>, session: &SessionId, executor: &ExecutorId) {
    let (session, executor) = (session.clone(), executor.clone());
    let own = Arc::clone(inner);
    inner.tasks.try_spawn(async move {
        let store = &own.parts.store;
        let Ok(Ok(Some((_, Some(record))))) = timeout(LIMIT, store.record(&executor)).await else {
            return;
        };
        let (interval, now) = (own.parts.interval, own.parts.clock.now());
        let Some(warning) = LaunchWarning::of(session.clone(), &record, interval, now) else {
            return;
        };
        {
            let mut warnings = own.warnings();
            // No entry: the session runs already, or was removed.
            let Some(kept) = warnings.get_mut(&session) else {
                return;
            };
            *kept = Some(warning.clone());
        }
        own.parts.events.publish(Event::LaunchWarning(warning));
    });
}
