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

#[cfg(test)]
mod tests {
    use super::{FlightKey, Flights, Landing};

    fn key(generation: i64) -> FlightKey {
        FlightKey {
            executor_id: "a".parse().unwrap(),
            generation,
        }
    }

    #[tokio::test]
    async fn a_flight_is_shared_per_generation_until_it_lands() {
        let flights = Flights::default();
        let (first, ticket) = flights.board(key(1));
        let (second, none) = flights.board(key(1));
        assert!(none.is_none());
        assert!(flights.board(key(2)).1.is_some(), "another generation");
        ticket.unwrap().land(Landing::Outdated);
        assert!(matches!(first.landing().await, Some(Landing::Outdated)));
        assert!(matches!(second.landing().await, Some(Landing::Outdated)));
        assert!(flights.board(key(1)).1.is_some());
    }

    #[tokio::test]
    async fn a_ticket_that_is_lost_ends_the_flight_without_a_landing() {
        let flights = Flights::default();
        let (passenger, ticket) = flights.board(key(1));
        drop(ticket);
        assert!(passenger.landing().await.is_none());
        assert!(flights.board(key(1)).1.is_some());
    }

    #[test]
    fn whoever_has_the_answer_cannot_board_the_flight_that_gave_it() {
        let flights = Flights::default();
        for round in 0..2_000 {
            let (passenger, ticket) = flights.board(key(1));
            let boards_again = std::thread::scope(|scope| {
                let told = scope.spawn(|| {
                    while passenger.0.borrow().is_none() {
                        std::hint::spin_loop();
                    }
                    flights.board(key(1)).1.is_some()
                });
                ticket.unwrap().land(Landing::Outdated);
                told.join().unwrap()
            });
            assert!(boards_again, "round {round}");
        }
    }
}
