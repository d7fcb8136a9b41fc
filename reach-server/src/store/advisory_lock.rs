//! PostgreSQL's side of "one server per store": a session lock on a connection of its own, and
//! the task that watches that connection.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection as _, Row as _};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::BoxError;
use super::lock::{Holder, one_line};
use crate::tasks::TaskGroup;

/// "Reach" in ASCII; session locks are per database.
const KEY: i64 = 0x52_6561_6368;

/// How often the connection is tried, and how long to wait before taking the lock again.
const PERIOD: Duration = Duration::from_secs(1);

/// When a connection that does not answer is taken for lost.
const SILENCE: Duration = Duration::from_secs(3);

/// The longest that connecting and locking may take.
const CONNECT: Duration = Duration::from_secs(10);

/// Makes the server notice within half a minute that the client is gone, and give the lock up.
const SESSION: [(&str, &str); 3] = [
    ("tcp_keepalives_idle", "10"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "3"),
];

const GIVE_UP: &str = "select pg_advisory_unlock($1)";
const TAKE: &str = "select pg_try_advisory_lock($1)";

const WHO: &str = "
select a.application_name, host(a.client_addr) as address
  from pg_locks l
  join pg_stat_activity a on a.pid = l.pid
 where l.locktype = 'advisory'
   and l.granted
   and l.database = (select oid from pg_database where datname = current_database())
   and l.classid::bigint = $1
   and l.objid::bigint = $2
   and l.objsubid = 1";

/// Why the lock was not taken.
#[derive(Debug)]
pub(super) enum LockError {
    /// No connection, no answer in time, or a refusal.
    Database(BoxError),
    /// By this holder, in its own words.
    HeldBy(String),
}

impl<E: Into<BoxError>> From<E> for LockError {
    fn from(error: E) -> Self {
        Self::Database(error.into())
    }
}

/// A connection that holds the lock. The lock ends with it.
#[derive(Debug)]
pub(super) struct LockedConnection {
    connection: PgConnection,
    options: PgConnectOptions,
}

impl LockedConnection {
    /// Connects and locks, or says who holds the lock. The holder is the connection's
    /// `application_name`.
    pub(super) async fn take(
        options: &PgConnectOptions,
        holder: &Holder,
    ) -> Result<Self, LockError> {
        let name = format!("reach, pid {}, listening on {}", holder.pid, holder.listen);
        let options = options.clone().application_name(&name).options(SESSION);
        Self::retake(options).await
    }

    async fn retake(options: PgConnectOptions) -> Result<Self, LockError> {
        timeout(CONNECT, async {
            let mut connection = PgConnection::connect_with(&options).await?;
            let row = sqlx::query(TAKE).bind(KEY).fetch_one(&mut connection);
            if row.await?.try_get(0)? {
                return Ok(Self {
                    connection,
                    options,
                });
            }
            let by = holder_of_lock(&mut connection).await?;
            connection.close().await?;
            Err(LockError::HeldBy(by))
        })
        .await?
    }

    /// The connection, for work that must not be done by two.
    pub(super) fn connection(&mut self) -> &mut PgConnection {
        &mut self.connection
    }

    /// Gives the lock up.
    pub(super) async fn close(mut self) {
        // The server ends the session when the socket closes, whether or not it heard a goodbye, but
        // not at once: whoever starts next must not find the lock held by one that has gone.
        let _ = timeout(SILENCE, async {
            let given_up = sqlx::query(GIVE_UP).bind(KEY);
            given_up.execute(&mut self.connection).await?;
            self.connection.close().await
        })
        .await;
    }

    /// Returns when the connection is lost.
    async fn lost(&mut self) {
        loop {
            sleep(PERIOD).await;
            match timeout(SILENCE, self.connection.ping()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) | Err(_) => return,
            }
        }
    }
}

/// The lock, watched, until released.
#[derive(Debug)]
pub(super) struct AdvisoryLock {
    held: watch::Sender<bool>,
    tasks: TaskGroup,
}

impl AdvisoryLock {
    /// Watches a connection that holds the lock.
    pub(super) fn watch(locked: LockedConnection) -> Self {
        let held = watch::Sender::new(true);
        let tasks = TaskGroup::new();
        tasks.spawn(keep(locked, held.clone(), tasks.stop_token().clone()));
        Self { held, tasks }
    }

    pub(super) fn held(&self) -> watch::Receiver<bool> {
        self.held.subscribe()
    }

    pub(super) async fn release(self) {
        self.tasks.shutdown().await;
    }
}

async fn keep(mut locked: LockedConnection, held: watch::Sender<bool>, stop: CancellationToken) {
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => return locked.close().await,
            () = locked.lost() => {}
        }
        held.send_replace(false);
        tracing::warn!(
            "the connection that holds the store was lost; probing is paused until it is back"
        );
        let options = locked.options.clone();
        drop(locked);
        locked = tokio::select! {
            biased;
            () = stop.cancelled() => return,
            locked = take_again(options) => locked,
        };
        held.send_replace(true);
        tracing::info!("this server holds the store again");
    }
}

async fn take_again(options: PgConnectOptions) -> LockedConnection {
    let mut told = false;
    loop {
        match LockedConnection::retake(options.clone()).await {
            Ok(locked) => return locked,
            Err(LockError::HeldBy(by)) if !told => {
                told = true;
                tracing::warn!(%by, "another Reach server has taken the store");
            }
            Err(LockError::HeldBy(_) | LockError::Database(_)) => {}
        }
        sleep(PERIOD).await;
    }
}

async fn holder_of_lock(connection: &mut PgConnection) -> Result<String, sqlx::Error> {
    let row = sqlx::query(WHO)
        .bind(KEY >> 32)
        .bind(KEY & 0xffff_ffff)
        .fetch_optional(connection)
        .await?;
    // It may have given the lock up just now; the next start will succeed.
    let (mut name, address) = match row {
        Some(row) => (row.try_get(0)?, row.try_get::<Option<String>, _>(1)?),
        None => (String::new(), None),
    };
    if let Some(address) = address {
        name.push_str(", from ");
        name.push_str(&address);
    }
    Ok(one_line(&name))
}
