//! From everything an attempt showed to the one reason that is reported.

use alloc::vec::Vec;

use crate::Reason;

/// One thing that an attempt to connect showed. An attempt can show several; the reported reason
/// is the first of them in the contract's order.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum DialEvidence {
    /// The configuration cannot be dialled; found before any connection (P4).
    NotDialable,
    /// The deadline passed.
    DeadlineElapsed,
    /// A host key that is not the one on record, or is revoked, at either hop.
    HostKeyRejected,
    /// No common host-key algorithm at a hop whose key type is on record (P4).
    HostKeyTypeMissing,
    /// The server refused the user's keys, or hung up after refusing one.
    AuthenticationRefused,
    /// The agent holds no key, is locked, or refuses to sign.
    NothingToSignWith,
    /// Name resolution failed, or the TCP connection could not be made.
    NotConnected,
    /// Anything after TCP that is none of the above.
    Other,
}

impl DialEvidence {
    /// The reason that this evidence alone would give.
    pub const fn reason(self) -> Reason {
        match self {
            Self::NotDialable => Reason::Config,
            Self::DeadlineElapsed => Reason::Timeout,
            Self::HostKeyRejected | Self::HostKeyTypeMissing => Reason::HostKey,
            Self::AuthenticationRefused | Self::NothingToSignWith => Reason::Auth,
            Self::NotConnected => Reason::Network,
            Self::Other => Reason::Unknown,
        }
    }
}

/// The reported reason: the first in the contract's order, except that once a key mismatch was
/// seen an attempt that then ran out of time still ends as `host_key` (P10): otherwise an
/// interceptor could turn the one into the other by stalling. Without evidence: `unknown`.
pub fn classify(evidence: &[DialEvidence]) -> Reason {
    let mut reasons: Vec<Reason> = evidence.iter().map(|one| one.reason()).collect();
    if evidence.contains(&DialEvidence::HostKeyRejected) {
        reasons.retain(|reason| *reason != Reason::Timeout);
    }
    reasons.into_iter().min().unwrap_or(Reason::Unknown)
}
