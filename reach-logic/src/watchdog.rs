//! When the transport of a session is declared lost: decisions only, driven by (event, now).
//!
//! One task owns the connection and drives a [`Watchdog`] that it shares, under the lock of the
//! sessions, with whoever takes a [`Reading`](crate::disposal::Reading). It sleeps until
//! [`poll_timeout`](Watchdog::poll_timeout), asks again after every call, and executes each
//! [`Action`]. Calls that come late, twice or for nothing are harmless: every decision compares
//! the clock with what was recorded, never which event was seen first.

use core::time::Duration;

use crate::Mono;

/// How often to probe, and how long to wait. Only usable pairs exist: without one there is no
/// watchdog (L-002.9).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Tuning {
    interval: Duration,
    deadline: Duration,
}

impl Tuning {
    /// The product's values (L-001.10).
    pub const DEFAULT: Self = Self {
        interval: Duration::from_secs(15),
        deadline: Duration::from_secs(45),
    };

    /// A pair with an interval above zero and a deadline above twice the interval.
    pub fn new(interval: Duration, deadline: Duration) -> Option<Self> {
        let is_usable = !interval.is_zero() && deadline > interval.saturating_mul(2);
        is_usable.then_some(Self { interval, deadline })
    }

    /// Silence beyond this is unresponsive: a probe has been waiting for a whole interval more
    /// than a slow reply takes.
    const fn patience(self) -> Duration {
        self.interval.saturating_mul(2)
    }
}

/// What the caller must do.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[must_use]
pub enum Action {
    /// Let what the socket already holds be read, with the replies in it, then call
    /// [`Watchdog::on_read`] (S6).
    ReadSocket,
    /// Send one probe.
    SendProbe,
    /// Mark the transport lost before the lock is released, then close the forward and the client,
    /// and log one warning.
    TearDown(Loss),
}

/// A transport that was declared lost.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Loss {
    /// Why.
    pub cause: LossCause,
    /// Since the last completed reply, or since the start when there was none (L-001.9).
    pub silence: Duration,
}

/// Why a transport was declared lost.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum LossCause {
    /// It ended by itself.
    Ended,
    /// A probe failed, which is never transient.
    ProbeFailed,
    /// A probe stayed without reply for longer than the deadline.
    Silence,
}

/// The watchdog of one session client.
#[derive(Clone, Debug)]
pub struct Watchdog {
    tuning: Tuning,
    /// The later of the start and the last completed reply.
    last_life: Mono,
    /// What the deadline counts from: `last_life`, or the probe that was sent too late.
    counted_from: Mono,
    phase: Phase,
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    /// No probe is outstanding; the next is due.
    Waiting { due: Mono },
    /// A probe is outstanding.
    Probing,
    /// The deadline has passed; what arrived in the meantime is being read.
    Reading,
    /// Stopped, or lost.
    Over,
}

impl Watchdog {
    /// A watchdog whose first probe is due at once.
    pub const fn start(tuning: Tuning, now: Mono) -> Self {
        Self {
            tuning,
            last_life: now,
            counted_from: now,
            phase: Phase::Waiting { due: now },
        }
    }

    /// When to call [`on_timeout`](Self::on_timeout) next; changes with every other call.
    pub const fn poll_timeout(&self) -> Option<Mono> {
        match self.phase {
            Phase::Waiting { due } => Some(due),
            Phase::Probing => {
                // Silence must be greater than the deadline, not equal.
                let past_deadline = self.tuning.deadline.saturating_add(Duration::from_nanos(1));
                Some(self.counted_from.saturating_add(past_deadline))
            }
            Phase::Reading | Phase::Over => None,
        }
    }

    /// Time has passed.
    pub fn on_timeout(&mut self, now: Mono) -> Option<Action> {
        match self.phase {
            Phase::Waiting { due } if now >= due => {
                // Only if Reach itself stood still is a probe this late, and then what is silent
                // is not the host (S6).
                if now.since(self.last_life) > self.tuning.patience() {
                    self.counted_from = now;
                }
                self.phase = Phase::Probing;
                Some(Action::SendProbe)
            }
            Phase::Probing if now.since(self.counted_from) > self.tuning.deadline => {
                self.phase = Phase::Reading;
                Some(Action::ReadSocket)
            }
            Phase::Waiting { .. } | Phase::Probing | Phase::Reading | Phase::Over => None,
        }
    }

