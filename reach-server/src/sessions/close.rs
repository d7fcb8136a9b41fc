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
