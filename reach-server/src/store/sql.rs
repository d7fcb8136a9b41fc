//! The statements: one text each for both databases.

use std::sync::LazyLock;

/// A statement. What only PostgreSQL understands, its row locks, stands in a comment
/// `/*postgres: …*/`, so that the text as it is runs on SQLite.
pub(super) struct Statement {
    text: &'static str,
    postgres: LazyLock<String>,
}

impl Statement {
    /// The text as it stands in the file.
    pub(super) fn portable(&'static self) -> &'static str {
        self.text
    }

    /// The text with PostgreSQL's parts in force.
    pub(super) fn for_postgres(&'static self) -> &'static str {
        &self.postgres
    }
}

fn uncommented(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*postgres:") {
        out.push_str(before);
        let (inner, after) = after.split_once("*/").unwrap_or((after, ""));
        out.push_str(inner);
        rest = after;
    }
    out.push_str(rest);
    out
}

macro_rules! statements {
    ($($name:ident = $file:literal;)*) => {
        $(pub(super) static $name: Statement = Statement {
            text: include_str!(concat!("sql/", $file)),
            postgres: LazyLock::new(|| uncommented(include_str!(concat!("sql/", $file)))),
        };)*
    };
}

statements! {
    CREATE_EXECUTOR = "create_executor.sql";
    DELETE_EXECUTOR = "delete_executor.sql";
    DELETE_RECORD = "delete_record.sql";
    ELIGIBLE = "eligible.sql";
    EXECUTOR = "executor.sql";
    EXECUTOR_AND_RECORD = "executor_and_record.sql";
    EXECUTORS = "executors.sql";
    INSERT_SESSION = "insert_session.sql";
    LIVE_SESSION = "live_session.sql";
    LOCK_EXECUTOR = "lock_executor.sql";
    OBSERVE = "observe.sql";
    PUT_SESSION = "put_session.sql";
    RECORD = "record.sql";
    RECORDS = "records.sql";
    REMOVE_SESSION = "remove_session.sql";
    RESET = "reset.sql";
    SAVE_EXECUTOR = "save_executor.sql";
    SESSION = "session.sql";
    SESSIONS = "sessions.sql";
    SESSIONS_OF = "sessions_of.sql";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postgres_locks_where_the_files_say_so() {
        assert!(!LOCK_EXECUTOR.for_postgres().contains("/*"));
        assert!(
            LOCK_EXECUTOR
                .for_postgres()
                .trim_end()
                .ends_with("for no key update")
        );
        assert!(OBSERVE.for_postgres().contains("for share)"));
        assert_eq!(EXECUTORS.for_postgres(), EXECUTORS.portable());
    }
}
