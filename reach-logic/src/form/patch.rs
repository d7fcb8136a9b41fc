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

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::{FieldCode, IdentitySource, KeyType};

    const PIN: &str = "SHA256:uNiVztksCsDhcc0u9e8BrrJXVGDeEMOhXt3mUzGWFZw";
    const OTHER_PIN: &str = "SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

    fn set(text: &str) -> Patch<String> {
        Patch::Set(text.to_string())
    }

    fn stored() -> ExecutorConfig {
        let patch = ConfigPatch {
            host: set("10.0.0.5"),
            port: Patch::Set(22),
            identity_source: set("file"),
            host_fingerprint: set(PIN),
            host_key_algorithm: set("ssh-rsa"),
            ..ConfigPatch::default()
        };
        patch.apply(&ExecutorConfig::default()).unwrap()
    }

    #[test]
    fn what_is_not_mentioned_stays_and_null_or_blank_removes() {
        let patch = ConfigPatch {
            port: Patch::Clear,
            user: set(" ada "),
            identity_source: set("  "),
            ..ConfigPatch::default()
        };
        let after = patch.apply(&stored()).unwrap();
        assert_eq!(after.connection.host.as_deref(), Some("10.0.0.5"));
        assert_eq!(after.connection.port, None);
        assert_eq!(after.connection.user.as_deref(), Some("ada"));
        assert_eq!(after.connection.identity_source, None);
    }

    #[test]
    fn an_empty_patch_changes_nothing() {
        assert_eq!(ConfigPatch::default().apply(&stored()).unwrap(), stored());
    }

    // P10
    #[test]
    fn a_new_fingerprint_without_its_key_type_clears_the_key_type() {
        let apply = |pin: &str, kind| {
            let patch = ConfigPatch {
                host_fingerprint: set(pin),
                host_key_algorithm: kind,
                ..ConfigPatch::default()
            };
            patch.apply(&stored()).unwrap().host_key_algorithm
        };
        assert_eq!(apply(OTHER_PIN, Patch::Keep), None);
        assert_eq!(apply(PIN, Patch::Keep), Some(KeyType::Rsa));
        assert_eq!(apply(PIN, Patch::Clear), None);
        assert_eq!(apply(OTHER_PIN, set("ssh-ed25519")), Some(KeyType::Ed25519));
    }

    #[test]
    fn every_complaint_comes_at_once_and_one_per_field() {
        let long = "x".repeat(limit::HOST + 1);
        let patch = ConfigPatch {
            host: set(&long),
            host_alias: set("a\u{0}"),
            port: Patch::Set(0),
            user: set(&"x".repeat(limit::USER + 1)),
            identity_source: set("Agent"),
            identity_file: set(&"x".repeat(limit::PATH + 1)),
            proxy_jump: set(&long),
            host_fingerprint: set(&long),
            host_key_algorithm: set("ssh-dss"),
        };
        let errors = patch.apply(&ExecutorConfig::default()).unwrap_err();
        let found: Vec<_> = errors.iter().map(|e| (&*e.field, e.code)).collect();
        assert_eq!(
            found,
            [
                ("config.host", FieldCode::TooLong),
                ("config.host_alias", FieldCode::ControlCharacter),
                ("config.port", FieldCode::OutOfRange),
                ("config.user", FieldCode::TooLong),
                ("config.identity_source", FieldCode::Invalid),
                ("config.identity_file", FieldCode::TooLong),
                ("config.proxy_jump", FieldCode::TooLong),
                ("config.host_fingerprint", FieldCode::TooLong),
                ("config.host_key_algorithm", FieldCode::Invalid),
            ]
        );
    }

    #[test]
    fn a_port_is_one_to_65535() {
        for (port, expected) in [
            (i64::MIN, None),
            (-1, None),
            (0, None),
            (1, Some(1)),
            (65_535, Some(65_535)),
            (65_536, None),
            (70_000, None),
            (i64::MAX, None),
        ] {
            let patch = ConfigPatch {
                port: Patch::Set(port),
                ..ConfigPatch::default()
            };
            let after = patch.apply(&ExecutorConfig::default()).ok();
            assert_eq!(
                after.and_then(|after| after.connection.port),
                expected,
                "{port}"
            );
        }
    }

    #[test]
    fn what_merely_does_not_resolve_is_stored() {
        let nothing = ConfigPatch::default().apply(&ExecutorConfig::default());
        assert_eq!(nothing.unwrap(), ExecutorConfig::default());
        let odd = ConfigPatch {
            host: set("no such host"),
            proxy_jump: set("a,b,c"),
            identity_source: set("agent"),
            identity_file: set("relative/or missing"),
            ..ConfigPatch::default()
        };
        let after = odd.apply(&ExecutorConfig::default()).unwrap().connection;
        assert_eq!(after.host.as_deref(), Some("no such host"));
        assert_eq!(after.identity_source, Some(IdentitySource::Agent));
    }

    #[test]
    fn in_json_what_stays_is_absent_and_what_is_removed_is_null() {
        let patch = ExecutorPatch {
            config: ConfigPatch {
                host: set("h"),
                port: Patch::Clear,
                ..ConfigPatch::default()
            },
            ..ExecutorPatch::default()
        };
        let json = serde_json::to_string(&patch).unwrap();
        assert_eq!(json, r#"{"config":{"host":"h","port":null}}"#);
    }
}
