//! An authenticated connection, and its certain end.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use russh::Disconnect;
use russh::client::Handle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::authenticate::Login;
use super::error::Fault;
use super::handler::{ClientHandler, Ear};
use super::host_key::HostKey;
use super::identity::Identities;
use super::kill::{Carrier, KillOnDrop};
use super::trail::{Itinerary, Step, Trail};
use super::uplink::Uplink;

/// How long a clean farewell may take before the socket is closed under it: the round trip, and
/// what OpenSSH needs to set a session up before it reads on.
const FAREWELL: Duration = Duration::from_millis(450);

/// How long the task of a killed session may take to notice: it is woken by the kill itself.
const SETTLE: Duration = Duration::from_secs(1);

/// One SSH session over one socket or channel.
pub(super) struct Link {
    pub(super) handle: Handle<ClientHandler>,
    pub(super) ear: Ear,
    pub(super) ended: CancellationToken,
    kill: KillOnDrop,
    /// As a bastion: the target's session is all that it is for, so that it ends with it.
    serves_one: Arc<AtomicBool>,
}

impl Link {
    pub(super) fn new(
        handle: Handle<ClientHandler>,
        kill: KillOnDrop,
        ear: Ear,
        ended: CancellationToken,
    ) -> Self {
        Self {
            handle,
            ear,
            ended,
            kill,
            serves_one: Arc::default(),
        }
    }

    /// For a session that this one carries.
    pub(super) fn carrier(&self) -> Carrier {
        Carrier {
            kill: self.kill.0.clone(),
            is_needed_no_more: Arc::clone(&self.serves_one),
        }
    }

    /// Proves who we are.
    pub(super) async fn log_in(
        &mut self,
        user: &str,
        identities: &mut Identities,
    ) -> Result<(), Fault> {
        let login = Login {
            handle: &mut self.handle,
            ear: &self.ear,
            ended: &self.ended,
            user,
        };
        login.run(identities).await
    }

    /// Whoever sends through this session keeps to this.
    pub(super) fn uplink(&self) -> &Uplink {
        self.kill.0.uplink()
    }

    /// Says goodbye and waits until the peer has closed. May never return.
    async fn part(&self) {
        part(&self.handle, &self.ended).await;
    }
}

async fn part(handle: &Handle<ClientHandler>, ended: &CancellationToken) {
    let goodbye = handle.disconnect(Disconnect::ByApplication, "", "en");
    if goodbye.await.is_ok() {
        ended.cancelled().await;
    }
}

/// An authenticated connection to a target, through a bastion if there is one. Its sockets are
/// closed when it is dropped, whatever the peers do.
pub struct Connection {
    pub(super) handle: Arc<Handle<ClientHandler>>,
    pub(super) ear: Ear,
    pub(super) tasks: TaskTracker,
    kill: KillOnDrop,
    ended: CancellationToken,
    bastion: Option<Link>,
    host: String,
    itinerary: Itinerary,
    host_key: HostKey,
    server_version: String,
    steps: Vec<Step>,
}

impl Connection {
    pub(super) fn new(
        link: Link,
        bastion: Option<Link>,
        host: String,
        trail: &Trail,
        tasks: &TaskTracker,
    ) -> Result<Self, Fault> {
        let sighting = trail.sighting();
        let host_key = sighting.host_key;
        if let Some(bastion) = &bastion {
            bastion.serves_one.store(true, Ordering::SeqCst);
        }
        Ok(Self {
            handle: Arc::new(link.handle),
            ear: link.ear,
            tasks: tasks.clone(),
            kill: link.kill,
            ended: link.ended,
            bastion,
            host,
            itinerary: trail.itinerary(),
            host_key: host_key.ok_or_else(|| Fault::Protocol("it has no host key".to_owned()))?,
            server_version: sighting.server_version,
            steps: trail.steps(),
        })
    }

    /// The resolved target.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The way that it took.
    pub fn itinerary(&self) -> &Itinerary {
        &self.itinerary
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

    /// Every phase of the way here, with the time it took.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whoever sends through this connection keeps to this.
    pub(super) fn uplink(&self) -> &Uplink {
        self.kill.0.uplink()
    }

    /// Closes the sockets now, without a word to the peers. Harmless when repeated.
    pub fn kill(&self) {
        self.kill.0.kill();
        if let Some(bastion) = &self.bastion {
            bastion.kill.0.kill();
        }
    }

    /// Says goodbye where that does not block, and closes for certain. No socket and no task of
    /// the connection is left afterwards.
    pub async fn close(self) {
        self.kill.0.linger();
        if let Some(bastion) = &self.bastion {
            bastion.kill.0.linger();
            bastion.serves_one.store(false, Ordering::SeqCst);
        }
        let farewell = async {
            part(&self.handle, &self.ended).await;
            if let Some(bastion) = &self.bastion {
                bastion.part().await;
            }
        };
        let _ = timeout(FAREWELL, farewell).await;
        self.kill();
        let tasks = self.tasks.clone();
        drop(self);
        settle_or_log(&tasks).await;
    }

    /// Returns when the sockets hold nothing that was not read, or the connection has ended.
    pub(super) async fn until_read_out(&self) {
        // What the target has answered may still lie with the bastion.
        if let Some(bastion) = &self.bastion {
            bastion.kill.0.read_out().await;
        }
        self.kill.0.read_out().await;
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = formatter.debug_struct("Connection");
        parts.field("host", &self.host).finish_non_exhaustive()
    }
}

/// A session was killed and its tasks have not ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{0} tasks of the killed connection have not ended")]
pub struct TasksRemain(pub usize);

/// Waits for the tasks of sessions that were killed.
pub(super) async fn settle(tasks: &TaskTracker) -> Result<(), TasksRemain> {
    tasks.close();
    if timeout(SETTLE, tasks.wait()).await.is_ok() {
        return Ok(());
    }
    Err(TasksRemain(tasks.len()))
}

/// Where nobody can report that tasks remained.
pub(super) async fn settle_or_log(tasks: &TaskTracker) {
    if let Err(error) = settle(tasks).await {
        tracing::error!(%error, "a killed SSH session has not ended");
    }
}
