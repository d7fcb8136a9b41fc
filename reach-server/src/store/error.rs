//! From the database library's errors to [`StoreError`].

use sqlx::error::{DatabaseError, ErrorKind};

use super::StoreError;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        use sqlx::Error as E;
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "the library's set is open; what is not known here is a refused statement"
        )]
        match error {
            E::Database(cause) if cause.kind() == ErrorKind::UniqueViolation => Self::NameTaken,
            E::Database(cause) if is_passing(&*cause) => Self::Unavailable(Box::new(cause)),
            E::BeginFailed
            | E::Io(_)
            | E::PoolClosed
            | E::PoolTimedOut
            | E::Protocol(_)
            | E::Tls(_)
            | E::WorkerCrashed => Self::Unavailable(Box::new(error)),
            E::ColumnDecode { .. } | E::Decode(_) => Self::Corrupt(error.to_string()),
            _ => Self::Database(Box::new(error)),
        }
    }
}

/// Whether the database, not the statement, is at fault: busy, full, going down, out of reach.
fn is_passing(cause: &dyn DatabaseError) -> bool {
    let code = cause.code().unwrap_or_default();
    if cause
        .try_downcast_ref::<sqlx::sqlite::SqliteError>()
        .is_some()
    {
        // The low byte of an extended code is the primary one: BUSY, LOCKED, READONLY, IOERR,
        // FULL, CANTOPEN.
        let primary = code.parse::<i32>().unwrap_or_default() & 0xff;
        return matches!(primary, 5 | 6 | 8 | 10 | 13 | 14);
    }
    // Connection lost; out of resources; server going down; deadlock or serialisation; a timeout
    // of ours; read only (a standby).
    let classes = ["08", "53", "57", "40"];
    classes.iter().any(|class| code.starts_with(class)) || code == "55P03" || code == "25006"
}
