//! One sweep over the eligible executors.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use reach_logic::ExecutorId;

use super::Inner;
use super::flights::{FlightKey, Landing, Passenger};
use super::probe::Subject;
use super::slots::Slot;
use crate::store::StoreError;

/// Probes every eligible executor once, and returns when all have ended. A store that
/// fails ends the pass with one line in the log; while another server may hold it (R12), the pass
/// pauses.
pub(super) async fn run(inner: Arc<Inner>) {
    let mut due = match eligible(&inner).await {
        Ok(eligible) => eligible,
        Err(error) => return abandoned(&error),
    };
    let mut took = Duration::ZERO;
    while !due.is_empty() {
        for (id, passenger) in dispatch(&inner, std::mem::take(&mut due)).await {
            match passenger.landing().await {
                Some(Landing::Completed { took: one, .. }) => took += one,
                // It was a request's probe, saved over before its turn: the pass still owes one.
                Some(Landing::Outdated) => due.push(id),
                Some(Landing::Cancelled | Landing::Unread(_)) | None => {}
            }
        }
    }
    let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    inner.parts.metrics.pass_probe_millis.set(millis);
}

async fn eligible(inner: &Inner) -> Result<Vec<ExecutorId>, StoreError> {
    if !inner.store_is_held().await {
        return Ok(Vec::new());
    }
    let read = inner.parts.store.eligible();
    let stop = inner.tasks.stop_token();
    let stopped_or_read = stop.run_until_cancelled(read).await.transpose()?;
    let eligible = stopped_or_read.unwrap_or_default();
    Ok(eligible.into_iter().map(|one| one.executor.id).collect())
}

/// Starts or joins a probe of each, in order. Asks for one slot at a time: a requested probe waits
/// for one probe of the pass, never for the pass (P8).
async fn dispatch(inner: &Arc<Inner>, due: Vec<ExecutorId>) -> Vec<(ExecutorId, Passenger)> {
    let mut on_board = Vec::with_capacity(due.len());
    for id in due {
        let (subject, slot) = match next(inner, &id).await {
            Ok(Some(next)) => next,
            Ok(None) => {
                inner.parts.metrics.probe_discarded.increment();
                continue;
            }
            Err(error) => {
                abandoned(&error);
                break;
            }
        };
        let (passenger, ticket) = inner.flights.board(FlightKey::of(&subject.stored));
        if let Some(ticket) = ticket {
            let own = Arc::clone(inner);
            inner.launch(ticket, async move { own.probe(subject, slot).await });
        }
        on_board.push((id, passenger));
    }
    on_board
}

/// Waits for a slot, then reads the executor; `None` if it is not eligible any more, or shutdown
/// came.
async fn next(inner: &Inner, id: &ExecutorId) -> Result<Option<(Subject, Slot)>, StoreError> {
    if !inner.store_is_held().await {
        return Ok(None);
    }
    let Some(slot) = inner.slots.take(inner.tasks.stop_token()).await else {
        return Ok(None);
    };
    let subject = inner.read_for_probe(id).await?;
    Ok(subject.map(|subject| (subject, slot)))
}

fn abandoned(error: &StoreError) {
    tracing::warn!(
        error = error as &dyn Error,
        "probe pass abandoned: the store does not answer; the next pass tries again"
    );
}

impl Inner {
    /// Waits until this server holds the store alone; false when shutdown comes first.
    async fn store_is_held(&self) -> bool {
        let mut held = self.parts.store.held();
        // It ends with an error when the store is gone; the next read will say so.
        let held = held.wait_for(|held| *held);
        let stop = self.tasks.stop_token();
        stop.run_until_cancelled(held).await.is_some()
    }
}
