//! The two migration folders, and what becomes of databases of other versions.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use reach_server::store::{OpenError, StoreLocation, open};
use reach_tests::postgres::TestDatabase;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, PgConnection, Row as _, SqliteConnection};
use tokio::task::JoinSet;

use crate::bed::{Bed, holder};
use crate::sample::{Usual as _, ssh};

fn folder(database: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../migrations")
        .join(database)
}

fn files(database: &str) -> Vec<String> {
    let entries = fs::read_dir(folder(database)).expect("the folder is there");
    let name = |entry: std::io::Result<fs::DirEntry>| {
        entry
            .expect("an entry")
            .file_name()
            .into_string()
            .expect("UTF-8")
    };
    let mut names: Vec<_> = entries.map(name).collect();
    names.sort();
    names
}

async fn sqlite_file(path: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(path);
    options.connect().await.expect("the file opens")
}

/// Per table, its columns in order: name, type, whether it may be null, whether it is the key.
type Tables = BTreeMap<String, Vec<(String, String, bool, bool)>>;

async fn tables_of_sqlite(connection: &mut SqliteConnection) -> Tables {
    let columns = "
        select t.name as \"table\", c.name, c.type, c.\"notnull\" = 0 as nullable, c.pk > 0 as is_key
          from pragma_table_list t join pragma_table_info(t.name) c
         where t.schema = 'main' and t.name not like 'sqlite_%' and t.name not like '\\_%' escape '\\'
         order by t.name, c.cid";
    let rows = sqlx::query(columns).fetch_all(connection).await;
    let mut tables = Tables::new();
    for row in rows.expect("it lists") {
        tables.entry(row.get("table")).or_default().push((
            row.get("name"),
            row.get::<String, _>("type")
                .to_lowercase()
                .replace("integer", "bigint"),
            row.get("nullable"),
            row.get("is_key"),
        ));
    }
    tables
}

async fn tables_of_postgres(connection: &mut PgConnection) -> Tables {
    let columns = "
        select c.table_name, c.column_name, c.data_type, c.is_nullable = 'YES' as nullable,
               exists (select 1 from information_schema.key_column_usage k
                        where k.table_name = c.table_name
                          and k.column_name = c.column_name) as is_key
          from information_schema.columns c
         where c.table_schema = current_schema() and c.table_name not like '\\_%'
         order by c.table_name, c.ordinal_position";
    let rows = sqlx::query(columns).fetch_all(connection).await;
    let mut tables = Tables::new();
    for row in rows.expect("it lists") {
        tables.entry(row.get("table_name")).or_default().push((
            row.get("column_name"),
            row.get("data_type"),
            row.get("nullable"),
            row.get("is_key"),
        ));
    }
    tables
}

#[test]
fn both_folders_hold_the_same_numbers_each_once() {
    let sqlite = files("sqlite");
    assert_eq!(sqlite, files("postgres"));
    let numbers: Vec<_> = sqlite
        .iter()
        .map(|name| name[..4].parse::<usize>())
        .collect();
    let counted: Vec<_> = (1..=sqlite.len()).map(Ok).collect();
    assert_eq!(numbers, counted, "from 1, without a gap");
}

#[tokio::test]
async fn every_file_is_applied_to_both_databases() {
    let applied = "select version from _sqlx_migrations order by version";
    let expected: Vec<i64> = (1..).take(files("sqlite").len()).collect();

    let bed = Bed::sqlite().await;
    let mut connection = sqlite_file(&bed.sqlite_file()).await;
    let rows = sqlx::query(applied).fetch_all(&mut connection).await;
    let versions: Vec<i64> = rows
        .expect("it lists")
        .iter()
        .map(|row| row.get(0))
        .collect();
    assert_eq!(versions, expected);

    let bed = Bed::postgres().await;
    let mut connection = bed.database().connect().await;
    let rows = sqlx::query(applied).fetch_all(&mut connection).await;
    let versions: Vec<i64> = rows
        .expect("it lists")
        .iter()
        .map(|row| row.get(0))
        .collect();
    assert_eq!(versions, expected);
}

