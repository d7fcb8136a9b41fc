//! One sweep over the eligible executors.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use reach_logic::ExecutorId;

use super::Inner;
use super::flights::{FlightKey, Landing, Passenger, Ticket};
use super::probe::Subject;
use super::slots::Slot;
use crate::store::StoreError;

/// Probes every eligible executor once, and returns when all have ended. A store that
/// fails, or that this server does not hold alone (R12), ends the pass with one line in the log.
pub(super) async fn run(inner: Arc<Inner>) {
    if let Err(error) = sweep(&inner).await {
        tracing::warn!(
            error = &error as &dyn Error,
            "probe pass abandoned: the store does not answer; the next pass tries again"
        );
    }
}

async fn sweep(inner: &Arc<Inner>) -> Result<(), StoreError> {
    let store = &inner.parts.store;
    store.ready().await?;
    let eligible = store.eligible().await?;
    let mut due: Vec<ExecutorId> = eligible.into_iter().map(|one| one.executor.id).collect();
    let mut took = Duration::ZERO;
    while !due.is_empty() {
        let on_board = dispatch(inner, std::mem::take(&mut due)).await?;
        for (id, passenger) in on_board {
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
    Ok(())
}

/// Starts or joins a probe of each, in order. Asks for one slot at a time: a requested probe waits
/// for one probe of the pass, never for the pass (P8).
async fn dispatch(
    inner: &Arc<Inner>,
    due: Vec<ExecutorId>,
) -> Result<Vec<(ExecutorId, Passenger)>, StoreError> {
    let stop = inner.tasks.stop_token();
    let mut on_board = Vec::with_capacity(due.len());
    for id in due {
        let slot = inner.slots.take(stop).await;
        let subject = match &slot {
            Some(_) => inner.read_for_probe(&id).await?,
            None => None,
        };
        let (Some(slot), Some(subject)) = (slot, subject) else {
            inner.discarded(Landing::Cancelled);
            continue;
        };
        let (passenger, ticket) = inner.flights.board(FlightKey::of(&subject.stored));
        if let Some(ticket) = ticket {
            inner.spawn_flight(fly(Arc::clone(inner), ticket, subject, slot));
        }
        on_board.push((id, passenger));
    }
    Ok(on_board)
}

async fn fly(inner: Arc<Inner>, ticket: Ticket, subject: Subject, slot: Slot) {
    let landing = inner.probe(subject, slot).await;
    ticket.land(landing);
}
