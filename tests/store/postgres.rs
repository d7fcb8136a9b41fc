//! What is PostgreSQL's alone: its lock, its URL, a server that does not answer.

use std::time::Duration;

use reach_server::store::{
    LocationError, OpenError, Store, StoreError, StoreLocation, open, saved_executors,
};
use sqlx::{PgConnection, Row as _};
use tokio::time::timeout;

use crate::bed::{Bed, holder};
use crate::sample::{T0, Usual as _, at, id, renamed, ssh};

const BOUND: Duration = Duration::from_secs(20);

/// The lock's key: "Reach" in ASCII.
const KEY: i64 = 0x52_6561_6368;

async fn until(store: &dyn Store, wanted: bool) {
    let mut held = store.held();
    let held = timeout(BOUND, held.wait_for(|held| *held == wanted)).await;
    held.expect("in time").expect("the store is open");
}

/// The sessions of this database that hold the lock, or wait for it.
async fn sessions(by: &mut PgConnection, that_hold: bool) -> Vec<i32> {
    let sessions = "
        select pid from pg_locks
         where locktype = 'advisory' and objid::bigint = $1 and granted = $2
           and database = (select oid from pg_database where datname = current_database())";
    let rows = sqlx::query(sessions)
        .bind(KEY & 0xffff_ffff)
        .bind(that_hold)
        .fetch_all(by)
        .await;
    rows.expect("it lists")
        .iter()
        .map(|row| row.get(0))
        .collect()
}

/// Ends the session that holds the lock, as a restart of the database does.
async fn end_the_holders_session(by: &mut PgConnection) {
    for pid in sessions(by, true).await {
        let ended = sqlx::query("select pg_terminate_backend($1)").bind(pid);
        ended.execute(&mut *by).await.expect("it ends");
    }
}

#[tokio::test]
async fn a_second_server_on_the_same_database_is_refused_and_told_who_has_it() {
    let bed = Bed::postgres().await;
    let location = bed.database().location();
    let refused = open(&location, &holder()).await.err().expect("refused");
    assert!(matches!(refused, OpenError::Held { .. }), "{refused}");
    let line = refused.to_string();
    let who = format!("pid {}, listening on 127.0.0.1:7878", std::process::id());
    assert!(line.contains(&who), "{line}");

    bed.store.close().await;
    let again = open(&location, &holder()).await.expect("it is free again");
    again.close().await;
}

#[tokio::test]
async fn a_lost_lock_shows_and_is_taken_again() {
    let bed = Bed::postgres().await;
    let store = &*bed.store;
    store.ready().await.expect("it is held");

    // Next in line: gets the lock the moment the session ends.
    let mut rival = bed.database().connect().await;
    let mut admin = bed.database().connect().await;
    let waiting = tokio::spawn(async move {
        let lock = sqlx::query("select pg_advisory_lock($1)").bind(KEY);
        lock.execute(&mut rival).await.expect("it gets the lock");
        rival
    });
    while sessions(&mut admin, false).await.is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    end_the_holders_session(&mut admin).await;
    until(store, false).await;
    let ready = store.ready().await;
    assert!(
        matches!(ready, Err(StoreError::Unavailable(_))),
        "{ready:?}"
    );

    let rival = waiting.await.expect("it ends");
    drop(rival);
    until(store, true).await;
    store.ready().await.expect("it is held again");
}

#[tokio::test]
async fn closing_gives_up_while_the_lock_is_lost() {
    let bed = Bed::postgres().await;
    let mut admin = bed.database().connect().await;
    end_the_holders_session(&mut admin).await;
    until(&*bed.store, false).await;
    timeout(BOUND, bed.store.close()).await.expect("in time");
}

/// A3: no call waits for long, and each says that it is the store's fault.
#[tokio::test]
async fn a_row_that_stays_locked_is_unavailable_and_not_lost() {
    let bed = Bed::postgres().await;
    bed.store.made("gpu", &ssh("gpu")).await;
    let mut holding = bed.database().connect().await;
    let lock = "begin; update executors set name_key = name_key";
    sqlx::raw_sql(lock)
        .execute(&mut holding)
        .await
        .expect("it locks");
    let (id, patch) = (id("gpu"), renamed("x"));
    let save = timeout(BOUND, bed.store.save(&id, &patch, None, T0));
    let saved = save.await.expect("in time");
    assert!(
        matches!(saved, Err(StoreError::Unavailable(_))),
        "{saved:?}"
    );
    drop(holding);
    bed.store.saved(&id, &patch, at(1)).await;
}

/// A restart of the database: every connection is cut, the next call makes a new one.
#[tokio::test]
async fn cut_connections_are_replaced() {
    let bed = Bed::postgres().await;
    let gpu = bed.store.made("gpu", &ssh("gpu")).await;
    let mut admin = bed.database().connect().await;
    let cut = "select pg_terminate_backend(pid) from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid()";
    sqlx::query(cut).execute(&mut admin).await.expect("it runs");
    let executors = timeout(BOUND, bed.store.executors()).await;
    let executors = executors.expect("in time").expect("it answers");
    assert_eq!(executors, [gpu]);
}

/// A3.
#[tokio::test]
async fn a_database_that_takes_no_connections_is_unavailable() {
    let bed = Bed::postgres().await;
    bed.database().shut().await;
    let executors = timeout(BOUND, bed.store.executors()).await;
    let executors = executors.expect("in time");
    assert!(
        matches!(executors, Err(StoreError::Unavailable(_))),
        "{executors:?}"
    );
}

#[tokio::test]
async fn saved_executors_can_be_read_while_a_server_runs() {
    let bed = Bed::postgres().await;
    let gpu = bed.store.made("gpu", &ssh("gpu")).await;
    let read = saved_executors(&bed.database().location()).await;
    assert_eq!(read.expect("it answers"), [gpu]);
}

#[tokio::test]
async fn a_server_that_is_not_there_is_one_line_without_the_password() {
    let socket = tempfile::tempdir().expect("a directory");
    let url = format!(
        "postgres://ada:Gehe1m@localhost/reach?host={}&password=Gehe1m",
        socket.path().display()
    );
    let location = StoreLocation::from_url(&url).expect("it is a URL");
    let error = open(&location, &holder()).await.err().expect("refused");
    assert!(matches!(error, OpenError::Cannot { .. }), "{error}");
    let read = saved_executors(&location).await.expect_err("refused");
    for text in [
        error.to_string(),
        format!("{error:?}"),
        read.to_string(),
        format!("{location:?}"),
    ] {
        assert!(!text.contains("Gehe1m"), "{text}");
    }
    let line = error.to_string();
    assert!(!line.contains('\n') && line.contains("reach"), "{line}");
}

#[test]
fn only_what_names_a_database_is_a_location() {
    let refused = |text: &str| StoreLocation::from_url(text).expect_err(text);
    for text in [
        "",
        "mysql://x/y",
        "reach.db",
        "sqlite:",
        "postgres",
        "sqlite:a?b",
    ] {
        assert_eq!(refused(text), LocationError::Form, "{text}");
    }
    assert_eq!(refused("postgres://h:99999/d"), LocationError::Form);
    // A password with an unescaped `?`, and a mistyped option that must not be ignored.
    for text in ["postgres://u:a?b@h/d", "postgres://h/d?sslmod=require"] {
        assert_eq!(refused(text), LocationError::Parameter, "{text}");
    }
    for text in [
        "postgres://u:p@h:1/d?sslmode=require",
        "postgresql:///d",
        "sqlite:///a/b.db",
    ] {
        StoreLocation::from_url(text).expect(text);
    }
}
