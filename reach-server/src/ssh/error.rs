//! Why a connection was not made: where (hop), when (phase) and what, as types (P3).

use std::fmt;
use std::io;
use std::time::Duration;

use reach_logic::{DialEvidence, Failure, Reason, classify};

use super::banner::NotSsh;
use super::blocking::BlockingError;
use super::config::ConfigError;
use super::host_key::{HostKey, HostKeyFault};
use super::identity::{AgentFault, IdentityFault};
use super::message::one_line;
use super::target::TargetFault;
use super::trail::{Itinerary, Sighting, Step};

/// Which connection of the attempt.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Hop {
    /// The jump host.
    Bastion,
    /// The host that the executor is about.
    Target,
}

/// How far an attempt got.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Phase {
    /// Reading the configuration and the keys; nothing was dialled.
    Prepare,
    /// Looking the name up.
    Resolve,
    /// Making the TCP connection, by Reach or by the bastion.
    Connect,
    /// From the TCP connection to the checked host key.
    Handshake,
    /// Proving who we are.
    Authenticate,
}

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The ssh configuration does not say what to dial, or not clearly.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The configuration does not say what to dial.
    #[error(transparent)]
    Target(#[from] TargetFault),
    /// The user's key cannot be used.
    #[error(transparent)]
    Identity(#[from] IdentityFault),
    /// Time was up.
    #[error("no answer within {}", seconds(.0))]
    Deadline(Duration),
    /// A call into the system hangs (P1).
    #[error(transparent)]
    SystemCall(#[from] BlockingError),
    /// The name could not be looked up.
    #[error("the name cannot be resolved: {}", plain(.0))]
    Resolve(io::Error),
    /// No address could be connected to.
    #[error("cannot connect: {}", plain(.0))]
    Connect(io::Error),
    /// The bastion could not connect onward.
    #[error("cannot connect: {}", onward(.0))]
    ConnectOnward(String),
    /// The bastion does not forward.
    #[error("it does not forward connections: {}", said(.0, "forwarding is forbidden"))]
    ForwardingRefused(String),
    /// The peer speaks another protocol.
    #[error("{0}; is the port right?")]
    NotSsh(#[from] NotSsh),
    /// The host key is not the one on record.
    #[error(transparent)]
    HostKey(#[from] HostKeyFault),
    /// No algorithm that both sides know.
    #[error("no common {kind} algorithm; the server offers {}", said(.offered, "none"))]
    NoCommonAlgorithm {
        /// What the algorithm is for.
        kind: &'static str,
        /// The server's list.
        offered: String,
    },
    /// No host-key algorithm that both sides know.
    #[error("no common host key algorithm; the server offers {}", said(.0, "none"))]
    NoHostKeyAlgorithm(String),
    /// The connection broke on the way.
    #[error("the connection broke: {}", plain(.0))]
    Broken(io::Error),
    /// The connection ended during the handshake.
    #[error("the server closed the connection{}", after(.0))]
    Closed(String),
    /// Something that is not the SSH protocol.
    #[error("the server broke the SSH protocol: {0}")]
    Protocol(String),
    /// The server does not take the user's keys.
    #[error(
        "the server refused the login of {user} with {offered}; is the public key in the user's \
         authorized_keys?"
    )]
    AuthRefused {
        /// Who wanted in.
        user: String,
        /// The keys, as a person would call them.
        offered: String,
    },
    /// The server wants more than a key.
    #[error("the server took the key of {0} and wants another proof, which Reach cannot give")]
    AuthIncomplete(String),
    /// The agent gives no signature.
    #[error(transparent)]
    NothingToSignWith(#[from] AgentFault),
}

impl Fault {
    fn host_key(&self) -> Option<&HostKeyFault> {
        if let Self::HostKey(fault) = self {
            Some(fault)
        } else {
            None
        }
    }

    /// What the fault shows, for the order of reasons (P4).
    pub fn evidence(&self) -> DialEvidence {
        match self {
            Self::Config(_) | Self::Target(_) | Self::Identity(_) => DialEvidence::NotDialable,
            Self::Deadline(_) | Self::SystemCall(_) => DialEvidence::DeadlineElapsed,
            Self::Connect(error) | Self::Broken(error)
                if error.kind() == io::ErrorKind::TimedOut =>
            {
                DialEvidence::DeadlineElapsed
            }
            Self::Resolve(_) | Self::Connect(_) | Self::ConnectOnward(_) => {
                DialEvidence::NotConnected
            }
            Self::HostKey(HostKeyFault::TypesMissing(_)) => DialEvidence::HostKeyTypeMissing,
            Self::HostKey(_) => DialEvidence::HostKeyRejected,
            Self::AuthRefused { .. } | Self::AuthIncomplete(_) => {
                DialEvidence::AuthenticationRefused
            }
            Self::NothingToSignWith(_) => DialEvidence::NothingToSignWith,
            Self::Broken(_)
            | Self::ForwardingRefused(_)
            | Self::NotSsh(_)
            | Self::NoCommonAlgorithm { .. }
            | Self::NoHostKeyAlgorithm(_)
            | Self::Closed(_)
            | Self::Protocol(_) => DialEvidence::Other,
        }
    }
}

/// A connection that was not made.
#[derive(Debug)]
pub struct DialError {
    /// The resolved target, never the bastion.
    pub host: String,
    /// The way to it; empty when the configuration did not resolve.
    pub itinerary: Itinerary,
    /// Where it went wrong, as a person would call it; empty when nothing was dialled.
    pub place: String,
    /// At which hop.
    pub hop: Hop,
    /// In which phase.
    pub phase: Phase,
    /// What ended the attempt.
    pub fault: Fault,
    /// A host key that did not match, seen earlier in the same attempt (P10).
    pub mismatch: Option<HostKeyFault>,
    /// Every phase, with the time it took.
    pub steps: Vec<Step>,
    /// What the target showed before it went wrong.
    pub sighting: Sighting,
}

impl DialError {
    /// The reason, in the order of.
    pub fn reason(&self) -> Reason {
        let mut evidence = vec![self.fault.evidence()];
        if self.mismatch.is_some() {
            evidence.push(DialEvidence::HostKeyRejected);
        }
        classify(&evidence)
    }

    /// The target's key: the one that the message is about, else the last that it showed.
    pub fn presented(&self) -> Option<&HostKey> {
        let faults = [self.mismatch.as_ref(), self.fault.host_key()];
        let named = faults.into_iter().flatten().find_map(|fault| match fault {
            HostKeyFault::Changed { presented, .. } => Some(presented),
            HostKeyFault::NotOnRecord { .. }
            | HostKeyFault::Revoked(_)
            | HostKeyFault::TypesMissing(_)
            | HostKeyFault::Unknown(_) => None,
        });
        named.or(self.sighting.host_key.as_ref())
    }

    /// Whether the message begins with the target: one about the bastion, or about what was
    /// found before any dial, does not.
    pub fn names_target(&self) -> bool {
        self.hop == Hop::Target && !self.place.is_empty()
    }

    /// Reason and message, as they are recorded.
    pub fn failure(&self) -> Failure {
        Failure {
            reason: self.reason(),
            message: one_line(&self.to_string()),
        }
    }
}

impl std::error::Error for DialError {}

impl fmt::Display for DialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.hop == Hop::Bastion {
            f.write_str("via bastion ")?;
        }
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        if let (Some(mismatch), Reason::HostKey) = (&self.mismatch, self.reason()) {
            return write!(f, "{mismatch}");
        }
        write!(f, "{}", self.fault)?;
        if matches!(self.fault, Fault::Deadline(_)) {
            f.write_str(self.phase.unfinished())?;
        }
        Ok(())
    }
}

impl Phase {
    const fn unfinished(self) -> &'static str {
        match self {
            Self::Prepare => " (while reading configuration and keys)",
            Self::Resolve => " (while looking up the name)",
            Self::Connect => " (while connecting)",
            Self::Handshake => " (connected, but the SSH handshake did not finish)",
            Self::Authenticate => " (connected, but the login did not finish)",
        }
    }
}

/// An I/O error without Rust's "(os error 111)".
pub(super) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text
        .strip_prefix("failed to lookup address information: ")
        .unwrap_or(&text);
    let end = text.find(" (os error").unwrap_or(text.len());
    lower_first(&text[..end])
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next();
    first
        .into_iter()
        .flat_map(char::to_lowercase)
        .chain(characters)
        .collect()
}

fn said<'a>(text: &'a str, otherwise: &'a str) -> &'a str {
    if text.is_empty() { otherwise } else { text }
}

/// The bastion's words, which OpenSSH takes from the system.
fn onward(text: &str) -> String {
    lower_first(said(text, "connection failed"))
}

fn after(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!(", saying \"{text}\"")
    }
}

fn seconds(limit: &Duration) -> String {
    if limit.subsec_nanos() == 0 {
        format!("{} s", limit.as_secs())
    } else {
        format!("{} ms", limit.as_millis())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_errors_read_like_prose() {
        let refused = io::Error::from_raw_os_error(111);
        assert_eq!(plain(&refused), "connection refused");
    }
}
