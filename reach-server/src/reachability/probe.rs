//! One probe, from a held slot to its result.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use reach_logic::{Executor, ExecutorId, Failure, ReachabilityRecord, Reason, UnixMicros};
use tokio::time::{Instant, timeout};

use super::Inner;
use super::flights::{Landing, Ticket};
use super::slots::Slot;
use crate::ssh::{Cancelled, PROBE_DEADLINE, ProbeReport};
use crate::store::{StoreError, StoredExecutor};

/// The probe keeps its own deadline; this is for a defect that makes it miss it. Without it a
/// probe that hangs would hold its slot for ever, and shutdown with it.
pub const PROBE_BACKSTOP: Duration = PROBE_DEADLINE.saturating_add(Duration::from_secs(2));

/// What is about to be probed, read when the slot is held (P8).
pub(super) struct Subject {
    pub(super) stored: StoredExecutor,
    /// The record that stands; shown when the store cannot be written.
    pub(super) standing: Option<ReachabilityRecord>,
}

/// A completed attempt.
pub(super) struct Attempt {
    pub(super) report: ProbeReport,
    pub(super) completed_at: UnixMicros,
    pub(super) took: Duration,
}

impl Inner {
    /// Reads what to probe; `None` if it is not eligible any more, or shutdown came.
    pub(super) async fn read_for_probe(
        &self,
        id: &ExecutorId,
    ) -> Result<Option<Subject>, StoreError> {
        let read = self.parts.store.record(id);
        let stopped_or_read = self.tasks.stop_token().run_until_cancelled(read).await;
        let found = stopped_or_read.transpose()?.flatten();
        Ok(found
            .filter(|(stored, _)| stored.executor.is_eligible())
            .map(|(stored, standing)| Subject { stored, standing }))
    }

    /// Probes, writes and tells. The slot is held until all is done, so that a slow store slows
    /// the probing instead of letting results pile up.
    pub(super) async fn probe(&self, subject: Subject, slot: Slot) -> Landing {
        let Some(attempt) = self.attempt(&subject.stored.executor).await else {
            return self.discarded(Landing::Cancelled);
        };
        let took = attempt.took;
        let view = Box::new(self.settle(subject, attempt).await);
        drop(slot);
        Landing::Completed { view, took }
    }

    /// `None` when shutdown cancelled it.
    async fn attempt(&self, executor: &Executor) -> Option<Attempt> {
        let started = Instant::now();
        // A task of its own, so that a panic ends it alone (P2).
        let mut task = self.tasks.try_spawn(self.run_probe(executor.clone()))?;
        let failure = match timeout(PROBE_BACKSTOP, &mut task).await {
            Ok(Ok((Ok(report), completed_at))) => {
                return Some(Attempt {
                    report,
                    completed_at,
                    took: started.elapsed(),
                });
            }
            Ok(Ok((Err(Cancelled), _))) => return None,
            Ok(Err(ended)) if ended.is_panic() => Failure {
                reason: Reason::Unknown,
                message:
                    "the probe failed inside Reach; this is a defect of Reach, not of the host"
                        .to_owned(),
            },
            // The runtime is going away.
            Ok(Err(_aborted)) => return None,
            Err(_elapsed) => {
                task.abort();
                // Only to know it ended; what it ended with no longer matters.
                let _ = task.await;
                Failure {
                    reason: Reason::Timeout,
                    message: format!("no result within {} s", PROBE_BACKSTOP.as_secs()),
                }
            }
        };
        tracing::error!(executor.id = %executor.id, "{}", failure.message);
        Some(Attempt {
            report: ProbeReport {
                host: executor.config.connection.display_host().to_owned(),
                failure: Some(failure),
                key_type: None,
            },
            completed_at: self.parts.clock.now(),
            took: started.elapsed(),
        })
    }

    fn run_probe(
        &self,
        executor: Executor,
    ) -> impl Future<Output = (Result<ProbeReport, Cancelled>, UnixMicros)> + Send + 'static {
        let probe = Arc::clone(&self.parts.probe);
        let clock = Arc::clone(&self.parts.clock);
        let stop = self.tasks.stop_token().clone();
        async move {
            let result = probe.probe(&executor, &stop).await;
            (result, clock.now())
        }
    }

    /// Starts a flight; one that comes after shutdown is dropped and counted.
    pub(super) fn launch(
        &self,
        ticket: Ticket,
        probe: impl Future<Output = Landing> + Send + 'static,
    ) {
        let flight = async move { ticket.land(probe.await) };
        if self.tasks.try_spawn(flight).is_none() {
            self.parts.metrics.probe_discarded.increment();
        }
    }
}
