//! What happened, for whoever listens: the push sockets, and tests.

use std::sync::Arc;

use reach_logic::session::Session;
use reach_logic::{Executor, ExecutorId, LaunchWarning, ReachabilityView, SessionId};
use serde::Serialize;
use tokio::sync::{Mutex, MutexGuard, broadcast};

/// Messages a slow listener may be behind before it is told to re-read (`docs/design/api.md`, limits).
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
    /// A launch was warned about its host; for subscribers of the session alone.
    LaunchWarning(LaunchWarning),
    /// A record's state or reason changed.
    ReachabilityChanged(ReachabilityView),
    /// A session's transport was declared lost.
    SessionTransportLost(TransportLoss),
    /// A session was written, or what is known of its transport changed.
    SessionUpdated(Box<Session>),
}

/// The payload of `session.transport.lost`.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct TransportLoss {
    /// Whose.
    pub session_id: SessionId,
    /// Where it runs.
    pub executor_id: ExecutorId,
    /// The target host.
    pub host: String,
    /// Since the last completed reply, or since the start of the watch when there was none.
    pub silence_ms: u64,
}

/// A bounded broadcast. Publishing never waits: a listener that is too slow misses messages and
/// learns that it did.
#[derive(Clone, Debug)]
pub struct Events {
    sender: broadcast::Sender<Event>,
    turn: Arc<Mutex<()>>,
}

/// Whoever holds it is the only one who changes executors and tells of it.
#[derive(Debug)]
#[must_use]
pub struct Turn<'a>(#[expect(dead_code, reason = "held, not read")] MutexGuard<'a, ()>);

impl Default for Events {
    fn default() -> Self {
        Self {
            sender: broadcast::Sender::new(QUEUE),
            turn: Arc::default(),
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

    /// Waits to be the one who changes executors. Held from before the commit until it was
    /// published, so that listeners hear of commits in their order: an `ExecutorUpdated` after the
    /// `ExecutorDeleted` of the same executor would bring it back on a page.
    ///
    /// It is held across the store's answer, whose deadlines bound it, and never across the network.
    pub async fn turn(&self) -> Turn<'_> {
        Turn(self.turn.lock().await)
    }

    /// Listens from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.sender.subscribe()
    }
}
