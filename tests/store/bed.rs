//! A store under test.

use std::path::PathBuf;
use std::sync::Arc;

use reach_logic::UnixMicros;
use reach_server::store::{Holder, Store, StoreLocation, open};
use reach_tests::memory_store::MemoryStore;
use reach_tests::postgres::TestDatabase;
use tempfile::TempDir;

/// Runs contract tests on every store. A new kind of store is one more line here.
macro_rules! on_every_store {
    ($($test:ident),* $(,)?) => {
        $(mod $test {
            use crate::bed::Bed;

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn in_memory() {
                super::$test(&mut Bed::memory()).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_postgres() {
                super::$test(&mut Bed::postgres().await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_sqlite() {
                super::$test(&mut Bed::sqlite().await).await;
            }
        })*
    };
}

/// A store and what it stands on.
pub(crate) struct Bed {
    pub(crate) store: Arc<dyn Store>,
    ground: Ground,
}

enum Ground {
    /// Nothing outlives it.
    Memory,
    Postgres(TestDatabase),
    Sqlite(TempDir),
}

impl Bed {
    pub(crate) fn memory() -> Self {
        Self {
            store: Arc::new(MemoryStore::new()),
            ground: Ground::Memory,
        }
    }

    pub(crate) async fn postgres() -> Self {
        Self::over(Ground::Postgres(TestDatabase::create().await)).await
    }

    pub(crate) async fn sqlite() -> Self {
        Self::over(Ground::Sqlite(tempfile::tempdir().expect("a directory"))).await
    }

    /// Ends the server's hold on the store and takes the store again, as a restart does.
    pub(crate) async fn reopen(&mut self) {
        if let Some(location) = self.ground.location() {
            self.store.close().await;
            self.store = open(&location, &holder()).await.expect("it opens again");
        }
    }

    /// Where the store is; `None` in memory.
    pub(crate) fn location(&self) -> Option<StoreLocation> {
        self.ground.location()
    }

    /// The database under a store on PostgreSQL.
    pub(crate) fn database(&self) -> &TestDatabase {
        match &self.ground {
            Ground::Postgres(database) => database,
            Ground::Memory | Ground::Sqlite(_) => panic!("not on PostgreSQL"),
        }
    }

    /// The file under a store on SQLite.
    pub(crate) fn sqlite_file(&self) -> PathBuf {
        match &self.ground {
            Ground::Sqlite(directory) => directory.path().join("reach.db"),
            Ground::Memory | Ground::Postgres(_) => panic!("not on SQLite"),
        }
    }

    async fn over(ground: Ground) -> Self {
        let location = ground.location().expect("it is on a database");
        let store = open(&location, &holder()).await.expect("it opens");
        Self { store, ground }
    }
}

impl Ground {
    fn location(&self) -> Option<StoreLocation> {
        match self {
            Self::Memory => None,
            Self::Postgres(database) => Some(database.location()),
            Self::Sqlite(directory) => {
                Some(StoreLocation::Sqlite(directory.path().join("reach.db")))
            }
        }
    }
}

/// This process, as it takes a store.
pub(crate) fn holder() -> Holder {
    Holder::this_process("127.0.0.1:7878", UnixMicros::new(1_757_152_800_000_000))
}
