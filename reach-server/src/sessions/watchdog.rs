//! The task that watches one transport. What it decides is [`reach_logic::watchdog`]'s.

use std::future::pending;
use std::pin::Pin;
use std::sync::Arc;

use reach_logic::watchdog::{Action, Loss};
use reach_logic::{Mono, Tuning, Watchdog};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::live::Live;
use super::teardown::tear_down;
use crate::events::Events;
use crate::ssh::{Connection, TransportEnded};

/// Something the watchdog waits for, kept across iterations: dropping a probe that was sent would
/// lose its reply.
type Pending<'a, T> = Option<Pin<Box<dyn Future<Output = T> + Send + 'a>>>;

impl Live {
    /// Starts the watchdog, once, while nobody else knows of the session.
    pub(super) fn start_watchdog(self: &Arc<Self>, tuning: Option<Tuning>, events: &Events) {
        let Some(connection) = self.connection().cloned() else {
            return;
        };
        let Some(tuning) = tuning else {
            tracing::debug!(
                session.id = %self.id,
                "the transport of this session is not watched: there is no usable tuning"
            );
            return;
        };
        let watchdog = Watchdog::start(tuning, self.clock().now());
        self.vitals().watchdog = Some(watchdog);
        let (live, stop) = (Arc::clone(self), self.tasks.stop_token().clone());
        let events = events.clone();
        self.tasks.spawn(async move {
            if let Some(loss) = watch(&live, &connection, &stop).await {
                tear_down(&live, loss, &events).await;
            }
        });
    }

    /// From here on nothing is declared; returns when a teardown that was under way has ended.
    /// Waits for nothing that the network could hold up. Harmless when nothing runs (L-002.4).
    pub(super) async fn stop_watchdog(&self) {
        if let Some(watchdog) = &mut self.vitals().watchdog {
            watchdog.on_stop();
        }
        self.tasks.shutdown().await;
    }

    /// Returns when no work of the watchdog is left, its outstanding probe included.
    pub(super) async fn join_watchdog(&self) {
        self.tasks.shutdown().await;
    }

    /// Tells the watchdog. A loss is marked before anyone else can look.
    fn tell(&self, event: impl FnOnce(&mut Watchdog, Mono) -> Option<Action>) -> Option<Action> {
        let mut vitals = self.vitals();
        let now = self.clock().now();
        let action = vitals
            .watchdog
            .as_mut()
            .and_then(|watchdog| event(watchdog, now));
        if matches!(action, Some(Action::TearDown(_))) {
            vitals.is_lost = true;
        }
        action
    }

    fn next_timeout(&self) -> Option<Mono> {
        let vitals = self.vitals();
        vitals.watchdog.as_ref().and_then(Watchdog::poll_timeout)
    }
}

/// Watches until stopped or lost. The order of the branches is the order of precedence: a stop
/// before all else (L-002.10), a reply before the deadline (L-001.3).
async fn watch(live: &Live, connection: &Connection, stop: &CancellationToken) -> Option<Loss> {
    let mut probe: Pending<'_, Result<(), TransportEnded>> = None;
    let mut reading: Pending<'_, ()> = None;
    loop {
        let due = live.next_timeout();
        let due = due.map(|due| live.clock().instant(due));
        let action = tokio::select! {
            biased;
            () = stop.cancelled() => return None,
            () = connection.ended().cancelled() => live.tell(Watchdog::on_ended),
            reply = settled(&mut probe) => live.tell(|watchdog, now| match reply {
                Ok(()) => {
                    watchdog.on_reply(now);
                    None
                }
                Err(TransportEnded) => watchdog.on_probe_error(now),
            }),
            () = settled(&mut reading) => live.tell(Watchdog::on_read),
            () = passed(due) => live.tell(Watchdog::on_timeout),
        };
        match action {
            Some(Action::SendProbe) => probe = Some(Box::pin(connection.keepalive())),
            Some(Action::ReadSocket) => reading = Some(Box::pin(connection.read_out())),
            Some(Action::TearDown(loss)) => return Some(loss),
            None => {}
        }
    }
}

/// The outcome of what is pending, which is then pending no more; never, if nothing is.
async fn settled<T>(what: &mut Pending<'_, T>) -> T {
    let Some(future) = what else {
        return pending().await;
    };
    let outcome = future.await;
    *what = None;
    outcome
}

async fn passed(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due).await,
        None => pending().await,
    }
}
