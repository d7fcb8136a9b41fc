//! The one place that reads a clock.

use std::time::Duration;

use reach_logic::{Mono, UnixMicros};
use tokio::time::Instant;

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

/// The clock for waiting: it never steps, and it is tokio's, so that tests can move it.
#[derive(Clone, Copy, Debug)]
pub struct MonoClock(Instant);

impl MonoClock {
    /// A clock that starts now.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// The present.
    pub fn now(self) -> Mono {
        Mono::new(self.0.elapsed())
    }

    /// When tokio's timers shall fire for this moment; one that is out of their reach is held at
    /// a year.
    pub fn instant(self, moment: Mono) -> Instant {
        let since_start = moment.since(Mono::new(Duration::ZERO));
        let far = || Instant::now() + Duration::from_hours(24 * 365);
        self.0.checked_add(since_start).unwrap_or_else(far)
    }
}
