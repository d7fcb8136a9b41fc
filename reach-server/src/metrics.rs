//! The counters of the design text, one instance per server.

use std::sync::atomic::{AtomicU64, Ordering};

use reach_logic::{Reason, State};

/// A counter that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds one.
    pub fn increment(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// The value.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Replaces the value, for gauges.
    pub fn set(&self, value: u64) {
        self.0.store(value, Ordering::Relaxed);
    }
}

/// Everything that `/metrics` and `/debug/vars` show; names carry the prefix
/// `executor_ssh_reachability_`.
#[derive(Debug, Default)]
pub struct Metrics {
    /// `probe_total{outcome="reachable"}`.
    pub probes_reachable: Counter,
    /// `probe_total{outcome=REASON}`, in the order of [`Reason::ALL`].
    pub probes_failed: [Counter; 6],
    /// `state_transitions_total{to=STATE}`, in the order of [`State::ALL`].
    pub transitions: [Counter; 3],
    /// `pass_skipped_total`: a tick came while a pass was running.
    pub pass_skipped: Counter,
    /// `write_refused_total`: a guard dropped a write.
    pub write_refused: Counter,
    /// `write_failed_total`: an observation could not be written (A3).
    pub write_failed: Counter,
    /// `reset_total`: a save invalidated a record.
    pub resets: Counter,
    /// `probe_discarded_total`: shutdown cancelled a probe, or its generation was gone.
    pub probe_discarded: Counter,
    /// `probe_duration_ms`: the last pass's summed probe time.
    pub pass_probe_millis: Counter,
}

impl Metrics {
    /// Counts one completed probe.
    pub fn count_probe(&self, failure: Option<Reason>) {
        match failure {
            None => self.probes_reachable.increment(),
            Some(reason) => self.probes_failed[reason as usize].increment(),
        }
    }

    /// Counts one transition into `state`.
    pub fn count_transition(&self, state: State) {
        self.transitions[state as usize].increment();
    }
}
