//! A place where sessions run.

use alloc::string::String;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{ConnectionConfig, ExecutorId, Fingerprint, IdentitySource, KeyType, UnixMicros};

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
#[cfg_attr(
    feature = "ts",
    derive(tsify::Tsify),
    tsify(missing_as_null, rename = "ExecutorConfig")
)]
struct ConfigJson {
    host: Option<String>,
    host_alias: Option<String>,
    port: Option<u16>,
    user: Option<String>,
    identity_source: Option<IdentitySource>,
    identity_file: Option<String>,
    proxy_jump: Option<String>,
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
    #[cfg_attr(feature = "ts", tsify(type = "Timestamp"))]
    pub created_at: UnixMicros,
    /// When it was last written; strictly advances (R6).
    #[cfg_attr(feature = "ts", tsify(type = "Timestamp"))]
    pub updated_at: UnixMicros,
}

impl Executor {
    /// Whether Reach probes it, given that it is not deleted.
    pub fn is_eligible(&self) -> bool {
        self.kind == ExecutorType::Ssh && self.status == ExecutorStatus::Active
    }
}
