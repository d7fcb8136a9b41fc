//! When a launch is warned about the host it is about to dial. A warning gates nothing.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::freshness::is_within;
use crate::{
    EffectiveInterval, ExecutorId, ReachabilityRecord, Reason, SessionId, State, UnixMicros, reason,
};

/// The payload of `session.launch.warning`.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct LaunchWarning {
    /// The session that is being launched.
    pub session_id: SessionId,
    /// Where.
    pub executor_id: ExecutorId,
    /// The target that was probed.
    pub host: String,
    /// The record's state: `unreachable`.
    pub state: State,
    /// Why the last completed probe failed.
    #[serde(with = "reason::or_empty")]
    #[cfg_attr(feature = "ts", tsify(type = "Reason | \"\""))]
    pub reason: Option<Reason>,
    /// When a probe last succeeded; null if none has.
    #[cfg_attr(feature = "ts", tsify(type = "Timestamp | null"))]
    pub last_success_at: Option<UnixMicros>,
    /// When the warning was made.
    #[cfg_attr(feature = "ts", tsify(type = "Timestamp"))]
    pub at: UnixMicros,
}

impl LaunchWarning {
    /// The warning for a launch at `now` onto the executor of `record`, if there is one to give.
    pub fn of(
        session_id: SessionId,
        record: &ReachabilityRecord,
        interval: EffectiveInterval,
        now: UnixMicros,
    ) -> Option<Self> {
        is_due(record.state, record.checked_at, interval, now).then(|| Self {
            session_id,
            executor_id: record.executor_id.clone(),
            host: record.host.clone(),
            state: record.state,
            reason: record.reason,
            last_success_at: record.last_success_at,
            at: now,
        })
    }
}

/// Whether to warn: the host is `unreachable`, and either probing is on, or the last completed
/// probe is at most three *default* intervals old (an older one is no current measurement).
pub fn is_due(
    state: State,
    checked_at: Option<UnixMicros>,
    interval: EffectiveInterval,
    now: UnixMicros,
) -> bool {
    let is_known = interval.is_enabled()
        || checked_at.is_some_and(|at| is_within(at, EffectiveInterval::DEFAULT, now));
    state == State::Unreachable && is_known
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::time::MICROS_PER_SECOND;

    const CHECKED: UnixMicros = UnixMicros::new(1_700_000_000_000_000);

    // covers: SSH-REACHABILITY-003.2
    #[test]
    fn with_probing_on_an_unreachable_host_is_warned_about_whatever_its_age() {
        let years_later = CHECKED.saturating_add(1_000_000_000 * MICROS_PER_SECOND);
        for state in State::ALL {
            let due = is_due(
                state,
                Some(CHECKED),
                EffectiveInterval::DEFAULT,
                years_later,
            );
            assert_eq!(due, state == State::Unreachable, "{state:?}");
        }
    }

    // covers: SSH-REACHABILITY-003.2
    #[test]
    fn with_probing_off_only_a_result_within_three_default_intervals_counts() {
        let due = |state, after| {
            let now = CHECKED.saturating_add(after);
            is_due(state, Some(CHECKED), EffectiveInterval::OFF, now)
        };
        let limit = 180 * MICROS_PER_SECOND;
        assert!(due(State::Unreachable, limit));
        assert!(!due(State::Unreachable, limit + 1));
        assert!(due(State::Unreachable, -limit), "just now");
        assert!(!due(State::Reachable, 0));
        assert!(!due(State::Unknown, 0));
        assert!(!is_due(
            State::Unreachable,
            None,
            EffectiveInterval::OFF,
            CHECKED
        ));
    }

    // covers: SSH-REACHABILITY-003.2
    #[test]
    fn the_warning_names_the_host_and_the_last_success_or_none() {
        let session: SessionId = "s1".parse().unwrap();
        let mut record = ReachabilityRecord {
            executor_id: "gpu-1".parse().unwrap(),
            state: State::Unreachable,
            reason: Some(Reason::HostKey),
            message: "another key".to_string(),
            consecutive_failures: 1,
            host: "10.0.0.5".to_string(),
            config_digest: "d1".to_string(),
            checked_at: Some(CHECKED),
            last_success_at: None,
            updated_at: CHECKED,
        };
        let of = |record: &ReachabilityRecord| {
            LaunchWarning::of(session.clone(), record, EffectiveInterval::DEFAULT, CHECKED)
        };
        assert_eq!(
            serde_json::to_value(of(&record)).unwrap(),
            serde_json::json!({
                "session_id": "s1", "executor_id": "gpu-1", "host": "10.0.0.5",
                "state": "unreachable", "reason": "host_key", "last_success_at": null,
                "at": "2023-11-14T22:13:20.000000Z"
            })
        );
        record.last_success_at = Some(CHECKED);
        assert_eq!(of(&record).unwrap().last_success_at, Some(CHECKED));
        record.state = State::Reachable;
        assert_eq!(of(&record), None);
    }
}
