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
    let stored_check = before.and_then(|record| record.checked_at);
    if let Some(stored) = stored_check
        && observation.checked_at <= stored
        && stored <= now.saturating_add(FUTURE_TOLERANCE_MICROS)
    {
        return None;
    }
    Some(advance(executor_id, before, observation, now))
}

/// What [`observe`] gives when nothing refuses the observation.
pub(crate) fn advance(
    executor_id: &ExecutorId,
    before: Option<&ReachabilityRecord>,
    observation: &Observation,
    now: UnixMicros,
) -> ReachabilityRecord {
    let state_before = before.map_or(State::Unknown, |record| record.state);
    let failures_before = before.map_or(0, |record| record.consecutive_failures);
    let success_before = before.and_then(|record| record.last_success_at).map(|at| {
        if at > now {
            at.min(observation.checked_at)
        } else {
            at
        }
    });
    let updated_at = next_updated_at(before, now);
    let common =
        |state, reason, message, consecutive_failures, last_success_at| ReachabilityRecord {
            executor_id: executor_id.clone(),
            state,
            reason,
            message,
            consecutive_failures,
            host: observation.host.clone(),
            config_digest: observation.config_digest.clone(),
            checked_at: Some(observation.checked_at),
            last_success_at,
            updated_at,
        };
    match &observation.failure {
        None => common(
            State::Reachable,
            None,
            String::new(),
            0,
            Some(observation.checked_at),
        ),
        Some(failure) => {
            let failures = failures_before.saturating_add(1);
            let state = if failure.reason.is_sticky() || failures >= FAILURE_THRESHOLD {
                State::Unreachable
            } else {
                state_before
            };
            common(
                state,
                Some(failure.reason),
                failure.message.clone(),
                failures,
                success_before,
            )
        }
    }
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
