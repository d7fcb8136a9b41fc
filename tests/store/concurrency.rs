//! Many at once, on one executor.

use std::sync::Arc;

use reach_logic::{Observation, ReachabilityRecord, Reason, UnixMicros};
use reach_server::store::{Observed, Saved, Store, StoreError};
use tokio::task::JoinSet;

use crate::bed::Bed;
use crate::sample::{T0, Usual as _, at, id, pointed_at, saw, ssh};

/// One step of the record: before, what was observed and when, after.
struct Written {
    before: Option<ReachabilityRecord>,
    observation: Observation,
    now: UnixMicros,
    after: ReachabilityRecord,
}

// covers: SSH-REACHABILITY-001.5, SSH-REACHABILITY-001.21
async fn twenty_writers_lose_no_failure_of_a_streak(bed: &mut Bed) {
    let gpu = bed.store.made("gpu", &ssh("gpu")).await;
    let reset = bed.store.record_of(&id("gpu")).await;
    let mut writers = JoinSet::new();
    for writer in 0..20 {
        let store = Arc::clone(&bed.store);
        let gpu = gpu.clone();
        writers.spawn(async move {
            let mut written = Vec::new();
            for round in 0..10 {
                let now = at(1 + round * 20 + (writer * 7) % 20);
                let failure = (writer + round) % 11 != 0;
                let observation = saw(&gpu, failure.then_some(Reason::Network), now);
                let observed = store.observe(&id("gpu"), 1, &observation, now).await;
                if let Observed::Written { before, after } = observed.expect("it answers") {
                    written.push(Written {
                        before,
                        observation,
                        now,
                        after,
                    });
                }
            }
            written
        });
    }
    let mut written: Vec<_> = writers.join_all().await.into_iter().flatten().collect();
    written.sort_by_key(|one| one.after.updated_at);
    assert!(written.len() >= 10, "{}", written.len());

    // Every step starts where the one before ended, and is what the pure rule says.
    let mut stands = reset;
    for step in written {
        assert_eq!(step.before, stands);
        let by_rule =
            reach_logic::observe(&id("gpu"), stands.as_ref(), &step.observation, step.now);
        assert_eq!(by_rule.as_ref(), Some(&step.after));
        stands = by_rule;
    }
    assert_eq!(bed.store.record_of(&id("gpu")).await, stands);
    let last = stands.and_then(|record| record.checked_at);
    assert_eq!(last, Some(at(200)), "the latest completion stays");
}

// covers: SSH-REACHABILITY-001.19
async fn no_result_crosses_a_save_that_runs_beside_it(bed: &mut Bed) {
    bed.store.made("gpu", &ssh("gpu")).await;
    let mut tasks = JoinSet::new();
    for task in 0..4_i64 {
        let store = Arc::clone(&bed.store);
        tasks.spawn(async move {
            for round in 0..25 {
                let host = format!("host-{task}-{round}");
                let saved = store.saved(&id("gpu"), &pointed_at(&host), at(round)).await;
                assert_eq!(saved.reset.expect("another host").after.host, host);
            }
        });
        let store = Arc::clone(&bed.store);
        tasks.spawn(async move {
            for round in 0..25 {
                let probed = store.executor(&id("gpu")).await.expect("it answers");
                let probed = probed.expect("it is there");
                tokio::task::yield_now().await;
                store.observed(&probed, None, at(round * 4 + task)).await;
                let (stored, record) = store
                    .record(&id("gpu"))
                    .await
                    .expect("it answers")
                    .expect("it is there");
                let digest = stored.executor.config.connection.digest();
                assert_eq!(record.expect("a record").config_digest, digest);
            }
        });
    }
    tasks.join_all().await;
}

async fn of_many_creates_one_gets_the_name_and_one_gets_the_id(bed: &mut Bed) {
    let race = |ids: [&'static str; 8], names: [&'static str; 8]| {
        let mut creates = JoinSet::new();
        for (name, as_id) in names.into_iter().zip(ids) {
            let store: Arc<dyn Store> = Arc::clone(&bed.store);
            creates.spawn(async move { store.create(&id(as_id), &ssh(name), T0).await });
        }
        creates.join_all()
    };
    let made = |results: &[Result<Saved, StoreError>]| results.iter().flatten().count();

    let results = race(["0", "1", "2", "3", "4", "5", "6", "7"], ["gpu"; 8]).await;
    assert_eq!(made(&results), 1);
    let others = results.into_iter().filter_map(Result::err);
    for error in others {
        assert!(matches!(error, StoreError::NameTaken), "{error:?}");
    }

    let results = race(["same"; 8], ["a", "b", "c", "d", "e", "f", "g", "h"]).await;
    assert_eq!(made(&results), 1);
    let others = results.into_iter().filter_map(Result::err);
    for error in others {
        assert!(matches!(error, StoreError::Exists), "{error:?}");
    }
}

/// More callers than connections, all of them served.
async fn a_hundred_calls_at_once_are_all_answered(bed: &mut Bed) {
    for number in 0..10 {
        let name = format!("gpu{number}");
        bed.store.made(&name, &ssh(&name)).await;
    }
    let mut calls = JoinSet::new();
    for call in 0..100 {
        let store = Arc::clone(&bed.store);
        calls.spawn(async move {
            let name = format!("gpu{}", call % 10);
            let gpu = store.executor(&id(&name)).await.expect("it answers");
            let gpu = gpu.expect("it is there");
            store.observed(&gpu, None, at(call)).await;
            assert_eq!(store.records().await.expect("it answers").len(), 10);
        });
    }
    calls.join_all().await;
}

on_every_store![
    a_hundred_calls_at_once_are_all_answered,
    no_result_crosses_a_save_that_runs_beside_it,
    of_many_creates_one_gets_the_name_and_one_gets_the_id,
    twenty_writers_lose_no_failure_of_a_streak,
];
