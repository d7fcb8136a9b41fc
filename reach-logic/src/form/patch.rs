//! A save that mentions only some members (`PATCH`).

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Serialize, Serializer};

use super::check::Complaints;
use super::{FieldError, limit};
use crate::{ConnectionConfig, ExecutorConfig, ExecutorStatus};

/// What a partial save says about one member.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Patch<T> {
    /// Not mentioned: it stays.
    #[default]
    Keep,
    /// `null`: removed.
    Clear,
    /// A new value.
    Set(T),
}

/// The members of `config` in a create or a partial save, not yet checked. In JSON a member that
/// stays is absent, and one that is removed is `null`.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(tsify::Tsify),
    tsify(missing_as_null, type = "Partial<ExecutorConfig>")
)]
#[expect(
    missing_docs,
    reason = "each is the member of `ExecutorConfig` of the same name"
)]
pub struct ConfigPatch {
    #[serde(skip_serializing_if = "Patch::is_keep")]
    pub host: Patch<String>,
    #[serde(skip_serializing_if = "Patch::is_keep")]
    pub host_alias: Patch<String>,
    #[serde(skip_serializing_if = "Patch::is_keep")]
    pub port: Patch<i64>,
    #[serde(skip_serializing_if = "Patch::is_keep")]
    pub user: Patch<String>,
    #[serde(skip_serializing_if = "Patch::is_keep")]
    pub identity_source: Patch<String>,
    #[serde(skip_serializing_if = "Patch::is_keep")]
    pub identity_file: Patch<String>,
    #[serde(skip_serializing_if = "Patch::is_keep")]
    pub proxy_jump: Patch<String>,
    #[serde(skip_serializing_if = "Patch::is_keep")]
    pub host_fingerprint: Patch<String>,
    #[serde(skip_serializing_if = "Patch::is_keep")]
    pub host_key_algorithm: Patch<String>,
}

/// A partial save. Its members are already of the right JSON type; [`ConfigPatch::apply`] checks
/// the rest against what is stored.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ExecutorPatch {
    /// A new name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "string"))]
    pub name: Option<String>,
    /// A new status.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", tsify(optional, type = "ExecutorStatus"))]
    pub status: Option<ExecutorStatus>,
    /// New members of the configuration.
    pub config: ConfigPatch,
}

impl<T> Patch<T> {
    /// Whether the member stays.
    pub const fn is_keep(&self) -> bool {
        matches!(self, Self::Keep)
    }
}

impl<T: Serialize> Serialize for Patch<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Keep | Self::Clear => serializer.serialize_none(),
            Self::Set(value) => serializer.serialize_some(value),
        }
    }
}

impl ConfigPatch {
    /// The configuration after the patch, or every complaint at once. Text is trimmed; blank text
    /// clears. A new fingerprint without a key type clears the key type (P10).
    pub fn apply(self, stored: &ExecutorConfig) -> Result<ExecutorConfig, Vec<FieldError>> {
        let mut complaints = Complaints::default();
        let was = &stored.connection;
        let c = &mut complaints;
        let connection = ConnectionConfig {
            host: merge(self.host, was.host.as_ref(), |v| {
                c.text("config.host", &v, limit::HOST)
            }),
            host_alias: merge(self.host_alias, was.host_alias.as_ref(), |v| {
                c.text("config.host_alias", &v, limit::HOST)
            }),
            port: merge(self.port, was.port.as_ref(), |v| c.port(v)),
            user: merge(self.user, was.user.as_ref(), |v| {
                c.text("config.user", &v, limit::USER)
            }),
            identity_source: merge(self.identity_source, was.identity_source.as_ref(), |v| {
                c.identity_source(&v)
            }),
            identity_file: merge(self.identity_file, was.identity_file.as_ref(), |v| {
                c.text("config.identity_file", &v, limit::PATH)
            }),
            proxy_jump: merge(self.proxy_jump, was.proxy_jump.as_ref(), |v| {
                c.text("config.proxy_jump", &v, limit::HOST)
            }),
            host_fingerprint: merge(self.host_fingerprint, was.host_fingerprint.as_ref(), |v| {
                c.fingerprint(&v)
            }),
        };
        let known = match &self.host_key_algorithm {
            Patch::Keep if connection.host_fingerprint != was.host_fingerprint => None,
            Patch::Keep | Patch::Clear | Patch::Set(_) => stored.host_key_algorithm.as_ref(),
        };
        let host_key_algorithm = merge(self.host_key_algorithm, known, |v| c.key_type(&v));
        if complaints.0.is_empty() {
            Ok(ExecutorConfig {
                connection,
                host_key_algorithm,
            })
        } else {
            Err(complaints.0)
        }
    }
}

fn merge<T: Clone, V>(
    patch: Patch<V>,
    stored: Option<&T>,
    read: impl FnOnce(V) -> Option<T>,
) -> Option<T> {
    match patch {
        Patch::Keep => stored.cloned(),
        Patch::Clear => None,
        Patch::Set(value) => read(value),
    }
}
