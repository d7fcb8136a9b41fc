//! How many sockets there are, and their common end.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::tasks::TaskGroup;

/// Open at once (`api.md`, limits).
pub const MOST_SOCKETS: usize = 1_000;

/// Every open socket. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Sockets {
    places: Arc<Semaphore>,
    tasks: TaskGroup,
}

/// One socket's place; held until it is gone.
#[derive(Debug)]
pub(super) struct Place {
    _permit: OwnedSemaphorePermit,
    _counted: TaskTrackerToken,
    stop: CancellationToken,
}

impl Default for Sockets {
    fn default() -> Self {
        Self {
            places: Arc::new(Semaphore::new(MOST_SOCKETS)),
            tasks: TaskGroup::new(),
        }
    }
}

impl Sockets {
    /// No sockets yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A place for one more, unless there are too many.
    pub(super) fn take(&self) -> Option<Place> {
        let permit = Arc::clone(&self.places).try_acquire_owned().ok()?;
        Some(Place {
            _permit: permit,
            _counted: self.tasks.hold(),
            stop: self.tasks.stop_token().clone(),
        })
    }

    /// Closes every socket with 1001 and returns when all are gone.
    pub async fn shutdown(&self) {
        self.tasks.shutdown().await;
    }
}

impl Place {
    pub(super) fn stop(&self) -> &CancellationToken {
        &self.stop
    }
}
