//! Moments in time, as values. Two clocks, two types that do not convert into each other.

use alloc::borrow::Cow;
use alloc::string::ToString;
use core::fmt;
use core::time::Duration;

use chrono::{DateTime, Datelike as _, NaiveDate, Timelike as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Microseconds in one second.
pub const MICROS_PER_SECOND: i64 = 1_000_000;

/// A moment on the wall clock: microseconds since 1970-01-01T00:00:00Z, cut (never rounded) to
/// the microsecond where it is read (R7). Nothing finer exists anywhere in Reach.
///
/// Every value lies in the years 0000 to 9999, the only ones that RFC 3339 can write. In JSON it
/// is UTC with six digits: `2026-09-06T10:00:00.000000Z`.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[cfg_attr(
    feature = "ts",
    derive(tsify::Tsify),
    tsify(type = "string", rename = "Timestamp")
)]
pub struct UnixMicros(i64);

impl UnixMicros {
    /// 0000-01-01T00:00:00.000000Z.
    pub const MIN: Self = Self(-62_167_219_200_000_000);
    /// 9999-12-31T23:59:59.999999Z.
    pub const MAX: Self = Self(253_402_300_799_999_999);

    /// From microseconds since the epoch; a moment before or after the range is held at its end.
    pub const fn new(micros: i64) -> Self {
        if micros < Self::MIN.0 {
            Self::MIN
        } else if micros > Self::MAX.0 {
            Self::MAX
        } else {
            Self(micros)
        }
    }

    /// From milliseconds since the epoch, held like [`new`](Self::new).
    pub const fn from_millis(millis: i64) -> Self {
        Self::new(millis.saturating_mul(1000))
    }

    /// Microseconds since the epoch.
    pub const fn as_micros(self) -> i64 {
        self.0
    }

    /// Milliseconds since the epoch, cut.
    pub const fn as_millis(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// The moment `micros` later, held at the ends of the range.
    #[must_use]
    pub const fn saturating_add(self, micros: i64) -> Self {
        Self::new(self.0.saturating_add(micros))
    }

    /// Microseconds from `earlier` to here; negative when `earlier` is later.
    pub const fn since(self, earlier: Self) -> i64 {
        self.0 - earlier.0
    }

    /// Reads a strict RFC 3339 timestamp (R-002.15): upper-case `T` and `Z`, no space separator,
    /// no second 60; `-00:00` is accepted; digits past the sixth are cut. A moment that its offset
    /// carries out of the range is refused.
    pub fn parse_rfc3339(text: &str) -> Result<Self, TimestampError> {
        let micros = read_rfc3339(text.as_bytes()).ok_or(TimestampError)?;
        let held = Self::new(micros);
        if held.0 == micros {
            Ok(held)
        } else {
            Err(TimestampError)
        }
    }
}

/// The text is not a strict RFC 3339 timestamp.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("not an RFC 3339 timestamp")]
pub struct TimestampError;

/// The grammar of RFC 3339 §5.6 in upper case, without the leap second; the calendar is chrono's.
/// Chrono's own reader is no help here: it also takes lower case, a space, `:60` and U+2212 as a
/// minus sign, and it makes the browser's module a tenth larger.
fn read_rfc3339(text: &[u8]) -> Option<i64> {
    let (local, rest) = text.split_at_checked("2026-09-06T10:00:00".len())?;
    let [
        y1,
        y2,
        y3,
        y4,
        b'-',
        m1,
        m2,
        b'-',
        d1,
        d2,
        b'T',
        h1,
        h2,
        b':',
        min1,
        min2,
        b':',
        s1,
        s2,
    ] = local
    else {
        return None;
    };
    let (micros, offset) = match rest.strip_prefix(b".") {
        Some(fraction) => read_fraction(fraction)?,
        None => (0, rest),
    };
    let year = i32::try_from(number(&[*y1, *y2, *y3, *y4])?).ok()?;
    NaiveDate::from_ymd_opt(year, number(&[*m1, *m2])?, number(&[*d1, *d2])?)?
        .and_hms_micro_opt(
            number(&[*h1, *h2])?,
            number(&[*min1, *min2])?,
            number(&[*s1, *s2])?,
            micros,
        )?
        .and_utc()
        .timestamp_micros()
        .checked_sub(read_offset(offset)?)
}

/// The microseconds of a fraction, and what follows it.
fn read_fraction(text: &[u8]) -> Option<(u32, &[u8])> {
    let end = text.iter().position(|byte| !byte.is_ascii_digit())?;
    let (digits, rest) = text.split_at(end);
    let mut micros = [b'0'; 6];
    for (place, digit) in micros.iter_mut().zip(digits) {
        *place = *digit;
    }
    (!digits.is_empty()).then_some((number(&micros)?, rest))
}

/// Microseconds to subtract from the local time.
fn read_offset(text: &[u8]) -> Option<i64> {
    let (sign, h1, h2, m1, m2) = match text {
        [b'Z'] => return Some(0),
        [b'+', h1, h2, b':', m1, m2] => (1, h1, h2, m1, m2),
        [b'-', h1, h2, b':', m1, m2] => (-1, h1, h2, m1, m2),
        _ => return None,
    };
    let (hours, minutes) = (number(&[*h1, *h2])?, number(&[*m1, *m2])?);
    (hours < 24 && minutes < 60)
        .then(|| sign * i64::from(hours * 3600 + minutes * 60) * MICROS_PER_SECOND)
}

fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, byte| {
        byte.is_ascii_digit()
            .then(|| number * 10 + u32::from(byte - b'0'))
    })
}

