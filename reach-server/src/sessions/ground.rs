//! Where a session's controller runs, and the way there.

use std::sync::Arc;

use reach_logic::{Executor, ExecutorStatus, ExecutorType, SessionId};
use tokio_util::sync::CancellationToken;

use super::error::SessionError;
use super::host::Host;
use super::live::Live;
use super::service::Inner;
use super::shell::{LocalShell, Shell};
use crate::ssh::config::Naming;
use crate::ssh::{Cancelled, Connection, DialError, DialRequest, Trust};
use crate::store::SessionRow;

/// A machine that can be told to run scripts.
#[derive(Clone)]
pub(super) enum Ground {
    /// This one.
    Local,
    /// A host, over a connection of its own.
    Remote(Arc<Connection>),
}

impl Ground {
    /// The way that a session holds.
    pub(super) fn of(live: &Live) -> Self {
        let connection = live.connection().cloned();
        connection.map_or(Self::Local, Self::Remote)
    }

    pub(super) fn host<'a>(&'a self, session: &'a SessionId) -> Host<'a> {
        self.way().host(session)
    }

    pub(super) fn way(&self) -> Way<'_> {
        match self {
            Self::Local => Way::Local,
            Self::Remote(connection) => Way::Remote(connection),
        }
    }

    pub(super) fn connection(&self) -> Option<&Arc<Connection>> {
        match self {
            Self::Local => None,
            Self::Remote(connection) => Some(connection),
        }
    }

    /// Gives up a connection that nobody else holds.
    pub(super) async fn close(self) {
        if let Self::Remote(connection) = self
            && let Some(connection) = Arc::into_inner(connection)
        {
            connection.close().await;
        }
    }
}

/// The same, lent.
#[derive(Clone, Copy)]
pub(super) enum Way<'a> {
    Local,
    Remote(&'a Connection),
}

impl<'a> Way<'a> {
    pub(super) fn host(self, session: &'a SessionId) -> Host<'a> {
        let shell: &dyn Shell = match self {
            Self::Local => &LocalShell,
            Self::Remote(connection) => connection,
        };
        Host { shell, session }
    }
}

/// Why there is no way there.
pub(super) enum NoWay {
    Cancelled,
    Dial(Box<DialError>),
}

impl Inner {
    /// A way to an executor's machine: the same dial as a probe's, within 30 s, holding no slot
    /// (P13, S11). No watchdog starts before a session owns it (L-002.2).
    pub(super) async fn reach(
        &self,
        executor: &Executor,
        cancel: &CancellationToken,
    ) -> Result<Ground, NoWay> {
        if executor.kind == ExecutorType::Local {
            return Ok(Ground::Local);
        }
        let request = DialRequest {
            owner: Some(&executor.id),
            connection: &executor.config.connection,
            naming: Naming::Alias,
            key_type: executor.config.host_key_algorithm,
            trust: Trust::Pinned,
        };
        let dialled = self
            .parts
            .dialer
            .connect(request, self.parts.limits.dial, cancel);
        match dialled.await {
            Ok(Ok(connection)) => Ok(Ground::Remote(Arc::new(connection))),
            Ok(Err(error)) => Err(NoWay::Dial(Box::new(error))),
            Err(Cancelled) => Err(NoWay::Cancelled),
        }
    }

    /// The same for a session that was launched earlier: the executor must still be the host that
    /// it was launched on (S4).
    pub(super) async fn reach_again(
        &self,
        row: &SessionRow,
        executor: Option<&Executor>,
        cancel: &CancellationToken,
    ) -> Result<Ground, SessionError> {
        let executor = same_host(row, executor)?;
        self.reach(executor, cancel)
            .await
            .map_err(SessionError::from)
    }
}

/// The executor, if it is what the session was launched on.
pub(super) fn same_host<'a>(
    row: &SessionRow,
    executor: Option<&'a Executor>,
) -> Result<&'a Executor, SessionError> {
    let executor = executor.ok_or(SessionError::NoSuchExecutor)?;
    if executor.config.connection.digest() == row.config_digest {
        Ok(executor)
    } else {
        Err(SessionError::HostChanged)
    }
}

/// Refuses an executor that is not to be used.
pub(super) fn active(executor: &Executor) -> Result<(), SessionError> {
    match executor.status {
        ExecutorStatus::Active => Ok(()),
        ExecutorStatus::Inactive => Err(SessionError::ExecutorInactive),
    }
}

impl From<NoWay> for SessionError {
    fn from(no_way: NoWay) -> Self {
        match no_way {
            NoWay::Cancelled => Self::ShuttingDown,
            NoWay::Dial(error) => {
                let failure = error.failure();
                Self::Dial {
                    host: error.host,
                    reason: failure.reason,
                    message: failure.message,
                }
            }
        }
    }
}
