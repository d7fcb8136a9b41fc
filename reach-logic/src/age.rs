//! How long ago, in the words that a person wants.

use serde::{Deserialize, Serialize};

use crate::UnixMicros;
use crate::time::MICROS_PER_SECOND;

/// The unit of an [`Age`]; the names are those of `Intl.RelativeTimeFormat`.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum AgeUnit {
    Second,
    Minute,
    Hour,
    Day,
    /// 30 days.
    Month,
    /// 365 days.
    Year,
}

/// An age as `Intl.RelativeTimeFormat` takes it: the past is negative, and 0 seconds is "now".
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Age {
    /// Whole units, cut; 0 or less.
    pub value: i32,
    /// The largest unit that fits at least once, else seconds.
    pub unit: AgeUnit,
}

impl Age {
    /// Less than one second, or in the future (R7).
    pub const JUST_NOW: Self = Self {
        value: 0,
        unit: AgeUnit::Second,
    };

    /// The age of `at` as of `now`.
    pub fn of(at: UnixMicros, now: UnixMicros) -> Self {
        let seconds = now.since(at) / MICROS_PER_SECOND;
        AgeUnit::DESCENDING
            .into_iter()
            .find(|unit| seconds >= unit.seconds())
            .map_or(Self::JUST_NOW, |unit| Self {
                value: i32::try_from(-(seconds / unit.seconds())).unwrap_or(i32::MIN),
                unit,
            })
    }
}

impl AgeUnit {
    const DESCENDING: [Self; 6] = [
        Self::Year,
        Self::Month,
        Self::Day,
        Self::Hour,
        Self::Minute,
        Self::Second,
    ];

    const fn seconds(self) -> i64 {
        match self {
            Self::Second => 1,
            Self::Minute => 60,
            Self::Hour => 3600,
            Self::Day => 86_400,
            Self::Month => 30 * 86_400,
            Self::Year => 365 * 86_400,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = MICROS_PER_SECOND;
    const DAY: i64 = 86_400 * SECOND;

    #[test]
    fn the_largest_unit_that_fits_is_used() {
        for (micros, value, unit) in [
            (0, 0, AgeUnit::Second),
            (SECOND - 1, 0, AgeUnit::Second),
            (SECOND, -1, AgeUnit::Second),
            (60 * SECOND - 1, -59, AgeUnit::Second),
            (60 * SECOND, -1, AgeUnit::Minute),
            (3600 * SECOND - 1, -59, AgeUnit::Minute),
            (3600 * SECOND, -1, AgeUnit::Hour),
            (DAY - 1, -23, AgeUnit::Hour),
            (DAY, -1, AgeUnit::Day),
            (30 * DAY - 1, -29, AgeUnit::Day),
            (30 * DAY, -1, AgeUnit::Month),
            (365 * DAY - 1, -12, AgeUnit::Month),
            (365 * DAY, -1, AgeUnit::Year),
        ] {
            let at = UnixMicros::new(1_700_000_000_000_000);
            let age = Age::of(at, at.saturating_add(micros));
            assert_eq!(age, Age { value, unit }, "{micros}");
        }
    }

    // R7
    #[test]
    fn a_moment_in_the_future_is_just_now() {
        let at = UnixMicros::new(1_700_000_000_000_000);
        assert_eq!(Age::of(at, at.saturating_add(-DAY)), Age::JUST_NOW);
        assert_eq!(Age::of(UnixMicros::MAX, UnixMicros::MIN), Age::JUST_NOW);
    }

    #[test]
    fn the_longest_age_fits() {
        let age = Age::of(UnixMicros::MIN, UnixMicros::MAX);
        assert_eq!((age.value, age.unit), (-10_006, AgeUnit::Year));
    }
}
