//! The persisted outcome of the last probe of one executor.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::{ExecutorId, Reason, UnixMicros, reason};

/// What is known about a host.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Never probed, or reset. Never inferred from a failure.
    Unknown,
    /// The last success stands.
    Reachable,
    /// A sticky failure, or a streak that reached the threshold.
    Unreachable,
}

impl State {
    /// Every state.
    pub const ALL: [Self; 3] = [Self::Unknown, Self::Reachable, Self::Unreachable];

    /// The token used in JSON and in the store.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Reachable => "reachable",
            Self::Unreachable => "unreachable",
        }
    }

    /// The state of a token.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.token() == token)
    }
}

/// One row of `executor_reachability`.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct ReachabilityRecord {
    /// Whose record.
    pub executor_id: ExecutorId,
    /// The state.
    pub state: State,
    /// Why the most recent completed probe failed; `None` if it succeeded or none has completed.
    #[serde(with = "reason::or_empty")]
    pub reason: Option<Reason>,
    /// One line for a human; empty without a reason.
    pub message: String,
    /// Failures since the last success.
    pub consecutive_failures: u32,
    /// The target that was probed, never the bastion.
    pub host: String,
    /// Digest of the connection configuration that the record describes (R3).
    pub config_digest: String,
    /// When the last probe completed.
    pub checked_at: Option<UnixMicros>,
    /// When a probe last succeeded.
    pub last_success_at: Option<UnixMicros>,
    /// When the record was last written; strictly advances per record (R6).
    pub updated_at: UnixMicros,
}

/// Why a probe failed.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Failure {
    /// Exactly one reason of the closed set.
    pub reason: Reason,
    /// One line, at most 512 bytes, without control characters or key material (P6).
    pub message: String,
}

/// What one completed probe saw.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Observation {
    /// The target that was probed.
    pub host: String,
    /// `None` is a success.
    pub failure: Option<Failure>,
    /// When the probe completed.
    pub checked_at: UnixMicros,
    /// Digest of the configuration that was probed.
    pub config_digest: String,
}
