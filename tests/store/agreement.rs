//! R9: random histories through both databases and the pure rule, which must agree at every step.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use reach_logic::{
    ExecutorId, ExecutorPatch, ExecutorStatus, NewExecutor, Observation, ReachabilityRecord,
    Reason, UnixMicros,
};
use reach_server::store::{Observed, Saved, Store, StoreError, StoredExecutor};
use reach_tests::memory_store::MemoryStore;

use crate::bed::Bed;
use crate::sample::{SECOND, at, id, inactive, pointed_at, renamed, saw, ssh, switched};

#[derive(Clone, Debug)]
enum Step {
    /// By a probe that read the row this many generations ago.
    Observe {
        behind: i64,
        failure: Option<Reason>,
        checked_at: i64,
    },
    Repoint(&'static str),
    Switch(ExecutorStatus),
    Rename(&'static str),
    Delete,
}

/// A step, and how the clock moves before it.
type Timed = (i64, Step);

fn histories() -> impl Strategy<Value = (bool, Vec<Timed>)> {
    (any::<bool>(), proptest::collection::vec(timed(), 1..24))
}

fn timed() -> impl Strategy<Value = Timed> {
    let clock = prop_oneof![
        4 => 0..3_i64,
        4 => 0..70 * SECOND,
        1 => -200 * SECOND..0,
        1 => Just(-1),
    ];
    (clock, step())
}

fn step() -> impl Strategy<Value = Step> {
    let failure = prop_oneof![
        Just(None),
        proptest::sample::select(&Reason::ALL[..]).prop_map(Some)
    ];
    // Around now, and around the edge of a future that is believed.
    let checked_at = prop_oneof![
        4 => -3..3_i64,
        2 => -70 * SECOND..1,
        1 => 60 * SECOND - 2..60 * SECOND + 3,
        1 => 0..300 * SECOND,
    ];
    let behind = prop_oneof![6 => Just(0_i64), 1 => 1..3_i64];
    prop_oneof![
        12 => (behind, failure, checked_at).prop_map(|(behind, failure, checked_at)| {
            Step::Observe { behind, failure, checked_at }
        }),
        2 => proptest::sample::select(vec!["a", "b", "10.0.0.5"]).prop_map(Step::Repoint),
        2 => proptest::sample::select(vec![ExecutorStatus::Active, ExecutorStatus::Inactive])
            .prop_map(Step::Switch),
        1 => proptest::sample::select(vec!["x", "y"]).prop_map(Step::Rename),
        1 => Just(Step::Delete),
    ]
}

/// What a step did, comparable between stores.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Observed(Box<Observed>),
    Saved(Box<Saved>),
    Deleted,
    NotFound,
}

async fn apply(
    store: &dyn Store,
    id: &ExecutorId,
    row: &StoredExecutor,
    step: &Step,
    now: UnixMicros,
) -> Outcome {
    let save = async |patch: ExecutorPatch| match store.save(id, &patch, None, now).await {
        Ok(saved) => Outcome::Saved(Box::new(saved)),
        Err(error) => not_found(&error),
    };
    match step {
        Step::Observe { behind, .. } => {
            let observation = observation(row, step, now);
            let generation = row.generation - behind;
            let observed = store.observe(id, generation, &observation, now).await;
            Outcome::Observed(Box::new(observed.expect("it answers")))
        }
        Step::Repoint(host) => save(pointed_at(host)).await,
        Step::Switch(status) => save(switched(*status)).await,
        Step::Rename(name) => save(renamed(&format!("{id}-{name}"))).await,
        Step::Delete => match store.delete(id, now).await {
            Ok(()) => Outcome::Deleted,
            Err(error) => not_found(&error),
        },
    }
}

fn observation(row: &StoredExecutor, step: &Step, now: UnixMicros) -> Observation {
    match step {
        Step::Observe {
            failure,
            checked_at,
            ..
        } => saw(row, *failure, now.saturating_add(*checked_at)),
        Step::Repoint(_) | Step::Switch(_) | Step::Rename(_) | Step::Delete => {
            panic!("not an observation")
        }
    }
}

fn not_found(error: &StoreError) -> Outcome {
    assert!(matches!(error, StoreError::NotFound), "{error:?}");
    Outcome::NotFound
}

/// The pure rule over what the store says stood before.
fn follows_the_rule(
    outcome: &Outcome,
    id: &ExecutorId,
    observation: &Observation,
    now: UnixMicros,
) {
    let Outcome::Observed(observed) = outcome else {
        panic!("{outcome:?}");
    };
    match &**observed {
        Observed::Written { before, after } => {
            let by_rule = reach_logic::observe(id, before.as_ref(), observation, now);
            assert_eq!(by_rule.as_ref(), Some(after));
        }
        Observed::Refused(_) => {}
    }
}

async fn replay(stores: &[Arc<dyn Store>], id: &ExecutorId, new: &NewExecutor, steps: &[Timed]) {
    let mut now = at(0);
    let mut row = None;
    for store in stores {
        let saved = store.create(id, new, now).await.expect("a new id");
        assert_eq!(row.get_or_insert_with(|| saved.clone()), &saved);
    }
    let mut row = row.expect("there are stores").after;
    for (clock, step) in steps {
        now = now.saturating_add(*clock);
        let mut outcomes = Vec::new();
        let mut records: Vec<Option<(StoredExecutor, Option<ReachabilityRecord>)>> = Vec::new();
        for store in stores {
            let outcome = apply(&**store, id, &row, step, now).await;
            if matches!(step, Step::Observe { .. }) {
                follows_the_rule(&outcome, id, &observation(&row, step, now), now);
            }
            outcomes.push(outcome);
            records.push(store.record(id).await.expect("it answers"));
        }
        for (outcome, record) in outcomes.iter().zip(&records) {
            assert_eq!(outcome, &outcomes[0], "{step:?}");
            assert_eq!(record, &records[0], "{step:?}");
        }
        if let Outcome::Saved(saved) = &outcomes[0] {
            row = saved.after.clone();
        }
    }
}

// covers: SSH-REACHABILITY-001.9, SSH-REACHABILITY-001.10, SSH-REACHABILITY-001.11
// covers: SSH-REACHABILITY-001.17, SSH-REACHABILITY-001.18, SSH-REACHABILITY-001.21
#[test]
fn both_databases_and_the_pure_rule_agree_on_every_history() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let (postgres, sqlite) =
        runtime.block_on(async { (Bed::postgres().await, Bed::sqlite().await) });
    let stores: [Arc<dyn Store>; 3] = [
        Arc::new(MemoryStore::new()),
        Arc::clone(&postgres.store),
        Arc::clone(&sqlite.store),
    ];
    let config = Config {
        cases: 200,
        failure_persistence: None,
        ..Config::default()
    };
    let histories_run = AtomicU32::new(0);
    let result = TestRunner::new(config).run(&histories(), |(active, steps)| {
        let number = histories_run.fetch_add(1, Ordering::Relaxed);
        let name = format!("h{number}");
        let new = if active { ssh(&name) } else { inactive(&name) };
        runtime.block_on(replay(&stores, &id(&name), &new, &steps));
        Ok(())
    });
    result.expect("they agree");
    runtime.block_on(async {
        postgres.store.close().await;
        sqlite.store.close().await;
    });
    drop((postgres, sqlite));
}
