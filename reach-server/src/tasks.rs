//! Ownership of spawned work: every task belongs to a group whose owner awaits it.

use std::future::Future;

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The tasks of one service, with the token that asks them to stop.
#[derive(Clone, Debug, Default)]
pub struct TaskGroup {
    stop: CancellationToken,
    tracker: TaskTracker,
}

impl TaskGroup {
    /// An empty group.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancelled once, when the group is shut down.
    pub fn stop_token(&self) -> &CancellationToken {
        &self.stop
    }

    /// Spawns a task that [`shutdown`](Self::shutdown) awaits.
    pub fn spawn<F>(&self, task: F) -> JoinHandle<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        self.tracker.spawn(task)
    }

    /// Asks every task to stop and returns when all have. Calling it again is harmless.
    pub async fn shutdown(&self) {
        self.stop.cancel();
        self.tracker.close();
        self.tracker.wait().await;
    }
}
