//! Connections over a stream in memory: the same handshake, pin and login, without a socket, a
//! file or a thread, so that a test can run them in virtual time.

use std::sync::Arc;
use std::time::Duration;

use reach_logic::{Fingerprint, KeyType};
use tokio::io::DuplexStream;
use tokio_util::task::TaskTracker;

use super::blocking::BlockingPool;
use super::connection::{Connection, settle_or_log};
use super::error::{DialError, Fault, Phase};
use super::host_key::HostKeyRule;
use super::identity::{Identities, Offer};
use super::meet::Meeting;
use super::trail::Trail;

/// Whom to meet at the other end of a stream, and as whom.
#[derive(Clone, Debug)]
pub struct StreamLogin {
    /// What the host is called.
    pub host: String,
    /// The user.
    pub user: String,
    /// The host's key.
    pub pin: Fingerprint,
    /// The user's private key, as OpenSSH writes it.
    pub key: String,
}

impl Connection {
    /// An authenticated connection over a stream. Without one, no task of the attempt is left.
    pub async fn over(stream: DuplexStream, login: StreamLogin) -> Result<Self, DialError> {
        let trail = Trail::new(&login.host);
        let tasks = TaskTracker::new();
        match attempt(stream, &login, &trail, &tasks).await {
            Ok(connection) => Ok(connection),
            Err(fault) => {
                let error = trail.error(fault);
                settle_or_log(&tasks).await;
                Err(error)
            }
        }
    }
}

async fn attempt(
    stream: DuplexStream,
    login: &StreamLogin,
    trail: &Trail,
    tasks: &TaskTracker,
) -> Result<Connection, Fault> {
    let key = russh::keys::decode_secret_key(&login.key, None);
    let key = key.map_err(|error| Fault::Protocol(error.to_string()))?;
    let mut keys = Identities {
        offers: vec![(Offer::Key(Arc::new(key)), "the key".to_owned())],
        ..Identities::default()
    };
    let meeting = Meeting {
        pool: &BlockingPool::new(Duration::ZERO),
        owner: None,
        trail,
        tasks,
    };
    let rule = HostKeyRule::Pinned(login.pin.clone());
    let wire = Box::new(stream);
    let mut link = meeting.handshake(wire, &rule, &KeyType::ALL, None).await?;
    trail.enter(Phase::Authenticate);
    link.log_in(&login.user, &mut keys).await?;
    Connection::new(link, None, login.host.clone(), trail, tasks)
}