impl fmt::Display for UnixMicros {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The range of the type lies inside chrono's.
        let at = DateTime::from_timestamp_micros(self.0).ok_or(fmt::Error)?;
        let (date, time) = (at.date_naive(), at.time());
        let (year, month, day) = (date.year(), date.month(), date.day());
        let (hour, minute, second) = (time.hour(), time.minute(), time.second());
        let micros = at.timestamp_subsec_micros();
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z"
        )
    }
}

impl Serialize for UnixMicros {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_string())
    }
}

impl<'de> Deserialize<'de> for UnixMicros {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse_rfc3339(&text).map_err(de::Error::custom)
    }
}

/// Reads an optional timestamp of which a malformed one counts as missing: a client shows the
/// rest of the record, and no age or staleness made from nonsense (R-002.15).
pub fn lenient<'de, D: Deserializer<'de>>(from: D) -> Result<Option<UnixMicros>, D::Error> {
    let text = Option::<Cow<'de, str>>::deserialize(from)?;
    Ok(text.and_then(|text| UnixMicros::parse_rfc3339(&text).ok()))
}

/// A moment on a monotonic clock, counted from a start that only the clock's owner knows. For
/// durations inside one process; never stored, never shown, never compared with [`UnixMicros`].
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Mono(Duration);

impl Mono {
    /// The moment `since_start` after the clock's start.
    pub const fn new(since_start: Duration) -> Self {
        Self(since_start)
    }

