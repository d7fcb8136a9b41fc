//! Which hosts of an ssh configuration become executors, and with which pins. Decides, and changes
//! nothing; no key material is read or copied.

mod essence;
mod plan;

use reach_logic::{Executor, ExecutorId, FieldError, Fingerprint, KeyType, NewExecutor};

use crate::ssh::config::{ConfigError, Names, Place, SshConfig};
use crate::ssh::known_hosts::KnownHosts;

pub use self::plan::plan;

/// What an import works from.
pub struct Sources<'a> {
    /// The configuration whose hosts are imported.
    pub imported: &'a SshConfig<'a>,
    /// Its names.
    pub names: &'a Names,
    /// The configuration that Reach dials by.
    pub own: &'a SshConfig<'a>,
    /// The keys on record.
    pub known_hosts: &'a KnownHosts,
    /// The executors there are.
    pub existing: &'a [Executor],
}

/// What becomes of one name.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The name, or the pattern.
    pub name: String,
    /// Its `Host` line.
    pub at: Place,
    /// What becomes of it.
    pub outcome: Outcome,
}

/// What becomes of a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A new executor. Without a pin when no key is on record: it is dialled once it is trusted.
    Create(Box<NewExecutor>),
    /// An executor that is there learns what the known-hosts files tell.
    Complete {
        /// Which one.
        id: ExecutorId,
        /// Its pin, which it had not.
        fingerprint: Option<Fingerprint>,
        /// The type of its key.
        key_type: KeyType,
    },
    /// It is the same host as another name of this import.
    SameAs(String),
    /// Nothing.
    Skip(SkipReason),
}

/// Why nothing becomes of a name.
#[derive(Clone, Debug, PartialEq)]
pub enum SkipReason {
    /// There is an executor for it, and nothing to add.
    Exists(ExecutorId),
    /// There is an executor for it, whose pin is a key that is not on record.
    KeyDiffers(ExecutorId),
    /// Another host has this name; case does not count.
    NameTaken,
    /// All its keys on record are revoked, or of types that Reach does not speak.
    NoUsableKey,
    /// An executor cannot hold what the sent text says about it, and Reach's own ssh
    /// configuration does not say it.
    NotExpressible,
    /// It does not resolve.
    Unresolvable(ConfigError),
    /// It is no name that an executor can have.
    Unsuitable(FieldError),
    /// It stands for many hosts, or excludes some.
    Wildcard,
}

impl SkipReason {
    /// The token in JSON.
    pub fn token(&self) -> &'static str {
        match self {
            Self::Exists(_) => "exists",
            Self::KeyDiffers(_) => "key-differs",
            Self::NameTaken => "name-taken",
            Self::NoUsableKey => "no-usable-key",
            Self::NotExpressible => "not-expressible",
            Self::Unresolvable(_) => "config",
            Self::Unsuitable(_) => "name",
            Self::Wildcard => "wildcard",
        }
    }
}

#[cfg(test)]
mod tests;
