//! A wall clock that moves with tokio's virtual time.

use std::sync::atomic::{AtomicI64, Ordering};

use reach_logic::UnixMicros;
use reach_server::clock::Clock;
use tokio::time::Instant;

/// Where the clock starts: 2026-09-06T10:00:00Z.
pub const START: UnixMicros = UnixMicros::new(1_788_688_800_000_000);

/// The clock. It can be set, as a wall clock can.
#[derive(Debug)]
pub struct VirtualClock {
    began: Instant,
    shift: AtomicI64,
}

impl VirtualClock {
    /// Shows [`START`] now.
    pub fn start() -> Self {
        Self {
            began: Instant::now(),
            shift: AtomicI64::new(0),
        }
    }

    /// Sets the clock back, or forward, by so many microseconds.
    pub fn shift(&self, micros: i64) {
        self.shift.fetch_add(micros, Ordering::Relaxed);
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> UnixMicros {
        let passed = i64::try_from(self.began.elapsed().as_micros()).unwrap_or(i64::MAX);
        START
            .saturating_add(passed)
            .saturating_add(self.shift.load(Ordering::Relaxed))
    }
}
