//! The ticks.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::{JoinError, JoinHandle};
use tokio::time::{MissedTickBehavior, interval};

use super::{Inner, pass};

/// A pass at once, then one per interval on a fixed grid, until the service stops. A tick that
/// finds a pass running is dropped and counted: queueing it would only add to the overload that
/// made the pass late. A pass that waits for the store (R12) is not late.
pub(super) async fn run(inner: Arc<Inner>) {
    let stop = inner.tasks.stop_token();
    let period = Duration::from_secs(inner.parts.interval.seconds().into());
    let mut grid = interval(period);
    // After the process itself was held up: one tick, then on along the grid, no burst.
    grid.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut running: Option<JoinHandle<()>> = None;
    loop {
        // Biased: a pass that ends on the very tick does not cost that tick.
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            ended = end_of(&mut running) => {
                running = None;
                if let Err(defect) = ended {
                    tracing::error!(error = &defect as &dyn std::error::Error, "probe pass failed");
                }
            }
            _ = grid.tick() => {
                if running.is_none() {
                    running = inner.tasks.try_spawn(pass::run(Arc::clone(&inner)));
                } else if *inner.parts.store.held().borrow() {
                    inner.parts.metrics.pass_skipped.increment();
                }
            }
        }
    }
}

async fn end_of(running: &mut Option<JoinHandle<()>>) -> Result<(), JoinError> {
    match running {
        Some(pass) => pass.await,
        None => pending().await,
    }
}
