//! Many at once, on one executor.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use reach_logic::{Observation, ReachabilityRecord, Reason, UnixMicros};
use reach_server::store::{Observed, Saved, Store, StoreError};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::bed::Bed;
use crate::sample::{T0, Usual as _, at, id, pointed_at, renamed, saw, ssh};

const BOUND: Duration = Duration::from_secs(20);

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

/// A1: callers go away in the middle, at each point where that is possible.
async fn a_call_dropped_halfway_leaves_nothing_behind(bed: &mut Bed) {
    let store = &*bed.store;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    let gpu_id = id("gpu");
    let mut ended = false;
    for polls in 1..500_u32 {
        let (first, then) = (at(2 * i64::from(polls)), at(2 * i64::from(polls) + 1));
        let failure = saw(&gpu, Some(Reason::Network), first);
        let patch = renamed(&format!("name {polls}"));
        let name = format!("gpu{polls}");
        let passing = store.made(&name, &ssh(&name)).await;
        let passing_id = id(&name);

        let observed = polled(polls, store.observe(&gpu_id, 1, &failure, first)).await;
        let saved = polled(polls, store.save(&gpu_id, &patch, None, first)).await;
        let deleted = polled(polls, store.delete(&passing_id, first)).await;

        // No lock is left, and no connection in the middle of something.
        let next = timeout(BOUND, store.observed(&gpu, None, then)).await;
        let next = next.expect("in time");
        assert!(matches!(next, Observed::Written { .. }), "{next:?}");
        let there = store.executor(&passing_id).await.expect("it answers");
        let Observed::Refused(record) = store.observed(&passing, None, T0).await else {
            assert!(there.is_some(), "its record came back");
            continue;
        };
        assert_eq!(there.is_some(), record.is_some(), "gone, both or neither");
        ended = observed.is_some() && saved.is_some() && deleted.is_some();
        if ended {
            break;
        }
    }
    assert!(ended, "no call ever came to its end");
}

/// Polls a call so many times, then drops it; `None` if that was before its end.
async fn polled<F: Future>(mut times: u32, call: F) -> Option<F::Output> {
    let mut call = pin!(call);
    poll_fn(|context| {
        if times == 0 {
            return Poll::Ready(None);
        }
        times -= 1;
        call.as_mut().poll(context).map(Some)
    })
    .await
}

on_every_store![
    a_call_dropped_halfway_leaves_nothing_behind,
    a_hundred_calls_at_once_are_all_answered,
    no_result_crosses_a_save_that_runs_beside_it,
    of_many_creates_one_gets_the_name_and_one_gets_the_id,
    twenty_writers_lose_no_failure_of_a_streak,
];
