//! What goes on with sessions in the background, and how it is ended.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reach_logic::SessionId;
use tokio_util::sync::CancellationToken;

/// Launches, and resumes in the background: a stop ends them first. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Works {
    under_way: Arc<Mutex<BTreeMap<SessionId, Arc<CancellationToken>>>>,
}

/// A launch, or a resume in the background, until dropped.
#[derive(Debug)]
pub(super) struct Work {
    works: Works,
    id: SessionId,
    pub(super) token: Arc<CancellationToken>,
}

impl Works {
    /// Registers what goes on with a session. The latest is the one that can be ended: an earlier
    /// one is at its very end, or has begun to end.
    pub(super) fn begin(&self, id: &SessionId, token: CancellationToken) -> Work {
        let token = Arc::new(token);
        self.under_way().insert(id.clone(), Arc::clone(&token));
        Work {
            works: self.clone(),
            id: id.clone(),
            token,
        }
    }

    /// Ends what goes on with a session; its lock is free soon after.
    pub(super) fn end(&self, id: &SessionId) {
        if let Some(token) = self.under_way().get(id) {
            token.cancel();
        }
    }

    /// Whether anything goes on with a session.
    pub(super) fn has(&self, id: &SessionId) -> bool {
        self.under_way().contains_key(id)
    }

    fn under_way(&self) -> MutexGuard<'_, BTreeMap<SessionId, Arc<CancellationToken>>> {
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        let mut under_way = self.works.under_way();
        let is_own = |token: &Arc<CancellationToken>| Arc::ptr_eq(token, &self.token);
        if under_way.get(&self.id).is_some_and(is_own) {
            under_way.remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_one_work_leaves_a_later_one_of_its_session_alone() {
        let works = Works::default();
        let id: SessionId = "s".parse().unwrap();
        let first = works.begin(&id, CancellationToken::new());
        let second = works.begin(&id, CancellationToken::new());
        drop(first);
        works.end(&id);
        assert!(second.token.is_cancelled());
        drop(second);
        assert!(!works.has(&id));
    }
}
