//! Everything at once, many times over, with what must always hold checked along the way.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use reach_logic::{
    Executor, ExecutorId, ExecutorPatch, ExecutorStatus, KeyType, ReachabilityView, Reason, State,
    reconcile,
};
use reach_server::events::Event;
use reach_server::metrics::Counter;
use reach_server::reachability::{PROBE_SLOTS, ReachabilityError};
use reach_tests::dice::Dice;
use reach_tests::fake_probe::Act;
use reach_tests::memory_store::{Call, Fault};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::rig::{INTERVAL, Rig, executor_id, new_ssh, pass_time, settle, to_host, to_status};

/// Executors that saves and requests leave alone: they show how often passes ran.
const STEADY: [&str; 3] = ["a-steady", "m-steady", "z-steady"];
const RESTLESS: usize = 6;

// covers: SSH-REACHABILITY-001.2, SSH-REACHABILITY-001.14, SSH-REACHABILITY-001.19
// covers: SSH-REACHABILITY-001.20, SSH-REACHABILITY-001.26, SSH-REACHABILITY-002.6
#[tokio::test(start_paused = true)]
async fn whatever_happens_together_the_rules_hold() {
    for seed in 0..100 {
        let mut run = Run::begin(seed).await;
        for _ in 0..150 {
            run.step().await;
            run.check_starts();
            run.check_records();
        }
        if run.dice.one_in(2) {
            run.check_at_rest().await;
        }
        run.end().await;
    }
}

