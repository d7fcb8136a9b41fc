//! Files without a name for what a client has not read, and their limits (S16).

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::BytesMut;

use super::backlog::BacklogFault;
use crate::metrics::Metrics;

/// Read back at once.
const READ: u64 = 256 * 1024;

/// How much may be left unread on disk.
#[derive(Clone, Copy, Debug)]
pub struct SpoolLimits {
    /// By one connection.
    pub connection: u64,
    /// By all together.
    pub process: u64,
    /// One such part of the disk is not for this: 10 is its last tenth.
    pub disk_part: u64,
}

impl Default for SpoolLimits {
    fn default() -> Self {
        Self {
            connection: 64 * 1024 * 1024,
            process: 1024 * 1024 * 1024,
            disk_part: 10,
        }
    }
}

/// Where the spool files of all forwards go, and how much is in them. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Spools(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    directory: PathBuf,
    limits: SpoolLimits,
    used: AtomicU64,
    metrics: Arc<Metrics>,
}

impl Spools {
    /// Files in this directory, which must exist by the time one is needed.
    pub fn new(directory: PathBuf) -> Self {
        Self::with_limits(directory, SpoolLimits::default())
    }

    /// The same with other limits.
    pub fn with_limits(directory: PathBuf, limits: SpoolLimits) -> Self {
        Self(Arc::new(Shared {
            directory,
            limits,
            used: AtomicU64::new(0),
            metrics: Arc::default(),
        }))
    }

    /// The same, whose resets are counted among these.
    #[must_use]
    pub fn counted_in(self, metrics: Arc<Metrics>) -> Self {
        Self(Arc::new(Shared {
            directory: self.0.directory.clone(),
            limits: self.0.limits,
            used: AtomicU64::new(0),
            metrics,
        }))
    }

    /// Connections that were reset because their client did not read.
    pub fn resets(&self) -> u64 {
        self.0.metrics.stream_resets.get()
    }

    /// Bytes of disk that are taken now.
    pub fn used(&self) -> u64 {
        self.0.used.load(Ordering::Relaxed)
    }

    pub(super) fn count_reset(&self) {
        self.0.metrics.stream_resets.increment();
    }

    fn take(&self, by: u64) -> Result<(), BacklogFault> {
        let limit = self.0.limits.process;
        let grown = |used: u64| used.checked_add(by).filter(|used| *used <= limit);
        let used = &self.0.used;
        used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, grown)
            .map_err(|_| BacklogFault::Process(limit))?;
        Ok(())
    }

    /// A file that nobody else can find, and that is gone when it is closed.
    fn unnamed_file(&self) -> io::Result<File> {
        let name = format!("spool-{}", uuid::Uuid::now_v7());
        let path = self.0.directory.join(name);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true).mode(0o600);
        let file = options.open(&path)?;
        std::fs::remove_file(path)?;
        Ok(file)
    }
}

/// The file of one backlog: a ring as large as one connection's share, made at the first write.
/// One task writes, one reads, each a part that the other does not touch.
#[derive(Debug)]
pub(super) struct Spool {
    spools: Spools,
    file: Option<Arc<File>>,
    written: u64,
    read: u64,
    /// How much of the process's share it has taken.
    taken: u64,
    is_writing: bool,
}

/// A write that was allowed for; does its work on a thread that may wait for the disk.
pub(super) struct Write {
    spools: Spools,
    file: Option<Arc<File>>,
    at: u64,
}

/// A read of what is there.
pub(super) struct Read {
    file: Arc<File>,
    at: u64,
    size: u64,
}

impl Spool {
    pub(super) fn new(spools: Spools) -> Self {
        Self {
            spools,
            file: None,
            written: 0,
            read: 0,
            taken: 0,
            is_writing: false,
        }
    }

    /// Allows for a write of so many bytes, if the limits do.
    pub(super) fn write(&mut self, size: u64) -> Result<Write, BacklogFault> {
        let limit = self.spools.0.limits.connection;
        if self.written - self.read + size > limit {
            return Err(BacklogFault::Connection(limit));
        }
        let needed = (self.written + size).min(limit);
        if needed > self.taken {
            self.spools.take(needed - self.taken)?;
            self.taken = needed;
        }
        self.is_writing = true;
        Ok(Write {
            spools: self.spools.clone(),
            file: self.file.clone(),
            at: self.written,
        })
    }

    /// The write is done.
    pub(super) fn wrote(&mut self, file: Arc<File>, size: u64) {
        self.file = Some(file);
        self.written += size;
        self.is_writing = false;
    }

    /// A read of the oldest bytes, if there are any.
    pub(super) fn read(&self) -> Option<Read> {
        let size = self.written - self.read;
        let file = self.file.as_ref().filter(|_| size > 0)?;
        let ring = self.spools.0.limits.connection;
        let at = self.read % ring;
        Some(Read {
            file: Arc::clone(file),
            at,
            size: size.min(READ).min(ring - at),
        })
    }

    /// The read is done. True when the file is of no more use.
    pub(super) fn has_read(&mut self, size: u64) -> bool {
        self.read += size;
        self.read == self.written && !self.is_writing
    }
}

impl Drop for Spool {
    fn drop(&mut self) {
        self.spools.0.used.fetch_sub(self.taken, Ordering::Relaxed);
    }
}

impl Write {
    /// Writes, and gives the file back.
    pub(super) fn run(
        self,
        chunks: impl IntoIterator<Item = BytesMut>,
        size: u64,
    ) -> Result<Arc<File>, BacklogFault> {
        let file = match self.file {
            Some(file) => file,
            None => Arc::new(self.spools.unnamed_file()?),
        };
        if is_nearly_full(&file, size, self.spools.0.limits.disk_part)? {
            return Err(BacklogFault::DiskFull);
        }
        let ring = self.spools.0.limits.connection;
        let mut at = self.at % ring;
        for chunk in chunks {
            let before_the_end = usize::try_from(ring - at).unwrap_or(usize::MAX);
            let (end, start) = chunk.split_at(chunk.len().min(before_the_end));
            file.write_all_at(end, at)?;
            file.write_all_at(start, 0)?;
            at = (at + chunk.len() as u64) % ring;
        }
        Ok(file)
    }
}

impl Read {
    /// Reads.
    pub(super) fn run(self) -> Result<BytesMut, BacklogFault> {
        let Self { file, at, size } = self;
        let mut chunk = BytesMut::zeroed(usize::try_from(size).unwrap_or(usize::MAX));
        file.read_exact_at(&mut chunk, at)?;
        Ok(chunk)
    }
}

fn is_nearly_full(file: &File, size: u64, disk_part: u64) -> io::Result<bool> {
    let disk = rustix::fs::fstatvfs(file)?;
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    let all = disk.f_blocks.saturating_mul(disk.f_frsize);
    Ok(free.saturating_sub(size) < all / disk_part)
}
