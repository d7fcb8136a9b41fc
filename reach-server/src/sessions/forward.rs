//! The local port of a session, and every connection that was made to it.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::close::CloseFault;
use super::relay::{Cut, relay};
use super::spool::Spools;
use crate::ssh::Connection;
use crate::tasks::TaskGroup;

/// Connections at once; one more is reset.
const MAX_CONNECTIONS: usize = 1024;

/// How long accepting pauses when the process is out of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// How long the tasks of a forward may take to notice that it is shut: they wait for nothing.
const SHUT: Duration = Duration::from_secs(1);

/// The local port could not be had.
#[derive(Debug, thiserror::Error)]
pub enum ForwardError {
    /// This port was asked for.
    #[error("port {port} on 127.0.0.1 cannot be used: {source}")]
    Port {
        /// Which.
        port: u16,
        /// Why.
        source: io::Error,
    },
    /// Any port would have done.
    #[error("no port on 127.0.0.1 can be used: {0}")]
    AnyPort(io::Error),
}

/// A listener on 127.0.0.1, each of whose connections the host carries on to a port of its own.
/// It owns them all, and they end with it (S8).
#[derive(Debug)]
pub struct Forward {
    port: u16,
    tasks: TaskGroup,
}

impl Forward {
    /// Listens on the given port, or a free one, and carries connections to `remote_port` on the
    /// host.
    pub async fn open(
        connection: Arc<Connection>,
        remote_port: u16,
        local_port: Option<u16>,
        spools: Spools,
    ) -> Result<Self, ForwardError> {
        let bound = bind(local_port.unwrap_or(0)).await;
        let (listener, port) = bound.map_err(|source| match local_port {
            Some(port) => ForwardError::Port { port, source },
            None => ForwardError::AnyPort(source),
        })?;
        let tasks = TaskGroup::new();
        let way = Arc::new(Way {
            connection,
            remote_port,
            spools,
            tasks: tasks.clone(),
        });
        tasks.spawn(accept(listener, way));
        Ok(Self { port, tasks })
    }

    /// The local port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Refuses new connections and resets those that are there, at once; returns when nothing of
    /// them is left.
    pub async fn shut(&self) -> Result<(), CloseFault> {
        if timeout(SHUT, self.tasks.shutdown()).await.is_ok() {
            return Ok(());
        }
        Err(CloseFault::Forward(self.tasks.remaining()))
    }
}

impl Drop for Forward {
    fn drop(&mut self) {
        self.tasks.stop_token().cancel();
    }
}

/// What every connection of a forward uses.
struct Way {
    connection: Arc<Connection>,
    remote_port: u16,
    spools: Spools,
    tasks: TaskGroup,
}

async fn bind(port: u16) -> io::Result<(TcpListener, u16)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    let port = listener.local_addr()?.port();
    Ok((listener, port))
}

async fn accept(listener: TcpListener, way: Arc<Way>) {
    let slots = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let stop = way.tasks.stop_token();
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match (accepted, Arc::clone(&slots).try_acquire_owned()) {
            (Ok((local, _)), Ok(slot)) => {
                way.tasks.spawn(serve(local, Arc::clone(&way), slot));
            }
            (Ok((local, _)), Err(_)) => {
                tracing::warn!(
                    ssh.host = way.connection.host(),
                    "a session's port has {MAX_CONNECTIONS} connections: one more was reset"
                );
                let _ = local.set_zero_linger();
            }
            // Of the client, or of this process: the listener itself is well.
            (Err(error), _) => {
                tracing::warn!(
                    ssh.host = way.connection.host(),
                    "a session's port could not accept a connection: {error}"
                );
                tokio::select! {
                    () = stop.cancelled() => return,
                    () = sleep(ACCEPT_PAUSE) => {}
                }
            }
        }
    }
}

/// Carries one connection. However it is cut, the client must not take what it got for the whole
/// answer: its socket is reset (S17).
async fn serve(mut local: TcpStream, way: Arc<Way>, _slot: OwnedSemaphorePermit) {
    let _ = local.set_nodelay(true);
    let outcome = tokio::select! {
        biased;
        () = way.tasks.stop_token().cancelled() => Err(Cut::Shut),
        outcome = relay(&mut local, &way.connection, way.remote_port, &way.spools) => outcome,
    };
    let Err(cut) = outcome else {
        return;
    };
    let _ = local.set_zero_linger();
    let host = way.connection.host();
    if let Cut::Backlog(fault) = &cut {
        way.spools.count_reset();
        tracing::warn!(
            ssh.host = host,
            "a connection through a session's port was reset: {fault}"
        );
    } else {
        tracing::debug!(
            ssh.host = host,
            "a connection through a session's port ended early: {cut}"
        );
    }
}
