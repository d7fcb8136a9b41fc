//! What a host has sent and a client has not read: some of it in memory, the rest in a file. The
//! host cannot be slowed down, so both have limits (S16).

use std::collections::VecDeque;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::BytesMut;
use tokio::sync::Notify;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::spool::{Spool, Spools};

/// Kept in memory per connection, and collected at most before it goes to the file.
const IN_MEMORY: usize = 1024 * 1024;

/// Small pieces are gathered in chunks of this size.
const CHUNK: usize = 4096;

/// How long the disk may take for one write: the session's other channels wait that long.
const DISK: Duration = Duration::from_secs(5);

/// Why a backlog takes no more.
#[derive(Debug, thiserror::Error)]
pub(super) enum BacklogFault {
    /// More than one connection may leave.
    #[error("its client has left more than {0} bytes unread")]
    Connection(u64),
    /// More than all connections may leave.
    #[error("the clients of all sessions have left more than {0} bytes unread")]
    Process(u64),
    /// The last tenth of the disk is not for this.
    #[error("its client does not read, and the disk is nearly full")]
    DiskFull,
    /// The file could not be used.
    #[error("its client does not read, and the data cannot be kept: {0}")]
    Disk(#[from] io::Error),
    /// A write took too long.
    #[error("its client does not read, and the disk does not take the data in {DISK:?}")]
    SlowDisk,
}

/// The backlog of one connection: one task pushes and settles, one takes.
#[derive(Debug)]
pub(super) struct Backlog {
    spools: Spools,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// The oldest bytes.
    memory: Chunks,
    /// Younger ones.
    file: Option<Spool>,
    /// The youngest, which belong into the file.
    unsettled: Chunks,
    has_ended: bool,
}

impl Backlog {
    pub(super) fn new(spools: Spools) -> Self {
        Self {
            spools,
            state: Mutex::default(),
            changed: Notify::new(),
        }
    }

    /// Adds bytes at the end. True when as many are unsettled as may be.
    pub(super) fn push(&self, data: &[u8]) -> bool {
        let mut state = self.state();
        let fits = state.memory.size + data.len() <= IN_MEMORY;
        if fits && state.file.is_none() && state.unsettled.size == 0 {
            state.memory.push(data);
            self.changed.notify_one();
            return false;
        }
        state.unsettled.push(data);
        state.unsettled.size >= IN_MEMORY
    }

    /// Writes to the file what belongs there.
    pub(super) async fn settle(&self) -> Result<(), BacklogFault> {
        let (data, write) = {
            let mut state = self.state();
            if state.unsettled.size == 0 {
                return Ok(());
            }
            let data = std::mem::take(&mut state.unsettled);
            let spool = || Spool::new(self.spools.clone());
            let spool = state.file.get_or_insert_with(spool);
            let write = spool.write(data.size as u64)?;
            (data, write)
        };
        let size = data.size as u64;
        let writing = spawn_blocking(move || write.run(data.chunks, size));
        let written = timeout(DISK, writing).await;
        let file = written
            .map_err(|_| BacklogFault::SlowDisk)?
            .map_err(io::Error::other)??;
        if let Some(spool) = &mut self.state().file {
            spool.wrote(file, size);
        }
        self.changed.notify_one();
        Ok(())
    }

    /// Nothing will be added any more.
    pub(super) fn end(&self) {
        self.state().has_ended = true;
        self.changed.notify_one();
    }

