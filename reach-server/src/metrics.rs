//! What is counted, one instance per server.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric, prometheus_text};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;
use reach_logic::{Reason, State};
use serde_json::{Map, Value, json};

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
/// `executor_ssh_reachability_`, those of sessions `reach_session_`.
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
    /// `reach_session_stream_reset_total`: a client left more unread than may be kept (S16).
    pub stream_resets: Counter,
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

    /// The Prometheus text format, version 0.0.4.
    pub fn prometheus_text(self: &Arc<Self>) -> Result<String, fmt::Error> {
        let mut registry = Registry::default();
        registry.register_collector(Box::new(Arc::clone(self)));
        let mut text = String::new();
        prometheus_text::encode(&mut text, &registry)?;
        Ok(text)
    }

    /// The same counters as one JSON object, by their full names.
    pub fn variables(&self) -> Value {
        let metrics = self.families().into_iter();
        let members = metrics.map(|family| (family.name(), family.value()));
        Value::Object(members.collect::<Map<_, _>>())
    }

    fn families(&self) -> Vec<Family> {
        let failures = Reason::ALL
            .iter()
            .map(|reason| (reason.token(), self.probes_failed[*reason as usize].get()));
        let outcomes = [("reachable", self.probes_reachable.get())];
        let transitions = State::ALL
            .iter()
            .map(|state| (state.token(), self.transitions[*state as usize].get()));
        let single = |counter: &Counter| Samples::One(counter.get());
        let counter = |stem, help, samples| Family {
            prefix: PREFIX,
            stem,
            help,
            is_gauge: false,
            samples,
        };
        vec![
            counter(
                "probe",
                "Completed probes by outcome",
                Samples::Labelled("outcome", outcomes.into_iter().chain(failures).collect()),
            ),
            counter(
                "state_transitions",
                "Changes of a host's state by the state it came to",
                Samples::Labelled("to", transitions.collect()),
            ),
            counter(
                "pass_skipped",
                "Ticks dropped because a pass was still running",
                single(&self.pass_skipped),
            ),
            counter(
                "write_refused",
                "Results dropped by a guard: the executor changed meanwhile",
                single(&self.write_refused),
            ),
            counter(
                "write_failed",
                "Results that could not be written",
                single(&self.write_failed),
            ),
            counter(
                "reset",
                "Records invalidated by a save",
                single(&self.resets),
            ),
            counter(
                "probe_discarded",
                "Probes cancelled by a shutdown or overtaken by a save",
                single(&self.probe_discarded),
            ),
            Family {
                is_gauge: true,
                ..counter(
                    "probe_duration_ms",
                    "Summed probe time of the last pass, in milliseconds",
                    single(&self.pass_probe_millis),
                )
            },
            Family {
                prefix: SESSION_PREFIX,
                ..counter(
                    "stream_reset",
                    "Connections through sessions' ports that were reset because their client did \
                     not read",
                    single(&self.stream_resets),
                )
            },
        ]
    }
}

/// One metric, read at one moment.
struct Family {
    prefix: &'static str,
    /// Between the prefix and a counter's `_total`.
    stem: &'static str,
    help: &'static str,
    is_gauge: bool,
    samples: Samples,
}

enum Samples {
    One(u64),
    Labelled(&'static str, Vec<(&'static str, u64)>),
}

const PREFIX: &str = "executor_ssh_reachability_";
const SESSION_PREFIX: &str = "reach_session_";

impl Family {
    fn name(&self) -> String {
        let suffix = if self.is_gauge { "" } else { "_total" };
        format!("{}{}{suffix}", self.prefix, self.stem)
    }

    fn value(&self) -> Value {
        match &self.samples {
            Samples::One(value) => json!(value),
            Samples::Labelled(_, values) => {
                let members = values.iter().map(|(label, value)| {
                    let label = (*label).to_owned();
                    (label, json!(value))
                });
                Value::Object(members.collect())
            }
        }
    }

    fn encode(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let name = format!("{}{}", self.prefix, self.stem);
        if self.is_gauge {
            self.encode_as(encoder, &name, |value| ConstGauge::new(saturated(value)))
        } else {
            self.encode_as(encoder, &name, ConstCounter::new)
        }
    }

    fn encode_as<M: EncodeMetric>(
        &self,
        encoder: &mut DescriptorEncoder<'_>,
        name: &str,
        metric: impl Fn(u64) -> M,
    ) -> fmt::Result {
        let kind = metric(0).metric_type();
        let mut metrics = encoder.encode_descriptor(name, self.help, None, kind)?;
        match &self.samples {
            Samples::One(value) => metric(*value).encode(metrics),
            Samples::Labelled(label, values) => {
                for (text, value) in values {
                    let labels = [(*label, *text)];
                    metric(*value).encode(metrics.encode_family(&labels)?)?;
                }
                Ok(())
            }
        }
    }
}

fn saturated(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

impl Collector for Metrics {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        for family in self.families() {
            family.encode(&mut encoder)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_counter_has_its_documented_name_in_both_forms() {
        let metrics = Arc::new(Metrics::default());
        metrics.count_probe(Some(Reason::HostKey));
        metrics.count_probe(None);
        metrics.count_transition(State::Unreachable);
        metrics.resets.increment();
        metrics.stream_resets.increment();
        metrics.pass_probe_millis.set(7);

        let text = metrics.prometheus_text().unwrap();
        for line in [
            "executor_ssh_reachability_probe_total{outcome=\"reachable\"} 1",
            "executor_ssh_reachability_probe_total{outcome=\"host_key\"} 1",
            "executor_ssh_reachability_probe_total{outcome=\"config\"} 0",
            "executor_ssh_reachability_state_transitions_total{to=\"unreachable\"} 1",
            "executor_ssh_reachability_pass_skipped_total 0",
            "executor_ssh_reachability_write_refused_total 0",
            "executor_ssh_reachability_reset_total 1",
            "executor_ssh_reachability_probe_discarded_total 0",
            "executor_ssh_reachability_probe_duration_ms 7",
            "reach_session_stream_reset_total 1",
            "# TYPE executor_ssh_reachability_probe_duration_ms gauge",
            "# TYPE executor_ssh_reachability_reset_total counter",
        ] {
            assert!(text.lines().any(|one| one == line), "{line}\n{text}");
        }

        let variables = metrics.variables();
        assert_eq!(variables["executor_ssh_reachability_reset_total"], 1);
        assert_eq!(variables["reach_session_stream_reset_total"], 1);
        let probes = &variables["executor_ssh_reachability_probe_total"];
        assert_eq!(probes["host_key"], 1);
        assert_eq!(variables["executor_ssh_reachability_probe_duration_ms"], 7);
    }
}
