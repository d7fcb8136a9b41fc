//! The tracked sessions.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reach_logic::{Reading, SessionId, Tuning};
use tokio::sync::OwnedMutexGuard;

use super::live::Live;
use crate::clock::MonoClock;
use crate::events::Events;

/// Every session that this process holds, and the locks that serialise what is done to one (S1).
#[derive(Debug)]
pub struct Registry {
    sessions: Mutex<BTreeMap<SessionId, Arc<Live>>>,
    locks: Mutex<BTreeMap<SessionId, Arc<tokio::sync::Mutex<()>>>>,
    clock: MonoClock,
    tuning: Option<Tuning>,
    events: Events,
}

/// What became of a session that was to be tracked.
#[derive(Debug)]
pub enum Recorded {
    /// It is tracked, and watched.
    New(Arc<Live>),
    /// Another of this id is tracked, and goes on untouched (L-002.1).
    Taken {
        /// What was to be recorded: the caller stops the controller it had started, then
        /// discards it.
        rejected: Box<Live>,
        /// The one that is tracked; a reuse of it goes through [`Live::reusable`].
        tracked: Arc<Live>,
    },
}

/// The only one that changes a session, until dropped (S1).
#[derive(Debug)]
#[must_use]
pub struct SessionLock(#[expect(dead_code, reason = "held, not read")] OwnedMutexGuard<()>);

impl Registry {
    /// Without sessions. Without a usable tuning no session is watched (L-002.9).
    pub fn new(tuning: Option<Tuning>, events: Events) -> Self {
        Self {
            sessions: Mutex::default(),
            locks: Mutex::default(),
            clock: MonoClock::start(),
            tuning,
            events,
        }
    }

    /// The clock of the sessions' watchdogs.
    pub fn clock(&self) -> MonoClock {
        self.clock
    }

    /// Tracks a session, if none of its id is, and starts its watchdog before anyone else can
    /// find it (L-001.1, L-002.1).
    pub fn record(&self, live: Live) -> Recorded {
        let mut sessions = self.sessions();
        if let Some(tracked) = sessions.get(&live.id) {
            let tracked = Arc::clone(tracked);
            return Recorded::Taken {
                rejected: Box::new(live),
                tracked,
            };
        }
        let live = Arc::new(live);
        sessions.insert(live.id.clone(), Arc::clone(&live));
        live.start_watchdog(self.tuning, &self.events);
        Recorded::New(live)
    }

    /// The tracked session of this id.
    pub fn get(&self, id: &SessionId) -> Option<Arc<Live>> {
        self.sessions().get(id).cloned()
    }

    /// Every tracked session, ascending by id.
    pub fn all(&self) -> Vec<Arc<Live>> {
        self.sessions().values().cloned().collect()
    }

    /// Waits to be the only one that changes this session. Never taken twice by one caller.
    pub async fn lock(&self, id: &SessionId) -> SessionLock {
        SessionLock(self.lock_of(id).lock_owned().await)
    }

    /// The same, unless somebody else is at it.
    pub(super) fn try_lock(&self, id: &SessionId) -> Option<SessionLock> {
        self.lock_of(id).try_lock_owned().ok().map(SessionLock)
    }

    /// Untracks a session and takes the one reading of its disposal, in one section.
    pub(super) fn take(&self, id: &SessionId) -> Option<(Arc<Live>, Reading)> {
        let mut sessions = self.sessions();
        let live = sessions.remove(id)?;
        let reading = live.reading();
        Some((live, reading))
    }

    /// Untracks this very session; false when another disposal came first.
    pub(super) fn remove(&self, live: &Arc<Live>) -> bool {
        let mut sessions = self.sessions();
        let is_tracked = sessions
            .get(&live.id)
            .is_some_and(|tracked| Arc::ptr_eq(tracked, live));
        if is_tracked {
            sessions.remove(&live.id);
        }
        is_tracked
    }

    fn lock_of(&self, id: &SessionId) -> Arc<tokio::sync::Mutex<()>> {
        let mut locks = self.locks.lock().unwrap_or_else(PoisonError::into_inner);
        locks.retain(|_, lock| Arc::strong_count(lock) > 1);
        Arc::clone(locks.entry(id.clone()).or_default())
    }

    fn sessions(&self) -> MutexGuard<'_, BTreeMap<SessionId, Arc<Live>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
