//! Where the store is, and how a server takes it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use secrecy::{ExposeSecret as _, SecretString};
use sqlx::Pool;
use sqlx::migrate::MigrateError;
use tokio::time::sleep;

use super::advisory_lock::{AdvisoryLock, LockError, LockedConnection};
use super::engine::Engine;
use super::lock::{self, Held, Holder, LockFileError, ServedAt};
use super::sqlite::private_directory;
use super::transactions::SqlStore;
use super::{BoxError, Store, StoreError, StoredExecutor, convert, migrate, postgres, sql, sqlite};
use crate::config::Config;

/// The lock file's name in the data directory.
const LOCK_FILE: &str = "lock";

/// How long one who looks for the server may have the lock, and how often at a server's start.
const GLANCE: Duration = Duration::from_millis(10);
const GLANCES: usize = 10;

/// Which database. Its `Debug` shows no password.
#[derive(Clone, Debug)]
pub enum StoreLocation {
    /// A PostgreSQL URL.
    Postgres(SecretString),
    /// A SQLite file; its directory is the data directory.
    Sqlite(PathBuf),
}

/// The text names no database that Reach can use. It is not repeated: it may hold a password.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum LocationError {
    /// Not a database URL.
    #[error("expected postgres://USER:PASSWORD@HOST/DATABASE or sqlite:PATH")]
    Form,
    /// A parameter after the question mark that PostgreSQL's clients do not have.
    #[error("the database URL has a parameter that is not known, after the question mark")]
    Parameter,
}

impl StoreLocation {
    /// Where the configuration puts the store.
    pub fn configured(config: &Config) -> Result<Self, LocationError> {
        match &config.database.url.value {
            Some(url) => Self::from_url(url.expose_secret()),
            None => Ok(Self::Sqlite(config.data_dir.value.join("reach.db"))),
        }
    }

    /// Whether there is none yet. Of a database that has to be asked this is not known.
    pub fn is_absent(&self) -> bool {
        match self {
            Self::Postgres(_) => false,
            Self::Sqlite(path) => !path.exists(),
        }
    }

    /// Reads `postgres://…`, `postgresql://…` or `sqlite:PATH`.
    pub fn from_url(url: &str) -> Result<Self, LocationError> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            if path.is_empty() || path.contains(['?', '\0']) {
                return Err(LocationError::Form);
            }
            return Ok(Self::Sqlite(path.into()));
        }
        let schemes = ["postgres://", "postgresql://"];
        if !schemes.iter().any(|scheme| url.starts_with(scheme)) {
            return Err(LocationError::Form);
        }
        let url = SecretString::from(url);
        postgres::options(&url)?;
        Ok(Self::Postgres(url))
    }
}

