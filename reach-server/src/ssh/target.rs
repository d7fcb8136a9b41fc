//! From a connection configuration to what is dialled.

use std::path::PathBuf;

use reach_logic::{ConnectionConfig, Fingerprint, IdentitySource, KeyType};

use super::settings::SshSettings;

const SSH_PORT: u16 = 22;

/// Why a configuration cannot be dialled; found before any connection (P4).
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum TargetFault {
    /// Neither a host nor an alias.
    #[error("no host is configured: give a host name or address")]
    NoHost,
    /// Nothing to tell the host from an impostor.
    #[error("the host's key is not trusted yet: test the connection and trust the key it shows")]
    NoPin,
    /// Nobody to log in as.
    #[error("no user is configured, and the user that Reach runs as has no name")]
    NoUser,
    /// Something that Reach does not do yet.
    #[error("{0} is not supported yet")]
    Unsupported(&'static str),
}

/// Whom Reach expects to meet.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Trust {
    /// The holder of the pinned key, and nobody else.
    Pinned,
    /// Anyone: a user wants to see who is there. Without a pin only; with one it is checked.
    FirstContact,
}

/// A configuration, ready to be dialled.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) user: String,
    pub(super) pin: Option<Fingerprint>,
    pub(super) key_type: Option<KeyType>,
    pub(super) identities: IdentityPlan,
}

/// Which keys to log in with.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct IdentityPlan {
    pub(super) agent: AgentUse,
    pub(super) files: Vec<PathBuf>,
    /// The files were asked for: one that cannot be used is an error.
    pub(super) files_required: bool,
    /// Only keys that are among the files, even if the agent has more.
    pub(super) identities_only: bool,
}

/// What part the agent has.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) enum AgentUse {
    /// Its keys are offered if it is there.
    IfThere(Option<PathBuf>),
    /// It signs for a file whose private key is encrypted; nothing else.
    #[default]
    Never,
    /// It must be there.
    Required(Option<PathBuf>),
}

impl Target {
    /// What the configuration means. Only a host is dialled literally, without ssh config (P11).
    pub(super) fn resolve(
        connection: &ConnectionConfig,
        key_type: Option<KeyType>,
        trust: Trust,
        settings: &SshSettings,
    ) -> Result<Self, TargetFault> {
        if connection.host_alias.is_some() {
            return Err(TargetFault::Unsupported("an ssh config alias"));
        }
        let host = connection.host.clone().ok_or(TargetFault::NoHost)?;
        if connection.proxy_jump.is_some() {
            return Err(TargetFault::Unsupported("a jump host"));
        }
        let pin = connection.host_fingerprint.clone();
        if pin.is_none() && trust == Trust::Pinned {
            return Err(TargetFault::NoPin);
        }
        let user = connection
            .user
            .clone()
            .or_else(|| settings.local_user.clone());
        Ok(Self {
            host,
            port: connection.port.unwrap_or(SSH_PORT),
            user: user.ok_or(TargetFault::NoUser)?,
            key_type: key_type.filter(|_| pin.is_some()),
            pin,
            identities: IdentityPlan::of(connection, settings),
        })
    }

    /// `host:port`, as a person would call it.
    pub(super) fn place(&self) -> String {
        place(&self.host, self.port)
    }
}

impl IdentityPlan {
    /// Without a source: as `ssh` would.
    fn of(connection: &ConnectionConfig, settings: &SshSettings) -> Self {
        let socket = settings.agent_socket.clone();
        let file = connection.identity_file.as_deref();
        let file = file.map(|file| settings.expand(file));
        let agent = match connection.identity_source {
            None => AgentUse::IfThere(socket),
            Some(IdentitySource::Agent) => {
                return Self {
                    agent: AgentUse::Required(socket),
                    ..Self::default()
                };
            }
            Some(IdentitySource::File) => AgentUse::Never,
        };
        Self {
            agent,
            files_required: file.is_some(),
            files: file.map_or_else(|| settings.default_identity_files(), |file| vec![file]),
            identities_only: false,
        }
    }
}

/// `host:port`, with brackets round an IPv6 address.
pub(super) fn place(host: &str, port: u16) -> String {
    if host.contains(':') {
        format!("[{host}]:{port}")
    } else {
        format!("{host}:{port}")
    }
}
