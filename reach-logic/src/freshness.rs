//! Whether a result may be presented as current.

use serde::{Deserialize, Serialize};

use crate::interval::STALE_AFTER_INTERVALS;
use crate::time::MICROS_PER_SECOND;
use crate::{EffectiveInterval, UnixMicros};

/// How to present a record's age.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
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
        let Some(checked_at) = checked_at else {
            return Self::Never;
        };
        let limit = i64::from(interval.seconds()) * STALE_AFTER_INTERVALS * MICROS_PER_SECOND;
        if now.since(checked_at) > limit {
            Self::Stale
        } else {
            Self::Current
        }
    }
}
