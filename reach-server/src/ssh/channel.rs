//! Opening channels so that none is left behind.

use std::future::Future;
use std::sync::Arc;

use russh::client::{Handle, Msg};
use russh::{Channel, ChannelOpenFailure, ChannelWriteHalf};
use tokio::sync::oneshot;
use tokio_util::task::TaskTracker;

use super::connection::Connection;
use super::handler::ClientHandler;
use super::message::one_line;

/// Why a channel was not opened, or not kept.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum ChannelError {
    /// The host could not connect onward.
    #[error("the host cannot connect: {0}")]
    ConnectFailed(String),
    /// The host forbids it.
    #[error("the host forbids it: {0}")]
    Prohibited(String),
    /// The host refused for another reason.
    #[error("the host refused: {0}")]
    Refused(String),
    /// The connection has ended.
    #[error("the connection has ended")]
    TransportEnded,
}

impl Connection {
    /// Opens a channel. The request cannot be taken back: when the caller has gone by the time the
    /// host confirms, the channel is closed, which russh by itself never does.
    pub(super) async fn open<F>(
        &self,
        request: impl FnOnce(Arc<Handle<ClientHandler>>) -> F,
    ) -> Result<Channel<Msg>, ChannelError>
    where
        F: Future<Output = Result<Channel<Msg>, russh::Error>> + Send + 'static,
    {
        let (claim, opened) = oneshot::channel();
        let request = request(Arc::clone(&self.handle));
        self.tasks.spawn(async move {
            if let Err(Ok(unclaimed)) = claim.send(request.await) {
                let _ = unclaimed.close().await;
            }
        });
        match opened.await {
            Ok(Ok(channel)) => Ok(channel),
            Ok(Err(russh::Error::ChannelOpenFailure(reason))) => Err(self.refusal(&reason)),
            Ok(Err(_)) | Err(_) => Err(ChannelError::TransportEnded),
        }
    }

    fn refusal(&self, reason: &ChannelOpenFailure) -> ChannelError {
        let said = self.ear.heard().open_failure.take().unwrap_or_default();
        let text = if said.is_empty() {
            format!("{reason:?}")
        } else {
            one_line(&said)
        };
        match reason {
            ChannelOpenFailure::AdministrativelyProhibited => ChannelError::Prohibited(text),
            ChannelOpenFailure::ConnectFailed => ChannelError::ConnectFailed(text),
            ChannelOpenFailure::UnknownChannelType
            | ChannelOpenFailure::ResourceShortage
            | ChannelOpenFailure::Other { .. } => ChannelError::Refused(text),
        }
    }
}

/// Closes a channel when dropped: a dropped [`Channel`] stays open on the host.
pub(super) struct CloseOnDrop {
    half: Option<ChannelWriteHalf<Msg>>,
    tasks: TaskTracker,
}

impl CloseOnDrop {
    pub(super) fn new(half: ChannelWriteHalf<Msg>, tasks: TaskTracker) -> Self {
        Self {
            half: Some(half),
            tasks,
        }
    }

    pub(super) fn half(&self) -> Option<&ChannelWriteHalf<Msg>> {
        self.half.as_ref()
    }
}

impl Drop for CloseOnDrop {
    fn drop(&mut self) {
        if let Some(half) = self.half.take() {
            // Ends with the session at the latest: its queue is gone then.
            self.tasks.spawn(async move { half.close().await });
        }
    }
}
