//! The watchdog over every short history of events, and over simulated links.

use std::time::Duration;

use proptest::prelude::*;
use reach_logic::watchdog::{Action, Loss, LossCause};
use reach_logic::{Mono, Tuning, Watchdog};

const INTERVAL: Duration = Duration::from_secs(15);
const DEADLINE: Duration = Duration::from_secs(45);
const NANO: Duration = Duration::from_nanos(1);

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Event {
    Ended,
    ProbeError,
    Read,
    Reply,
    Stop,
    Timeout,
}

const EVENTS: [Event; 6] = [
    Event::Ended,
    Event::ProbeError,
    Event::Read,
    Event::Reply,
    Event::Stop,
    Event::Timeout,
];

const STEPS: [Duration; 5] = [
    Duration::ZERO,
    INTERVAL,
    Duration::from_nanos(30_000_000_001),
    DEADLINE,
    Duration::from_nanos(45_000_000_001),
];

fn apply(dog: &mut Watchdog, event: Event, now: Mono) -> Option<Action> {
    match event {
        Event::Ended => dog.on_ended(now),
        Event::ProbeError => dog.on_probe_error(now),
        Event::Read => dog.on_read(now),
        Event::Reply => {
            dog.on_reply(now);
            None
        }
        Event::Stop => {
            dog.on_stop();
            None
        }
        Event::Timeout => dog.on_timeout(now),
    }
}

/// What the criteria say, told from the history alone.
#[derive(Clone, Copy, Default)]
struct Told {
    is_over: bool,
    is_reading: bool,
    last_life: Duration,
    last_reply: Option<Duration>,
    /// When the outstanding probe was sent, and how long the silence had lasted by then.
    outstanding: Option<(Duration, Duration)>,
}

impl Told {
    fn expect(&mut self, event: Event, now: Duration) -> Option<Action> {
        if self.is_over {
            return None;
        }
        let silence = now.saturating_sub(self.last_life);
        let lost = |cause| Some(Action::TearDown(Loss { cause, silence }));
        let action = match (event, self.outstanding) {
            (Event::Stop, _) => {
                self.is_over = true;
                None
            }
            (Event::Ended, _) => lost(LossCause::Ended),
            (Event::ProbeError, _) => lost(LossCause::ProbeFailed),
            (Event::Read, Some(_)) if self.is_reading => lost(LossCause::Silence),
            (Event::Reply, Some(_)) => {
                self.last_life = now;
                self.last_reply = Some(now);
                self.outstanding = None;
                self.is_reading = false;
                None
            }
            (Event::Timeout, None)
                if self
                    .last_reply
                    .is_none_or(|at| now.saturating_sub(at) >= INTERVAL) =>
            {
                self.outstanding = Some((now, silence));
                Some(Action::SendProbe)
            }
            (Event::Timeout, Some((sent, late))) if !self.is_reading => {
                let counted = if late > 2 * INTERVAL {
                    now.saturating_sub(sent)
                } else {
                    silence
                };
                self.is_reading = counted > DEADLINE;
                self.is_reading.then_some(Action::ReadSocket)
            }
            (Event::Read | Event::Reply | Event::Timeout, _) => None,
        };
        self.is_over |= matches!(action, Some(Action::TearDown(_)));
        action
    }
}

// covers: SSH-TRANSPORT-LIVENESS-001.2, SSH-TRANSPORT-LIVENESS-001.3
// L-001.4, L-002.12
#[test]
fn every_history_of_four_events_goes_as_the_criteria_say() {
    let inputs: Vec<(Event, Duration)> = EVENTS
        .into_iter()
        .flat_map(|event| STEPS.map(|step| (event, step)))
        .collect();
    let mut dog = Watchdog::start(Tuning::DEFAULT, Mono::new(Duration::ZERO));
    let mut told = Told::default();
    let first = dog.on_timeout(Mono::new(Duration::ZERO));
    assert_eq!(first, told.expect(Event::Timeout, Duration::ZERO));
    let mut path = Vec::new();
    explore(&inputs, 4, &dog, told, Duration::ZERO, &mut path);
}

fn explore(
    inputs: &[(Event, Duration)],
    depth: usize,
    dog: &Watchdog,
    told: Told,
    now: Duration,
    path: &mut Vec<(Event, Duration)>,
) {
    if depth == 0 {
        return;
    }
    for &(event, step) in inputs {
        let (mut dog, mut told, now) = (dog.clone(), told, now + step);
        path.push((event, now));
        let action = apply(&mut dog, event, Mono::new(now));
        assert_eq!(action, told.expect(event, now), "{path:?}");
        let silence = (!told.is_over).then(|| now.saturating_sub(told.last_life));
        assert_eq!(dog.silence(Mono::new(now)), silence, "{path:?}");
        assert_eq!(
            dog.poll_timeout().is_none(),
            told.is_over || told.is_reading,
            "{path:?}"
        );
        explore(inputs, depth - 1, &dog, told, now, path);
        path.pop();
    }
}

