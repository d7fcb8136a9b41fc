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

#[cfg(test)]
mod tests {
    use super::*;

    // covers: SSH-REACHABILITY-001.24
    #[test]
    fn every_configured_number_becomes_off_or_lies_in_the_range() {
        for (configured, effective, clamp) in [
            (i64::MIN, 60, Some(Clamp::NegativeToDefault)),
            (-1, 60, Some(Clamp::NegativeToDefault)),
            (0, 0, None),
            (1, 15, Some(Clamp::RaisedToMin)),
            (14, 15, Some(Clamp::RaisedToMin)),
            (15, 15, None),
            (60, 60, None),
            (3600, 3600, None),
            (3601, 3600, Some(Clamp::LoweredToMax)),
            (4_294_967_296, 3600, Some(Clamp::LoweredToMax)),
            (i64::MAX, 3600, Some(Clamp::LoweredToMax)),
        ] {
            let (interval, what) = EffectiveInterval::from_seconds(configured);
            assert_eq!(
                (interval.seconds(), what),
                (effective, clamp),
                "{configured}"
            );
            assert_eq!(interval.is_enabled(), configured != 0);
        }
    }

    // covers: SSH-REACHABILITY-001.23
    #[test]
    fn the_default_is_sixty_seconds() {
        assert_eq!(EffectiveInterval::DEFAULT.seconds(), 60);
        let (interval, clamp) = EffectiveInterval::from_seconds(60);
        assert_eq!((interval, clamp), (EffectiveInterval::DEFAULT, None));
    }

    #[test]
    fn a_number_that_no_server_uses_is_not_read_as_an_interval() {
        let read = |json| serde_json::from_str::<EffectiveInterval>(json);
        assert_eq!(read("60").unwrap().seconds(), 60);
        assert_eq!(read("0").unwrap(), EffectiveInterval::OFF);
        for json in ["5", "3601", "-1", "60.5", "null"] {
            assert!(read(json).is_err(), "{json}");
        }
    }
}
