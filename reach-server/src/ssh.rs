//! Dialling SSH hosts. The only layer that names russh.

mod algorithms;
mod authenticate;
mod banner;
mod bastion_keys;
mod blocking;
mod channel;
mod classify;
pub mod config;
mod connection;
pub mod demo;
mod dial;
mod error;
mod exec;
mod files;
mod handler;
mod host_key;
mod identity;
mod keepalive;
mod kill;
pub mod known_hosts;
mod meet;
mod message;
mod over_stream;
mod pattern;
mod plan;
mod probe;
mod resolve;
mod settings;
mod target;
mod trail;
mod tunnel;
mod uplink;

use std::time::Duration;

use async_trait::async_trait;
use reach_logic::{Executor, Failure, KeyType};
use tokio_util::sync::CancellationToken;

pub use self::banner::NotSsh;
pub use self::blocking::BlockingError;
pub use self::channel::ChannelError;
pub use self::connection::{Connection, TasksRemain};
pub use self::dial::{DialRequest, Dialer};
pub use self::error::{DialError, Fault, Hop, Phase};
pub use self::exec::{Exit, ScriptOutput, Tail};
pub use self::files::{FilesError, SshFiles};
pub use self::host_key::{HostKey, HostKeyFault};
pub use self::identity::{AgentFault, FileProblem, IdentityFault, IdentityPlan, KeySource};
pub use self::keepalive::TransportEnded;
pub use self::message::{MESSAGE_BYTES, one_line};
pub use self::over_stream::StreamLogin;
pub use self::plan::{DialPlan, HopPlan, recorded_keys};
pub use self::probe::SshProbe;
pub use self::settings::SshSettings;
pub use self::target::{TargetFault, Trust};
pub use self::trail::{Itinerary, Sighting, Step};
pub use self::tunnel::{Received, Tunnel, TunnelReader, TunnelWriter};

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
