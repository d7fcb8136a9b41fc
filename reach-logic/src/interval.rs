//! The probe interval, after normalisation.

use serde::{Deserialize, Serialize};

/// Used when nothing usable is configured: 60 s.
pub const DEFAULT_SECONDS: u32 = 60;
/// The smallest interval that is not "off": 15 s.
pub const MIN_SECONDS: u32 = 15;
/// The largest interval: one hour.
pub const MAX_SECONDS: u32 = 3600;
/// A result older than this many effective intervals is stale.
pub const STALE_AFTER_INTERVALS: i64 = 3;

/// The only interval that anything in Reach uses: 0 (probing off) or 15 to 3600 seconds.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(type = "number"))]
#[serde(try_from = "u32", into = "u32")]
pub struct EffectiveInterval(u32);

/// The number of seconds is not one that normalisation yields.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("an effective interval is 0 or {MIN_SECONDS} to {MAX_SECONDS} seconds")]
pub struct IntervalError;

/// What normalisation did to a configured value.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Clamp {
    /// Negative: the default is used.
    NegativeToDefault,
    /// Below the supported range: raised to 15.
    RaisedToMin,
    /// Above the supported range: lowered to 3600.
    LoweredToMax,
}

impl EffectiveInterval {
    /// The documented default.
    pub const DEFAULT: Self = Self(DEFAULT_SECONDS);
    /// Periodic probing is off.
    pub const OFF: Self = Self(0);

    /// Normalises a configured number of seconds: below 0 the default, 0 off, else held to the
    /// range. The second value says what was changed, for the one line in the log.
    pub fn from_seconds(configured: i64) -> (Self, Option<Clamp>) {
        match u32::try_from(configured) {
            Ok(0) => (Self::OFF, None),
            Ok(seconds) if seconds < MIN_SECONDS => (Self(MIN_SECONDS), Some(Clamp::RaisedToMin)),
            Ok(seconds) if seconds <= MAX_SECONDS => (Self(seconds), None),
            Err(_) if configured < 0 => (Self::DEFAULT, Some(Clamp::NegativeToDefault)),
            Ok(_) | Err(_) => (Self(MAX_SECONDS), Some(Clamp::LoweredToMax)),
        }
    }

    /// Seconds; 0 when off.
    pub const fn seconds(self) -> u32 {
        self.0
    }

    /// Whether periodic probing runs.
    pub const fn is_enabled(self) -> bool {
        self.0 != 0
    }
}

impl TryFrom<u32> for EffectiveInterval {
    type Error = IntervalError;

    fn try_from(seconds: u32) -> Result<Self, Self::Error> {
        match Self::from_seconds(seconds.into()) {
            (interval, None) => Ok(interval),
            (_, Some(_)) => Err(IntervalError),
        }
    }
}

impl From<EffectiveInterval> for u32 {
    fn from(interval: EffectiveInterval) -> Self {
        interval.0
    }
}
