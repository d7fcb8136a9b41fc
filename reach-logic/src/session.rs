//! Sessions: a long-lived process on an executor, reached through a local port.

use alloc::collections::BTreeMap;
use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::{ExecutorId, LaunchWarning, Reason, SessionId, UnixMicros};

/// Where a session stands. The transport has a state of its own: losing it leaves this as it was.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum SessionState {
    /// The launch goes on.
    Starting,
    /// The controller answered through the forward.
    Running,
    /// A stop goes on.
    Stopping,
    /// Stopped on request.
    Stopped,
    /// The launch failed, or the controller is dead for sure.
    Failed,
}

impl SessionState {
    /// Every state.
    pub const ALL: [Self; 5] = [
        Self::Starting,
        Self::Running,
        Self::Stopping,
        Self::Stopped,
        Self::Failed,
    ];

    /// The token used in JSON and in the store.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Starting => "starting",
            Self::Running => "running",
            Self::Stopping => "stopping",
            Self::Stopped => "stopped",
            Self::Failed => "failed",
        }
    }

    /// The state of a token.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.token() == token)
    }

    /// Whether the session still holds its executor: it may be neither deactivated nor deleted.
    pub const fn is_live(self) -> bool {
        match self {
            Self::Starting | Self::Running | Self::Stopping => true,
            Self::Stopped | Self::Failed => false,
        }
    }
}

/// What is known of a session's SSH connection.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Transport {
    /// There is none: a local executor, or a session that is not running here.
    None,
    /// It answers.
    Up,
    /// Silent for more than two probe intervals, not yet declared lost.
    Unresponsive,
    /// Declared lost, and closed.
    Lost,
}

/// The steps of a launch, in order.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum LaunchStep {
    /// The configuration is resolved into a target.
    Resolve,
    /// The connection is opened and authenticated.
    Dial,
    /// `uname -sm` names a supported platform.
    Platform,
    /// The session directory is made and the prepare script runs.
    Prepare,
    /// The controller is started, detached.
    Start,
    /// The controller's port is known.
    Port,
    /// The local forward listens.
    Forward,
    /// The controller accepts a connection through the forward.
    Ready,
}

impl LaunchStep {
    /// Every step, in order.
    pub const ALL: [Self; 8] = [
        Self::Resolve,
        Self::Dial,
        Self::Platform,
        Self::Prepare,
        Self::Start,
        Self::Port,
        Self::Forward,
        Self::Ready,
    ];

    /// The token used in JSON and in the store.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Resolve => "resolve",
            Self::Dial => "dial",
            Self::Platform => "platform",
            Self::Prepare => "prepare",
            Self::Start => "start",
            Self::Port => "port",
            Self::Forward => "forward",
            Self::Ready => "ready",
        }
    }

    /// The step of a token.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.token() == token)
    }
}

/// Why a session failed.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SessionFailure {
    /// The step that failed; null when the session failed after its launch.
    pub step: Option<LaunchStep>,
    /// Of a launch that could not connect: classified from its own attempt.
    pub reason: Option<Reason>,
    /// The target host.
    pub host: String,
    /// One line for a human.
    pub message: String,
}

/// The process that a session starts on the host.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Controller {
    /// A shell command that listens on a TCP port.
    pub command: String,
    /// The port it listens on; 0: it writes its port to `$REACH_PORT_FILE`.
    pub port: u16,
    /// Where it runs; absent: the session directory.
    pub workdir: Option<String>,
}

/// What a session was asked to be; kept with it, in the store as JSON.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SessionSpec {
    /// The controller.
    pub controller: Controller,
    /// Runs before the controller; non-zero fails the launch.
    pub prepare_script: Option<String>,
    /// Runs at stop, before the controller is stopped.
    pub cleanup_script: Option<String>,
    /// Environment of scripts and controller.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// A broker that the controller gets credentials from; makes a reset possible.
    pub credential_broker_url: Option<String>,
}

/// A session as the API shows it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// Where it runs.
    pub executor_id: ExecutorId,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub state: SessionState,
    /// What is known of its connection.
    pub transport: Transport,
    /// The launch step under way.
    pub step: Option<LaunchStep>,
    /// Why it failed.
    pub failure: Option<SessionFailure>,
    /// The target host; `localhost` for a local executor.
    pub host: String,
    /// The port on 127.0.0.1 that leads to the controller.
    pub local_port: Option<u16>,
    /// The controller's port on the host.
    pub remote_port: Option<u16>,
    /// The controller's process id on the host.
    pub remote_pid: Option<u32>,
    /// A stop could not make sure that the controller ended (S3).
    pub controller_may_remain: bool,
    /// The latest launch warning, until the session runs, is removed or is launched again (S18).
    pub launch_warning: Option<LaunchWarning>,
    /// When it first ran.
    #[cfg_attr(feature = "ts", tsify(type = "Timestamp | null"))]
    pub started_at: Option<UnixMicros>,
    /// When it was made.
    #[cfg_attr(feature = "ts", tsify(type = "Timestamp"))]
    pub created_at: UnixMicros,
    /// When it was last written; strictly advances.
    #[cfg_attr(feature = "ts", tsify(type = "Timestamp"))]
    pub updated_at: UnixMicros,
}
