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
