//! An authenticated connection, and its certain end.

use std::sync::Arc;
use std::time::Duration;

use russh::Disconnect;
use russh::client::Handle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::handler::{ClientHandler, Ear};
use super::host_key::HostKey;
use super::kill::KillOnDrop;

/// How long a clean farewell may take before the socket is closed under it: the round trip, and
/// what OpenSSH needs to set a session up before it reads on.
const FAREWELL: Duration = Duration::from_millis(450);

/// How long the task of a killed session may take to notice: it is woken by the kill itself.
const SETTLE: Duration = Duration::from_secs(1);

/// One SSH session over one socket or channel.
pub(super) struct Link {
    pub(super) handle: Handle<ClientHandler>,
    pub(super) kill: KillOnDrop,
    pub(super) ear: Ear,
    pub(super) ended: CancellationToken,
}

/// An authenticated connection to a target. Its sockets are closed when it is dropped, whatever
/// the peer does.
pub struct Connection {
    pub(super) handle: Arc<Handle<ClientHandler>>,
    pub(super) ear: Ear,
    pub(super) tasks: TaskTracker,
    kill: KillOnDrop,
    ended: CancellationToken,
    host: String,
    host_key: HostKey,
    server_version: String,
}

impl Connection {
    pub(super) fn new(link: Link, host: String, host_key: HostKey, tasks: TaskTracker) -> Self {
        let server_version = link.kill.0.banner().identification().map(str::to_owned);
        Self {
            handle: Arc::new(link.handle),
            ear: link.ear,
            kill: link.kill,
            ended: link.ended,
            tasks,
            host,
            host_key,
            server_version: server_version.unwrap_or_default(),
        }
    }

    /// The resolved target.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The key that the target proved to hold.
    pub fn host_key(&self) -> &HostKey {
        &self.host_key
    }

    /// The target's identification line.
    pub fn server_version(&self) -> &str {
        &self.server_version
    }

    /// Cancelled when the connection has ended, by whichever side and for whatever cause.
    pub fn ended(&self) -> &CancellationToken {
        &self.ended
    }

    /// Closes the sockets now, without a word to the peer. Harmless when repeated.
    pub fn kill(&self) {
        self.kill.0.kill();
    }

    /// Says goodbye where that does not block, and closes for certain. No socket and no task of
    /// the connection is left afterwards.
    pub async fn close(self) {
        self.kill.0.linger();
        let farewell = async {
            let goodbye = self.handle.disconnect(Disconnect::ByApplication, "", "en");
            if goodbye.await.is_ok() {
                self.ended.cancelled().await;
            }
        };
        let _ = timeout(FAREWELL, farewell).await;
        let tasks = self.tasks.clone();
        drop(self);
        settle(&tasks).await;
    }
}

/// Waits for the tasks of sessions that were killed.
pub(super) async fn settle(tasks: &TaskTracker) {
    tasks.close();
    if timeout(SETTLE, tasks.wait()).await.is_err() {
        tracing::error!(tasks = tasks.len(), "a killed SSH session has not ended");
    }
}
