//! The page's form: every field as the text that stands in it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::check::Complaints;
use super::{ConfigPatch, ExecutorPatch, FieldCode, FieldError, Patch, check_name};
use crate::{ConnectionConfig, ConnectionField, ExecutorConfig, Fingerprint};

/// The form of an SSH executor. An empty field is an absent value.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[expect(
    missing_docs,
    reason = "each is the member of `Executor` or of its `config` of the same name"
)]
pub struct ExecutorDraft {
    pub name: String,
    pub host: String,
    pub host_alias: String,
    pub port: String,
    pub user: String,
    pub identity_source: String,
    pub identity_file: String,
    pub proxy_jump: String,
    pub host_fingerprint: String,
}

/// The part of an executor that its form edits; in TypeScript an `Executor` is one.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Editable {
    /// Its name; empty when there is no executor yet.
    pub name: String,
    /// How to reach it.
    pub config: ExecutorConfig,
}

/// What a draft comes to.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct DraftCheck {
    /// Every complaint; empty if the draft may be sent.
    pub errors: Vec<FieldError>,
    /// The connection fields that a save would change: with any, it resets the record and probes
    /// . Empty if there are errors.
    pub changed: Vec<ConnectionField>,
    /// Whether a save would change anything at all.
    pub is_changed: bool,
    /// The body of the save: only what differs, so that it undoes nothing that was stored in the
    /// meantime. Empty if there are errors.
    pub save: ExecutorPatch,
}

impl ExecutorDraft {
    /// The form of what is stored.
    pub fn of(stored: Editable) -> Self {
        let ConnectionConfig {
            host,
            host_alias,
            port,
            user,
            identity_source,
            identity_file,
            proxy_jump,
            host_fingerprint,
        } = stored.config.connection;
        Self {
            name: stored.name,
            host: host.unwrap_or_default(),
            host_alias: host_alias.unwrap_or_default(),
            port: port.map(|port| port.to_string()).unwrap_or_default(),
            user: user.unwrap_or_default(),
            identity_source: identity_source
                .map(|source| source.token().to_string())
                .unwrap_or_default(),
            identity_file: identity_file.unwrap_or_default(),
            proxy_jump: proxy_jump.unwrap_or_default(),
            host_fingerprint: host_fingerprint
                .map(|pin| pin.as_str().to_string())
                .unwrap_or_default(),
        }
    }

    /// Checks the draft against what is stored; for a new executor, the default.
    pub fn check(self, stored: &Editable) -> DraftCheck {
        let mut complaints = Complaints::default();
        let name = complaints.note(check_name(&self.name));
        let port = complaints.note(read_port(&self.port));
        let typed = ConfigPatch {
            host: Patch::Set(self.host),
            host_alias: Patch::Set(self.host_alias),
            port: port.unwrap_or_default(),
            user: Patch::Set(self.user),
            identity_source: Patch::Set(self.identity_source),
            identity_file: Patch::Set(self.identity_file),
            proxy_jump: Patch::Set(self.proxy_jump),
            host_fingerprint: Patch::Set(self.host_fingerprint),
            host_key_algorithm: Patch::Keep,
        };
        let after = match typed.apply(&stored.config) {
            Ok(after) => Some(after),
            Err(errors) => {
                complaints.0.extend(errors);
                None
            }
        };
        let (Some(name), Some(after), true) = (name, after, complaints.0.is_empty()) else {
            return DraftCheck {
                errors: complaints.0,
                ..DraftCheck::default()
            };
        };
        let name = Some(name).filter(|name| stored.name != *name);
        let changed = after.connection.changed_fields(&stored.config.connection);
        DraftCheck {
            is_changed: name.is_some() || !changed.is_empty(),
            save: ExecutorPatch {
                name,
                status: None,
                config: difference(&changed, &after.connection),
            },
            errors: Vec::new(),
            changed,
        }
    }
}

/// A port as typed. Digits beyond what a number holds are out of range, not malformed.
fn read_port(text: &str) -> Result<Patch<i64>, FieldError> {
    let digits = text.trim_matches(' ');
    if digits.is_empty() {
        return Ok(Patch::Clear);
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(FieldError::new(
            "config.port",
            FieldCode::Invalid,
            "a port is a whole number",
        ));
    }
    Ok(Patch::Set(digits.parse().unwrap_or(i64::MAX)))
}

fn difference(changed: &[ConnectionField], after: &ConnectionConfig) -> ConfigPatch {
    let mut patch = ConfigPatch::default();
    for field in changed {
        match field {
            ConnectionField::Host => patch.host = set(after.host.clone()),
            ConnectionField::HostAlias => patch.host_alias = set(after.host_alias.clone()),
            ConnectionField::Port => patch.port = set(after.port.map(i64::from)),
            ConnectionField::User => patch.user = set(after.user.clone()),
            ConnectionField::IdentitySource => {
                patch.identity_source = set(after
                    .identity_source
                    .map(|source| source.token().to_string()));
            }
            ConnectionField::IdentityFile => patch.identity_file = set(after.identity_file.clone()),
            ConnectionField::ProxyJump => patch.proxy_jump = set(after.proxy_jump.clone()),
            ConnectionField::HostFingerprint => {
                let pin = after.host_fingerprint.as_ref().map(Fingerprint::as_str);
                patch.host_fingerprint = set(pin.map(ToString::to_string));
            }
        }
    }
    patch
}

fn set<T>(value: Option<T>) -> Patch<T> {
    value.map_or(Patch::Clear, Patch::Set)
}
