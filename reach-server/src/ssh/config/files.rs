//! Reading files that people wrote, bounded: whatever stands at a path, an answer comes back.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};

use super::error::{ConfigFault, Kind};

/// The largest configuration or known-hosts file that is read. The largest ones seen in the wild
/// have a few megabytes.
pub const FILE_LIMIT: u64 = 16 << 20;

/// A file's text and what decides whether to trust it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FileText {
    /// The content; not necessarily UTF-8.
    pub bytes: Vec<u8>,
    /// The owner's user id.
    pub owner: u32,
    /// Permission bits.
    pub mode: u32,
}

/// Where configuration text comes from; tests use a map.
pub trait Files {
    /// The file's text, `None` when there is no such file. Never waits for a writer and never
    /// reads past [`FILE_LIMIT`].
    fn read(&self, path: &Path) -> Result<Option<FileText>, ConfigFault>;

    /// The names in a directory, in any order; empty when it cannot be read.
    fn names(&self, directory: &Path) -> Vec<OsString>;

    /// Whether there is something at the path, be it a dangling link.
    fn exists(&self, path: &Path) -> bool;
}

/// The file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

/// A text that somebody sent, in place of a file. Nothing that it includes is read, since this
/// machine's files are not the sender's.
#[derive(Clone, Debug)]
pub struct OneText {
    /// What to call it.
    pub path: PathBuf,
    /// The text.
    pub text: Vec<u8>,
}

impl Files for OneText {
    fn read(&self, path: &Path) -> Result<Option<FileText>, ConfigFault> {
        Ok((path == self.path).then(|| FileText {
            bytes: self.text.clone(),
            owner: 0,
            mode: 0o600,
        }))
    }

    fn names(&self, _directory: &Path) -> Vec<OsString> {
        Vec::new()
    }

    fn exists(&self, path: &Path) -> bool {
        path == self.path
    }
}

impl Files for Disk {
    fn read(&self, path: &Path) -> Result<Option<FileText>, ConfigFault> {
        // Non-blocking, or the open of a FIFO would wait for its writer.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
        let file = match rustix::fs::open(path, flags, Mode::empty()) {
            Ok(descriptor) => File::from(descriptor),
            Err(rustix::io::Errno::NOENT) => return Ok(None),
            Err(error) => return Err(ConfigFault::Unreadable(error.kind())),
        };
        let unreadable = |error: io::Error| ConfigFault::Unreadable(error.kind());
        let about = file.metadata().map_err(unreadable)?;
        if about.is_dir() {
            return Err(ConfigFault::NotAFile(Kind::Directory));
        }
        // /dev/null and the like are a common way to say "nothing".
        if !about.is_file() && !is_null(&about) {
            return Err(ConfigFault::NotAFile(Kind::Special));
        }
        let too_large = ConfigFault::TooLarge { limit: FILE_LIMIT };
        if about.len() > FILE_LIMIT {
            return Err(too_large);
        }
        let mut bytes = Vec::new();
        file.take(FILE_LIMIT + 1)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        if bytes.len() as u64 > FILE_LIMIT {
            return Err(too_large);
        }
        Ok(Some(FileText {
            bytes,
            owner: about.uid(),
            mode: about.mode() & 0o7777,
        }))
    }

    fn names(&self, directory: &Path) -> Vec<OsString> {
        let entries = std::fs::read_dir(directory).into_iter().flatten();
        entries.flatten().map(|entry| entry.file_name()).collect()
    }

    fn exists(&self, path: &Path) -> bool {
        path.symlink_metadata().is_ok()
    }
}

fn is_null(about: &std::fs::Metadata) -> bool {
    Path::new("/dev/null")
        .metadata()
        .is_ok_and(|null| null.rdev() == about.rdev() && null.mode() == about.mode())
}
