//! What is SQLite's alone: the file, its lock, its modes.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use reach_logic::ReachabilityRecord;
use reach_server::store::{
    OpenError, ServedAt, StoreError, StoreLocation, open, saved_executors, served_at,
};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, SqliteConnection};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::bed::{Bed, holder};
use crate::sample::{Usual as _, at, id, saw, ssh};

/// Where [`holder`] says that it listens.
const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 7878);

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path)
        .expect("it exists")
        .permissions()
        .mode()
        & 0o777
}

async fn connect(bed: &Bed) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(bed.sqlite_file());
    options.connect().await.expect("the file opens")
}

async fn run(connection: &mut SqliteConnection, statement: &'static str) {
    let ran = sqlx::raw_sql(statement).execute(connection).await;
    ran.expect("the statement runs");
}

#[tokio::test]
async fn the_data_directory_and_its_files_are_for_the_user_alone() {
    let temporary = tempfile::tempdir().expect("a directory");
    let directory = temporary.path().join("share/reach");
    let location = StoreLocation::Sqlite(directory.join("reach.db"));
    let store = open(&location, &holder()).await.expect("it opens");
    assert_eq!(mode(&directory), 0o700);
    for file in ["lock", "reach.db", "reach.db-wal", "reach.db-shm"] {
        assert_eq!(mode(&directory.join(file)), 0o600, "{file}");
    }
    store.close().await;
}

#[tokio::test]
async fn a_second_server_on_the_same_file_is_refused_and_told_who_has_it() {
    let temporary = tempfile::tempdir().expect("a directory");
    let location = StoreLocation::Sqlite(temporary.path().join("reach.db"));
    let first = open(&location, &holder()).await.expect("it opens");
    let Err(error) = open(&location, &holder()).await else {
        panic!("two servers on one store");
    };
    assert!(matches!(error, OpenError::Held { .. }), "{error}");
    let line = error.to_string();
    let pid = format!("pid {}", std::process::id());
    assert!(
        line.contains(&pid) && line.contains("127.0.0.1:7878"),
        "{line}"
    );

    first.close().await;
    let again = open(&location, &holder()).await.expect("it is free again");
    again.close().await;
}

/// R12, whichever way the second server comes.
#[tokio::test]
async fn one_file_by_two_paths_is_one_store() {
    let temporary = tempfile::tempdir().expect("a directory");
    let inside = |name: &str| temporary.path().join(name);
    for name in ["real", "links"] {
        std::fs::create_dir(inside(name)).expect("a directory");
    }
    std::os::unix::fs::symlink(inside("real"), inside("alias")).expect("a link");
    // It dangles until the first server makes the file.
    std::os::unix::fs::symlink(inside("real/reach.db"), inside("links/reach.db")).expect("a link");
    let paths = ["links/reach.db", "real/reach.db", "alias/reach.db"];
    let locations = paths.map(|path| StoreLocation::Sqlite(inside(path)));
    for first in &locations {
        let store = open(first, &holder()).await.expect("it is free");
        for second in &locations {
            let refused = open(second, &holder()).await.err();
            assert!(
                matches!(refused, Some(OpenError::Held { .. })),
                "{first:?} {second:?}"
            );
            assert_eq!(served_at(second), ServedAt::Here(LISTEN));
        }
        store.close().await;
        let after = served_at(first);
        assert_eq!(after, ServedAt::Unknown, "nobody serves it any more");
    }
}

#[tokio::test]
async fn an_address_that_a_crash_left_is_told_from_one_that_is_served() {
    let temporary = tempfile::tempdir().expect("a directory");
    let location = StoreLocation::Sqlite(temporary.path().join("reach.db"));
    assert_eq!(served_at(&location), ServedAt::Unknown);
    let lock = temporary.path().join("lock");
    let store = open(&location, &holder()).await.expect("it is free");
    let words = std::fs::read(&lock).expect("the holder's words");
    store.close().await;
    // What a server that is killed leaves: its words, and no lock.
    std::fs::write(&lock, words).expect("the lock file");
    assert_eq!(served_at(&location), ServedAt::NoLonger(LISTEN));
}

#[tokio::test]
async fn one_who_looks_for_the_server_keeps_none_from_starting() {
    let temporary = tempfile::tempdir().expect("a directory");
    let location = StoreLocation::Sqlite(temporary.path().join("reach.db"));
    let looked_at = std::fs::File::create(temporary.path().join("lock")).expect("the lock file");
    looked_at.lock_shared().expect("a look");
    let holder = holder();
    let mut opening = Box::pin(open(&location, &holder));
    // It has found the lock taken.
    assert!(timeout(Duration::ZERO, opening.as_mut()).await.is_err());
    drop(looked_at);
    opening.await.expect("it is free").close().await;
}

