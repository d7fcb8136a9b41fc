//! The connection test: one dial, by the same function as every probe's (P13), for a person who
//! wants to see what answers and whether Reach is let in. It writes nothing.

mod command;
mod report;

use std::sync::Arc;
use std::time::Duration;

use reach_logic::ExecutorConfig;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use crate::ssh::config::Naming;
use crate::ssh::{Cancelled, DialRequest, Dialer, PROBE_DEADLINE, Trust};

use super::TrustError;

pub use self::report::{StepName, TestReport, TestStep};

/// Bounds of the tests.
#[derive(Clone, Copy, Debug)]
pub struct TestLimits {
    /// How many run at once; others wait for their turn.
    pub at_once: usize,
    /// For one test, its turn and its commands included (S11).
    pub deadline: Duration,
    /// What has to be left of it when the turn comes: with less, a healthy host could seem dead.
    pub least: Duration,
}

impl Default for TestLimits {
    fn default() -> Self {
        Self {
            at_once: 4,
            deadline: Duration::from_secs(30),
            least: PROBE_DEADLINE,
        }
    }
}

/// Those that run, and those that wait.
pub(super) struct ConnectionTests {
    dialer: Dialer,
    limits: TestLimits,
    turns: Arc<Semaphore>,
}

impl ConnectionTests {
    pub(super) fn new(dialer: Dialer, limits: TestLimits) -> Self {
        Self {
            dialer,
            limits,
            turns: Arc::new(Semaphore::new(limits.at_once)),
        }
    }

    pub(super) fn with_limits(&self, limits: TestLimits) -> Self {
        Self::new(self.dialer.clone(), limits)
    }

    /// One test. When it returns, no socket and no task of it is left.
    pub(super) async fn run(
        &self,
        config: &ExecutorConfig,
        cancel: &CancellationToken,
    ) -> Result<TestReport, TrustError> {
        let (_turn, limit) = self.turn(cancel).await?;
        let deadline = Instant::now() + limit;
        let pin = &config.connection.host_fingerprint;
        let request = DialRequest {
            owner: None,
            connection: &config.connection,
            naming: Naming::Alias,
            key_type: config.host_key_algorithm,
            trust: Trust::FirstContact,
        };
        let dialled = self.dialer.connect(request, limit, cancel).await;
        let connection = match dialled.map_err(|Cancelled| TrustError::ShuttingDown)? {
            Ok(connection) => connection,
            Err(error) => return Ok(TestReport::of_failure(&error, pin.as_ref())),
        };
        let mut report = TestReport::of_login(&connection, pin.as_ref());
        let mut finished = Some(());
        if pin.is_some() {
            // A host whose key nobody trusts is told to run nothing.
            let commands = report.run_commands(&connection, deadline);
            finished = cancel.run_until_cancelled(commands).await;
        }
        connection.close().await;
        finished.map(|()| report).ok_or(TrustError::ShuttingDown)
    }

    /// A turn, and the time that the test has from now on.
    async fn turn(
        &self,
        cancel: &CancellationToken,
    ) -> Result<(OwnedSemaphorePermit, Duration), TrustError> {
        let TestLimits {
            deadline, least, ..
        } = self.limits;
        if let Ok(turn) = Arc::clone(&self.turns).try_acquire_owned() {
            return Ok((turn, deadline));
        }
        let asked = Instant::now();
        let next = Arc::clone(&self.turns).acquire_owned();
        let next = timeout(deadline.saturating_sub(least), next);
        match cancel.run_until_cancelled(next).await {
            // Whole seconds, since messages name the limit.
            Some(Ok(Ok(turn))) => {
                let waited = Duration::from_secs(asked.elapsed().as_secs() + 1);
                Ok((turn, deadline.saturating_sub(waited)))
            }
            // The semaphore is never closed.
            Some(Ok(Err(_)) | Err(_)) => Err(TrustError::Busy),
            None => Err(TrustError::ShuttingDown),
        }
    }
}
