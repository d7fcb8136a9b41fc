//! Ownership of spawned work: every task belongs to a group whose owner awaits it.

use std::future::Future;

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

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

    /// Spawns a task that [`shutdown`](Self::shutdown) awaits, unless the group was shut down.
    pub fn try_spawn<F>(&self, task: F) -> Option<JoinHandle<F::Output>>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        // Counts like a task: a shutdown between the question and the spawn waits for this one.
        let _counted = self.tracker.token();
        (!self.stop.is_cancelled()).then(|| self.tracker.spawn(task))
    }

    /// Runs a task of the group to its end, whether or not the caller keeps waiting (A1); its
    /// panic is the caller's. `None` when the group was shut down.
    pub async fn run<F>(&self, task: F) -> Option<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        match self.try_spawn(task)?.await {
            Ok(output) => Some(output),
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                // Nobody aborts these tasks: the whole runtime is going away.
                Err(_aborted) => None,
            },
        }
    }

    /// Counts like a task until it is dropped, for work that a library spawns.
    pub fn hold(&self) -> TaskTrackerToken {
        self.tracker.token()
    }

    /// Tasks that have not ended.
    pub fn remaining(&self) -> usize {
        self.tracker.len()
    }

    /// Asks every task to stop and returns when all have. Calling it again is harmless.
    pub async fn shutdown(&self) {
        self.stop.cancel();
        self.tracker.close();
        self.tracker.wait().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_group_that_was_shut_down_takes_no_task() {
        let group = TaskGroup::new();
        assert_eq!(group.run(async { 1 }).await, Some(1));
        group.shutdown().await;
        assert!(group.try_spawn(async {}).is_none());
        assert_eq!(group.run(async { 1 }).await, None);
    }

    #[tokio::test]
    async fn a_panic_reaches_whoever_waits_and_the_group_still_ends() {
        let group = TaskGroup::new();
        let waiting = tokio::spawn({
            let group = group.clone();
            async move { group.run(async { panic!("on purpose") }).await }
        });
        assert!(waiting.await.unwrap_err().is_panic());
        group.shutdown().await;
    }
}
