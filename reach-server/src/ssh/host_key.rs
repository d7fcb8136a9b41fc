//! Which host keys a hop may show, and the keys themselves.

use std::fmt;

use reach_logic::{Fingerprint, KeyType};
use russh::keys::ssh_key::PublicKey;
use russh::keys::{Algorithm, EcdsaCurve, HashAlg};

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
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum HostKeyRule {
    /// Only the pinned key will do.
    Pinned(Fingerprint),
    /// First contact, at a user's request: any key is shown, and trusted with nothing.
    Shown,
}

impl HostKeyRule {
    /// Whether this key may be talked to.
    pub(super) fn check(&self, presented: &HostKey) -> Result<(), HostKeyFault> {
        match self {
            Self::Pinned(expected) if *expected != presented.fingerprint => {
                Err(HostKeyFault::Changed {
                    expected: expected.clone(),
                    presented: presented.clone(),
                })
            }
            Self::Pinned(_) | Self::Shown => Ok(()),
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
    /// The server has no key of the type that is on record.
    #[error(
        "the host key has changed: the server has no {} key any more, the type of the trusted \
         one. If you expected this, trust its new key; if not, someone may be answering in the \
         host's place",
        .0.token()
    )]
    TypeMissing(KeyType),
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