    /// The outstanding probe was answered at `at`, accepted or declined. The next one is due an
    /// interval later (L-001.2).
    pub fn on_reply(&mut self, at: Mono) {
        match self.phase {
            Phase::Probing | Phase::Reading => {
                self.last_life = self.last_life.max(at);
                self.counted_from = self.last_life;
                let due = self.last_life.saturating_add(self.tuning.interval);
                self.phase = Phase::Waiting { due };
            }
            Phase::Waiting { .. } | Phase::Over => {}
        }
    }

    /// What the socket held has been read, after [`Action::ReadSocket`].
    pub fn on_read(&mut self, now: Mono) -> Option<Action> {
        match self.phase {
            Phase::Reading => self.declare(LossCause::Silence, now),
            Phase::Waiting { .. } | Phase::Probing | Phase::Over => None,
        }
    }

    /// The outstanding probe failed (L-001.4).
    pub fn on_probe_error(&mut self, now: Mono) -> Option<Action> {
        self.declare(LossCause::ProbeFailed, now)
    }

    /// The transport ended by itself (S10).
    pub fn on_ended(&mut self, now: Mono) -> Option<Action> {
        self.declare(LossCause::Ended, now)
    }

    /// A disposal has begun: nothing is sent or declared from here on.
    pub const fn on_stop(&mut self) {
        self.phase = Phase::Over;
    }

    /// The silence interval; `None` when the watchdog does not run.
    pub const fn silence(&self, now: Mono) -> Option<Duration> {
        match self.phase {
            Phase::Waiting { .. } | Phase::Probing | Phase::Reading => {
                Some(now.since(self.last_life))
            }
            Phase::Over => None,
        }
    }

    /// Whether it runs, and the silence exceeds two intervals.
    pub fn is_unresponsive(&self, now: Mono) -> bool {
        self.silence(now)
            .is_some_and(|silence| silence > self.tuning.patience())
    }

