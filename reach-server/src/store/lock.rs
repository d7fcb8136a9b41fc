//! One server per store (R12).

use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::net::SocketAddr;
use std::path::Path;

use reach_logic::UnixMicros;
use tokio::sync::watch;

use super::advisory_lock::AdvisoryLock;
use super::sqlite;

/// The longest description of a holder that is believed.
const HOLDER_LIMIT: u64 = 200;

/// Before the address in a holder's words.
const LISTENING: &str = "listening on ";

/// Who holds a store, for the one who is refused.
#[derive(Clone, Debug)]
pub struct Holder {
    /// Where it serves.
    pub listen: String,
    /// Its process id.
    pub pid: u32,
    /// When it took the store.
    pub since: UnixMicros,
}

impl Holder {
    /// This process.
    pub fn this_process(listen: impl Into<String>, since: UnixMicros) -> Self {
        Self {
            listen: listen.into(),
            pid: std::process::id(),
            since,
        }
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { listen, pid, since } = self;
        write!(f, "pid {pid}, {LISTENING}{listen}, since {since}")
    }
}

/// Where the server of a store is, as far as one can tell from outside.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ServedAt {
    /// A server holds the store, and listens here.
    Here(SocketAddr),
    /// Nobody holds the store. The last server listened here, and did not end in order.
    NoLonger(SocketAddr),
    /// The store does not tell.
    Unknown,
}

/// The store is this server's, until released.
pub(super) enum Held {
    /// By a lock on a file, which cannot be lost.
    File {
        file: File,
        held: watch::Sender<bool>,
    },
    /// By a session of PostgreSQL.
    Session(AdvisoryLock),
}

impl Held {
    pub(super) fn held(&self) -> watch::Receiver<bool> {
        match self {
            Self::File { held, .. } => held.subscribe(),
            Self::Session(lock) => lock.held(),
        }
    }

    pub(super) async fn release(self) {
        match self {
            Self::File { file, .. } => {
                // It serves nowhere any more; that its words stay does no harm.
                let _ = file.set_len(0);
            }
            Self::Session(lock) => lock.release().await,
        }
    }
}

/// Why a lock file was not taken.
#[derive(Debug)]
pub(super) enum LockFileError {
    /// By this holder, in its own words.
    HeldBy(String),
    Io(io::Error),
}

/// Locks the file at `path` and writes the holder into it. The file stays when the lock is given
/// up: removing it would let two servers lock two files of one name.
pub(super) fn take_file(path: &Path, holder: &Holder) -> Result<Held, LockFileError> {
    let mut file = sqlite::private_file(path).map_err(LockFileError::Io)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(LockFileError::HeldBy(read_holder(&mut file)));
        }
        Err(TryLockError::Error(error)) => return Err(LockFileError::Io(error)),
    }
    write_holder(&mut file, holder).map_err(LockFileError::Io)?;
    let held = watch::Sender::new(true);
    Ok(Held::File { file, held })
}

/// What a lock file says about its holder.
pub(super) fn served_at(path: &Path) -> ServedAt {
    let Ok(mut file) = File::open(path) else {
        return ServedAt::Unknown;
    };
    // Shared, so that two who look at once do not take each other for a server; given up with the
    // file, in a moment.
    let is_held = matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    let holder = read_holder(&mut file);
    let mut words = holder.split(", ");
    let named = words.find_map(|words| words.strip_prefix(LISTENING)?.parse().ok());
    match named {
        Some(address) if is_held => ServedAt::Here(address),
        Some(address) => ServedAt::NoLonger(address),
        None => ServedAt::Unknown,
    }
}

fn write_holder(file: &mut File, holder: &Holder) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{holder}")?;
    file.sync_all()
}

fn read_holder(file: &mut File) -> String {
    let mut bytes = Vec::new();
    // What cannot be read names nobody; the lock is held all the same.
    let _ = file.take(HOLDER_LIMIT).read_to_end(&mut bytes);
    one_line(&String::from_utf8_lossy(&bytes))
}

/// Text that others wrote, made fit for one line of a message.
pub(super) fn one_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let line: String = line.chars().filter(|one| !one.is_control()).collect();
    if line.is_empty() {
        "a process that did not say who it is".to_owned()
    } else {
        line
    }
}
