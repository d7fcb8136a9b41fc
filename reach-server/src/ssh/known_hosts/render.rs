//! Lines for Reach's own known-hosts file.

use russh::keys::PublicKey;

use super::hashed::{HashedName, LENGTH};
use super::name::HostName;

/// A line with the name as it is; `None` when a character of it would mean something else in the
/// file, such as `*`. Ends without a newline.
pub fn plain_line(host: &HostName, key: &PublicKey) -> Option<String> {
    let name = host.exact();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._:[]%".contains(c);
    (!name.is_empty() && name.chars().all(plain)).then(|| format!("{name} {}", encoded(key)))
}

/// A line with the name hashed, for any name. Ends without a newline.
pub fn hashed_line(host: &HostName, key: &PublicKey, salt: [u8; LENGTH]) -> String {
    let name = HashedName::of(host.exact(), salt);
    format!("{name} {}", encoded(key))
}

fn encoded(key: &PublicKey) -> String {
    let without_comment = PublicKey::from(key.key_data().clone());
    let Ok(text) = without_comment.to_openssh() else {
        unreachable!("a key in memory has an encoding");
    };
    text
}
