//! One line of a known-hosts file.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use russh::keys::PublicKey;

use super::super::config::Place;
use super::super::pattern::{self, Listed};
use super::RecordedKey;
use super::hashed::HashedName;

/// A key for some hosts.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) at: Place,
    pub(super) marker: Marker,
    pub(super) hosts: Hosts,
    pub(super) key: PublicKey,
}

/// What the key is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Marker {
    /// `@cert-authority`: it signs host keys.
    Authority,
    /// A host key.
    None,
    /// `@revoked`: it must never be accepted.
    Revoked,
}

/// The hosts that a line is about.
#[derive(Clone, Debug)]
pub(super) enum Hosts {
    Hashed(HashedName),
    /// A comma list of patterns.
    Patterns(Vec<u8>),
}

/// Why a line is of no use.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum LineFault {
    /// The hashed host name is not one.
    #[error("the hashed host name is malformed")]
    BadHash,
    /// The key is not one of its type.
    #[error("the key is malformed")]
    BadKey,
    /// A marker that OpenSSH does not know, or a second one.
    #[error("the marker is not known")]
    BadMarker,
    /// It ends before its key.
    #[error("it ends before its key")]
    Truncated,
    /// A key type that OpenSSH does not know.
    #[error("the key type is not known")]
    UnknownKeyType,
}

/// The types that a line of OpenSSH may have. Reach asks for the first five only; a host with
/// another one on record is known all the same.
const KEY_TYPES: [&str; 8] = [
    "ssh-ed25519",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "ssh-rsa",
    "ssh-dss",
    "sk-ssh-ed25519@openssh.com",
    "sk-ecdsa-sha2-nistp256@openssh.com",
];

impl Line {
    /// Reads a line; `None` for blank lines and comments.
    pub(super) fn parse(text: &[u8], at: &Place) -> Result<Option<Self>, LineFault> {
        let mut rest = skip_blanks(text);
        if rest.is_empty() || rest == b"\r" || rest.starts_with(b"#") {
            return Ok(None);
        }
        let mut marker = Marker::None;
        if rest.starts_with(b"@") {
            marker = match field(&mut rest) {
                b"@cert-authority" => Marker::Authority,
                b"@revoked" => Marker::Revoked,
                _ => return Err(LineFault::BadMarker),
            };
            if rest.starts_with(b"@") {
                return Err(LineFault::BadMarker);
            }
        }
        let hosts = field(&mut rest);
        let hosts = if hosts.starts_with(b"|") {
            Hosts::Hashed(HashedName::parse(hosts).ok_or(LineFault::BadHash)?)
        } else {
            Hosts::Patterns(hosts.to_vec())
        };
        if rest.is_empty() || rest.starts_with(b"#") {
            return Err(LineFault::Truncated);
        }
        let key = key(field(&mut rest), field(&mut rest))?;
        Ok(Some(Self {
            at: at.clone(),
            marker,
            hosts,
            key,
        }))
    }

    pub(super) fn recorded(&self) -> RecordedKey<'_> {
        RecordedKey {
            key: &self.key,
            at: &self.at,
        }
    }
}

impl Hosts {
    /// Whether the line is about this name.
    pub(super) fn name(&self, name: &str) -> bool {
        match self {
            Self::Hashed(hashed) => hashed.is(name),
            Self::Patterns(list) => pattern::host_listed(name.as_bytes(), list) == Listed::Yes,
        }
    }
}

fn key(kind: &[u8], encoded: &[u8]) -> Result<PublicKey, LineFault> {
    let kind = KEY_TYPES.into_iter().find(|known| known.as_bytes() == kind);
    let kind = kind.ok_or(LineFault::UnknownKeyType)?;
    // OpenSSH's decoder passes over white space, of which only the end of a CRLF can be here.
    let encoded = encoded.strip_suffix(b"\r").unwrap_or(encoded);
    let bytes = STANDARD.decode(encoded).map_err(|_| LineFault::BadKey)?;
    let key = PublicKey::from_bytes(&bytes).map_err(|_| LineFault::BadKey)?;
    if key.algorithm().as_str() == kind {
        Ok(key)
    } else {
        Err(LineFault::BadKey)
    }
}

/// Takes what comes before the next blank, and skips the blanks.
fn field<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let end = rest.iter().position(|byte| is_blank(*byte));
    let (field, after) = rest.split_at(end.unwrap_or(rest.len()));
    *rest = skip_blanks(after);
    field
}

fn skip_blanks(text: &[u8]) -> &[u8] {
    &text[text.iter().take_while(|byte| is_blank(**byte)).count()..]
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}
