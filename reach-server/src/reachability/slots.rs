//! How many probes run at once.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// Probes that run at once, whoever asked for them.
pub const PROBE_SLOTS: usize = 4;

/// The slots, handed out in the order of asking.
#[derive(Debug)]
pub(super) struct Slots(Arc<Semaphore>);

/// A held slot; free again when dropped.
#[derive(Debug)]
pub(super) struct Slot(#[expect(dead_code, reason = "held, not read")] OwnedSemaphorePermit);

impl Slots {
    pub(super) fn new() -> Self {
        Self(Arc::new(Semaphore::new(PROBE_SLOTS)))
    }

    /// Waits for a slot; `None` once `stop` is cancelled.
    pub(super) async fn take(&self, stop: &CancellationToken) -> Option<Slot> {
        let free = Arc::clone(&self.0).acquire_owned();
        let permit = stop.run_until_cancelled(free).await?;
        // The semaphore is never closed.
        permit.ok().map(Slot)
    }
}
