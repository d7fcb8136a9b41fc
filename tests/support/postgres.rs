//! A database of its own for each test.

use std::env;
use std::sync::atomic::{AtomicU32, Ordering};

use reach_server::store::StoreLocation;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

/// Names a superuser's URL; `make test` sets it.
pub const VARIABLE: &str = "REACH_TEST_POSTGRES_URL";

static CREATED: AtomicU32 = AtomicU32::new(0);

/// An empty database, dropped with this value.
#[derive(Debug)]
pub struct TestDatabase {
    server: String,
    name: String,
}

impl TestDatabase {
    /// Makes one.
    ///
    /// # Panics
    /// Without a server to make it on: a test that was skipped would prove nothing.
    pub async fn create() -> Self {
        let server = env::var(VARIABLE).unwrap_or_else(|_| {
            panic!("{VARIABLE} is not set: use `make test`, or tests/postgres.sh run DIR COMMAND")
        });
        let count = CREATED.fetch_add(1, Ordering::Relaxed);
        let name = format!("reach_{}_{count}", std::process::id());
        administer(&server, format!("create database {name}")).await;
        Self { server, name }
    }

    /// The database's URL.
    pub fn url(&self) -> String {
        let (server, query) = self.server.split_once('?').unwrap_or((&self.server, ""));
        let authority = server.rsplit_once('/').map_or(server, |(start, _)| start);
        format!("{authority}/{}?{query}", self.name)
    }

    /// Where a store finds it.
    pub fn location(&self) -> StoreLocation {
        StoreLocation::from_url(&self.url()).expect("it is a PostgreSQL URL")
    }

    /// A connection that is not the store's.
    pub async fn connect(&self) -> PgConnection {
        PgConnection::connect(&self.url())
            .await
            .expect("the database takes connections")
    }

    /// Ends every connection to the database, and lets nobody in again.
    pub async fn shut(&self) {
        let name = &self.name;
        let refuse = format!("alter database {name} allow_connections false");
        administer(&self.server, refuse).await;
        let cut = format!(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'"
        );
        administer(&self.server, cut).await;
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let server = self.server.clone();
        let statement = format!("drop database {} with (force)", self.name);
        // On a thread of its own: this one may be inside a runtime, or unwinding from a failure.
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(administer(&server, statement));
        });
        // The whole server goes away after the run, whatever became of this.
        let _ = dropping.join();
    }
}

async fn administer(server: &str, statement: String) {
    let mut connection = PgConnection::connect(server)
        .await
        .expect("the test server takes connections");
    sqlx::raw_sql(AssertSqlSafe(statement))
        .execute(&mut connection)
        .await
        .expect("the statement runs");
}
