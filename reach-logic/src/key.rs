//! Host keys: fingerprints and key types.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The SHA-256 fingerprint of a host key as `ssh-keygen -lf` prints it: `SHA256:` and 43
/// characters of unpadded base64.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(type = "string"))]
pub struct Fingerprint(String);

/// The text is not `SHA256:` followed by 43 characters of unpadded base64.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("not a fingerprint: expected SHA256: and 43 base64 characters")]
pub struct FingerprintError;

impl Fingerprint {
    /// The text form.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Fingerprint {
    type Err = FingerprintError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digest = text.strip_prefix("SHA256:").ok_or(FingerprintError)?;
        if is_digest(digest.as_bytes()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(FingerprintError)
        }
    }
}

/// Whether this is the one way to write 32 bytes in unpadded base64: 43 characters, of which the
/// last carries four bits and leaves the two below them zero (RFC 4648 §3.5).
fn is_digest(text: &[u8]) -> bool {
    let is_base64 = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    text.len() == 43
        && text.iter().all(is_base64)
        && text
            .last()
            .is_some_and(|last| b"AEIMQUYcgkosw048".contains(last))
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

/// The type of a host key, named as in `known_hosts` (RFC 4253 §6.6, RFC 5656, RFC 8709).
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum KeyType {
    /// Ed25519.
    #[serde(rename = "ssh-ed25519")]
    Ed25519,
    /// ECDSA over NIST P-256.
    #[serde(rename = "ecdsa-sha2-nistp256")]
    EcdsaP256,
    /// ECDSA over NIST P-384.
    #[serde(rename = "ecdsa-sha2-nistp384")]
    EcdsaP384,
    /// ECDSA over NIST P-521.
    #[serde(rename = "ecdsa-sha2-nistp521")]
    EcdsaP521,
    /// RSA; signed with `rsa-sha2-256` or `rsa-sha2-512`, never SHA-1.
    #[serde(rename = "ssh-rsa")]
    Rsa,
}

impl KeyType {
    /// Every key type, in the order in which a client without a record offers them.
    pub const ALL: [Self; 5] = [
        Self::Ed25519,
        Self::EcdsaP256,
        Self::EcdsaP384,
        Self::EcdsaP521,
        Self::Rsa,
    ];

    /// The name in `known_hosts`, JSON and the store.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Ed25519 => "ssh-ed25519",
            Self::EcdsaP256 => "ecdsa-sha2-nistp256",
            Self::EcdsaP384 => "ecdsa-sha2-nistp384",
            Self::EcdsaP521 => "ecdsa-sha2-nistp521",
            Self::Rsa => "ssh-rsa",
        }
    }

    /// The key type of a name.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.token() == token)
    }
}
