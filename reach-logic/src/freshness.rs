//! Whether a result may be presented as current.

use serde::{Deserialize, Serialize};

use crate::interval::STALE_AFTER_INTERVALS;
use crate::time::MICROS_PER_SECOND;
use crate::{EffectiveInterval, UnixMicros};

/// How to present a record's age.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Freshness {
    /// Probing is on, and the last completed probe is at most three intervals old.
    Current,
    /// Probing is on, and the last completed probe is older than three intervals.
    Stale,
    /// Probing is off: no staleness is computed or shown.
    Off,
    /// Probing is on, and no probe has completed.
    Never,
}

impl Freshness {
    /// Decides as of `now`. A completion in the future (negative age) is current (R7).
    pub fn of(
        checked_at: Option<UnixMicros>,
        interval: EffectiveInterval,
        now: UnixMicros,
    ) -> Self {
        if !interval.is_enabled() {
            return Self::Off;
        }
        match checked_at {
            None => Self::Never,
            Some(checked_at) if is_within(checked_at, interval, now) => Self::Current,
            Some(_) => Self::Stale,
        }
    }
}

/// The first moment at which a result is stale, for a timer; `None` when it never becomes so.
pub fn stale_from(
    checked_at: Option<UnixMicros>,
    interval: EffectiveInterval,
) -> Option<UnixMicros> {
    let checked_at = checked_at.filter(|_| interval.is_enabled())?;
    let past_horizon = horizon_micros(interval) + 1;
    let from = checked_at.saturating_add(past_horizon);
    // At the end of the range of times there is no such moment.
    (from.since(checked_at) == past_horizon).then_some(from)
}

/// Whether a completion is at most three intervals old.
pub(crate) const fn is_within(
    checked_at: UnixMicros,
    interval: EffectiveInterval,
    now: UnixMicros,
) -> bool {
    now.since(checked_at) <= horizon_micros(interval)
}

const fn horizon_micros(interval: EffectiveInterval) -> i64 {
    interval.seconds() as i64 * STALE_AFTER_INTERVALS * MICROS_PER_SECOND
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHECKED: UnixMicros = UnixMicros::new(1_700_000_000_123_456);

    // covers: SSH-REACHABILITY-002.4
    #[test]
    fn a_result_is_stale_only_past_three_effective_intervals() {
        for seconds in [15, 60, 3600] {
            let (interval, _) = EffectiveInterval::from_seconds(seconds);
            let horizon = CHECKED.saturating_add(3 * seconds * MICROS_PER_SECOND);
            let of = |now| Freshness::of(Some(CHECKED), interval, now);
            assert_eq!(of(horizon), Freshness::Current);
            assert_eq!(of(horizon.saturating_add(1)), Freshness::Stale);
            assert_eq!(
                stale_from(Some(CHECKED), interval),
                Some(horizon.saturating_add(1))
            );
        }
    }

    // R7
    #[test]
    fn a_completion_in_the_future_is_current() {
        let long_ago = CHECKED.saturating_add(-86_400 * MICROS_PER_SECOND);
        let of = |now| Freshness::of(Some(CHECKED), EffectiveInterval::DEFAULT, now);
        assert_eq!(of(long_ago), Freshness::Current);
        assert_eq!(of(UnixMicros::MIN), Freshness::Current);
    }

    // covers: SSH-REACHABILITY-002.4
    #[test]
    fn nothing_is_stale_while_probing_is_off() {
        for checked_at in [None, Some(CHECKED)] {
            let of = |now| Freshness::of(checked_at, EffectiveInterval::OFF, now);
            assert_eq!(of(UnixMicros::MAX), Freshness::Off);
            assert_eq!(stale_from(checked_at, EffectiveInterval::OFF), None);
        }
    }

    #[test]
    fn without_a_completed_probe_there_is_no_age() {
        let of = |now| Freshness::of(None, EffectiveInterval::DEFAULT, now);
        assert_eq!(of(UnixMicros::MAX), Freshness::Never);
        assert_eq!(stale_from(None, EffectiveInterval::DEFAULT), None);
    }
}
