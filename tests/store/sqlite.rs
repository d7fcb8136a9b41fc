//! What is SQLite's alone: the file, its lock, its modes.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use reach_logic::UnixMicros;
use reach_server::store::{Holder, OpenError, StoreLocation, open, saved_executors};

fn holder() -> Holder {
    Holder::this_process("127.0.0.1:7878", UnixMicros::new(1_757_152_800_000_000))
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path)
        .expect("it exists")
        .permissions()
        .mode()
        & 0o777
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