/// Real threads instead of virtual time: races that one thread cannot show.
// covers: SSH-REACHABILITY-001.14, SSH-REACHABILITY-001.26, SSH-REACHABILITY-002.6
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_rules_hold_on_several_threads_too() {
    for seed in 0..20 {
        let mut run = Run::begin(seed).await;
        run.rig.probe.takes(Duration::from_micros(300));
        for _ in 0..200 {
            run.act().await;
            if run.dice.one_in(10) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
        run.check_starts();
        run.check_records();
        run.end().await;
    }
}

struct Run {
    seed: u64,
    rig: Rig,
    dice: Dice,
    began: Instant,
    created: u64,
    asked: Vec<JoinHandle<Result<ReachabilityView, ReachabilityError>>>,
    saving: Vec<JoinHandle<()>>,
    /// What a page would hold that heard every event.
    page: Page,
    checked_starts: usize,
}

#[derive(Default)]
struct Page {
    executors: BTreeMap<ExecutorId, Executor>,
    records: BTreeMap<ExecutorId, ReachabilityView>,
}

impl Run {
    async fn begin(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let rig = Rig::new();
        let mut page = Page::default();
        rig.has(&STEADY).await;
        for number in 0..RESTLESS {
            rig.has(&[&format!("e{number}")]).await;
        }
        for (stored, _) in rig.store.snapshot() {
            page.executors
                .insert(stored.executor.id.clone(), stored.executor);
        }
        for call in [
            Call::Create,
            Call::Save,
            Call::Delete,
            Call::Executor,
            Call::Record,
            Call::Eligible,
            Call::Observe,
            Call::LearnKeyType,
        ] {
            let turns = u32::try_from(dice.roll(4)).expect("it is small");
            rig.store.break_down(call, Fault::Yields(turns));
        }
        let began = Instant::now();
        rig.reachability.start();
        Self {
            seed,
            rig,
            dice,
            began,
            created: 0,
            asked: Vec::new(),
            saving: Vec::new(),
            page,
            checked_starts: 0,
        }
    }

    async fn step(&mut self) {
        self.act().await;
        match self.dice.roll(10) {
            0 => pass_time(Duration::from_millis(self.dice.roll(15_000))).await,
            1..=4 => pass_time(Duration::from_millis(self.dice.roll(20))).await,
            5..=7 => tokio::task::yield_now().await,
            _ => {}
        }
        self.page.hear(self.rig.events());
    }

    async fn act(&mut self) {
        let id = self.any_restless();
        match self.dice.roll(12) {
            0 | 1 => {
                let host = format!("host-{}.test", self.dice.roll(4));
                self.save(&id, to_host(&host));
            }
            2 => self.save(&id, to_status(ExecutorStatus::Inactive)),
            3 | 4 => self.save(&id, to_status(ExecutorStatus::Active)),
            5 => {
                let name = Some(format!("name {}", self.dice.roll(1_000_000)));
                self.save(
                    &id,
                    ExecutorPatch {
                        name,
                        ..ExecutorPatch::default()
                    },
                );
            }
            6 if self.dice.one_in(4) => self.delete(&id),
            7 if self.dice.one_in(4) => {
                let id = format!("n{}", self.created);
                self.created += 1;
                let executors = self.rig.executors.clone();
                self.saving.push(tokio::spawn(async move {
                    let _ = executors.create(new_ssh(&id)).await;
                }));
            }
            8 => self.script(&id),
            6 | 7 | 9..=11 => {
                let asked = self.rig.ask(&id);
                if self.dice.one_in(4) {
                    tokio::task::yield_now().await;
                    asked.abort();
                } else {
                    self.asked.push(asked);
                }
            }
            _ => unreachable!("a die has twelve sides"),
        }
    }

    fn any_restless(&mut self) -> String {
        if self.created > 0 && self.dice.one_in(4) {
            format!("n{}", self.dice.roll(self.created))
        } else {
            format!("e{}", self.dice.roll(RESTLESS as u64))
        }
    }

    fn save(&mut self, id: &str, patch: ExecutorPatch) {
        let (executors, id) = (self.rig.executors.clone(), executor_id(id));
        self.saving.push(tokio::spawn(async move {
            let _ = executors.save(id, patch, None).await;
        }));
    }

    fn delete(&mut self, id: &str) {
        let (executors, id) = (self.rig.executors.clone(), executor_id(id));
        self.saving.push(tokio::spawn(async move {
            let _ = executors.delete(id).await;
        }));
    }

    fn script(&mut self, id: &str) {
        let act = self.dice.pick(&[
            Act::Succeed(None),
            Act::Succeed(Some(KeyType::Rsa)),
            Act::Fail(Reason::Network),
            Act::Fail(Reason::HostKey),
            Act::Fail(Reason::Timeout),
            Act::Panic,
            Act::CompleteWhenCancelled,
        ]);
        let takes = Duration::from_millis(self.dice.pick(&[0, 1, 10, 3_000, 10_000]));
        self.rig.probe.always(id, act);
        self.rig.probe.takes_for(id, takes);
    }

    /// Never more than four at once, never two of one executor and generation.
    fn check_starts(&mut self) {
        let seed = self.seed;
        let starts = self.rig.probe.starts_after(self.checked_starts);
        for start in &starts {
            assert!(start.running.len() <= PROBE_SLOTS, "seed {seed}");
            let generations = start.running.iter().map(|executor| {
                let generation = self.rig.store.generation_of(executor);
                (
                    &executor.id,
                    generation.expect("it was read from the store"),
                )
            });
            let distinct: BTreeSet<_> = generations.collect();
            assert_eq!(
                distinct.len(),
                start.running.len(),
                "seed {seed}: {distinct:?}"
            );
        }
        self.checked_starts += starts.len();
    }

    /// An eligible executor's record describes its own configuration; a deleted one has none.
    fn check_records(&self) {
        for (stored, record) in self.rig.store.snapshot() {
            let executor = stored.executor;
            if let Some(record) = record.filter(|_| executor.is_eligible()) {
                // Only hosts are changed here, so this says the same as the digest, in less time.
                let host = executor.config.connection.display_host();
                assert_eq!(record.host, host, "seed {}", self.seed);
            }
        }
        for number in 0..self.created {
            let id = executor_id(&format!("n{number}"));
            let is_there = self.rig.store.is_there(&id);
            assert!(is_there || self.rig.store.stored_record(&id).is_none());
        }
    }

    /// Stops in the middle of everything.
    async fn end(self) {
        self.rig.reachability.shutdown().await;
        for saving in self.saving {
            saving.await.expect("a save does not panic");
        }
        for asked in self.asked {
            match asked.await.expect("a request does not panic") {
                Ok(_)
                | Err(
                    ReachabilityError::Inactive
                    | ReachabilityError::NotFound
                    | ReachabilityError::ShuttingDown,
                ) => {}
                Err(error) => panic!("seed {}: {error:?}", self.seed),
            }
        }
        let metrics = &self.rig.metrics;
        let completed: u64 = metrics.probes_reachable.get()
            + metrics.probes_failed.iter().map(Counter::get).sum::<u64>();
        let written = self.rig.store.calls(Call::Observe) as u64;
        assert_eq!(
            completed, written,
            "seed {}: each is offered once",
            self.seed
        );
        let cancelled = self.rig.probe.starts().len() as u64 - completed;
        assert!(cancelled <= PROBE_SLOTS as u64, "seed {}", self.seed);
        assert!(cancelled <= metrics.probe_discarded.get());
        self.rig.finish().await;
    }

    /// Lets everything come to rest, and compares the passes with the ticks, and what a page would
    /// show with what is stored.
    async fn check_at_rest(&mut self) {
        let seed = self.seed;
        // Long enough for every pass to end, and in the middle between two ticks.
        let grid = INTERVAL.as_millis();
        let into = self.began.elapsed().as_millis() % grid;
        let middle = grid + grid - into + grid / 2;
        pass_time(Duration::from_millis(
            u64::try_from(middle).expect("it is small"),
        ))
        .await;
        settle().await;
        assert!(self.rig.probe.running().is_empty(), "seed {seed}");

        let ticks = 1 + self.began.elapsed().as_millis() / grid;
        let passes = ticks - u128::from(self.rig.metrics.pass_skipped.get());
        let started = self.rig.probe.started();
        for steady in STEADY {
            let own = started.iter().filter(|id| *id == steady).count();
            assert_eq!(own as u128, passes, "seed {seed}: {steady}");
        }

        self.page.hear(self.rig.events());
        let stored = self.rig.store.snapshot();
        let executors: Vec<_> = stored.iter().map(|(one, _)| &one.executor).collect();
        let shown: Vec<_> = self.page.executors.values().collect();
        assert_eq!(shown, executors, "seed {seed}");
        for (one, record) in &stored {
            let stored = record.as_ref().map(|record| (record.state, record.reason));
            let shown = self.page.records.get(&one.executor.id);
            let shown = shown.map(|view| (view.state, view.reason));
            let nothing = (State::Unknown, None);
            assert_eq!(
                shown.unwrap_or(nothing),
                stored.unwrap_or(nothing),
                "seed {seed}"
            );
        }
    }
}

impl Page {
    fn hear(&mut self, events: Vec<Event>) {
        for event in events {
            match event {
                Event::ExecutorCreated(executor) | Event::ExecutorUpdated(executor) => {
                    self.executors.insert(executor.id.clone(), executor);
                }
                Event::ExecutorDeleted(id) => {
                    self.executors.remove(&id);
                }
                Event::ReachabilityChanged(view) => {
                    let id = view.executor_id.clone();
                    let kept = match self.records.get(&id) {
                        Some(held) => reconcile(held, &view).clone(),
                        None => view,
                    };
                    self.records.insert(id, kept);
                }
                Event::LaunchWarning(_)
                | Event::SessionTransportLost(_)
                | Event::SessionUpdated(_) => {}
            }
        }
    }
}