/// Why a server cannot have the store; one line each, for a server that then exits 2.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A file that was applied is not the one this version carries.
    #[error(
        "the database at {location} was migrated by another build of Reach: migration {version} differs"
    )]
    Altered {
        /// Which database.
        location: String,
        /// The migration.
        version: i64,
    },
    /// Not there, not reachable, not a database, refused.
    #[error("cannot open the database at {location}: {source}")]
    Cannot {
        /// Which database.
        location: String,
        /// What the database said.
        source: BoxError,
    },
    /// Another server has it (R12).
    #[error("the store at {location} is in use by another Reach server: {by}")]
    Held {
        /// Which database.
        location: String,
        /// The other server, in its own words.
        by: String,
    },
    /// It was migrated by a newer version.
    #[error(
        "the database at {location} is from a newer version of Reach (migration {version}); use that version"
    )]
    Newer {
        /// Which database.
        location: String,
        /// The migration that is not known here.
        version: i64,
    },
    /// The data directory, or a file in it.
    #[error("{} is not writable: {source}", path.display())]
    NotWritable {
        /// Which file or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Takes the store for this server, migrates it, and opens it. The data directory is created if
/// it is missing.
pub async fn open(location: &StoreLocation, holder: &Holder) -> Result<Arc<dyn Store>, OpenError> {
    match location {
        StoreLocation::Sqlite(path) => open_sqlite(path, holder).await,
        StoreLocation::Postgres(url) => open_postgres(url, holder).await,
    }
}

/// Reads the executors that are not deleted, ascending by id, while another process may be serving
/// the same store: it takes no lock, migrates nothing and writes nothing. No SQLite file, no
/// executors.
pub async fn saved_executors(location: &StoreLocation) -> Result<Vec<StoredExecutor>, OpenError> {
    match location {
        StoreLocation::Sqlite(path) => saved_in_sqlite(path).await,
        StoreLocation::Postgres(url) => saved_in_postgres(url).await,
    }
}

/// Where the server that holds the store listens. Only a SQLite store tells, by its lock file.
pub fn served_at(location: &StoreLocation) -> ServedAt {
    match location {
        StoreLocation::Sqlite(path) => match path.canonicalize() {
            Ok(real) => lock::served_at(&lock_file(&real)),
            Err(_) => ServedAt::Unknown,
        },
        StoreLocation::Postgres(_) => ServedAt::Unknown,
    }
}

async fn open_sqlite(path: &Path, holder: &Holder) -> Result<Arc<dyn Store>, OpenError> {
    let path = &absolute(path)?;
    let location = path.display().to_string();
    let directory = path.parent().unwrap_or(path);
    private_directory(directory).map_err(not_writable(directory))?;
    let path = &real(path).map_err(not_writable(path))?;
    let lock_file = lock_file(path);
    let lock = match take(&lock_file, holder).await {
        Ok(lock) => lock,
        Err(LockFileError::HeldBy(by)) => return Err(OpenError::Held { location, by }),
        Err(LockFileError::Io(error)) => return Err(not_writable(&lock_file)(error)),
    };
    sqlite::private_database(path).map_err(not_writable(path))?;
    let pools = sqlite::pools(path).await.map_err(cannot(&location))?;
    let mut connection = pools.write.acquire().await.map_err(cannot(&location))?;
    let migrated = migrate::sqlite(&mut connection).await;
    drop(connection);
    if let Err(error) = migrated {
        pools.close().await;
        return Err(not_migrated(&location, error));
    }
    Ok(Arc::new(SqlStore::new(pools, lock)))
}

/// Takes the lock file. One who only [looks](served_at) has it for a moment, and is not to be taken
/// for a server.
async fn take(lock_file: &Path, holder: &Holder) -> Result<Held, LockFileError> {
    for _ in 0..GLANCES {
        match lock::take_file(lock_file, holder) {
            Err(LockFileError::HeldBy(_)) => sleep(GLANCE).await,
            taken => return taken,
        }
    }
    lock::take_file(lock_file, holder)
}

async fn open_postgres(url: &SecretString, holder: &Holder) -> Result<Arc<dyn Store>, OpenError> {
    let options = postgres::options(url).map_err(cannot("database.url"))?;
    let location = postgres::describe(&options);
    let mut locked = match LockedConnection::take(&options, holder).await {
        Ok(locked) => locked,
        Err(LockError::HeldBy(by)) => return Err(OpenError::Held { location, by }),
        Err(LockError::Database(error)) => return Err(cannot(&location)(error)),
    };
    // On this connection: only one server may migrate, and no timeout cuts a migration off.
    let opened = match migrate::postgres(locked.connection()).await {
        Ok(()) => postgres::pools(&options).await.map_err(cannot(&location)),
        Err(error) => Err(not_migrated(&location, error)),
    };
    match opened {
        Ok(pools) => {
            let lock = Held::Session(AdvisoryLock::watch(locked));
            Ok(Arc::new(SqlStore::new(pools, lock)))
        }
        Err(error) => {
            locked.close().await;
            Err(error)
        }
    }
}

async fn saved_in_sqlite(path: &Path) -> Result<Vec<StoredExecutor>, OpenError> {
    let path = &absolute(path)?;
    if !path.exists() {
        return Ok(Vec::new());
    }
    let location = path.display().to_string();
    let pool = sqlite::readers(path).await.map_err(cannot(&location))?;
    let executors = saved(&pool).await.map_err(cannot(&location));
    pool.close().await;
    executors
}

async fn saved_in_postgres(url: &SecretString) -> Result<Vec<StoredExecutor>, OpenError> {
    let options = postgres::options(url).map_err(cannot("database.url"))?;
    let location = postgres::describe(&options);
    let pools = postgres::pools(&options).await.map_err(cannot(&location))?;
    let executors = saved(&pools.read).await.map_err(cannot(&location));
    pools.close().await;
    executors
}

async fn saved<D: Engine>(pool: &Pool<D>) -> Result<Vec<StoredExecutor>, StoreError> {
    let mut connection = pool.acquire().await?;
    let rows = D::rows(&mut connection, &sql::EXECUTORS, &[]).await?;
    rows.iter().map(convert::executor::<D>).collect()
}

/// The file itself, made if it is missing: whoever comes by another link must meet the same lock.
fn real(path: &Path) -> io::Result<PathBuf> {
    match path.canonicalize() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            sqlite::private_database(path)?;
            path.canonicalize()
        }
        found => found,
    }
}

/// The lock beside a database file.
fn lock_file(real: &Path) -> PathBuf {
    real.with_file_name(LOCK_FILE)
}

/// SQLite reads a relative name that starts with `file:` as a URL, and the server may change its
/// directory.
fn absolute(path: &Path) -> Result<PathBuf, OpenError> {
    let path = path.to_owned();
    std::path::absolute(&path).map_err(|source| OpenError::NotWritable { path, source })
}

fn not_writable(path: &Path) -> impl FnOnce(io::Error) -> OpenError {
    let path = path.to_owned();
    |source| OpenError::NotWritable { path, source }
}

fn cannot<E: Into<BoxError>>(location: &str) -> impl FnOnce(E) -> OpenError {
    let location = location.to_owned();
    |error| OpenError::Cannot {
        location,
        source: error.into(),
    }
}

fn not_migrated(location: &str, error: MigrateError) -> OpenError {
    let location = location.to_owned();
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the library's set is open; the rest is a database that does not work"
    )]
    match error {
        MigrateError::VersionMissing(version) => OpenError::Newer { location, version },
        MigrateError::VersionMismatch(version) => OpenError::Altered { location, version },
        error => OpenError::Cannot {
            location,
            source: error.into(),
        },
    }
}
