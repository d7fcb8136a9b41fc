//! Dialling SSH hosts. The only layer that names russh.

use std::time::Duration;

use async_trait::async_trait;
use reach_logic::{Executor, Failure, KeyType};
use tokio_util::sync::CancellationToken;

/// The deadline of one probe, over everything (P1).
pub const PROBE_DEADLINE: Duration = Duration::from_secs(10);

/// What one completed probe saw.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ProbeReport {
    /// The resolved target, never the bastion.
    pub host: String,
    /// `None` is a success.
    pub failure: Option<Failure>,
    /// The type of the key that matched the pin, on success.
    pub key_type: Option<KeyType>,
}

/// The probe was cancelled before it completed; that is no observation.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

/// Opens an authenticated transport to an executor's pinned host, and closes it.
#[async_trait]
pub trait Probe: Send + Sync {
    /// One probe. Completes within the deadline, whatever the host does. When it returns, no
    /// socket and no task of it is left, but for what P1 lets be abandoned.
    async fn probe(
        &self,
        executor: &Executor,
        cancel: &CancellationToken,
    ) -> Result<ProbeReport, Cancelled>;
}
