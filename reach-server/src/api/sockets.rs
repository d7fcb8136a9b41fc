//! How many sockets there are, and their common end.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::tasks::TaskGroup;

/// How many sockets, and how they are watched (`docs/design/api.md`, limits and Push).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SocketLimits {
    /// Open at once.
    pub sockets: usize,
    /// Between pings; a peer that sent nothing between two of them is gone.
    pub ping_every: Duration,
}

impl Default for SocketLimits {
    fn default() -> Self {
        Self {
            sockets: 1_000,
            ping_every: Duration::from_secs(30),
        }
    }
}

/// Every open socket. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Sockets {
    limits: SocketLimits,
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

impl Sockets {
    /// No sockets yet.
    pub fn new(limits: SocketLimits) -> Self {
        Self {
            limits,
            places: Arc::new(Semaphore::new(limits.sockets)),
            tasks: TaskGroup::new(),
        }
    }

    pub(super) fn limits(&self) -> SocketLimits {
        self.limits
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