#[tokio::test]
async fn both_databases_have_the_same_tables_and_columns() {
    let sqlite = Bed::sqlite().await;
    let mut sqlite = sqlite_file(&sqlite.sqlite_file()).await;
    let postgres = Bed::postgres().await;
    let mut postgres = postgres.database().connect().await;
    let tables = tables_of_sqlite(&mut sqlite).await;
    assert!(tables.contains_key("executors") && tables.contains_key("executor_reachability"));
    assert_eq!(tables, tables_of_postgres(&mut postgres).await);

    let lax = "select name from pragma_table_list
                where schema = 'main' and strict = 0 and name not like 'sqlite_%' and name not like '\\_%' escape '\\'";
    let lax = sqlx::query(lax)
        .fetch_all(&mut sqlite)
        .await
        .expect("it lists");
    assert_eq!(lax.len(), 0, "every table is strict");
    let keys_in_some_language = "
        select c.table_name, c.column_name, c.collation_name
          from information_schema.columns c
          join information_schema.key_column_usage k
               using (table_schema, table_name, column_name)
         where c.table_schema = current_schema() and c.table_name not like '\\_%'
           and c.collation_name is distinct from 'C'";
    let keys = sqlx::query(keys_in_some_language)
        .fetch_all(&mut postgres)
        .await;
    assert_eq!(keys.expect("it lists").len(), 0, "ids sort by bytes (R13)");
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused() {
    let newer = "insert into _sqlx_migrations
        (version, description, installed_on, success, checksum, execution_time)
        select 9001, 'later', installed_on, success, checksum, execution_time
          from _sqlx_migrations where version = 1";
    let bed = Bed::sqlite().await;
    bed.store.close().await;
    let mut connection = sqlite_file(&bed.sqlite_file()).await;
    sqlx::query(newer)
        .execute(&mut connection)
        .await
        .expect("it is inserted");
    refused_as_newer(&bed).await;

    let bed = Bed::postgres().await;
    bed.store.close().await;
    let mut connection = bed.database().connect().await;
    sqlx::query(newer)
        .execute(&mut connection)
        .await
        .expect("it is inserted");
    refused_as_newer(&bed).await;
}

async fn refused_as_newer(bed: &Bed) {
    let location = bed.location().expect("a database");
    // Twice: the refusal leaves no lock behind.
    for _ in 0..2 {
        let error = open(&location, &holder()).await.err().expect("refused");
        assert!(
            matches!(error, OpenError::Newer { version: 9001, .. }),
            "{error}"
        );
        assert!(error.to_string().contains("newer version"), "{error}");
    }
}

#[tokio::test]
async fn a_migration_that_was_edited_after_it_was_applied_is_refused() {
    let bed = Bed::sqlite().await;
    bed.store.close().await;
    let mut connection = sqlite_file(&bed.sqlite_file()).await;
    let edit = "update _sqlx_migrations set checksum = x'00' where version = 2";
    sqlx::query(edit)
        .execute(&mut connection)
        .await
        .expect("it is changed");
    let location = bed.location().expect("a database");
    let error = open(&location, &holder()).await.err().expect("refused");
    assert!(
        matches!(error, OpenError::Altered { version: 2, .. }),
        "{error}"
    );
}

#[tokio::test]
async fn tables_that_are_there_already_are_kept() {
    let forget = "drop table _sqlx_migrations";
    let mut bed = Bed::sqlite().await;
    let gpu = bed.store.made("gpu", &ssh("gpu")).await;
    bed.store.close().await;
    let mut connection = sqlite_file(&bed.sqlite_file()).await;
    sqlx::query(forget)
        .execute(&mut connection)
        .await
        .expect("it is dropped");
    bed.reopen().await;
    assert_eq!(bed.store.executors().await.expect("it answers"), [gpu]);

    let mut bed = Bed::postgres().await;
    let gpu = bed.store.made("gpu", &ssh("gpu")).await;
    bed.store.close().await;
    let mut connection = bed.database().connect().await;
    sqlx::query(forget)
        .execute(&mut connection)
        .await
        .expect("it is dropped");
    bed.reopen().await;
    assert_eq!(bed.store.executors().await.expect("it answers"), [gpu]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_servers_that_start_at_once_one_gets_the_store() {
    let directory = tempfile::tempdir().expect("a directory");
    let database = TestDatabase::create().await;
    for location in [
        StoreLocation::Sqlite(directory.path().join("reach.db")),
        database.location(),
    ] {
        let mut starting = JoinSet::new();
        for _ in 0..4 {
            let location = location.clone();
            starting.spawn(async move { open(&location, &holder()).await });
        }
        let mut opened = Vec::new();
        for result in starting.join_all().await {
            match result {
                Ok(store) => opened.push(store),
                Err(error) => assert!(matches!(error, OpenError::Held { .. }), "{error}"),
            }
        }
        assert_eq!(opened.len(), 1);
        let store = opened.remove(0);
        store.made("gpu", &ssh("gpu")).await;
        store.close().await;
    }
}
