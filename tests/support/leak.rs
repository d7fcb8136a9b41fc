//! A check that nothing is left running.

use std::time::{Duration, Instant};

use tokio::runtime::Handle;

const PATIENCE: Duration = Duration::from_secs(2);

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

    /// Fails if the runtime has more tasks than it had. Tasks that are at their very end get a
    /// moment (of real time; no virtual time passes) to be taken off the list.
    pub async fn finish(self) {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
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