    fn declare(&mut self, cause: LossCause, now: Mono) -> Option<Action> {
        let silence = self.silence(now)?;
        self.phase = Phase::Over;
        Some(Action::TearDown(Loss { cause, silence }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NANO: Duration = Duration::from_nanos(1);

    const fn at(seconds: u64) -> Mono {
        Mono::new(Duration::from_secs(seconds))
    }

    fn probing() -> Watchdog {
        let mut dog = Watchdog::start(Tuning::DEFAULT, at(0));
        assert_eq!(dog.on_timeout(at(0)), Some(Action::SendProbe));
        dog
    }

    const fn lost(cause: LossCause, silence: Duration) -> Action {
        Action::TearDown(Loss { cause, silence })
    }

    // L-001.10
    #[test]
    fn the_product_probes_every_fifteen_seconds_and_waits_forty_five() {
        let expected = Tuning::new(Duration::from_secs(15), Duration::from_secs(45));
        assert_eq!(Some(Tuning::DEFAULT), expected);
    }

    // L-002.9
    #[test]
    fn an_unusable_pair_makes_no_watchdog() {
        let new = |interval, deadline| {
            Tuning::new(
                Duration::from_millis(interval),
                Duration::from_millis(deadline),
            )
        };
        for (interval, deadline) in [(0, 0), (0, 45), (15, 0), (15, 15), (15, 29), (15, 30)] {
            assert_eq!(new(interval, deadline), None, "{interval} {deadline}");
        }
        assert!(new(15, 31).is_some());
        assert_eq!(Tuning::new(Duration::MAX, Duration::MAX), None);
    }

    // covers: SSH-TRANSPORT-LIVENESS-001.2
    #[test]
    fn probes_go_one_at_a_time_an_interval_after_the_last_reply() {
        let mut dog = probing();
        assert_eq!(dog.on_timeout(at(15)), None, "one is outstanding");
        dog.on_reply(at(7));
        assert_eq!(dog.poll_timeout(), Some(at(22)));
        assert_eq!(dog.on_timeout(at(21)), None);
        assert_eq!(dog.on_timeout(at(22)), Some(Action::SendProbe));
    }

    // covers: SSH-TRANSPORT-LIVENESS-001.3
    #[test]
    fn silence_of_exactly_the_deadline_is_not_loss_and_more_is() {
        let mut dog = probing();
        dog.on_reply(at(1));
        assert_eq!(dog.on_timeout(at(16)), Some(Action::SendProbe));
        let past = at(46).saturating_add(NANO);
        assert_eq!(dog.poll_timeout(), Some(past));
        assert_eq!(dog.on_timeout(at(46)), None);
        assert_eq!(dog.on_timeout(past), Some(Action::ReadSocket));
        let silence = Duration::from_secs(45) + NANO;
        assert_eq!(dog.on_read(past), Some(lost(LossCause::Silence, silence)));
    }

    // covers: SSH-TRANSPORT-LIVENESS-001.3
    #[test]
    fn a_reply_that_waits_in_the_socket_is_read_first() {
        let mut dog = probing();
        assert_eq!(dog.on_timeout(at(60)), Some(Action::ReadSocket));
        dog.on_reply(at(60));
        assert_eq!(dog.on_read(at(60)), None);
        assert_eq!(dog.poll_timeout(), Some(at(75)));
    }

    // S6
    #[test]
    fn an_expiry_without_a_probe_sends_one_and_counts_from_it() {
        let mut dog = probing();
        dog.on_reply(at(0));
        assert_eq!(dog.on_timeout(at(75)), Some(Action::SendProbe));
        assert_eq!(dog.on_timeout(at(120)), None);
        let past = at(120).saturating_add(NANO);
        assert_eq!(dog.on_timeout(past), Some(Action::ReadSocket));
        let silence = Duration::from_mins(2) + NANO;
        assert_eq!(
            dog.on_read(past),
            Some(lost(LossCause::Silence, silence)),
            "the silence that is told is the whole of it"
        );
    }

    // L-001.4
    #[test]
    fn a_failed_probe_or_an_ended_transport_is_loss_at_once() {
        let silence = Duration::from_secs(2);
        let mut dog = probing();
        assert_eq!(
            dog.on_probe_error(at(2)),
            Some(lost(LossCause::ProbeFailed, silence))
        );
        let mut idle = probing();
        idle.on_reply(at(1));
        assert_eq!(idle.on_ended(at(3)), Some(lost(LossCause::Ended, silence)));
    }

    // L-001.4, L-002.10
    #[test]
    fn nothing_is_declared_after_a_stop_even_with_the_deadline_passed() {
        let mut dog = probing();
        assert_eq!(dog.on_timeout(at(46)), Some(Action::ReadSocket));
        dog.on_stop();
        assert_eq!(dog.on_read(at(46)), None);
        assert_eq!(dog.on_probe_error(at(46)), None);
        assert_eq!(dog.on_ended(at(46)), None);
        assert_eq!(dog.on_timeout(at(46)), None);
        assert_eq!(dog.silence(at(46)), None);
        dog.on_stop();
    }

    // L-002.12
    #[test]
    fn no_probe_follows_a_teardown() {
        let mut dog = probing();
        assert!(dog.on_ended(at(1)).is_some());
        dog.on_reply(at(2));
        assert_eq!(dog.poll_timeout(), None);
        assert_eq!(dog.on_timeout(at(100)), None);
        assert_eq!(dog.on_ended(at(100)), None, "and no second teardown");
    }

    #[test]
    fn unresponsive_begins_past_two_intervals() {
        let dog = probing();
        assert!(!dog.is_unresponsive(at(30)));
        assert!(dog.is_unresponsive(at(30).saturating_add(NANO)));
    }
}
