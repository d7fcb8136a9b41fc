//! Moments in time, as values.

use alloc::string::{String, ToString};
use core::fmt;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Microseconds in one second.
pub const MICROS_PER_SECOND: i64 = 1_000_000;

/// A moment on the wall clock: microseconds since 1970-01-01T00:00:00Z, cut (never rounded) to
/// the microsecond where it is read (R7). Nothing finer exists anywhere in Reach.
///
/// In JSON it is RFC 3339 in UTC with six digits: `2026-09-06T10:00:00.000000Z`.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct UnixMicros(i64);

impl UnixMicros {
    /// From microseconds since the epoch.
    pub const fn new(micros: i64) -> Self {
        Self(micros)
    }

    /// Microseconds since the epoch.
    pub const fn as_micros(self) -> i64 {
        self.0
    }

    /// The moment `micros` later, held at the ends of the range.
    #[must_use]
    pub const fn saturating_add(self, micros: i64) -> Self {
        Self(self.0.saturating_add(micros))
    }

    /// Microseconds from `earlier` to here; negative when `earlier` is later.
    pub const fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Reads a strict RFC 3339 timestamp: upper-case `T` and `Z`, no space separator,
    /// no second 60; `-00:00` is accepted; digits past the sixth are cut.
    pub fn parse_rfc3339(text: &str) -> Result<Self, TimestampError> {
        let bytes = text.as_bytes();
        let separator = bytes.get(10).copied();
        let lower = bytes.iter().any(|b| matches!(b, b't' | b'z'));
        if separator != Some(b'T') || lower || bytes.get(17..19) == Some(b"60") {
            return Err(TimestampError);
        }
        DateTime::parse_from_rfc3339(text)
            .map(|at| Self(at.timestamp_micros()))
            .map_err(|_| TimestampError)
    }
}

/// The text is not a strict RFC 3339 timestamp.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("not an RFC 3339 timestamp")]
pub struct TimestampError;

impl fmt::Display for UnixMicros {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at: DateTime<Utc> = DateTime::from_timestamp_micros(self.0).unwrap_or_default();
        f.write_str(&at.to_rfc3339_opts(SecondsFormat::Micros, true))
    }
}

impl Serialize for UnixMicros {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_string())
    }
}

impl<'de> Deserialize<'de> for UnixMicros {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse_rfc3339(&text).map_err(de::Error::custom)
    }
}
