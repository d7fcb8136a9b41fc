//! Which host keys a hop may show, and the keys themselves.

use std::fmt;

use reach_logic::{Fingerprint, KeyType};
use russh::keys::ssh_key::PublicKey;
use russh::keys::{Algorithm, EcdsaCurve, HashAlg};

use super::bastion_keys::{Allowed, BastionRecord};

/// A key that a server proved to hold.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct HostKey {
    /// As `ssh-keygen -lf` prints it.
    pub fingerprint: Fingerprint,
    /// Its type.
    pub key_type: KeyType,
}

impl HostKey {
    /// The key as shown on the wire; `None` for a type that Reach never offers.
    pub(super) fn of(key: &PublicKey) -> Option<Self> {
        let fingerprint = key.fingerprint(HashAlg::Sha256).to_string();
        Some(Self {
            fingerprint: fingerprint.parse().ok()?,
            key_type: key_type_of(&key.algorithm())?,
        })
    }
}

impl fmt::Display for HostKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.fingerprint, self.key_type.token())
    }
}

/// What a hop's key is judged by.
#[derive(Clone, Debug)]
pub(super) enum HostKeyRule {
    /// A bastion's, by what is on record for it.
    OnRecord(BastionRecord),
    /// Only the pinned key will do.
    Pinned(Fingerprint),
    /// First contact, at a user's request: any key is shown, and trusted with nothing.
    Shown,
}

impl HostKeyRule {
    /// Whether this key may be talked to.
    pub(super) fn check(
        &self,
        key: &PublicKey,
        presented: &HostKey,
    ) -> Result<Allowed, HostKeyFault> {
        match self {
            Self::OnRecord(record) => record.check(key, presented),
            Self::Pinned(expected) if *expected != presented.fingerprint => {
                Err(HostKeyFault::Changed {
                    expected: expected.clone(),
                    presented: presented.clone(),
                })
            }
            Self::Pinned(_) | Self::Shown => Ok(Allowed::Known),
        }
    }
}

/// A hop's host key is not the one on record.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum HostKeyFault {
    /// Another key than the pinned one.
    #[error(
        "the host key has changed: it is {presented}, not the trusted {expected}. If you expected \
         this, trust the new key; if not, someone may be answering in the host's place"
    )]
    Changed {
        /// The pin.
        expected: Fingerprint,
        /// What the server showed.
        presented: HostKey,
    },
    /// Another key than those that the known-hosts files have for a bastion.
    #[error(
        "the host key has changed: it is {presented}, not the one on record in {record}. If you \
         expected this, correct the record; if not, someone may be answering in the host's place"
    )]
    NotOnRecord {
        /// What the server showed.
        presented: HostKey,
        /// Where the other key is.
        record: String,
    },
    /// The known-hosts files say that the key must not be used any more.
    #[error("the host key {0} is marked as revoked in known_hosts")]
    Revoked(HostKey),
    /// The server has no key of the types that are on record.
    #[error(
        "the host key has changed: the server has no {} key any more, the type on record. If you \
         expected this, trust its new key; if not, someone may be answering in the host's place",
        tokens(.0)
    )]
    TypesMissing(Vec<KeyType>),
    /// No key is on record for a bastion, and the ssh configuration is strict about it.
    #[error("the host key {0} is not on record, and StrictHostKeyChecking is on")]
    Unknown(HostKey),
}

fn tokens(types: &[KeyType]) -> String {
    let tokens: Vec<&str> = types.iter().map(|kind| kind.token()).collect();
    tokens.join(" or ")
}

/// The names under which a key type is negotiated. RSA signs with SHA-2 only.
pub(super) fn algorithms_of(kind: KeyType) -> Vec<Algorithm> {
    let ecdsa = |curve| vec![Algorithm::Ecdsa { curve }];
    match kind {
        KeyType::Ed25519 => vec![Algorithm::Ed25519],
        KeyType::EcdsaP256 => ecdsa(EcdsaCurve::NistP256),
        KeyType::EcdsaP384 => ecdsa(EcdsaCurve::NistP384),
        KeyType::EcdsaP521 => ecdsa(EcdsaCurve::NistP521),
        KeyType::Rsa => [HashAlg::Sha512, HashAlg::Sha256]
            .map(|hash| Algorithm::Rsa { hash: Some(hash) })
            .to_vec(),
    }
}

fn key_type_of(algorithm: &Algorithm) -> Option<KeyType> {
    if matches!(algorithm, Algorithm::Rsa { .. }) {
        return Some(KeyType::Rsa);
    }
    KeyType::from_token(algorithm.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_type_is_found_again_by_its_algorithms() {
        for kind in KeyType::ALL {
            for algorithm in algorithms_of(kind) {
                assert_eq!(key_type_of(&algorithm), Some(kind));
            }
        }
    }

    #[test]
    fn sha_1_signatures_are_never_offered() {
        let offered: Vec<Algorithm> = KeyType::ALL.into_iter().flat_map(algorithms_of).collect();
        assert!(!offered.contains(&Algorithm::Rsa { hash: None }));
    }
}
