//! How a record changes: the readable form of the store's upsert and reset statements (R9).

use alloc::string::String;

use crate::{ExecutorId, Observation, ReachabilityRecord, Reason, State, UnixMicros};

/// Failures in a row that turn a host `unreachable` when the reason is not sticky.
pub const FAILURE_THRESHOLD: u32 = 2;

/// How far ahead of now a stored completion may lie and still be believed (R7): 60 s.
pub const FUTURE_TOLERANCE_MICROS: i64 = 60_000_000;

/// The record after `observation`, written at `now`; `None` if the observation is refused because
/// it is not strictly later than the stored one, unless the stored one lies in a future
/// that cannot have happened (R7).
///
/// `before` is `None` when there is no record. Whether the executor may be written at all
/// (deleted, inactive, re-pointed) is the store's guard, not decided here.
pub fn observe(
    executor_id: &ExecutorId,
    before: Option<&ReachabilityRecord>,
    observation: &Observation,
    now: UnixMicros,
) -> Option<ReachabilityRecord> {
    let is_refused = before.is_some_and(|record| {
        Some(observation.checked_at) <= record.checked_at && !is_from_the_future(record, now)
    });
    (!is_refused).then(|| advance(executor_id, before, observation, now))
}

/// What [`observe`] gives when nothing refuses the observation.
pub(crate) fn advance(
    executor_id: &ExecutorId,
    before: Option<&ReachabilityRecord>,
    observation: &Observation,
    now: UnixMicros,
) -> ReachabilityRecord {
    let success = ReachabilityRecord {
        executor_id: executor_id.clone(),
        state: State::Reachable,
        reason: None,
        message: String::new(),
        consecutive_failures: 0,
        host: observation.host.clone(),
        config_digest: observation.config_digest.clone(),
        checked_at: Some(observation.checked_at),
        last_success_at: Some(observation.checked_at),
        updated_at: next_updated_at(before, now),
    };
    let Some(failure) = &observation.failure else {
        return success;
    };
    let consecutive_failures = before
        .map_or(0, |record| record.consecutive_failures)
        .saturating_add(1);
    let is_down = failure.reason.is_sticky() || consecutive_failures >= FAILURE_THRESHOLD;
    ReachabilityRecord {
        state: if is_down {
            State::Unreachable
        } else {
            shown(before).0
        },
        reason: Some(failure.reason),
        message: failure.message.clone(),
        consecutive_failures,
        last_success_at: before.and_then(|record| last_success(record, observation, now)),
        ..success
    }
}

/// The stored last success; in a record that is replaced, one beyond now is cut (R7).
fn last_success(
    before: &ReachabilityRecord,
    observation: &Observation,
    now: UnixMicros,
) -> Option<UnixMicros> {
    let at = before.last_success_at?;
    let is_cut = at > now && is_from_the_future(before, now);
    Some(if is_cut {
        at.min(observation.checked_at)
    } else {
        at
    })
}

/// Whether the stored completion cannot have happened (R7).
fn is_from_the_future(record: &ReachabilityRecord, now: UnixMicros) -> bool {
    record.checked_at > Some(now.saturating_add(FUTURE_TOLERANCE_MICROS))
}

/// The record after a save that changed the connection configuration.
pub fn reset(
    executor_id: &ExecutorId,
    before: Option<&ReachabilityRecord>,
    host: String,
    config_digest: String,
    now: UnixMicros,
) -> ReachabilityRecord {
    ReachabilityRecord {
        executor_id: executor_id.clone(),
        state: State::Unknown,
        reason: None,
        message: String::new(),
        consecutive_failures: 0,
        host,
        config_digest,
        checked_at: None,
        last_success_at: None,
        updated_at: next_updated_at(before, now),
    }
}

/// Whether the step from `before` to `after` is pushed to clients. A missing
/// record reads as `unknown` without a reason.
pub fn is_change(before: Option<&ReachabilityRecord>, after: &ReachabilityRecord) -> bool {
    shown(before) != (after.state, after.reason)
}

fn shown(record: Option<&ReachabilityRecord>) -> (State, Option<Reason>) {
    record.map_or((State::Unknown, None), |record| {
        (record.state, record.reason)
    })
}

