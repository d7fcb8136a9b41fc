//! Calls that cannot be cancelled: the system's resolver, a file on a dead mount, an agent's
//! socket (P1). They run on threads of their own, few in number, and are abandoned when nobody
//! waits any more; nothing here delays the end of the process.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use reach_logic::ExecutorId;
use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore, oneshot};

/// Threads at once. Four probes and a few launches need one each; the rest is room for calls
/// that hang.
const THREADS: usize = 32;

/// Why a call was not made, or gave no result.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BlockingError {
    /// Every thread is taken by a call that does not return.
    #[error("too many system calls are hanging")]
    Full,
    /// An earlier call for the same executor still hangs.
    #[error("an earlier system call for this host is still hanging")]
    Hanging,
    /// The call panicked.
    #[error("a system call failed unexpectedly")]
    Panicked,
}

/// The threads. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct BlockingPool {
    threads: Arc<Semaphore>,
    owners: Arc<Mutex<BTreeMap<ExecutorId, Arc<Turn>>>>,
    hung_after: Duration,
}

/// One executor's turn: it has at most one call at a time.
#[derive(Debug, Default)]
struct Turn {
    held: Arc<tokio::sync::Mutex<()>>,
    since: Mutex<Option<Instant>>,
}

impl BlockingPool {
    /// A pool that takes a call for lost once it has run for this long.
    pub(super) fn new(hung_after: Duration) -> Self {
        Self {
            threads: Arc::new(Semaphore::new(THREADS)),
            owners: Arc::default(),
            hung_after,
        }
    }

    /// Runs the work on a thread of its own. An executor's calls go one after the other, and one
    /// of them that was taken for lost makes the next fail at once. Dropping the future abandons
    /// the call.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        owner: Option<&ExecutorId>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, BlockingError> {
        let turn = match owner {
            None => None,
            Some(owner) => Some(self.take_turn(owner).await?),
        };
        let thread = Arc::clone(&self.threads)
            .try_acquire_owned()
            .map_err(|_| BlockingError::Full)?;
        let (sender, receiver) = oneshot::channel();
        let call = Call {
            _turn: turn,
            _thread: thread,
        };
        std::thread::Builder::new()
            .name("reach-blocking".to_owned())
            .spawn(move || {
                let result = work();
                // Before the result is seen, or the next call could find the turn taken.
                drop(call);
                let _ = sender.send(result);
            })
            .map_err(|_| BlockingError::Full)?;
        receiver.await.map_err(|_| BlockingError::Panicked)
    }

    async fn take_turn(&self, owner: &ExecutorId) -> Result<OwnedMutexGuard<()>, BlockingError> {
        let turn = {
            let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
            owners.retain(|_, turn| Arc::strong_count(turn) > 1 || turn.is_held());
            Arc::clone(owners.entry(owner.clone()).or_default())
        };
        if turn.held_for().is_some_and(|held| held >= self.hung_after) {
            return Err(BlockingError::Hanging);
        }
        let guard = Arc::clone(&turn.held).lock_owned().await;
        *turn.since.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        Ok(guard)
    }
}

/// What a running call holds.
struct Call {
    _turn: Option<OwnedMutexGuard<()>>,
    _thread: OwnedSemaphorePermit,
}

impl Turn {
    fn is_held(&self) -> bool {
        self.held.try_lock().is_err()
    }

    fn held_for(&self) -> Option<Duration> {
        if !self.is_held() {
            return None;
        }
        let since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        since.map(|since| since.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::time::timeout;

    use super::*;

    const MOMENT: Duration = Duration::from_millis(20);

    fn owner(id: &str) -> ExecutorId {
        id.parse().unwrap()
    }

    #[tokio::test]
    async fn a_call_gives_its_result_and_its_turn_back() {
        let pool = BlockingPool::new(Duration::from_secs(10));
        for round in 0..100 {
            let result = pool.run(Some(&owner("a")), move || round).await;
            assert_eq!(result, Ok(round));
        }
        assert_eq!(pool.threads.available_permits(), THREADS);
    }

    #[tokio::test]
    async fn a_hanging_call_stops_its_own_executor_only() {
        let pool = BlockingPool::new(Duration::ZERO);
        let (release, wait) = mpsc::channel::<()>();
        let a = owner("a");
        let hanging = pool.run(Some(&a), move || wait.recv());
        assert!(timeout(MOMENT, hanging).await.is_err());

        let again = pool.run(Some(&a), || ()).await;
        assert_eq!(again, Err(BlockingError::Hanging));
        assert_eq!(pool.run(Some(&owner("b")), || 1).await, Ok(1));

        drop(release);
        while pool.threads.available_permits() < THREADS {
            tokio::task::yield_now().await;
        }
        assert_eq!(pool.run(Some(&a), || 2).await, Ok(2));
    }

    #[tokio::test]
    async fn a_call_waits_for_a_young_one_of_its_executor() {
        let pool = BlockingPool::new(Duration::from_secs(10));
        let (release, wait) = mpsc::channel::<()>();
        let a = owner("a");
        let abandoned = pool.run(Some(&a), move || wait.recv());
        assert!(timeout(MOMENT, abandoned).await.is_err());

        let mut next = Box::pin(pool.run(Some(&a), || 2));
        assert!(timeout(MOMENT, &mut next).await.is_err());
        drop(release);
        assert_eq!(next.await, Ok(2));
    }

    #[tokio::test]
    async fn a_full_pool_refuses_at_once() {
        let pool = BlockingPool::new(Duration::ZERO);
        let (release, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        for _ in 0..THREADS {
            let wait = Arc::clone(&wait);
            let hanging = pool.run(None, move || {
                let _ = wait.lock().unwrap().recv();
            });
            let _ = timeout(Duration::from_millis(1), hanging).await;
        }
        assert_eq!(pool.run(None, || ()).await, Err(BlockingError::Full));
        drop(release);
    }

    #[tokio::test]
    async fn a_panicking_call_gives_its_thread_back() {
        let pool = BlockingPool::new(Duration::from_secs(10));
        let result: Result<(), _> = pool.run(Some(&owner("a")), || panic!("as intended")).await;
        assert_eq!(result, Err(BlockingError::Panicked));
        assert_eq!(pool.run(Some(&owner("a")), || 3).await, Ok(3));
    }
}
