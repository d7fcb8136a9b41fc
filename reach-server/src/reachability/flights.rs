//! The probes under way: queued, running, or being written.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reach_logic::{ExecutorId, ReachabilityView};
use tokio::sync::watch;

use crate::store::{StoreError, StoredExecutor};

/// What a probe is shared by (P8): a save in between makes another probe.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct FlightKey {
    pub(super) executor_id: ExecutorId,
    pub(super) generation: i64,
}

impl FlightKey {
    pub(super) fn of(stored: &StoredExecutor) -> Self {
        Self {
            executor_id: stored.executor.id.clone(),
            generation: stored.generation,
        }
    }
}

/// How a flight ended.
#[derive(Clone, Debug)]
pub(super) enum Landing {
    /// The probe completed.
    Completed {
        view: Box<ReachabilityView>,
        took: Duration,
    },
    /// Its generation was gone when its turn came; whoever still wants a probe looks again.
    Outdated,
    /// Shutdown came first.
    Cancelled,
    /// The executor could not be read when its turn came.
    Unread(Arc<StoreError>),
}

/// At most one flight per key.
#[derive(Clone, Debug, Default)]
pub(super) struct Flights(Arc<Mutex<HashMap<FlightKey, Passenger>>>);

/// Waits for a flight to end.
#[derive(Clone, Debug)]
pub(super) struct Passenger(watch::Receiver<Option<Landing>>);

/// The right and the duty to fly. Dropped without a landing it ends the flight all the same.
#[derive(Debug)]
pub(super) struct Ticket {
    key: FlightKey,
    passengers: watch::Sender<Option<Landing>>,
    landing: Option<Landing>,
    flights: Flights,
}

impl Flights {
    /// Joins the flight of `key`. When there was none, the ticket says that the caller flies it.
    pub(super) fn board(&self, key: FlightKey) -> (Passenger, Option<Ticket>) {
        let mut flights = self.lock();
        if let Some(passenger) = flights.get(&key) {
            return (passenger.clone(), None);
        }
        let (passengers, receiver) = watch::channel(None);
        let passenger = Passenger(receiver);
        flights.insert(key.clone(), passenger.clone());
        let ticket = Ticket {
            key,
            passengers,
            landing: None,
            flights: self.clone(),
        };
        (passenger, Some(ticket))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<FlightKey, Passenger>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Passenger {
    /// The landing; `None` when the flight ended without one.
    pub(super) async fn landing(mut self) -> Option<Landing> {
        let landed = self.0.wait_for(Option::is_some).await.ok()?;
        landed.clone()
    }
}

impl Ticket {
    /// Ends the flight: everyone on board gets `landing`, whoever comes later starts another.
    pub(super) fn land(mut self, landing: Landing) {
        self.landing = Some(landing);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        // First off the list, then told: who asks again after the answer gets a new probe.
        self.flights.lock().remove(&self.key);
        if let Some(landing) = self.landing.take() {
            self.passengers.send_replace(Some(landing));
        }
    }
}