    /// The time from `earlier` to here; zero when `earlier` is later.
    pub const fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The moment `later` after this one, held at the end of the range.
    #[must_use]
    pub const fn saturating_add(self, later: Duration) -> Self {
        Self(self.0.saturating_add(later))
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;

    use super::*;

    // covers: SSH-REACHABILITY-002.15
    #[test]
    fn strict_timestamps_are_read_and_cut_to_the_microsecond() {
        for (text, utc) in [
            ("2026-09-06T10:00:00Z", "2026-09-06T10:00:00.000000Z"),
            ("2026-09-06T10:00:00.5Z", "2026-09-06T10:00:00.500000Z"),
            (
                "2026-09-06T10:00:00.1234569Z",
                "2026-09-06T10:00:00.123456Z",
            ),
            (
                "2026-09-06T10:00:00.1234567890123Z",
                "2026-09-06T10:00:00.123456Z",
            ),
            (
                "1969-12-31T23:59:59.9999999Z",
                "1969-12-31T23:59:59.999999Z",
            ),
            ("2026-09-06T12:00:00+02:00", "2026-09-06T10:00:00.000000Z"),
            ("2026-09-06T04:30:00-05:30", "2026-09-06T10:00:00.000000Z"),
            ("2026-09-06T10:00:00-00:00", "2026-09-06T10:00:00.000000Z"),
            ("2026-09-07T09:59:00+23:59", "2026-09-06T10:00:00.000000Z"),
            ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000000Z"),
            ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000000Z"),
            ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
        ] {
            let at = UnixMicros::parse_rfc3339(text).unwrap_or_else(|_| panic!("{text}"));
            assert_eq!(format!("{at}"), utc, "{text}");
        }
    }

    // covers: SSH-REACHABILITY-002.15
    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "2026-09-06",
            "2026-09-06t10:00:00Z",
            "2026-09-06T10:00:00z",
            "2026-09-06 10:00:00Z",
            "2026-09-06_10:00:00Z",
            "2026-09-06T10:00:00",
            "2026-09-06T10:00Z",
            "2026-09-06T10:00:60Z",
            "2016-12-31T23:59:60Z",
            "2026-09-06T24:00:00Z",
            "2026-09-06T10:60:00Z",
            "2026-02-29T10:00:00Z",
            "2026-13-01T10:00:00Z",
            "2026-00-01T10:00:00Z",
            "2026-09-00T10:00:00Z",
            "2026-09-06T10:00:00.Z",
            "2026-09-06T10:00:00,5Z",
            "2026-09-06T10:00:00.5",
            "2026-09-06T10:00:00.-5Z",
            "2026-09-06T10:00:00+0200",
            "2026-09-06T10:00:00+02",
            "2026-09-06T10:00:00+02:60",
            "2026-09-06T10:00:00+24:00",
            "2026-09-06T10:00:00\u{2212}02:00",
            "2026-09-06T10:00:00+02:00Z",
            "2026-09-06T10:00:00ZZ",
            " 2026-09-06T10:00:00Z",
            "2026-09-06T10:00:00Z ",
            "2026-09-06T10:00:00 Z",
            "2026-09-06T10:00:00Z\n",
            "+2026-09-06T10:00:00Z",
            "-2026-09-06T10:00:00Z",
            "+02026-09-06T10:00:00Z",
            "12026-09-06T10:00:00Z",
            "26-09-06T10:00:00Z",
            "2026-9-06T10:00:00Z",
            "٢٠٢٦-09-06T10:00:00Z",
            "0000-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01",
        ] {
            assert_eq!(
                UnixMicros::parse_rfc3339(text),
                Err(TimestampError),
                "{text:?}"
            );
        }
    }

    #[test]
    fn every_value_lies_in_the_years_that_can_be_written() {
        for (micros, text) in [
            (i64::MIN, "0000-01-01T00:00:00.000000Z"),
            (-1, "1969-12-31T23:59:59.999999Z"),
            (0, "1970-01-01T00:00:00.000000Z"),
            (i64::MAX, "9999-12-31T23:59:59.999999Z"),
        ] {
            assert_eq!(format!("{}", UnixMicros::new(micros)), text);
        }
        assert_eq!(UnixMicros::MAX.saturating_add(1), UnixMicros::MAX);
        assert_eq!(UnixMicros::MIN.saturating_add(-1), UnixMicros::MIN);
        assert_eq!(UnixMicros::from_millis(i64::MAX), UnixMicros::MAX);
        assert_eq!(
            UnixMicros::MAX.since(UnixMicros::MIN),
            315_569_519_999_999_999
        );
    }

    #[test]
    fn milliseconds_are_cut_before_the_epoch_too() {
        assert_eq!(UnixMicros::new(1_999).as_millis(), 1);
        assert_eq!(UnixMicros::new(-1).as_millis(), -1);
    }

    // covers: SSH-REACHABILITY-002.15
    #[test]
    fn a_malformed_time_counts_as_missing_but_a_wrong_type_does_not() {
        #[derive(Debug, Deserialize)]
        struct Holder {
            #[serde(deserialize_with = "lenient")]
            at: Option<UnixMicros>,
        }
        let read = |at: &str| serde_json::from_str::<Holder>(&format!(r#"{{"at":{at}}}"#));
        assert_eq!(read("null").unwrap().at, None);
        assert_eq!(read(r#""2026-09-06 10:00:00Z""#).unwrap().at, None);
        let epoch = read(r#""1970-01-01T00:00:00Z""#).unwrap().at;
        assert_eq!(epoch, Some(UnixMicros::new(0)));
        assert!(read("0").is_err());
        assert!(serde_json::from_str::<Holder>("{}").is_err());
    }

    #[test]
    fn json_is_the_display_form() {
        let at = UnixMicros::new(1_788_688_800_123_456);
        let json = serde_json::to_string(&at).unwrap();
        assert_eq!(json, format!("\"{at}\""));
        assert_eq!(serde_json::from_str::<UnixMicros>(&json).unwrap(), at);
        let strict = serde_json::from_str::<UnixMicros>(r#""2026-09-06 10:00:00Z""#);
        let message: String = strict.unwrap_err().to_string();
        assert!(message.contains("not an RFC 3339 timestamp"), "{message}");
    }

    #[test]
    fn the_monotonic_clock_never_runs_backwards() {
        let (early, late) = (
            Mono::new(Duration::ZERO),
            Mono::new(Duration::from_secs(45)),
        );
        assert_eq!(late.since(early), Duration::from_secs(45));
        assert_eq!(early.since(late), Duration::ZERO);
        assert_eq!(early.saturating_add(Duration::from_secs(45)), late);
        assert_eq!(
            late.saturating_add(Duration::MAX).since(early),
            Duration::MAX
        );
    }
}
