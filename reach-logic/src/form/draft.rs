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
    /// (R-001.18). Empty if there are errors.
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
        let (port, malformed) = match read_port(&self.port) {
            Ok(port) => (port, None),
            Err(error) => (Patch::Keep, Some(error)),
        };
        let typed = ConfigPatch {
            host: Patch::Set(self.host),
            host_alias: Patch::Set(self.host_alias),
            port,
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
        if let Some(malformed) = malformed {
            let is_above = |error: &&FieldError| {
                matches!(&*error.field, "name" | "config.host" | "config.host_alias")
            };
            let place = complaints.0.iter().take_while(is_above).count();
            complaints.0.insert(place, malformed);
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    const PIN: &str = "SHA256:uNiVztksCsDhcc0u9e8BrrJXVGDeEMOhXt3mUzGWFZw";

    fn draft() -> ExecutorDraft {
        ExecutorDraft {
            name: "gpu-1".to_string(),
            host: "10.0.0.5".to_string(),
            port: "22".to_string(),
            identity_source: "agent".to_string(),
            host_fingerprint: PIN.to_string(),
            ..ExecutorDraft::default()
        }
    }

    fn stored() -> Editable {
        let check = draft().check(&Editable::default());
        Editable {
            name: "gpu-1".to_string(),
            config: check.save.config.apply(&ExecutorConfig::default()).unwrap(),
        }
    }

    #[test]
    fn a_new_executor_is_saved_with_what_was_filled_in() {
        let check = draft().check(&Editable::default());
        assert_eq!(check.errors, []);
        let json = serde_json::to_value(&check.save).unwrap();
        let config = serde_json::json!({
            "host": "10.0.0.5", "port": 22, "identity_source": "agent", "host_fingerprint": PIN
        });
        assert_eq!(
            json,
            serde_json::json!({ "name": "gpu-1", "config": config })
        );
    }

    // covers: SSH-REACHABILITY-001.18
    #[test]
    fn an_untouched_form_saves_nothing() {
        let check = ExecutorDraft::of(stored()).check(&stored());
        assert_eq!(check, DraftCheck::default());
        let spaced = ExecutorDraft {
            host: " 10.0.0.5 ".to_string(),
            port: " 22".to_string(),
            name: "gpu-1 ".to_string(),
            ..ExecutorDraft::of(stored())
        };
        assert!(!spaced.check(&stored()).is_changed);
    }

    #[test]
    fn a_rename_is_no_change_of_the_connection() {
        let renamed = ExecutorDraft {
            name: "gpu-2".to_string(),
            ..draft()
        };
        let check = renamed.check(&stored());
        assert!(check.is_changed);
        assert_eq!(check.changed, []);
        assert_eq!(
            serde_json::to_string(&check.save).unwrap(),
            r#"{"name":"gpu-2","config":{}}"#
        );
    }

    #[test]
    fn a_save_mentions_only_what_differs() {
        let edited = ExecutorDraft {
            port: String::new(),
            user: "ada".to_string(),
            ..draft()
        };
        let check = edited.check(&stored());
        assert_eq!(
            check.changed,
            [ConnectionField::Port, ConnectionField::User]
        );
        let json = serde_json::to_string(&check.save).unwrap();
        assert_eq!(json, r#"{"config":{"port":null,"user":"ada"}}"#);
    }

    #[test]
    fn every_field_goes_through_the_form_and_back() {
        let full = ExecutorDraft {
            host_alias: "gpu".to_string(),
            user: "ada".to_string(),
            identity_source: "file".to_string(),
            identity_file: "~/.ssh/id".to_string(),
            proxy_jump: "jump".to_string(),
            ..draft()
        };
        let check = full.clone().check(&Editable::default());
        assert_eq!(check.changed.len(), 8);
        let config = check.save.config.apply(&ExecutorConfig::default()).unwrap();
        let stored = Editable {
            name: check.save.name.unwrap(),
            config,
        };
        assert_eq!(ExecutorDraft::of(stored.clone()), full);
        let cleared = ExecutorDraft {
            name: stored.name.clone(),
            ..ExecutorDraft::default()
        };
        let check = cleared.check(&stored);
        assert_eq!(check.changed.len(), 8);
        let after = check.save.config.apply(&stored.config).unwrap();
        assert_eq!(after, ExecutorConfig::default());
    }

    #[test]
    fn a_port_is_read_as_a_person_types_it() {
        let with_port = |port: &str| {
            ExecutorDraft {
                port: port.to_string(),
                ..draft()
            }
            .check(&Editable::default())
        };
        for (text, port) in [
            ("22", Patch::Set(22)),
            (" 022 ", Patch::Set(22)),
            ("  ", Patch::Keep),
        ] {
            assert_eq!(with_port(text).save.config.port, port, "{text:?}");
        }
        for (text, code) in [
            ("0", FieldCode::OutOfRange),
            ("65536", FieldCode::OutOfRange),
            ("99999999999999999999999", FieldCode::OutOfRange),
            ("-1", FieldCode::Invalid),
            ("+22", FieldCode::Invalid),
            ("22.0", FieldCode::Invalid),
            ("ssh", FieldCode::Invalid),
            ("２２", FieldCode::Invalid),
            ("2 2", FieldCode::Invalid),
            ("22\t", FieldCode::Invalid),
        ] {
            let errors = with_port(text).errors;
            let found: Vec<_> = errors.iter().map(|e| (&*e.field, e.code)).collect();
            assert_eq!(found, [("config.port", code)], "{text:?}");
        }
    }

    #[test]
    fn every_complaint_comes_at_once_and_nothing_can_be_sent() {
        let bad = ExecutorDraft {
            name: "  ".to_string(),
            host: "h\n".to_string(),
            port: "x".to_string(),
            identity_source: "both".to_string(),
            host_fingerprint: "SHA256:short".to_string(),
            ..ExecutorDraft::default()
        };
        let check = bad.check(&stored());
        let fields: Vec<_> = check.errors.iter().map(|e| &*e.field).collect();
        assert_eq!(
            fields,
            [
                "name",
                "config.host",
                "config.port",
                "config.identity_source",
                "config.host_fingerprint"
            ]
        );
        assert_eq!((check.changed, check.is_changed), (Vec::new(), false));
        assert_eq!(check.save, ExecutorPatch::default());
    }
}
