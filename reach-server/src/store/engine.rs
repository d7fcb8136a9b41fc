//! What the two databases must offer to the one implementation.

use std::future::Future;

use sqlx::{Database, Pool};

use super::sql::Statement;

/// A parameter of a statement; `None` is null.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Integer(Option<i64>),
    Text(Option<&'a str>),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Some(text))
    }
}

impl<'a> From<Option<&'a str>> for Value<'a> {
    fn from(text: Option<&'a str>) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Value<'_> {
    fn from(integer: i64) -> Self {
        Self::Integer(Some(integer))
    }
}

impl From<reach_logic::UnixMicros> for Value<'_> {
    fn from(at: reach_logic::UnixMicros) -> Self {
        Self::Integer(Some(at.as_micros()))
    }
}

impl From<Option<reach_logic::UnixMicros>> for Value<'_> {
    fn from(at: Option<reach_logic::UnixMicros>) -> Self {
        Self::Integer(at.map(reach_logic::UnixMicros::as_micros))
    }
}

/// A database. Its few typed calls stand in for the dozen trait bounds that code generic over
/// sqlx would otherwise repeat at every function.
pub(super) trait Engine: Database {
    /// Starts a transaction that may write.
    const BEGIN: &'static str;

    /// The statement's text for this database.
    fn text_of(statement: &'static Statement) -> &'static str;

    /// Runs a statement and returns its rows.
    fn rows<'c>(
        connection: &'c mut Self::Connection,
        statement: &'static Statement,
        values: &'c [Value<'c>],
    ) -> impl Future<Output = Result<Vec<Self::Row>, sqlx::Error>> + Send + 'c;

    /// A text column, null or not.
    fn text(row: &Self::Row, column: &'static str) -> Result<Option<String>, sqlx::Error>;

    /// An integer column, null or not.
    fn integer(row: &Self::Row, column: &'static str) -> Result<Option<i64>, sqlx::Error>;
}

macro_rules! engine {
    ($database:ty, $begin:literal, $text:ident) => {
        impl Engine for $database {
            const BEGIN: &'static str = $begin;

            fn text_of(statement: &'static Statement) -> &'static str {
                statement.$text()
            }

            async fn rows<'c>(
                connection: &'c mut Self::Connection,
                statement: &'static Statement,
                values: &'c [Value<'c>],
            ) -> Result<Vec<Self::Row>, sqlx::Error> {
                let query = sqlx::query(Self::text_of(statement));
                let query = values.iter().fold(query, |query, value| match value {
                    Value::Integer(integer) => query.bind(*integer),
                    Value::Text(text) => query.bind(*text),
                });
                query.fetch_all(connection).await
            }

            fn text(row: &Self::Row, column: &'static str) -> Result<Option<String>, sqlx::Error> {
                sqlx::Row::try_get(row, column)
            }

            fn integer(row: &Self::Row, column: &'static str) -> Result<Option<i64>, sqlx::Error> {
                sqlx::Row::try_get(row, column)
            }
        }
    };
}

// Immediate: a deferred transaction that reads first fails at once, whatever the busy timeout,
// when another connection wrote in between.
engine!(sqlx::Sqlite, "begin immediate", portable);
// The row locks are made for this level, whatever the server's default is.
engine!(
    sqlx::Postgres,
    "begin isolation level read committed",
    for_postgres
);

/// A database's connections. SQLite has one that writes and several that read.
#[derive(Debug)]
pub(super) struct Pools<D: Engine> {
    pub(super) read: Pool<D>,
    pub(super) write: Pool<D>,
}

impl<D: Engine> Pools<D> {
    pub(super) async fn close(&self) {
        self.read.close().await;
        // Last: SQLite then moves the write-ahead log into the file.
        self.write.close().await;
    }
}
