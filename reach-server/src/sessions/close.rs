//! Handles that are closed exactly once, whoever comes first.

use std::sync::Arc;

use tokio::sync::OnceCell;

use super::forward::Forward;
use crate::ssh::{Connection, TasksRemain};

/// A handle could not be closed entirely.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum CloseFault {
    /// Of the connection.
    #[error("the connection was closed, but {0}")]
    Client(#[from] TasksRemain),
    /// Of the forward.
    #[error("the forward was closed, but {0} of its connections have not ended")]
    Forward(usize),
}

/// What a session holds and must close.
pub(super) trait Close: Send + Sync {
    /// Closes it. Called once.
    fn close(&self) -> impl Future<Output = Result<(), CloseFault>> + Send;
}

impl Close for Connection {
    async fn close(&self) -> Result<(), CloseFault> {
        Ok(self.sever().await?)
    }
}

impl<T: Close> Close for Arc<T> {
    async fn close(&self) -> Result<(), CloseFault> {
        T::close(self).await
    }
}

impl Close for Forward {
    async fn close(&self) -> Result<(), CloseFault> {
        self.shut().await
    }
}

/// The guard of one handle. Forward and client have one each: a disposal runs remote commands
/// between the two closes.
#[derive(Debug)]
pub(super) struct CloseOnce<T> {
    handle: T,
    closed: OnceCell<()>,
}

/// What a session on another host holds.
#[derive(Debug)]
pub(super) struct Handles<F = Forward, C = Arc<Connection>> {
    pub(super) forward: CloseOnce<F>,
    pub(super) client: CloseOnce<C>,
}

impl<F: Close, C: Close> Handles<F, C> {
    /// Closes the forward first, so that nobody connects to a port that leads nowhere, then the
    /// client, whatever the first came to (L-001.5).
    pub(super) async fn close(&self) -> Vec<CloseFault> {
        let forward = self.forward.close().await;
        let client = self.client.close().await;
        [forward, client]
            .into_iter()
            .filter_map(Result::err)
            .collect()
    }
}

impl<T> CloseOnce<T> {
    pub(super) fn new(handle: T) -> Self {
        Self {
            handle,
            closed: OnceCell::new(),
        }
    }

    pub(super) fn handle(&self) -> &T {
        &self.handle
    }
}

impl<T: Close> CloseOnce<T> {
    /// Closes the handle, or waits until whoever is closing it has. Only the one that closes
    /// learns of a fault.
    pub(super) async fn close(&self) -> Result<(), CloseFault> {
        let mut outcome = Ok(());
        let close = async { outcome = self.handle.close().await };
        self.closed.get_or_init(|| close).await;
        outcome
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::sync::Semaphore;

    use super::*;

    /// Tells what was closed, once it may.
    struct Fake<'a> {
        name: &'static str,
        closed: &'a Mutex<Vec<&'static str>>,
        outcome: Result<(), CloseFault>,
    }

    impl Close for Fake<'_> {
        async fn close(&self) -> Result<(), CloseFault> {
            tokio::task::yield_now().await;
            self.closed.lock().unwrap().push(self.name);
            self.outcome
        }
    }

    // covers: SSH-TRANSPORT-LIVENESS-001.5
    #[tokio::test]
    async fn the_forward_is_closed_first_and_no_fault_stops_the_rest() {
        let faults = [CloseFault::Forward(2), CloseFault::Client(TasksRemain(1))];
        let closed = Mutex::default();
        let fake = |name, fault| {
            CloseOnce::new(Fake {
                name,
                closed: &closed,
                outcome: Err(fault),
            })
        };
        let handles = Handles {
            forward: fake("forward", faults[0]),
            client: fake("client", faults[1]),
        };
        assert_eq!(handles.close().await, faults);
        assert_eq!(*closed.lock().unwrap(), ["forward", "client"]);
        assert_eq!(handles.close().await, [], "a second time nothing is closed");
        assert_eq!(closed.lock().unwrap().len(), 2);
    }

    /// Counts, and takes as long as the test wants.
    struct Slow {
        begun: AtomicUsize,
        gate: Semaphore,
    }

    impl Close for Slow {
        async fn close(&self) -> Result<(), CloseFault> {
            self.begun.fetch_add(1, Ordering::SeqCst);
            let _ = self.gate.acquire().await;
            Ok(())
        }
    }

    // covers: SSH-TRANSPORT-LIVENESS-002.5, SSH-TRANSPORT-LIVENESS-002.7
    #[tokio::test]
    async fn of_two_that_close_one_does_and_the_other_waits_for_it() {
        let once = CloseOnce::new(Slow {
            begun: AtomicUsize::new(0),
            gate: Semaphore::new(0),
        });
        let second_is_done = AtomicUsize::new(0);
        let first = once.close();
        let second = async {
            let outcome = once.close().await;
            second_is_done.store(1, Ordering::SeqCst);
            outcome
        };
        let open = async {
            for _ in 0..10 {
                tokio::task::yield_now().await;
            }
            assert_eq!(second_is_done.load(Ordering::SeqCst), 0);
            once.handle().gate.add_permits(1);
        };
        let outcomes = tokio::join!(first, second, open);
        assert_eq!((outcomes.0, outcomes.1), (Ok(()), Ok(())));
        assert_eq!(once.handle().begun.load(Ordering::SeqCst), 1);
    }
}
