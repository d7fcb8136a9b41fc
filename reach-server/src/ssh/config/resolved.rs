//! The outcome of a resolution: what would be dialled, and where each value comes from.

use std::path::PathBuf;

use super::error::Place;
use super::jump::HostSpec;
use super::settings::{AddressFamily, Located};

/// What to dial for one name: the target, or a bastion.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Resolved {
    /// The name as it was given.
    pub original: String,
    /// The name or address to dial.
    pub host: Located<String>,
    /// The port.
    pub port: Located<u16>,
    /// The remote user.
    pub user: Located<String>,
    /// The bastion, if there is one.
    pub jump: Option<Located<HostSpec>>,
    /// Private keys in the order in which they are offered. Without any in the configuration:
    /// OpenSSH's default files, most of which do not exist.
    pub identity_files: Vec<Located<KeyFile>>,
    /// User certificates, beside those that stand next to a key as `…-cert.pub`.
    pub certificate_files: Vec<Located<KeyFile>>,
    /// Whether an agent's keys are offered only if they are among the identity files.
    pub identities_only: Located<bool>,
    /// The agent.
    pub agent: Located<Agent>,
    /// The name that stands for host and port in known-hosts files.
    pub host_key_alias: Option<Located<String>>,
    /// Which addresses of the name may be dialled.
    pub address_family: Located<AddressFamily>,
    /// `StrictHostKeyChecking yes`: a bastion that is not on record is refused.
    pub strict_host_keys: Located<bool>,
    /// Options that apply and that Reach passes over, with their first lines.
    pub ignored: Vec<(&'static str, Place)>,
}

/// A target and the bastion in front of it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Route {
    /// The target.
    pub target: Resolved,
    /// The bastion, resolved like any other name.
    pub bastion: Option<Resolved>,
}

/// A file of keys or certificates.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct KeyFile {
    /// As it was written.
    pub given: String,
    /// Expanded; relative to the working directory if it was written so.
    pub path: PathBuf,
}

/// Where an agent is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Agent {
    /// `IdentityAgent none`.
    Disabled,
    /// A socket.
    Socket(PathBuf),
    /// It is named by an environment variable that is not set.
    Unset {
        /// The variable.
        variable: String,
    },
}
