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
