//! Which hosts of an ssh configuration become executors, and with which pins. Decides, and changes
//! nothing; no key material is read or copied.

mod essence;
mod plan;
mod run;

use std::time::Instant;

use reach_logic::{
    Executor, ExecutorId, FieldError, Fingerprint, KeyType, NewExecutor, UnixMicros,
};

use crate::ssh::config::{ConfigError, Names, Place, SshConfig};
use crate::ssh::known_hosts::KnownHosts;

pub use self::plan::plan;
pub(super) use self::run::run;
pub use self::run::{ImportReport, ImportRequest, ImportedHost};

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
    /// When nobody waits for the plan any more.
    pub until: Instant,
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
        /// Its `updated_at` when this was decided.
        seen: UnixMicros,
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
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SkipReason {
    /// The executor was saved or deleted after this was decided.
    #[error("its executor was changed in the meantime; import again")]
    Changed,
    /// There is an executor for it, and nothing to add.
    #[error("there is an executor for it")]
    Exists(ExecutorId),
    /// There is an executor for it, whose pin is a key that is not on record.
    #[error("its executor trusts another key than known hosts; if the host key changed, trust it")]
    KeyDiffers(ExecutorId),
    /// Another host has this name; case does not count.
    #[error("an executor for another host has this name")]
    NameTaken,
    /// All its keys on record are revoked, or of types that Reach does not speak.
    #[error("every key of it on record is revoked, or of a type that Reach does not speak")]
    NoUsableKey,
    /// An executor cannot hold what the sent text says about it, and Reach's own ssh
    /// configuration does not say it.
    #[error(
        "it uses options that an executor has no field for; put it into the ssh configuration of \
         the user that Reach runs as"
    )]
    NotExpressible,
    /// It does not resolve.
    #[error(transparent)]
    Unresolvable(ConfigError),
    /// It is no name that an executor can have.
    #[error("{}: {}", .0.field, .0.message)]
    Unsuitable(FieldError),
    /// It stands for many hosts, or excludes some.
    #[error("it is a pattern, not the name of one host")]
    Wildcard,
}

impl Planned {
    /// The same name, of which nothing becomes after all.
    pub(super) fn skipped(&self, reason: SkipReason) -> Self {
        Self {
            outcome: Outcome::Skip(reason),
            ..self.clone()
        }
    }
}

impl SkipReason {
    /// The token in JSON.
    pub fn token(&self) -> &'static str {
        match self {
            Self::Changed => "changed",
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

    /// The executor that is in the way.
    pub(super) fn executor(&self) -> Option<&ExecutorId> {
        match self {
            Self::Exists(id) | Self::KeyDiffers(id) => Some(id),
            Self::Changed
            | Self::NameTaken
            | Self::NoUsableKey
            | Self::NotExpressible
            | Self::Unresolvable(_)
            | Self::Unsuitable(_)
            | Self::Wildcard => None,
        }
    }
}

#[cfg(test)]
mod tests;
