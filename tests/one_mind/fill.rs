//! Fills a database as if a server had probed many hosts at random times.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree as _;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::Failure;
use crate::cases::runner;

const SECOND: i64 = 1_000_000;

/// Inactive executors, so that no probe changes what is compared, most with a record.
pub(crate) async fn records(database: &Path, count: usize, seed: u64) -> Result<(), Failure> {
    let mut connection = SqliteConnectOptions::new()
        .filename(database)
        .connect()
        .await?;
    let mut transaction = connection.begin().await?;
    let now = i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_micros())?;
    let mut runner = runner(seed);
    let strategy = (names(), option::weighted(0.95, outcomes()));
    for number in 0..count {
        let tree = strategy
            .new_tree(&mut runner)
            .map_err(|reason| reason.to_string())?;
        let (start, outcome) = tree.current();
        let id = format!("{start}{number}");
        sqlx::query(
            "insert into executors (id, name, name_key, type, status, config, generation, created_at, updated_at)
             values (?1, ?1, lower(?1), 'ssh', 'inactive', '{\"host\":\"h\"}', 1, ?2, ?2)",
        )
        .bind(&id)
        .bind(now - 3_600 * SECOND)
        .execute(&mut *transaction)
        .await?;
        let Some((state, reason, checked, success, written)) = outcome else {
            continue;
        };
        sqlx::query(
            "insert into executor_reachability
             (executor_id, state, reason, host, checked_at, last_success_at, updated_at)
             values (?, ?, ?, 'h', ?, ?, ?)",
        )
        .bind(&id)
        .bind(state)
        .bind(reason)
        .bind(checked.map(|ago| now - ago))
        .bind(success.map(|ago| now - ago))
        .bind(now - written)
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await?;
    connection.close().await?;
    Ok(())
}

/// Every kind of character that an id may begin with: the order is that of bytes.
fn names() -> impl Strategy<Value = &'static str> {
    select(vec!["a", "B", "z", "Z", "0", "-", "_", "gpu-", "GPU-"])
}

type Outcome = (&'static str, &'static str, Option<i64>, Option<i64>, i64);

/// State, reason, and how many microseconds ago: completion, success, write.
fn outcomes() -> impl Strategy<Value = Outcome> {
    let state = select(vec!["unknown", "reachable", "unreachable"]);
    let reason = select(vec![
        "", "config", "timeout", "host_key", "auth", "network", "unknown",
    ]);
    let ago = || prop_oneof![4 => 0..400 * SECOND, 2 => 0..20_000 * SECOND, 1 => -SECOND..SECOND, 1 => 0..40_000_000 * SECOND];
    (
        state,
        reason,
        option::weighted(0.9, ago()),
        option::weighted(0.8, ago()),
        ago(),
    )
}
