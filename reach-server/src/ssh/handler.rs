//! What Reach does when a server says something.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use russh::client::{DisconnectReason, Handler, Session};
use russh::keys::PublicKeyOrCertificate;
use russh::{ChannelId, ChannelOpenFailure, Disconnect};
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::bastion_keys::Allowed;
use super::host_key::{HostKey, HostKeyFault, HostKeyRule};
use super::kill::Carrier;

/// What ends a session from our side. A host-key fault leaves russh as the value it was.
#[derive(Debug, thiserror::Error)]
pub(super) enum HandlerError {
    #[error(transparent)]
    HostKey(#[from] HostKeyFault),
    #[error("the server showed a host key of a type that was not asked for")]
    StrangeHostKey,
    #[error(transparent)]
    Russh(#[from] russh::Error),
}

/// What a server said, kept for whoever has to explain the outcome.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// The key it proved to hold.
    pub(super) host_key: Option<HostKey>,
    /// That the key may be talked to.
    pub(super) allowed: Option<Allowed>,
    /// Its farewell.
    pub(super) farewell: Option<Farewell>,
    /// Why it did not open a channel, in its own words.
    pub(super) open_failure: Option<String>,
}

/// How a session ended.
#[derive(Debug)]
pub(super) enum Farewell {
    /// A disconnect message from the server.
    Message { code: Disconnect, text: String },
    /// The server takes no method of authentication that is left.
    NoAuthMethod,
    /// The connection broke.
    Lost,
}

/// What is [`Heard`], shared with the session.
#[derive(Clone, Debug, Default)]
pub(super) struct Ear(Arc<Mutex<Heard>>);

impl Ear {
    pub(super) fn heard(&self) -> MutexGuard<'_, Heard> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lives exactly as long as the session's task: its drop is the only sign of the session's end
/// that never fails to come.
pub(super) struct ClientHandler {
    pub(super) rule: HostKeyRule,
    pub(super) ear: Ear,
    /// Cancelled at the session's end.
    pub(super) _ended: DropGuard,
    /// What carries this session and is of no use without it.
    pub(super) _carrier: Option<Carrier>,
    /// Counts the session's task for whoever waits for its end.
    pub(super) _task: TaskTrackerToken,
}

impl ClientHandler {
    /// A handler, and the token that is cancelled when its session ends.
    pub(super) fn new(
        rule: HostKeyRule,
        ear: Ear,
        carrier: Option<Carrier>,
        task: TaskTrackerToken,
    ) -> (Self, CancellationToken) {
        let ended = CancellationToken::new();
        let handler = Self {
            rule,
            ear,
            _ended: ended.clone().drop_guard(),
            _carrier: carrier,
            _task: task,
        };
        (handler, ended)
    }
}

impl Handler for ClientHandler {
    type Error = HandlerError;

    async fn check_server_key(
        &mut self,
        key: &PublicKeyOrCertificate,
    ) -> Result<bool, Self::Error> {
        // Certificates were not asked for.
        let PublicKeyOrCertificate::PublicKey {
            key: public_key, ..
        } = key
        else {
            return Err(HandlerError::StrangeHostKey);
        };
        let host_key = HostKey::of(public_key).ok_or(HandlerError::StrangeHostKey)?;
        let verdict = self.rule.check(public_key, &host_key);
        let mut heard = self.ear.heard();
        heard.host_key = Some(host_key);
        heard.allowed = Some(verdict?);
        Ok(true)
    }

    async fn channel_open_failure(
        &mut self,
        _channel: ChannelId,
        _reason: ChannelOpenFailure,
        description: &str,
        _language: &str,
        _session: &mut Session,
    ) -> Result<(), Self::Error> {
        self.ear.heard().open_failure = Some(description.to_owned());
        Ok(())
    }

    async fn disconnected(
        &mut self,
        reason: DisconnectReason<Self::Error>,
    ) -> Result<(), Self::Error> {
        let (farewell, outcome) = match reason {
            DisconnectReason::ReceivedDisconnect(info) => {
                let farewell = Farewell::Message {
                    code: info.reason_code,
                    text: info.message,
                };
                (farewell, Ok(()))
            }
            DisconnectReason::Error(error) => {
                let no_auth_method =
                    matches!(error, HandlerError::Russh(russh::Error::NoAuthMethod));
                let farewell = if no_auth_method {
                    Farewell::NoAuthMethod
                } else {
                    Farewell::Lost
                };
                (farewell, Err(error))
            }
        };
        self.ear.heard().farewell = Some(farewell);
        outcome
    }
}
