//! What happened, for whoever listens: the push sockets, and tests.

use reach_logic::{Executor, ExecutorId, ReachabilityView};
use tokio::sync::broadcast;

/// Messages a slow listener may be behind before it is told to re-read (`api.md`, limits).
pub const QUEUE: usize = 256;

/// One thing that happened, already in the form that clients get.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An executor was created.
    ExecutorCreated(Executor),
    /// An executor was deleted.
    ExecutorDeleted(ExecutorId),
    /// An executor was saved.
    ExecutorUpdated(Executor),
    /// A record's state or reason changed.
    ReachabilityChanged(ReachabilityView),
}

/// A bounded broadcast. Publishing never waits: a listener that is too slow misses messages and
/// learns that it did.
#[derive(Clone, Debug)]
pub struct Events {
    sender: broadcast::Sender<Event>,
}

impl Default for Events {
    fn default() -> Self {
        Self {
            sender: broadcast::Sender::new(QUEUE),
        }
    }
}

impl Events {
    /// A bus without listeners.
    pub fn new() -> Self {
        Self::default()
    }

    /// Tells everybody who listens now.
    pub fn publish(&self, event: Event) {
        // An error only says that nobody listens.
        let _ = self.sender.send(event);
    }

    /// Listens from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.sender.subscribe()
    }
}
