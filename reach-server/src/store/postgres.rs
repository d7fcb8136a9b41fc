//! PostgreSQL: one pool for reading and writing.

use std::str::FromStr as _;
use std::time::Duration;

use secrecy::{ExposeSecret as _, SecretString};
use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, Postgres};
use tracing::subscriber::NoSubscriber;

use super::engine::Pools;
use super::open::LocationError;

/// How long to wait for a connection (A3).
const PATIENCE: Duration = Duration::from_secs(3);

const CONNECTIONS: u32 = 8;

/// What the server itself enforces, in milliseconds: a lost client holds no row for long.
const SESSION: [(&str, &str); 3] = [
    ("statement_timeout", "5000"),
    ("lock_timeout", "3000"),
    ("idle_in_transaction_session_timeout", "10000"),
];

/// The migrations' "already exists, skipping" is no news.
const QUIET: [(&str, &str); 1] = [("client_min_messages", "warning")];

/// The parameters of a URL. Others are refused: a mistyped `sslmode` must not be ignored.
const PARAMETERS: [&str; 18] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
    "ssl-mode",
    "ssl-root-cert",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "statement-cache-capacity",
    "user",
];

/// Reads a URL.
pub(super) fn options(url: &SecretString) -> Result<PgConnectOptions, LocationError> {
    let url = url.expose_secret();
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let mut keys = query.split('&').filter(|pair| !pair.is_empty());
    let known = |pair: &str| PARAMETERS.contains(&pair.split('=').next().unwrap_or_default());
    if !keys.all(known) {
        return Err(LocationError::Parameter);
    }
    // Silent: the library logs what it does not understand, passwords in a pgpass file included.
    // Its error is dropped for the same reason.
    let parsed =
        tracing::subscriber::with_default(NoSubscriber::new(), || PgConnectOptions::from_str(url));
    let options = parsed.map_err(|_| LocationError::Form)?;
    Ok(options
        .application_name("reach")
        .options(QUIET)
        .disable_statement_logging())
}

/// What to call the database in a message.
pub(super) fn describe(options: &PgConnectOptions) -> String {
    let database = options.get_database();
    let database = database.unwrap_or_else(|| options.get_username());
    match options.get_socket() {
        Some(socket) => format!("{} (database {database})", socket.display()),
        None => format!("{}:{}/{database}", options.get_host(), options.get_port()),
    }
}

/// Opens the pool.
pub(super) async fn pools(options: &PgConnectOptions) -> Result<Pools<Postgres>, sqlx::Error> {
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(PATIENCE)
        .connect_with(options.clone().options(SESSION))
        .await?;
    Ok(Pools {
        read: pool.clone(),
        write: pool,
    })
}