    /// The oldest bytes; `None` when all were taken and no more will come.
    pub(super) async fn next(&self) -> Result<Option<BytesMut>, BacklogFault> {
        loop {
            let read = {
                let mut state = self.state();
                if let Some(chunk) = state.memory.pop() {
                    return Ok(Some(chunk));
                }
                if state.is_over() {
                    return Ok(None);
                }
                state.file.as_ref().and_then(Spool::read)
            };
            let Some(read) = read else {
                self.changed.notified().await;
                continue;
            };
            let reading = spawn_blocking(move || read.run());
            let chunk = reading.await.map_err(io::Error::other)??;
            self.state().has_read(chunk.len() as u64);
            return Ok(Some(chunk));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn is_over(&self) -> bool {
        self.has_ended && self.file.is_none() && self.unsettled.size == 0
    }

    fn has_read(&mut self, size: u64) {
        if let Some(spool) = &mut self.file
            && spool.has_read(size)
        {
            self.file = None;
        }
    }
}

/// Bytes in order.
#[derive(Debug, Default)]
struct Chunks {
    chunks: VecDeque<BytesMut>,
    size: usize,
}

impl Chunks {
    /// Copies, so that a hundred small pieces do not hold a hundred packets.
    fn push(&mut self, data: &[u8]) {
        self.size += data.len();
        match self.chunks.back_mut() {
            Some(last) if last.capacity() - last.len() >= data.len() => {
                last.extend_from_slice(data);
            }
            _ => {
                let mut chunk = BytesMut::with_capacity(data.len().max(CHUNK));
                chunk.extend_from_slice(data);
                self.chunks.push_back(chunk);
            }
        }
    }

    fn pop(&mut self) -> Option<BytesMut> {
        let chunk = self.chunks.pop_front()?;
        self.size -= chunk.len();
        Some(chunk)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sessions::SpoolLimits;

    /// As if there were room on any disk.
    fn spools(limits: SpoolLimits) -> (tempfile::TempDir, Spools) {
        let limits = SpoolLimits {
            disk_part: u64::MAX,
            ..limits
        };
        let directory = tempfile::tempdir().unwrap();
        let spools = Spools::with_limits(directory.path().to_owned(), limits);
        (directory, spools)
    }

    fn pattern(from: usize, size: usize) -> Vec<u8> {
        (0..=250).cycle().skip(from % 251).take(size).collect()
    }

    // S16
    #[tokio::test]
    async fn what_memory_does_not_hold_comes_back_from_a_file_without_a_name() {
        let (directory, spools) = spools(SpoolLimits::default());
        let backlog = Backlog::new(spools.clone());
        let all = pattern(0, 3 * IN_MEMORY + 7);
        for piece in all.chunks(30_000) {
            backlog.push(piece);
        }
        backlog.settle().await.unwrap();
        assert!(spools.used() >= 2 * IN_MEMORY as u64);
        assert_eq!(directory.path().read_dir().unwrap().count(), 0);
        backlog.end();
        let mut back = Vec::new();
        while let Some(chunk) = backlog.next().await.unwrap() {
            back.extend_from_slice(&chunk);
        }
        assert!(back == all);
        assert_eq!(spools.used(), 0);
    }

    // S16
    #[tokio::test]
    async fn a_backlog_ends_at_the_limit_of_its_connection_or_of_all() {
        let limit = |connection, process| SpoolLimits {
            connection,
            process,
            ..SpoolLimits::default()
        };
        let megabyte = IN_MEMORY as u64;
        for (limits, is_connection) in [
            (limit(megabyte, 100 * megabyte), true),
            (limit(100 * megabyte, megabyte), false),
        ] {
            let (_directory, spools) = spools(limits);
            let backlog = Backlog::new(spools.clone());
            backlog.push(&vec![1; IN_MEMORY]);
            backlog.push(&vec![2; IN_MEMORY]);
            backlog.settle().await.unwrap();
            backlog.push(&[3]);
            let fault = backlog.settle().await.unwrap_err();
            let found = matches!(fault, BacklogFault::Connection(_));
            assert_eq!(found, is_connection, "{fault}");
            drop(backlog);
            assert_eq!(spools.used(), 0, "another connection may have it");
        }
    }

    // S16
    #[tokio::test]
    async fn a_backlog_ends_where_the_disk_is_nearly_full() {
        let directory = tempfile::tempdir().unwrap();
        let limits = SpoolLimits {
            disk_part: 1,
            ..SpoolLimits::default()
        };
        let spools = Spools::with_limits(directory.path().to_owned(), limits);
        let backlog = Backlog::new(spools.clone());
        backlog.push(&vec![1; IN_MEMORY]);
        backlog.push(&[2]);
        let fault = backlog.settle().await.unwrap_err();
        assert!(matches!(fault, BacklogFault::DiskFull), "{fault}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10))]

        /// Whatever is pushed, settled and taken in whatever order: nothing is lost, doubled or
        /// turned round, also where the file's ring begins anew.
        #[test]
        fn bytes_come_out_as_they_went_in(
            steps in prop::collection::vec((0_usize..900_000, 0_usize..6), 1..16)
        ) {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let limits = SpoolLimits {
                    connection: 2 * IN_MEMORY as u64,
                    process: 4 * IN_MEMORY as u64,
                    ..SpoolLimits::default()
                };
                let (_directory, spools) = spools(limits);
                let backlog = Backlog::new(spools.clone());
                let (mut pushed, mut taken) = (0, 0);
                for (size, takes) in steps {
                    if pushed - taken + size < 2 * IN_MEMORY {
                        backlog.push(&pattern(pushed, size));
                        pushed += size;
                        backlog.settle().await.unwrap();
                    }
                    for _ in 0..takes {
                        if taken < pushed {
                            let chunk = backlog.next().await.unwrap().unwrap();
                            assert!(chunk == pattern(taken, chunk.len()));
                            taken += chunk.len();
                        }
                    }
                }
                backlog.end();
                while let Some(chunk) = backlog.next().await.unwrap() {
                    assert!(chunk == pattern(taken, chunk.len()));
                    taken += chunk.len();
                }
                assert_eq!(taken, pushed);
                assert_eq!(spools.used(), 0);
            });
        }
    }
}
