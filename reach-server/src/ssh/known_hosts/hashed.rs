//! Host names that are stored as `|1|salt|HMAC-SHA1(salt, name)`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Sha1;

/// The bytes of a salt, and of a hash.
pub(super) const LENGTH: usize = 20;

const MAGIC: &str = "|1|";

/// A salted hash of one name.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct HashedName {
    salt: [u8; LENGTH],
    hash: [u8; LENGTH],
}

impl HashedName {
    /// Reads the field; `None` when it is not of this form.
    pub(super) fn parse(field: &[u8]) -> Option<Self> {
        let field = std::str::from_utf8(field).ok()?;
        let (salt, hash) = field.strip_prefix(MAGIC)?.split_once('|')?;
        let bytes = |text: &str| STANDARD.decode(text).ok()?.try_into().ok();
        Some(Self {
            salt: bytes(salt)?,
            hash: bytes(hash)?,
        })
    }

    /// Hashes a name.
    pub(super) fn of(name: &str, salt: [u8; LENGTH]) -> Self {
        let hash = digest(name, &salt);
        Self { salt, hash }
    }

    /// Whether it is the hash of the name.
    pub(super) fn is(&self, name: &str) -> bool {
        digest(name, &self.salt) == self.hash
    }
}

impl std::fmt::Display for HashedName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (salt, hash) = (STANDARD.encode(self.salt), STANDARD.encode(self.hash));
        write!(f, "{MAGIC}{salt}|{hash}")
    }
}

fn digest(name: &str, salt: &[u8; LENGTH]) -> [u8; LENGTH] {
    let Ok(mut hmac) = Hmac::<Sha1>::new_from_slice(salt) else {
        unreachable!("HMAC takes a key of any length");
    };
    hmac.update(name.as_bytes());
    hmac.finalize().into_bytes().into()
}
