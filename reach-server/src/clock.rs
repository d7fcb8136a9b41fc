//! The one place that reads the wall clock.

use reach_logic::UnixMicros;

/// Where the present comes from; tests bring their own.
pub trait Clock: Send + Sync {
    /// The wall clock, cut to microseconds (R7).
    fn now(&self) -> UnixMicros;
}

/// The system's wall clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> UnixMicros {
        UnixMicros::new(chrono::Utc::now().timestamp_micros())
    }
}
