//! The JSON that crosses HTTP, the WebSocket and WASM; there is no second shape.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::transition::advance;
use crate::{
    EffectiveInterval, ExecutorId, Freshness, Observation, ReachabilityRecord, Reason, State,
    UnixMicros, reason, time,
};

/// A reachability record as it reaches people.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReachabilityView {
    /// Whose record.
    pub executor_id: ExecutorId,
    /// The state.
    pub state: State,
    /// Empty exactly when the last completed probe succeeded or none has completed.
    #[serde(with = "reason::or_empty")]
    #[cfg_attr(feature = "ts", tsify(type = "Reason | \"\""))]
    pub reason: Option<Reason>,
    /// One line for a human.
    pub message: String,
    /// Failures since the last success.
    pub consecutive_failures: u32,
    /// The target that was probed.
    pub host: String,
    /// When the last probe completed.
    #[cfg_attr(feature = "ts", tsify(type = "Timestamp | null"))]
    #[serde(deserialize_with = "time::lenient")]
    pub checked_at: Option<UnixMicros>,
    /// When a probe last succeeded.
    #[cfg_attr(feature = "ts", tsify(type = "Timestamp | null"))]
    #[serde(deserialize_with = "time::lenient")]
    pub last_success_at: Option<UnixMicros>,
    /// When the record was last written; null if there is none.
    #[cfg_attr(feature = "ts", tsify(type = "Timestamp | null"))]
    #[serde(deserialize_with = "time::lenient")]
    pub updated_at: Option<UnixMicros>,
    /// False when the effective interval is 0.
    pub probing_enabled: bool,
    /// The effective interval in seconds.
    pub probe_interval_seconds: EffectiveInterval,
    /// False for a probe's outcome that was not stored.
    pub persisted: bool,
    /// The server's own staleness decision as of `at`.
    pub freshness: Freshness,
    /// The server's clock when it answered.
    #[cfg_attr(feature = "ts", tsify(type = "Timestamp"))]
    pub at: UnixMicros,
}

impl ReachabilityView {
    /// The view of a stored record.
    pub fn of(record: ReachabilityRecord, interval: EffectiveInterval, at: UnixMicros) -> Self {
        let freshness = Freshness::of(record.checked_at, interval, at);
        Self {
            executor_id: record.executor_id,
            state: record.state,
            reason: record.reason,
            message: record.message,
            consecutive_failures: record.consecutive_failures,
            host: record.host,
            checked_at: record.checked_at,
            last_success_at: record.last_success_at,
            updated_at: Some(record.updated_at),
            probing_enabled: interval.is_enabled(),
            probe_interval_seconds: interval,
            persisted: true,
            freshness,
            at,
        }
    }

    /// The view of an outcome that was not stored: what the standing record would have
    /// become, with the standing record's `updated_at`, so that no client takes it for newer than
    /// what is stored (W2).
    pub fn not_persisted(
        executor_id: &ExecutorId,
        standing: Option<&ReachabilityRecord>,
        observation: &Observation,
        interval: EffectiveInterval,
        at: UnixMicros,
    ) -> Self {
        let would_be = advance(executor_id, standing, observation, at);
        Self {
            updated_at: standing.map(|record| record.updated_at),
            persisted: false,
            ..Self::of(would_be, interval, at)
        }
    }

    /// The view of an executor that has no record.
    pub fn never_probed(
        executor_id: ExecutorId,
        host: String,
        interval: EffectiveInterval,
        at: UnixMicros,
    ) -> Self {
        Self {
            executor_id,
            state: State::Unknown,
            reason: None,
            message: String::new(),
            consecutive_failures: 0,
            host,
            checked_at: None,
            last_success_at: None,
            updated_at: None,
            probing_enabled: interval.is_enabled(),
            probe_interval_seconds: interval,
            persisted: true,
            freshness: Freshness::of(None, interval, at),
            at,
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::{Failure, observe, reset};

    // covers: SSH-REACHABILITY-001.12
    #[test]
    fn without_a_record_the_state_is_unknown_until_a_probe_completes() {
        let view = ReachabilityView::never_probed(
            id(),
            "10.0.0.5".to_string(),
            EffectiveInterval::DEFAULT,
            at(0),
        );
        let json = serde_json::to_value(&view).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "executor_id": "gpu-1", "state": "unknown", "reason": "", "message": "",
                "consecutive_failures": 0, "host": "10.0.0.5",
                "checked_at": null, "last_success_at": null, "updated_at": null,
                "probing_enabled": true, "probe_interval_seconds": 60, "persisted": true,
                "freshness": "never", "at": "1970-01-12T13:46:40.000000Z"
            })
        );
        assert_eq!(
            serde_json::from_value::<ReachabilityView>(json).unwrap(),
            view
        );
    }

    #[test]
    fn a_reset_record_looks_never_probed_but_has_been_written() {
        let record = reset(&id(), None, "h".to_string(), "d".to_string(), at(1));
        let view = ReachabilityView::of(record, EffectiveInterval::OFF, at(2));
        assert_eq!((view.state, view.checked_at), (State::Unknown, None));
        assert_eq!(view.updated_at, Some(at(1)));
        assert_eq!(view.freshness, Freshness::Off);
        assert!(!view.probing_enabled);
    }

    // W2, covers: SSH-REACHABILITY-002.5
    #[test]
    fn an_outcome_that_was_refused_reads_as_if_it_had_been_stored() {
        let seen = |checked_at, failure| Observation {
            host: "10.0.0.5".to_string(),
            failure,
            checked_at,
            config_digest: "d1".to_string(),
        };
        let blip = Some(Failure {
            reason: Reason::Network,
            message: "refused".to_string(),
        });
        let stored = observe(&id(), None, &seen(at(10), blip.clone()), at(10)).unwrap();
        let tie = seen(at(10), blip);
        assert_eq!(observe(&id(), Some(&stored), &tie, at(11)), None);

        let interval = EffectiveInterval::DEFAULT;
        let view =
            |stored, seen| ReachabilityView::not_persisted(&id(), stored, seen, interval, at(12));
        let beside = view(Some(&stored), &tie);
        assert!(!beside.persisted);
        assert_eq!(beside.updated_at, Some(at(10)), "the stored record's");
        assert_eq!(beside.state, State::Unreachable);
        assert_eq!(beside.consecutive_failures, 2);

        let nowhere = view(None, &tie);
        assert_eq!(nowhere.updated_at, None);
        assert_eq!(nowhere.state, State::Unknown);
        assert_eq!(nowhere.consecutive_failures, 1);
    }

    // covers: SSH-REACHABILITY-002.15
    #[test]
    fn a_malformed_time_takes_nothing_else_of_the_view_with_it() {
        let view = ReachabilityView::never_probed(
            id(),
            "10.0.0.5".to_string(),
            EffectiveInterval::DEFAULT,
            at(0),
        );
        let mut json = serde_json::to_value(&view).unwrap();
        json["checked_at"] = "2026-09-06 10:00:00Z".into();
        json["last_success_at"] = "yesterday".into();
        json["updated_at"] = "".into();
        assert_eq!(
            serde_json::from_value::<ReachabilityView>(json).unwrap(),
            view
        );
    }

    fn id() -> ExecutorId {
        "gpu-1".parse().unwrap()
    }

    fn at(seconds: i64) -> UnixMicros {
        UnixMicros::new((1_000_000 + seconds) * 1_000_000)
    }
}
