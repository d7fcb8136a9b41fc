//! What becomes of a completed probe, or of a reset: the write, the counters, the log, the event.

use std::error::Error;

use reach_logic::transition::is_change;
use reach_logic::{KeyType, Observation, ReachabilityRecord, ReachabilityView, Reason, State};

use super::Inner;
use super::probe::{Attempt, Subject};
use crate::events::Event;
use crate::store::{Observed, Reset, StoredExecutor};

impl Inner {
    /// Writes a completed probe and tells what changed. Returns what the probe saw, stored or not.
    pub(super) async fn settle(&self, subject: Subject, attempt: Attempt) -> ReachabilityView {
        let Subject { stored, standing } = subject;
        let report = attempt.report;
        let failure = report.failure.as_ref();
        self.parts
            .metrics
            .count_probe(failure.map(|one| one.reason));
        let learned = report.key_type.filter(|_| failure.is_none());
        let observation = Observation {
            host: report.host,
            failure: report.failure,
            checked_at: attempt.completed_at,
            config_digest: stored.executor.config.connection.digest(),
        };
        let view = self.write(&stored, standing, &observation).await;
        if let Some(key_type) = learned {
            self.learn(&stored, key_type).await;
        }
        view
    }

    async fn write(
        &self,
        stored: &StoredExecutor,
        standing: Option<ReachabilityRecord>,
        observation: &Observation,
    ) -> ReachabilityView {
        let id = &stored.executor.id;
        let (store, metrics) = (&self.parts.store, &self.parts.metrics);
        // Nobody hears of a record after its executor's deletion.
        let _turn = self.parts.events.turn().await;
        let now = self.parts.clock.now();
        let standing = match store.observe(id, stored.generation, observation, now).await {
            Ok(Observed::Written { before, after }) => {
                self.announce(before.as_ref(), &after);
                return self.view(after);
            }
            Ok(Observed::Refused(standing)) => {
                metrics.write_refused.increment();
                tracing::debug!(executor.id = %id, "the result was dropped: the executor has changed, or a later result is stored");
                standing
            }
            Err(error) => {
                metrics.write_failed.increment();
                tracing::warn!(
                    executor.id = %id,
                    error = &error as &dyn Error,
                    "the result could not be stored; the next probe tries again"
                );
                standing
            }
        };
        let (interval, at) = (self.parts.interval, self.parts.clock.now());
        ReachabilityView::not_persisted(id, standing.as_ref(), observation, interval, at)
    }

    /// Remembers the type of the pinned key, once (P10).
    async fn learn(&self, stored: &StoredExecutor, key_type: KeyType) {
        let config = &stored.executor.config;
        let (None, Some(pin)) = (
            config.host_key_algorithm,
            &config.connection.host_fingerprint,
        ) else {
            return;
        };
        let id = &stored.executor.id;
        let parts = &self.parts;
        let _turn = parts.events.turn().await;
        let now = parts.clock.now();
        match parts
            .store
            .learn_key_type(id, stored.generation, pin, key_type, now)
            .await
        {
            Ok(Some(after)) => parts.events.publish(Event::ExecutorUpdated(after.executor)),
            Ok(None) => {}
            Err(error) => tracing::warn!(
                executor.id = %id,
                error = &error as &dyn Error,
                "the host key's type could not be stored; the next probe tries again"
            ),
        }
    }

    /// Tells of a record that a save invalidated.
    pub(super) fn announce_reset(&self, reset: &Reset) {
        self.parts.metrics.resets.increment();
        self.announce(reset.before.as_ref(), &reset.after);
    }

    /// Everything that follows from one step of one record (R5).
    fn announce(&self, before: Option<&ReachabilityRecord>, after: &ReachabilityRecord) {
        let state_before = before.map_or(State::Unknown, |record| record.state);
        if state_before != after.state {
            self.parts.metrics.count_transition(after.state);
            log_transition(state_before, after);
        }
        if is_change(before, after) {
            let view = self.view(after.clone());
            self.parts.events.publish(Event::ReachabilityChanged(view));
        }
    }

    fn view(&self, record: ReachabilityRecord) -> ReachabilityView {
        ReachabilityView::of(record, self.parts.interval, self.parts.clock.now())
    }
}

fn log_transition(before: State, after: &ReachabilityRecord) {
    match (before, after.state) {
        (_, State::Unreachable) => tracing::warn!(
            executor.id = %after.executor_id,
            ssh.host = %after.host,
            reachability.reason = after.reason.map_or("", Reason::token),
            reachability.failures = after.consecutive_failures,
            "{} is unreachable: {}", after.host, after.message
        ),
        (State::Unreachable, State::Reachable) => tracing::info!(
            executor.id = %after.executor_id,
            ssh.host = %after.host,
            reachability.reason = "",
            reachability.failures = after.consecutive_failures,
            "{} is reachable again", after.host
        ),
        (_, State::Reachable | State::Unknown) => {}
    }
}