#[tokio::test]
async fn a_directory_that_is_there_keeps_its_mode() {
    let temporary = tempfile::tempdir().expect("a directory");
    let directory = temporary.path().join("shared");
    std::fs::create_dir(&directory).expect("a directory");
    let shared = std::fs::Permissions::from_mode(0o750);
    std::fs::set_permissions(&directory, shared).expect("its mode");
    let location = StoreLocation::Sqlite(directory.join("reach.db"));
    let store = open(&location, &holder()).await.expect("it opens");
    assert_eq!(mode(&directory), 0o750);
    store.close().await;
}

#[tokio::test]
async fn saved_executors_can_be_read_while_a_server_runs_and_without_one() {
    let temporary = tempfile::tempdir().expect("a directory");
    let location = StoreLocation::Sqlite(temporary.path().join("reach.db"));
    let read = || saved_executors(&location);
    assert_eq!(read().await.expect("no file, no executors"), []);
    assert!(!temporary.path().join("reach.db").exists());

    let store = open(&location, &holder()).await.expect("it opens");
    assert_eq!(read().await.expect("while it runs"), []);
    store.close().await;
    assert_eq!(read().await.expect("after it ended"), []);
}

/// Another program, a backup for example, may hold the file for a while.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_busy_file_loses_no_observation() {
    let bed = Bed::sqlite().await;
    let mut executors = Vec::new();
    for number in 0..20 {
        let name = format!("gpu{number}");
        executors.push(bed.store.made(&name, &ssh(&name)).await);
    }
    let mut other = connect(&bed).await;
    run(&mut other, "begin immediate").await;
    let mut writing = JoinSet::new();
    for gpu in executors {
        let store = Arc::clone(&bed.store);
        writing.spawn(async move { store.written(&gpu, None, at(1)).await });
    }
    let soon = timeout(Duration::from_millis(500), writing.join_next()).await;
    assert!(soon.is_err(), "the file was not busy");
    run(&mut other, "commit").await;
    assert_eq!(writing.join_all().await.len(), 20);
    let records = bed.store.records().await.expect("it answers");
    let checked = |record: Option<ReachabilityRecord>| record.and_then(|one| one.checked_at);
    assert!(
        records
            .into_iter()
            .all(|(_, record)| checked(record) == Some(at(1)))
    );
}

/// A3: held for longer than anybody can wait for.
#[tokio::test]
async fn a_file_that_stays_busy_is_unavailable_and_reads_go_on() {
    let bed = Bed::sqlite().await;
    let gpu = bed.store.made("gpu", &ssh("gpu")).await;
    let mut other = connect(&bed).await;
    run(&mut other, "begin immediate").await;
    let observation = saw(&gpu, None, at(1));
    let id = id("gpu");
    let observe = bed.store.observe(&id, 1, &observation, at(1));
    let observed = timeout(Duration::from_secs(20), observe)
        .await
        .expect("in time");
    assert!(
        matches!(observed, Err(StoreError::Unavailable(_))),
        "{observed:?}"
    );
    assert_eq!(bed.store.executors().await.expect("it answers").len(), 1);
    bed.store.ready().await.expect("it answers");
    run(&mut other, "rollback").await;
    bed.store.written(&gpu, None, at(1)).await;
}

#[tokio::test]
async fn what_is_no_database_is_refused_in_one_line() {
    let directory = tempfile::tempdir().expect("a directory");
    let within = |name: &str| directory.path().join(name);
    std::fs::write(
        within("text.db"),
        "not a database, but long enough to be read as one",
    )
    .expect("it is written");
    std::fs::write(within("file"), "").expect("it is written");
    std::fs::create_dir(within("directory.db")).expect("it is made");

    let refusal = async |path: &Path| {
        let location = StoreLocation::Sqlite(path.to_owned());
        let error = open(&location, &holder()).await.err().expect("refused");
        let line = error.to_string();
        assert!(!line.contains('\n'), "{line}");
        assert!(
            line.contains(directory.path().to_str().expect("UTF-8")) || line.contains("/sys"),
            "{line}"
        );
        error
    };
    let text = refusal(&within("text.db")).await;
    assert!(matches!(text, OpenError::Cannot { .. }), "{text}");
    for path in [
        within("directory.db"),
        within("file/reach.db"),
        "/sys/reach.db".into(),
    ] {
        let error = refusal(&path).await;
        assert!(matches!(error, OpenError::NotWritable { .. }), "{error}");
    }
}
