//! Brings a database to this version's tables.

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migrate, MigrateError, Migration, MigrationType, Migrator};

/// One number, both databases.
struct Step {
    version: i64,
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

macro_rules! step {
    ($version:literal, $file:literal) => {
        Step {
            version: $version,
            name: $file,
            sqlite: include_str!(concat!("../../../migrations/sqlite/", $file, ".sql")),
            postgres: include_str!(concat!("../../../migrations/postgres/", $file, ".sql")),
        }
    };
}

const STEPS: [Step; 3] = [
    step!(1, "0001_executors"),
    step!(2, "0002_executor_reachability"),
    step!(3, "0003_sessions"),
];

/// Applies what is missing. Safe to repeat, and with several starting at once.
pub(super) async fn sqlite(connection: &mut sqlx::SqliteConnection) -> Result<(), MigrateError> {
    run(connection, |step| step.sqlite).await
}

/// As [`sqlite`].
pub(super) async fn postgres(connection: &mut sqlx::PgConnection) -> Result<(), MigrateError> {
    run(connection, |step| step.postgres).await
}

async fn run<C: Migrate>(
    connection: &mut C,
    text: impl Fn(&Step) -> &'static str,
) -> Result<(), MigrateError> {
    let migration = |step: &Step| {
        let Step { version, name, .. } = *step;
        let sql = text(step).into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    };
    let migrator = Migrator::with_migrations(STEPS.iter().map(migration).collect());
    migrator.run_direct(None, connection, false).await
}
