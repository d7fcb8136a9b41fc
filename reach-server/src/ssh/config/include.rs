//! Files and what they include, within limits.

use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::sync::Arc;

use super::error::{ConfigError, ConfigFault, Kind, Place};
use super::files::{FileText, Files};
use super::glob::{Found, glob};
use super::local::Local;

/// OpenSSH's limit of nested includes.
const DEPTH_LIMIT: usize = 16;

/// Limits of one resolution: OpenSSH has none, and a handful of files that include each other
/// twice would keep it busy for ever.
const FILES_LIMIT: usize = 1000;
const BYTES_LIMIT: usize = 64 << 20;

/// What was read so far.
#[derive(Debug, Default)]
pub(super) struct Budget {
    files: usize,
    bytes: usize,
}

impl Budget {
    pub(super) fn spend(&mut self, bytes: usize) -> Result<(), ConfigFault> {
        self.files += 1;
        self.bytes += bytes;
        if self.files > FILES_LIMIT || self.bytes > BYTES_LIMIT {
            return Err(ConfigFault::TooMuch {
                files: FILES_LIMIT,
                bytes: BYTES_LIMIT,
            });
        }
        Ok(())
    }
}

/// The files of one argument of an `Include`.
pub(super) fn files(
    files: &dyn Files,
    local: &Local,
    word: &[u8],
    of_user: bool,
) -> Result<Vec<Found>, ConfigFault> {
    let under = |base: &Path, rest: &[u8]| {
        let base = base.as_os_str().as_bytes();
        glob(files, &[base, b"/", rest].concat())
    };
    match word.first() {
        None => Err(ConfigFault::EmptyArgument {
            keyword: "Include".to_owned(),
        }),
        Some(b'~') if !of_user => Err(ConfigFault::SystemTilde),
        Some(b'~') => {
            let split = word.iter().position(|byte| *byte == b'/');
            let (user, rest) = word[1..].split_at(split.unwrap_or(word.len()) - 1);
            let home = match user {
                [] => Some(local.glob_home()),
                user => std::str::from_utf8(user)
                    .ok()
                    .and_then(|user| local.home_of(user)),
            };
            // As in OpenSSH, the home of nobody matches nothing.
            Ok(home.map_or_else(Vec::new, |home| under(home, rest)))
        }
        Some(b'/') => Ok(glob(files, word)),
        Some(_) if of_user => Ok(under(&local.glob_home().join(".ssh"), word)),
        Some(_) => Ok(under(&local.system, word)),
    }
}

/// An included file with its place; `None` for one that OpenSSH passes over.
pub(super) fn read(
    files: &dyn Files,
    found: &Found,
    depth: usize,
    place: &Place,
) -> Result<Option<(Place, FileText)>, ConfigError> {
    if depth > DEPTH_LIMIT {
        let limit = DEPTH_LIMIT;
        return Err(ConfigFault::TooDeep { limit }.at(place));
    }
    let whole = whole(&found.path);
    match files.read(&found.path) {
        Ok(text) => Ok(text.map(|text| (whole, text))),
        Err(ConfigFault::NotAFile(Kind::Directory)) if found.by_wildcard => Ok(None),
        Err(fault) => Err(fault.at(&whole)),
    }
}

/// The place that stands for a whole file.
pub(super) fn whole(path: &Path) -> Place {
    Place {
        file: Arc::from(path),
        line: 0,
    }
}
