//! A probe outside the passes: somebody asked for it, or a save did.

use std::sync::Arc;

use reach_logic::{ExecutorId, ExecutorStatus, ExecutorType, ReachabilityView};

use super::flights::{FlightKey, Landing, Passenger};
use super::{Inner, ReachabilityError};
use crate::store::StoredExecutor;

/// Probes one executor and gives the result to the one who asked.
pub(super) async fn answer(
    inner: Arc<Inner>,
    id: ExecutorId,
) -> Result<ReachabilityView, ReachabilityError> {
    loop {
        let stored = inner.probeable(&id).await?;
        match queue(&inner, &stored).landing().await {
            Some(Landing::Completed { view, .. }) => return Ok(*view),
            Some(Landing::Outdated) => {}
            Some(Landing::Cancelled) => return Err(ReachabilityError::ShuttingDown),
            Some(Landing::Unread(error)) => return Err(ReachabilityError::Store(error)),
            None if inner.tasks.stop_token().is_cancelled() => {
                return Err(ReachabilityError::ShuttingDown);
            }
            None => return Err(ReachabilityError::Lost),
        }
    }
}

/// Probes an executor that a save has reset, without anybody waiting for it.
pub(super) fn after_save(inner: &Arc<Inner>, stored: &StoredExecutor) {
    queue(inner, stored);
}

/// Joins the probe of this generation, or queues one.
fn queue(inner: &Arc<Inner>, stored: &StoredExecutor) -> Passenger {
    let key = FlightKey::of(stored);
    let (passenger, ticket) = inner.flights.board(key.clone());
    if let Some(ticket) = ticket {
        let own = Arc::clone(inner);
        inner.launch(ticket, async move { own.queued(&key).await });
    }
    passenger
}

impl Inner {
    /// The executor, if it may be probed on request.
    async fn probeable(&self, id: &ExecutorId) -> Result<StoredExecutor, ReachabilityError> {
        let read = self.parts.store.executor(id);
        let read = self.tasks.stop_token().run_until_cancelled(read).await;
        let stored = read
            .ok_or(ReachabilityError::ShuttingDown)??
            .ok_or(ReachabilityError::NotFound)?;
        let executor = &stored.executor;
        match (executor.kind, executor.status) {
            (ExecutorType::Local, _) => Err(ReachabilityError::NotSsh),
            (ExecutorType::Ssh, ExecutorStatus::Inactive) => Err(ReachabilityError::Inactive),
            (ExecutorType::Ssh, ExecutorStatus::Active) => Ok(stored),
        }
    }

    async fn queued(&self, key: &FlightKey) -> Landing {
        let Some(slot) = self.slots.take(self.tasks.stop_token()).await else {
            return self.discarded(Landing::Cancelled);
        };
        match self.read_for_probe(&key.executor_id).await {
            Ok(Some(subject)) if FlightKey::of(&subject.stored) == *key => {
                self.probe(subject, slot).await
            }
            Ok(_) if self.tasks.stop_token().is_cancelled() => self.discarded(Landing::Cancelled),
            Ok(_) => self.discarded(Landing::Outdated),
            Err(error) => {
                tracing::warn!(
                    executor.id = %key.executor_id,
                    error = &error as &dyn std::error::Error,
                    "not probed: the executor could not be read"
                );
                Landing::Unread(Arc::new(error))
            }
        }
    }

    /// Counts a probe that will have no outcome.
    pub(super) fn discarded(&self, landing: Landing) -> Landing {
        self.parts.metrics.probe_discarded.increment();
        landing
    }
}
