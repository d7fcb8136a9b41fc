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

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD_NO_PAD;

    use super::*;

    #[test]
    fn a_fingerprint_is_what_ssh_keygen_prints() {
        let printed = "SHA256:uNiVztksCsDhcc0u9e8BrrJXVGDeEMOhXt3mUzGWFZw";
        let pin: Fingerprint = printed.parse().unwrap();
        assert_eq!(pin.as_str(), printed);
    }

    #[test]
    fn anything_else_is_refused() {
        let digest = "uNiVztksCsDhcc0u9e8BrrJXVGDeEMOhXt3mUzGWFZw";
        for text in [
            "",
            "SHA256:",
            digest,
            &alloc::format!("sha256:{digest}"),
            &alloc::format!("SHA256:{digest}="),
            &alloc::format!("SHA256: {digest}"),
            &alloc::format!("SHA256:{}", &digest[1..]),
            &alloc::format!("SHA256:A{digest}"),
            &alloc::format!("SHA256:{}-{}", &digest[..20], &digest[21..]),
            &alloc::format!("SHA256:{}é{}", &digest[..20], &digest[22..]),
            "MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48",
        ] {
            assert_eq!(text.parse::<Fingerprint>(), Err(FingerprintError), "{text}");
        }
    }

    #[test]
    fn a_digest_can_be_written_in_one_way_only() {
        let head = "uNiVztksCsDhcc0u9e8BrrJXVGDeEMOhXt3mUzGWFZ";
        for last in (0_u8..=127).map(char::from) {
            let digest = alloc::format!("{head}{last}");
            let is_base64_of_32 = STANDARD_NO_PAD
                .decode(&digest)
                .is_ok_and(|bytes| bytes.len() == 32);
            let pin = alloc::format!("SHA256:{digest}").parse::<Fingerprint>();
            assert_eq!(pin.is_ok(), is_base64_of_32, "{last:?}");
        }
    }

    #[test]
    fn the_token_of_a_key_type_is_its_json() {
        for kind in KeyType::ALL {
            let json = serde_json::to_string(&kind).unwrap();
            assert_eq!(json, alloc::format!("\"{}\"", kind.token()));
            assert_eq!(KeyType::from_token(kind.token()), Some(kind));
        }
        assert_eq!(KeyType::from_token("ssh-dss"), None);
    }
}