fn next_updated_at(before: Option<&ReachabilityRecord>, now: UnixMicros) -> UnixMicros {
    before.map_or(now, |record| now.max(record.updated_at.saturating_add(1)))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::Failure;

    const SECOND: i64 = 1_000_000;

    #[test]
    fn a_first_success_makes_a_record() {
        let after = observe(&id(), None, &success(at(10)), at(11)).unwrap();
        assert_eq!(
            after,
            ReachabilityRecord {
                executor_id: id(),
                state: State::Reachable,
                reason: None,
                message: String::new(),
                consecutive_failures: 0,
                host: "10.0.0.5".to_string(),
                config_digest: "d1".to_string(),
                checked_at: Some(at(10)),
                last_success_at: Some(at(10)),
                updated_at: at(11),
            }
        );
    }

    // covers: SSH-REACHABILITY-001.5
    #[test]
    fn a_failure_is_counted_and_reported_until_a_probe_succeeds() {
        let mut record = observe(&id(), None, &success(at(0)), at(0)).unwrap();
        for (n, reason) in (1_u32..).zip(Reason::ALL) {
            let now = at(i64::from(n));
            record = observe(&id(), Some(&record), &failure(reason, now), now).unwrap();
            assert_eq!(record.reason, Some(reason));
            assert_eq!(record.message, reason.token());
            assert_eq!(record.consecutive_failures, n);
            assert_eq!(record.last_success_at, Some(at(0)), "kept by failures");
            assert_eq!(record.checked_at, Some(now));
        }
        let recovered = observe(&id(), Some(&record), &success(at(60)), at(60)).unwrap();
        assert_eq!((recovered.reason, &*recovered.message), (None, ""));
        assert_eq!(recovered.consecutive_failures, 0);
    }

    // covers: SSH-REACHABILITY-001.9
    #[test]
    fn below_the_threshold_a_failure_changes_the_reason_but_not_the_state() {
        let reachable = observe(&id(), None, &success(at(0)), at(0)).unwrap();
        for reason in [
            Reason::Timeout,
            Reason::Auth,
            Reason::Network,
            Reason::Unknown,
        ] {
            for (before, stands) in [(None, State::Unknown), (Some(&reachable), State::Reachable)] {
                let first = observe(&id(), before, &failure(reason, at(1)), at(1)).unwrap();
                assert_eq!((first.state, first.reason), (stands, Some(reason)));
                let second = observe(&id(), Some(&first), &failure(reason, at(2)), at(2)).unwrap();
                assert_eq!(second.state, State::Unreachable, "{reason:?}");
                assert_eq!(second.consecutive_failures, FAILURE_THRESHOLD);
            }
        }
    }

    // covers: SSH-REACHABILITY-001.10
    #[test]
    fn a_sticky_failure_is_unreachable_at_once() {
        let reachable = observe(&id(), None, &success(at(0)), at(0)).unwrap();
        for reason in [Reason::Config, Reason::HostKey] {
            for before in [None, Some(&reachable)] {
                let after = observe(&id(), before, &failure(reason, at(1)), at(1)).unwrap();
                assert_eq!(after.state, State::Unreachable, "{reason:?}");
                assert_eq!(after.consecutive_failures, 1);
            }
        }
    }

    #[test]
    fn failures_of_different_reasons_are_one_streak() {
        let config = observe(&id(), None, &failure(Reason::Config, at(1)), at(1)).unwrap();
        let network = failure(Reason::Network, at(2));
        let after = observe(&id(), Some(&config), &network, at(2)).unwrap();
        assert_eq!(after.state, State::Unreachable);
        assert_eq!(after.reason, Some(Reason::Network));
        assert_eq!(after.consecutive_failures, 2);
    }

    // covers: SSH-REACHABILITY-001.11
    #[test]
    fn one_success_is_enough_after_any_streak() {
        let mut record = observe(&id(), None, &failure(Reason::HostKey, at(1)), at(1)).unwrap();
        for n in 2..10 {
            let again = failure(Reason::Network, at(n));
            record = observe(&id(), Some(&record), &again, at(n)).unwrap();
        }
        assert_eq!(record.state, State::Unreachable);
        let recovered = observe(&id(), Some(&record), &success(at(10)), at(10)).unwrap();
        assert_eq!(recovered.state, State::Reachable);
        assert_eq!(recovered.last_success_at, Some(at(10)));
        let blip = failure(Reason::Network, at(11));
        let blip = observe(&id(), Some(&recovered), &blip, at(11)).unwrap();
        assert_eq!(blip.state, State::Reachable, "the streak starts anew");
    }

    // covers: SSH-REACHABILITY-001.21
    #[test]
    fn of_two_results_the_strictly_later_completion_is_kept() {
        let first = observe(&id(), None, &success(at(10)), at(10)).unwrap();
        let tie = failure(Reason::Config, at(10));
        assert_eq!(observe(&id(), Some(&first), &tie, at(12)), None);
        let earlier = failure(Reason::Config, at(9));
        assert_eq!(observe(&id(), Some(&first), &earlier, at(12)), None);
        let a_microsecond_later = failure(Reason::Config, at(10).saturating_add(1));
        assert!(observe(&id(), Some(&first), &a_microsecond_later, at(12)).is_some());
    }

    // R7
    #[test]
    fn a_record_from_the_far_future_is_replaced() {
        let future = observe(&id(), None, &success(at(1000)), at(1000)).unwrap();
        let now = at(1000 - 60);
        let believed = failure(Reason::Network, now);
        assert_eq!(observe(&id(), Some(&future), &believed, now), None);

        let now = now.saturating_add(-1);
        let after = observe(&id(), Some(&future), &failure(Reason::Network, now), now).unwrap();
        assert_eq!(after.checked_at, Some(now));
        assert_eq!(after.last_success_at, Some(now), "cut to the completion");
        assert_eq!(after.consecutive_failures, 1);
        assert!(after.updated_at > future.updated_at, "clients keep it");
    }

    // R7
    #[test]
    fn a_success_in_the_past_survives_the_replacement_of_a_future_record() {
        let success = observe(&id(), None, &success(at(5)), at(5)).unwrap();
        let ahead = failure(Reason::Network, at(1000));
        let future = observe(&id(), Some(&success), &ahead, at(1000)).unwrap();
        let back = failure(Reason::Network, at(10));
        let after = observe(&id(), Some(&future), &back, at(10)).unwrap();
        assert_eq!(after.last_success_at, Some(at(5)));
        assert_eq!(after.consecutive_failures, 2);
    }

    // R7
    #[test]
    fn a_success_slightly_ahead_of_now_is_believed_and_kept() {
        let ahead = observe(&id(), None, &success(at(30)), at(30)).unwrap();
        let later = failure(Reason::Network, at(31));
        let after = observe(&id(), Some(&ahead), &later, at(0)).unwrap();
        assert_eq!(after.last_success_at, Some(at(30)));
    }

    // R6
    #[test]
    fn the_update_time_advances_when_the_clock_steps_back() {
        let first = observe(&id(), None, &success(at(10)), at(100)).unwrap();
        let after = observe(&id(), Some(&first), &success(at(11)), at(50)).unwrap();
        assert_eq!(after.updated_at, first.updated_at.saturating_add(1));
        let cleared = reset(&id(), Some(&after), String::new(), String::new(), at(50));
        assert_eq!(cleared.updated_at, after.updated_at.saturating_add(1));
    }

    // covers: SSH-REACHABILITY-001.18
    #[test]
    fn a_reset_leaves_nothing_of_the_old_host() {
        let down = observe(&id(), None, &failure(Reason::HostKey, at(10)), at(10)).unwrap();
        let after = reset(
            &id(),
            Some(&down),
            "new".to_string(),
            "d2".to_string(),
            at(11),
        );
        assert_eq!(
            after,
            ReachabilityRecord {
                executor_id: id(),
                state: State::Unknown,
                reason: None,
                message: String::new(),
                consecutive_failures: 0,
                host: "new".to_string(),
                config_digest: "d2".to_string(),
                checked_at: None,
                last_success_at: None,
                updated_at: at(11),
            }
        );
        let next = observe(&id(), Some(&after), &success(at(9)), at(12));
        assert!(next.is_some(), "a reset does not order observations");
    }

    // covers: SSH-REACHABILITY-002.3
    #[test]
    fn a_change_of_state_or_reason_is_pushed_and_nothing_else() {
        let up = observe(&id(), None, &success(at(0)), at(0)).unwrap();
        let steady = observe(&id(), Some(&up), &success(at(1)), at(1)).unwrap();
        let blip = observe(&id(), Some(&up), &failure(Reason::Auth, at(1)), at(1)).unwrap();
        let other = observe(&id(), Some(&up), &failure(Reason::Network, at(1)), at(1)).unwrap();
        let down = observe(&id(), Some(&blip), &failure(Reason::Auth, at(2)), at(2)).unwrap();
        let still = observe(&id(), Some(&down), &failure(Reason::Auth, at(3)), at(3)).unwrap();
        let cleared = reset(&id(), Some(&up), String::new(), String::new(), at(4));

        assert!(is_change(None, &up));
        assert!(!is_change(Some(&up), &steady));
        assert!(is_change(Some(&up), &blip), "the reason");
        assert!(is_change(Some(&blip), &other), "the reason alone");
        assert!(is_change(Some(&blip), &down), "the state alone");
        assert!(!is_change(Some(&down), &still), "counter and times only");
        assert!(is_change(Some(&up), &cleared));
        assert!(!is_change(None, &cleared), "no record reads unknown");
    }

    fn id() -> ExecutorId {
        "gpu-1".parse().unwrap()
    }

    fn at(seconds: i64) -> UnixMicros {
        UnixMicros::new(1_000_000 * SECOND + seconds * SECOND)
    }

    fn success(checked_at: UnixMicros) -> Observation {
        Observation {
            host: "10.0.0.5".to_string(),
            failure: None,
            checked_at,
            config_digest: "d1".to_string(),
        }
    }

    fn failure(reason: Reason, checked_at: UnixMicros) -> Observation {
        Observation {
            failure: Some(Failure {
                reason,
                message: reason.token().to_string(),
            }),
            ..success(checked_at)
        }
    }
}
