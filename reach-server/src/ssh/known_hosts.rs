//! Reads known-hosts files the way OpenSSH does (P7): which keys a host may show.
//!
//! Text in, answers out. The oracles are `ssh-keygen -F` and `ssh -o StrictHostKeyChecking=yes`.
//! Where it differs, it is stricter: a marker may be followed by a tab, and a key that is revoked
//! for a host is revoked on all its ports.

mod hashed;
mod line;
mod name;
mod render;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use reach_logic::KeyType;
use russh::keys::PublicKey;

pub use self::line::LineFault;
use self::line::{Line, Marker};
pub use self::name::HostName;
pub use self::render::{hashed_line, plain_line};
use super::config::{ConfigError, Files, Local, Place};
use super::host_key::HostKey;

/// No more bad lines than this are named, so that a file of another kind fills no log.
const WARNING_LIMIT: usize = 100;

/// The lines of one or more files.
#[derive(Clone, Debug, Default)]
pub struct KnownHosts {
    lines: Vec<Line>,
}

/// A line that is skipped.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{at}: {fault}; the line is skipped")]
pub struct Warning {
    /// Where.
    pub at: Place,
    /// Why.
    pub fault: LineFault,
}

/// A key on record for a host.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RecordedKey<'a> {
    /// The key; its comment is not part of it.
    pub key: &'a PublicKey,
    /// The line.
    pub at: &'a Place,
}

/// What the files say about a key that a host shows.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// Another key is on record, of whatever type.
    Changed {
        /// The types on record, as the files name them.
        recorded: Vec<String>,
    },
    /// The key is on record.
    Known,
    /// The key is marked as revoked for the host.
    Revoked,
    /// No key is on record.
    Unknown {
        /// The host is covered by a certificate authority, whose host certificates Reach does not
        /// check.
        by_authority: bool,
    },
}

impl KnownHosts {
    /// Reads the text of one file.
    pub fn parse(file: &Path, text: &[u8]) -> (Self, Vec<Warning>) {
        let mut known = Self::default();
        let mut warnings = Vec::new();
        let file = Arc::from(file);
        for (line, number) in text.split(|byte| *byte == b'\n').zip(1..) {
            let at = Place {
                file: Arc::clone(&file),
                line: number,
            };
            match Line::parse(line, &at) {
                Ok(line) => known.lines.extend(line),
                Err(fault) if warnings.len() < WARNING_LIMIT => {
                    warnings.push(Warning { at, fault });
                }
                Err(_) => {}
            }
        }
        (known, warnings)
    }

    /// Reads files, of which any may be absent. One that cannot be read is an error: to go on
    /// would be to forget the keys in it.
    pub fn load(files: &dyn Files, paths: &[PathBuf]) -> Result<(Self, Vec<Warning>), ConfigError> {
        let mut known = Self::default();
        let mut warnings = Vec::new();
        for path in paths {
            let text = files.read(path).map_err(|fault| ConfigError {
                at: Some(Place {
                    file: path.as_path().into(),
                    line: 0,
                }),
                fault,
            })?;
            if let Some(text) = text {
                let (more, mut found) = Self::parse(path, &text.bytes);
                known.lines.extend(more.lines);
                warnings.append(&mut found);
            }
        }
        Ok((known, warnings))
    }

    /// The files that `ssh` reads without options.
    pub fn standard_paths(local: &Local) -> Vec<PathBuf> {
        let of_user = ["known_hosts", "known_hosts2"];
        let of_system = ["ssh_known_hosts", "ssh_known_hosts2"];
        of_user
            .map(|name| local.home.join(".ssh").join(name))
            .into_iter()
            .chain(of_system.map(|name| local.system.join(name)))
            .collect()
    }

    /// The keys on record, in the order of the files.
    pub fn keys(&self, host: &HostName) -> Vec<RecordedKey<'_>> {
        let exact = self.marked(host.exact(), Marker::None);
        let mut keys: Vec<_> = exact.map(Line::recorded).collect();
        if keys.is_empty()
            && let Some(bare) = host.bare()
        {
            keys.extend(self.marked(bare, Marker::None).map(Line::recorded));
        }
        keys
    }

    /// The keys that a client would trust: on record, not revoked, and of a type that Reach
    /// speaks; the type that is asked for first stands first.
    pub fn trusted(&self, host: &HostName) -> Vec<HostKey> {
        let keys = self.keys(host).into_iter();
        let known = keys.filter(|recorded| self.check(host, recorded.key) == Verdict::Known);
        let mut trusted: Vec<_> = known
            .filter_map(|recorded| HostKey::of(recorded.key))
            .collect();
        let rank = |key: &HostKey| KeyType::ALL.iter().position(|kind| *kind == key.key_type);
        trusted.sort_by_key(rank);
        trusted
    }

    /// What the files say about the key that the host shows.
    pub fn check(&self, host: &HostName, presented: &PublicKey) -> Verdict {
        let holds = |name: &str, marker: Marker| {
            self.marked(name, marker)
                .any(|line| line.key.key_data() == presented.key_data())
        };
        let mut names = [Some(host.exact()), host.bare()].into_iter().flatten();
        if names.any(|name| holds(name, Marker::Revoked)) {
            return Verdict::Revoked;
        }
        if holds(host.exact(), Marker::None) {
            return Verdict::Known;
        }
        let mut recorded: Vec<String> = self
            .marked(host.exact(), Marker::None)
            .map(|line| line.key.algorithm().to_string())
            .collect();
        if !recorded.is_empty() {
            recorded.dedup();
            return Verdict::Changed { recorded };
        }
        // Another server may well listen on another port of the same host, so that another key
        // under the bare name means nothing.
        if host.bare().is_some_and(|bare| holds(bare, Marker::None)) {
            return Verdict::Known;
        }
        let by_authority = self
            .marked(host.exact(), Marker::Authority)
            .next()
            .is_some();
        Verdict::Unknown { by_authority }
    }

    /// The key types on record, without keys that are revoked too. Where there are any, a client
    /// asks for these alone: another type could only be an impostor's, or a false alarm.
    pub fn key_types(&self, host: &HostName) -> Vec<KeyType> {
        let revoked: Vec<_> = self
            .marked(host.exact(), Marker::Revoked)
            .map(|line| line.key.key_data())
            .collect();
        let on_record: Vec<_> = self
            .marked(host.exact(), Marker::None)
            .filter(|line| !revoked.contains(&line.key.key_data()))
            .filter_map(|line| KeyType::from_token(line.key.algorithm().as_str()))
            .collect();
        let mut types = KeyType::ALL.to_vec();
        types.retain(|kind| on_record.contains(kind));
        types
    }

    fn marked(&self, name: &str, marker: Marker) -> impl Iterator<Item = &Line> {
        let lines = self.lines.iter();
        lines.filter(move |line| line.marker == marker && line.hosts.name(name))
    }
}

#[cfg(test)]
mod tests;
