//! SQLite: one connection that writes, several that read.

use std::fs::{File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{
    DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _,
};
use std::path::Path;
use std::time::Duration;

use sqlx::pool::PoolOptions;
use sqlx::sqlite::{Sqlite, SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, Pool, SqliteConnection};

use super::engine::Pools;

/// How long to wait for a connection, and for another process's write lock (A3).
const PATIENCE: Duration = Duration::from_secs(3);

const READERS: u32 = 4;

/// Opens the pools over a database file that exists.
pub(super) async fn pools(path: &Path) -> Result<Pools<Sqlite>, sqlx::Error> {
    let writing = options(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    // Connected first: it turns the journal to WAL, which the readers rely on.
    let write = pool(1, path).connect_with(writing).await?;
    let read = readers(path).await?;
    Ok(Pools { read, write })
}

/// Opens connections that only read.
pub(super) async fn readers(path: &Path) -> Result<Pool<Sqlite>, sqlx::Error> {
    pool(READERS, path)
        .connect_with(options(path).read_only(true))
        .await
}

fn pool(size: u32, path: &Path) -> PoolOptions<Sqlite> {
    let path = path.to_owned();
    let opened = file_at(&path);
    PoolOptions::new()
        .max_connections(size)
        .acquire_timeout(PATIENCE)
        // SQLite ends a transaction by itself when the disk is full, of which sqlx does not learn:
        // it would count that transaction as open, and begin no other, for ever. And a file that was
        // removed would take every write and lose it with the last connection: none is used then,
        // and a new one says what is wrong.
        .before_acquire(move |connection: &mut SqliteConnection, _| {
            let is_usable = !connection.is_in_transaction() && file_at(&path) == opened;
            Box::pin(async move { Ok(is_usable) })
        })
        // A file needs no fresh connections.
        .idle_timeout(None)
        .max_lifetime(None)
}

/// Which file the path names, if any: its device and number.
fn file_at(path: &Path) -> Option<(u64, u64)> {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(PATIENCE)
        .disable_statement_logging()
}

/// Creates a directory, and its parents, for the user alone (A4). One that exists keeps its mode:
/// it may be shared for reasons of its own.
pub fn private_directory(path: &Path) -> io::Result<()> {
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
}

/// Creates the database file if it is missing; it and what SQLite keeps beside it are for the user
/// alone (A4). New files beside it get its mode from SQLite.
pub(super) fn private_database(path: &Path) -> io::Result<()> {
    private_file(path)?;
    for suffix in ["-wal", "-shm"] {
        let mut beside = path.as_os_str().to_owned();
        beside.push(suffix);
        if Path::new(&beside).exists() {
            private_file(Path::new(&beside))?;
        }
    }
    Ok(())
}

/// Opens a file for reading and writing, created if missing, for the user alone (A4).
pub(super) fn private_file(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)?;
    if file.metadata()?.permissions().mode() & 0o077 != 0 {
        file.set_permissions(Permissions::from_mode(0o600))?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn writing_goes_on_after_the_disk_was_full() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("full.db");
        private_database(&path).unwrap();
        let pools = pools(&path).await.unwrap();
        let run = |sql: &'static str| sqlx::query(sql).execute(&pools.write);
        run("create table kept (bytes blob)").await.unwrap();
        // Of this one connection alone: what is opened in its place finds room.
        run("pragma max_page_count = 1").await.unwrap();
        let insert = "insert into kept values (zeroblob(100000))";

        let mut full = pools.write.begin_with("begin immediate").await.unwrap();
        let refused = sqlx::query(insert).execute(&mut *full).await.unwrap_err();
        assert!(refused.to_string().contains("full"), "{refused}");
        drop(full);

        let mut again = pools.write.begin_with("begin immediate").await.unwrap();
        sqlx::query(insert).execute(&mut *again).await.unwrap();
        again.commit().await.unwrap();
        pools.close().await;
    }

    #[tokio::test]
    async fn nothing_is_read_or_written_after_the_file_was_removed() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("gone.db");
        private_database(&path).unwrap();
        let pools = pools(&path).await.unwrap();
        let create = sqlx::query("create table kept (bytes blob)");
        create.execute(&pools.write).await.unwrap();

        std::fs::remove_file(&path).unwrap();
        let begun = pools.write.begin_with("begin immediate").await;
        assert!(begun.is_err(), "a write would be lost");
        assert!(pools.read.acquire().await.is_err());
        assert!(!path.exists(), "no empty one in its place");
        pools.close().await;
    }
}
