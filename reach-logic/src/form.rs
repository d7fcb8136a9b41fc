//! What a person typed, checked field by field: the server and the page's form use the same rules.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{
    ConnectionConfig, ExecutorConfig, ExecutorId, ExecutorStatus, ExecutorType, IdentitySource,
    KeyType,
};

/// Limits in characters (`api.md`).
pub mod limit {
    /// An executor's name.
    pub const NAME: usize = 200;
    /// A host, an alias, a bastion.
    pub const HOST: usize = 253;
    /// A remote user.
    pub const USER: usize = 64;
    /// A path.
    pub const PATH: usize = 4096;
}

/// What is wrong with a field; the page translates the code, `message` is for logs and scripts.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum FieldCode {
    /// A control character.
    ControlCharacter,
    /// Not a value of the allowed set or form.
    Invalid,
    /// Outside the allowed range.
    OutOfRange,
    /// Needed and absent.
    Required,
    /// Too long.
    TooLong,
    /// Not of the expected JSON type.
    Type,
    /// Not a field that is known here.
    Unknown,
}

/// One complaint about one field.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct FieldError {
    /// The field, dotted from the body's root: `config.port`.
    pub field: String,
    /// What is wrong.
    pub code: FieldCode,
    /// The same, as an English sentence.
    pub message: String,
}

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

/// The members of `config` in a create or a partial save, not yet checked.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[expect(
    missing_docs,
    reason = "each is the member of `ExecutorConfig` of the same name"
)]
pub struct ConfigPatch {
    pub host: Patch<String>,
    pub host_alias: Patch<String>,
    pub port: Patch<i64>,
    pub user: Patch<String>,
    pub identity_source: Patch<String>,
    pub identity_file: Patch<String>,
    pub proxy_jump: Patch<String>,
    pub host_fingerprint: Patch<String>,
    pub host_key_algorithm: Patch<String>,
}

/// A checked create.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NewExecutor {
    /// The id, if the caller chose one.
    pub id: Option<ExecutorId>,
    /// The name.
    pub name: String,
    /// The type.
    pub kind: ExecutorType,
    /// The status.
    pub status: ExecutorStatus,
    /// The configuration.
    pub config: ExecutorConfig,
}

/// A partial save. Its members are already of the right JSON type; [`ConfigPatch::apply`] checks
/// the rest against what is stored.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ExecutorPatch {
    /// A new name.
    pub name: Option<String>,
    /// A new status.
    pub status: Option<ExecutorStatus>,
    /// New members of the configuration.
    pub config: ConfigPatch,
}

/// Checks an executor's name: not blank, not too long, no control characters.
pub fn check_name(name: &str) -> Result<String, FieldError> {
    let mut errors = Vec::new();
    let name = text("name", name, limit::NAME, &mut errors);
    match (errors.pop(), name) {
        (Some(error), _) => Err(error),
        (None, Some(name)) => Ok(name),
        (None, None) => Err(error("name", FieldCode::Required, "a name is needed")),
    }
}

impl ConfigPatch {
    /// The configuration after the patch, or every complaint at once. Text is trimmed; blank text
    /// clears. A new fingerprint without a key type clears the key type (P10).
    pub fn apply(self, stored: &ExecutorConfig) -> Result<ExecutorConfig, Vec<FieldError>> {
        let mut errors = Vec::new();
        let was = &stored.connection;
        let e = &mut errors;
        let connection = ConnectionConfig {
            host: merge(self.host, was.host.as_ref(), |v| {
                text("config.host", &v, limit::HOST, e)
            }),
            host_alias: merge(self.host_alias, was.host_alias.as_ref(), |v| {
                text("config.host_alias", &v, limit::HOST, e)
            }),
            port: merge(self.port, was.port.as_ref(), |v| port(v, e)),
            user: merge(self.user, was.user.as_ref(), |v| {
                text("config.user", &v, limit::USER, e)
            }),
            identity_source: merge(self.identity_source, was.identity_source.as_ref(), |v| {
                identity_source(&v, e)
            }),
            identity_file: merge(self.identity_file, was.identity_file.as_ref(), |v| {
                text("config.identity_file", &v, limit::PATH, e)
            }),
            proxy_jump: merge(self.proxy_jump, was.proxy_jump.as_ref(), |v| {
                text("config.proxy_jump", &v, limit::HOST, e)
            }),
            host_fingerprint: merge(self.host_fingerprint, was.host_fingerprint.as_ref(), |v| {
                let given = text("config.host_fingerprint", &v, limit::HOST, e)?;
                parsed("config.host_fingerprint", given.parse(), e)
            }),
        };
        let known = match &self.host_key_algorithm {
            Patch::Keep if connection.host_fingerprint != was.host_fingerprint => None,
            Patch::Keep | Patch::Clear | Patch::Set(_) => stored.host_key_algorithm.as_ref(),
        };
        let host_key_algorithm = merge(self.host_key_algorithm, known, |v| key_type(&v, e));
        if errors.is_empty() {
            Ok(ExecutorConfig {
                connection,
                host_key_algorithm,
            })
        } else {
            Err(errors)
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

fn text(field: &str, value: &str, limit: usize, errors: &mut Vec<FieldError>) -> Option<String> {
    let value = value.trim();
    if value.chars().any(char::is_control) {
        errors.push(error(
            field,
            FieldCode::ControlCharacter,
            "control characters are not allowed",
        ));
    } else if value.chars().count() > limit {
        errors.push(error(
            field,
            FieldCode::TooLong,
            &alloc::format!("at most {limit} characters"),
        ));
    }
    (!value.is_empty()).then(|| value.to_string())
}

fn port(value: i64, errors: &mut Vec<FieldError>) -> Option<u16> {
    let port = u16::try_from(value).ok().filter(|port| *port != 0);
    if port.is_none() {
        errors.push(error(
            "config.port",
            FieldCode::OutOfRange,
            "a port is 1 to 65535",
        ));
    }
    port
}

fn identity_source(value: &str, errors: &mut Vec<FieldError>) -> Option<IdentitySource> {
    let known = [IdentitySource::Agent, IdentitySource::File];
    let source = known.into_iter().find(|source| source.token() == value);
    if source.is_none() && !value.is_empty() {
        let message = "expected agent or file";
        errors.push(error("config.identity_source", FieldCode::Invalid, message));
    }
    source
}

fn key_type(value: &str, errors: &mut Vec<FieldError>) -> Option<KeyType> {
    let kind = KeyType::from_token(value);
    if kind.is_none() && !value.is_empty() {
        let message = "expected a key type such as ssh-ed25519";
        errors.push(error(
            "config.host_key_algorithm",
            FieldCode::Invalid,
            message,
        ));
    }
    kind
}

fn parsed<T, E: ToString>(
    field: &str,
    result: Result<T, E>,
    errors: &mut Vec<FieldError>,
) -> Option<T> {
    result
        .map_err(|cause| errors.push(error(field, FieldCode::Invalid, &cause.to_string())))
        .ok()
}

fn error(field: &str, code: FieldCode, message: &str) -> FieldError {
    FieldError {
        field: field.to_string(),
        code,
        message: message.to_string(),
    }
}
