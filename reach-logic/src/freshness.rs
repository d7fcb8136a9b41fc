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
    Some(checked_at.saturating_add(horizon_micros(interval) + 1))
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
