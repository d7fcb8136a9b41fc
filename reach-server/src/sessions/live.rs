//! One tracked session, as it lives in this process.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reach_logic::{ExecutorId, Reading, SessionId, Watchdog};

use super::close::{CloseFault, CloseOnce, Handles};
use super::forward::Forward;
use crate::clock::MonoClock;
use crate::ssh::Connection;
use crate::tasks::TaskGroup;

/// A session's transport was lost; only a resume brings it back (L-002.14).
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("the connection to {host} was lost: resume the session to connect again")]
pub struct TransportLost {
    /// The target host.
    pub host: String,
}

/// A tracked session: what it holds, and what is known of its transport.
#[derive(Debug)]
pub struct Live {
    pub(super) id: SessionId,
    pub(super) executor_id: ExecutorId,
    pub(super) host: String,
    /// The watchdog.
    pub(super) tasks: TaskGroup,
    /// The remote commands of disposals: one may wait for the host while another disposal, which
    /// closes its client, stops the watchdog.
    pub(super) commands: TaskGroup,
    remote: Option<Handles>,
    clock: MonoClock,
    vitals: Mutex<Vitals>,
}

/// Mark and watchdog stand under one lock: a reading sees both of one moment (L-002.8).
#[derive(Debug, Default)]
pub(super) struct Vitals {
    pub(super) is_lost: bool,
    pub(super) watchdog: Option<Watchdog>,
    /// The reading that everybody was told last; without one, that it answers.
    told: Option<Reading>,
}

/// One look at a session's transport.
#[derive(Clone, Debug)]
pub struct Look {
    /// What the disposal would obey now.
    pub reading: Reading,
    /// The silence interval; `None` without a running watchdog.
    pub silence: Option<Duration>,
    /// The connection, only if it answers: nothing may be sent over any other (L-001.7, S7).
    pub connection: Option<Arc<Connection>>,
}

impl Live {
    /// A session on a host, not yet tracked. It owns connection and forward from here on.
    pub fn remote(
        id: SessionId,
        executor_id: ExecutorId,
        connection: Arc<Connection>,
        forward: Forward,
        clock: MonoClock,
    ) -> Self {
        let host = connection.host().to_owned();
        let remote = Handles {
            forward: CloseOnce::new(forward),
            client: CloseOnce::new(connection),
        };
        Self {
            remote: Some(remote),
            ..Self::local(id, executor_id, host, clock)
        }
    }

    /// A session without a client (L-002.3).
    pub fn local(id: SessionId, executor_id: ExecutorId, host: String, clock: MonoClock) -> Self {
        Self {
            id,
            executor_id,
            host,
            tasks: TaskGroup::new(),
            commands: TaskGroup::new(),
            remote: None,
            clock,
            vitals: Mutex::default(),
        }
    }

    /// Its id.
    pub fn id(&self) -> &SessionId {
        &self.id
    }

    /// Where it runs.
    pub fn executor_id(&self) -> &ExecutorId {
        &self.executor_id
    }

    /// The target host.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The forward's local port, open or not.
    pub fn local_port(&self) -> Option<u16> {
        self.remote
            .as_ref()
            .map(|remote| remote.forward.handle().port())
    }

    /// Mark and silence, as of this moment.
    pub fn reading(&self) -> Reading {
        let vitals = self.vitals();
        Reading::of(vitals.is_lost, vitals.watchdog.as_ref(), self.clock.now())
    }

    /// The reading, and what may be used under it, in one critical section.
    pub fn look(&self) -> Look {
        let vitals = self.vitals();
        let now = self.clock.now();
        let watchdog = vitals.watchdog.as_ref();
        let reading = Reading::of(vitals.is_lost, watchdog, now);
        let is_usable = reading == Reading::Answering;
        Look {
            reading,
            silence: watchdog.and_then(|watchdog| watchdog.silence(now)),
            connection: self.connection().filter(|_| is_usable).cloned(),
        }
    }

    /// The session, unless its transport was lost: what a creation may reuse (L-002.14).
    pub fn reusable(self: &Arc<Self>) -> Result<Arc<Self>, TransportLost> {
        if self.vitals().is_lost {
            return Err(TransportLost {
                host: self.host.clone(),
            });
        }
        Ok(Arc::clone(self))
    }

    /// Whether the lost mark is set.
    pub fn is_lost(&self) -> bool {
        self.vitals().is_lost
    }

    /// Gives both handles up, for a session that was never tracked (L-002.1).
    pub async fn discard(self) {
        self.log_faults(&self.close_both().await);
    }

    pub(super) fn connection(&self) -> Option<&Arc<Connection>> {
        self.remote.as_ref().map(|remote| remote.client.handle())
    }

    pub(super) fn clock(&self) -> MonoClock {
        self.clock
    }

    pub(super) fn vitals(&self) -> MutexGuard<'_, Vitals> {
        self.vitals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The reading, if it is not the one that everybody was told last.
    pub(super) fn untold(&self) -> Option<Reading> {
        let reading = self.reading();
        let told = self.vitals().told.unwrap_or(Reading::Answering);
        (reading != told).then_some(reading)
    }

    pub(super) fn was_told(&self, reading: Reading) {
        self.vitals().told = Some(reading);
    }

    pub(super) fn mark_lost(&self) {
        self.vitals().is_lost = true;
    }

    pub(super) async fn close_both(&self) -> Vec<CloseFault> {
        match &self.remote {
            Some(handles) => handles.close().await,
            None => Vec::new(),
        }
    }

    pub(super) async fn close_forward(&self) {
        if let Some(handles) = &self.remote {
            self.log_faults(handles.forward.close().await.err().as_slice());
        }
    }

    pub(super) async fn close_client(&self) {
        if let Some(handles) = &self.remote {
            self.log_faults(handles.client.close().await.err().as_slice());
        }
    }

    fn log_faults(&self, faults: &[CloseFault]) {
        for fault in faults {
            tracing::error!(
                session.id = %self.id,
                ssh.host = self.host,
                "a session's end left something behind: {fault}"
            );
        }
    }
}
