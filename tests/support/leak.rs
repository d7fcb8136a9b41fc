//! A check that nothing is left running.

use tokio::runtime::Handle;

/// How many tasks the runtime had when a test began.
#[derive(Debug)]
pub struct Leak {
    before: usize,
}

impl Leak {
    /// Counts now.
    #[must_use]
    pub fn watch() -> Self {
        Self {
            before: alive_tasks(),
        }
    }

    /// Fails if the runtime has more tasks than it had. Tasks whose last poll has ended get a few
    /// turns to be taken off the list; a task that waits for anything is a leak.
    pub async fn finish(self) {
        for _ in 0..100 {
            if alive_tasks() <= self.before {
                return;
            }
            tokio::task::yield_now().await;
        }
        let now = alive_tasks();
        panic!(
            "{} tasks before, {now} after: something is left running",
            self.before
        );
    }
}

fn alive_tasks() -> usize {
    Handle::current().metrics().num_alive_tasks()
}