/// A task that drives a watchdog over a link: replies wait in the socket until the task wakes, and
/// the task sometimes sleeps for too long.
struct Task {
    dog: Watchdog,
    now: Mono,
    /// When the reply to the outstanding probe reaches the socket.
    reply: Option<Mono>,
    last_reply: Mono,
    probes: usize,
}

impl Task {
    fn start() -> Self {
        let now = Mono::new(Duration::ZERO);
        Self {
            dog: Watchdog::start(Tuning::DEFAULT, now),
            now,
            reply: None,
            last_reply: now,
            probes: 0,
        }
    }

    /// One turn of the loop: sleeps until something is ready, and `oversleep` longer.
    fn turn(
        &mut self,
        oversleep: Duration,
        timer_first: bool,
        delay: Option<Duration>,
    ) -> Option<Loss> {
        let ready = [self.dog.poll_timeout(), self.reply];
        let wake = ready.into_iter().flatten().min()?;
        self.now = self.now.max(wake).saturating_add(oversleep);
        let mut loss = None;
        if !timer_first {
            self.read();
        }
        match self.dog.on_timeout(self.now) {
            Some(Action::SendProbe) => {
                assert!(self.reply.is_none(), "probes overlap");
                self.probes += 1;
                self.reply = delay.map(|delay| self.now.saturating_add(delay));
            }
            Some(Action::ReadSocket) => {
                self.read();
                match self.dog.on_read(self.now) {
                    Some(Action::TearDown(declared)) => loss = Some(declared),
                    other => assert_eq!(other, None),
                }
            }
            other => assert_eq!(other, None),
        }
        self.read();
        loss
    }

    fn read(&mut self) {
        if self.reply.is_some_and(|arrival| arrival <= self.now) {
            self.reply = None;
            self.last_reply = self.now;
            self.dog.on_reply(self.now);
        }
    }
}

fn durations(seconds: std::ops::RangeInclusive<u64>) -> impl Strategy<Value = Duration> {
    prop_oneof![
        Just(Duration::from_secs(*seconds.start())),
        Just(Duration::from_secs(*seconds.end())),
        seconds.prop_map(Duration::from_secs),
    ]
}

proptest! {
    // S6, S14
    #[test]
    fn a_host_that_answers_is_never_declared_lost_however_long_reach_stands_still(
        turns in proptest::collection::vec(
            (
                prop_oneof![3 => Just(Duration::ZERO), 1 => durations(0..=300)],
                any::<bool>(),
                // What is left of the deadline for a probe that is as late as it may be.
                durations(0..=15),
            ),
            1..60,
        ),
    ) {
        let mut task = Task::start();
        for (oversleep, timer_first, delay) in turns {
            let loss = task.turn(oversleep, timer_first, Some(delay));
            prop_assert_eq!(loss, None);
        }
        prop_assert!(task.probes > 0);
    }

    // L-001.9
    // covers: SSH-TRANSPORT-LIVENESS-001.3
    #[test]
    fn a_link_that_dies_is_declared_lost_right_after_the_deadline(
        answered in proptest::collection::vec(durations(0..=30), 0..10),
        timer_first in any::<bool>(),
    ) {
        let mut task = Task::start();
        for delay in &answered {
            while task.reply.is_none() {
                prop_assert_eq!(task.turn(Duration::ZERO, timer_first, Some(*delay)), None);
                if delay.is_zero() {
                    break;
                }
            }
            while task.reply.is_some() {
                prop_assert_eq!(task.turn(Duration::ZERO, timer_first, None), None);
            }
        }
        let loss = (0..10).find_map(|_| task.turn(Duration::ZERO, timer_first, None));
        let expected = Loss { cause: LossCause::Silence, silence: DEADLINE + NANO };
        prop_assert_eq!(loss, Some(expected));
        prop_assert_eq!(task.now.since(task.last_reply), DEADLINE + NANO);
        prop_assert_eq!(task.turn(Duration::ZERO, timer_first, None), None);
    }

    // S6
    #[test]
    fn a_link_that_dies_while_reach_stands_still_is_lost_within_one_deadline_of_waking(
        pause in durations(0..=600),
        while_probing in any::<bool>(),
    ) {
        let mut task = Task::start();
        task.turn(Duration::ZERO, false, Some(Duration::ZERO));
        if while_probing {
            prop_assert_eq!(task.turn(Duration::ZERO, false, None), None);
        }
        let mut loss = task.turn(pause, false, None);
        let woken = task.now;
        for _ in 0..5 {
            loss = loss.or_else(|| task.turn(Duration::ZERO, false, None));
        }
        prop_assert_eq!(loss.map(|loss| loss.cause), Some(LossCause::Silence));
        prop_assert!(task.now.since(woken) <= DEADLINE + NANO);
    }
}
