//! A place where sessions run.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{ConnectionConfig, Fingerprint, IdentitySource, KeyType, UnixMicros};

/// An executor's id: 1 to 64 characters of `[A-Za-z0-9_-]` (R13). Never reused.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct ExecutorId(String);

/// The text is not 1 to 64 characters of `[A-Za-z0-9_-]`.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("an id is 1 to 64 characters of A-Z, a-z, 0-9, _ and -")]
pub struct IdError;

impl ExecutorId {
    /// The text form.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ExecutorId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        if (1..=64).contains(&text.len()) && text.bytes().all(allowed) {
            Ok(Self(text.to_owned()))
        } else {
            Err(IdError)
        }
    }
}

impl fmt::Display for ExecutorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for ExecutorId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ExecutorId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

/// What kind of place.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ExecutorType {
    /// The machine Reach runs on; never probed.
    Local,
    /// A host reached by SSH.
    Ssh,
}

impl ExecutorType {
    /// The token used in JSON and in the store.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Ssh => "ssh",
        }
    }

    /// The type of a token.
    pub fn from_token(token: &str) -> Option<Self> {
        [Self::Local, Self::Ssh]
            .into_iter()
            .find(|kind| kind.token() == token)
    }
}

/// The user's switch.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ExecutorStatus {
    /// Probed and used.
    #[default]
    Active,
    /// Neither; its record is kept.
    Inactive,
}

impl ExecutorStatus {
    /// The token used in JSON and in the store.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Inactive => "inactive",
        }
    }

    /// The status of a token.
    pub fn from_token(token: &str) -> Option<Self> {
        [Self::Active, Self::Inactive]
            .into_iter()
            .find(|status| status.token() == token)
    }
}

/// An executor's `config`: the connection configuration, and the pinned key's type, which is not
/// part of it (P10).
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ExecutorConfig {
    /// The eight fields.
    pub connection: ConnectionConfig,
    /// The type of the key that `host_fingerprint` belongs to, once known.
    pub host_key_algorithm: Option<KeyType>,
}

/// The flat JSON of [`ExecutorConfig`], in the API and in the store.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename = "ExecutorConfig")]
struct ConfigJson {
    host: Option<String>,
    host_alias: Option<String>,
    port: Option<u16>,
    user: Option<String>,
    identity_source: Option<IdentitySource>,
    identity_file: Option<String>,
    proxy_jump: Option<String>,
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    host_fingerprint: Option<Fingerprint>,
    host_key_algorithm: Option<KeyType>,
}

impl Serialize for ExecutorConfig {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ConnectionConfig {
            host,
            host_alias,
            port,
            user,
            identity_source,
            identity_file,
            proxy_jump,
            host_fingerprint,
        } = self.connection.clone();
        ConfigJson {
            host,
            host_alias,
            port,
            user,
            identity_source,
            identity_file,
            proxy_jump,
            host_fingerprint,
            host_key_algorithm: self.host_key_algorithm,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ExecutorConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = ConfigJson::deserialize(deserializer)?;
        Ok(Self {
            connection: ConnectionConfig {
                host: json.host,
                host_alias: json.host_alias,
                port: json.port,
                user: json.user,
                identity_source: json.identity_source,
                identity_file: json.identity_file,
                proxy_jump: json.proxy_jump,
                host_fingerprint: json.host_fingerprint,
            },
            host_key_algorithm: json.host_key_algorithm,
        })
    }
}

/// An executor as the API shows it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Executor {
    /// Its id.
    pub id: ExecutorId,
    /// Its name; unique among the not deleted, ignoring case.
    pub name: String,
    /// Its type; cannot be changed.
    #[serde(rename = "type")]
    pub kind: ExecutorType,
    /// Whether it is probed and used.
    pub status: ExecutorStatus,
    /// How to reach it.
    pub config: ExecutorConfig,
    /// When it was made.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub created_at: UnixMicros,
    /// When it was last written; strictly advances (R6).
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub updated_at: UnixMicros,
}

impl Executor {
    /// Whether Reach probes it, given that it is not deleted.
    pub fn is_eligible(&self) -> bool {
        self.kind == ExecutorType::Ssh && self.status == ExecutorStatus::Active
    }
}
