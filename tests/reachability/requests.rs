//! Probes on request.

use std::time::Duration;

use reach_logic::{ExecutorStatus, ExecutorType, Freshness, Reason, State};
use reach_server::reachability::ReachabilityError;
use reach_server::store::StoreError;
use reach_tests::fake_probe::Act;
use reach_tests::logs::Logs;
use reach_tests::memory_store::{Call, Fault};
use tracing::Level;

use crate::rig::{INTERVAL, Rig, executor_id, pass_time, settle, to_host, to_status};

const SECOND: Duration = Duration::from_secs(1);

// covers: SSH-REACHABILITY-002.5
#[tokio::test(start_paused = true)]
async fn a_requested_probe_is_stored_and_returned() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.probe.then("a", [Act::Fail(Reason::HostKey)]);
    let view = rig.probe_now("a").await;
    assert!(view.persisted);
    assert_eq!(
        (view.state, view.reason),
        (State::Unreachable, Some(Reason::HostKey))
    );
    assert_eq!(view.freshness, Freshness::Current);
    assert_eq!(
        view,
        rig.reachability.record(&executor_id("a")).await.unwrap()
    );
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.28
#[tokio::test(start_paused = true)]
async fn with_probing_off_a_request_probes_and_stores_under_the_same_rules() {
    let rig = Rig::with_interval(0);
    rig.has(&["a"]).await;
    rig.start().await;
    rig.probe.always("a", Act::Fail(Reason::Network));
    let first = rig.probe_now("a").await;
    assert_eq!(
        (first.state, first.consecutive_failures),
        (State::Unknown, 1)
    );
    assert_eq!(first.freshness, Freshness::Off);
    pass_time(SECOND).await;
    let second = rig.probe_now("a").await;
    assert_eq!(
        (second.state, second.consecutive_failures),
        (State::Unreachable, 2)
    );
    assert_eq!(rig.record("a").unwrap().consecutive_failures, 2);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-002.5
#[tokio::test(start_paused = true)]
async fn a_refused_result_is_returned_as_not_persisted() {
    let mut rig = Rig::new();
    rig.has(&["a"]).await;
    rig.probe_now("a").await;
    pass_time(SECOND).await;
    let record = rig.record("a").unwrap();
    rig.events();
    rig.store.refuse_observations(true);
    rig.probe.then("a", [Act::Fail(Reason::Auth)]);
    let view = rig.probe_now("a").await;
    assert!(!view.persisted);
    assert_eq!(
        (view.state, view.reason),
        (State::Reachable, Some(Reason::Auth))
    );
    assert_eq!(view.consecutive_failures, 1);
    assert_eq!(
        view.updated_at,
        Some(record.updated_at),
        "never newer than the record"
    );
    assert_eq!(view.last_success_at, record.last_success_at);
    assert!(
        view.checked_at > record.checked_at,
        "but with its own completion"
    );
    assert_eq!(rig.record("a"), Some(record));
    assert_eq!(rig.events(), []);
    assert_eq!(rig.metrics.write_refused.get(), 1);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-002.5
#[tokio::test(start_paused = true)]
async fn a_result_that_cannot_be_written_is_returned_as_not_persisted_and_logged_once() {
    let logs = Logs::capture();
    let mut rig = Rig::new();
    rig.has(&["a"]).await;
    rig.store.break_down(Call::Observe, Fault::Fails);
    let record = rig.record("a").unwrap();
    let view = rig.probe_now("a").await;
    assert!(!view.persisted);
    assert_eq!((view.state, view.reason), (State::Reachable, None));
    assert_eq!(view.updated_at, Some(record.updated_at));
    assert_eq!(rig.record("a"), Some(record));
    assert_eq!(logs.at_least(Level::WARN).len(), 1);
    assert_eq!(rig.metrics.write_failed.get(), 1);
    assert_eq!(
        rig.metrics.probes_reachable.get(),
        1,
        "the probe did complete"
    );
    assert_eq!(rig.events(), []);
    pass_time(SECOND).await;
    assert_eq!(
        rig.store.calls(Call::Observe),
        1,
        "the next probe is the retry"
    );
    rig.store.heal(Call::Observe);
    assert!(rig.probe_now("a").await.persisted);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-002.5
#[tokio::test(start_paused = true)]
async fn an_outcome_without_any_stored_record_has_no_update_time() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.store.forget_record(&executor_id("a"));
    rig.store.break_down(Call::Observe, Fault::Fails);
    let view = rig.probe_now("a").await;
    assert_eq!((view.persisted, view.updated_at), (false, None));
    rig.finish().await;
}

// covers: SSH-REACHABILITY-002.6
#[tokio::test(start_paused = true)]
async fn overlapping_requests_share_one_probe_and_its_result() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.probe.takes(SECOND);
    let first = rig.ask("a");
    pass_time(SECOND / 2).await;
    let second = rig.ask("a");
    let (first, second) = (
        first.await.unwrap().unwrap(),
        second.await.unwrap().unwrap(),
    );
    assert_eq!(first, second);
    assert_eq!(rig.probe.started(), ["a"]);
    let later = rig.probe_now("a").await;
    assert!(
        later.checked_at > first.checked_at,
        "an ended probe is not shared"
    );
    assert_eq!(rig.probe.started(), ["a", "a"]);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-002.6
#[tokio::test(start_paused = true)]
async fn requests_share_a_probe_while_it_is_still_queued() {
    let rig = Rig::new();
    rig.has(&["a", "b", "c", "d", "e"]).await;
    rig.probe.hold();
    let others = ["a", "b", "c", "d"].map(|id| rig.ask(id));
    settle().await;
    let shared = [rig.ask("e"), rig.ask("e"), rig.ask("e")];
    settle().await;
    rig.probe.release();
    for one in others.into_iter().chain(shared) {
        one.await.unwrap().unwrap();
    }
    assert_eq!(rig.probe.started(), ["a", "b", "c", "d", "e"]);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-002.6
#[tokio::test(start_paused = true)]
async fn a_request_after_a_save_does_not_join_the_old_targets_probe() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.probe.hold();
    let old = rig.ask("a");
    settle().await;
    rig.save("a", to_host("b.test")).await;
    let new = rig.ask("a");
    settle().await;
    rig.probe.release();
    assert_eq!(old.await.unwrap().unwrap().host, "a.test");
    let new = new.await.unwrap().unwrap();
    assert_eq!((new.host.as_str(), new.persisted), ("b.test", true));
    assert_eq!(
        rig.probe.started().len(),
        2,
        "the save's probe and the request's are one"
    );
    rig.finish().await;
}

// covers: SSH-REACHABILITY-002.6
#[tokio::test(start_paused = true)]
async fn a_caller_that_leaves_cancels_nothing_for_itself_or_for_others() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.probe.takes(SECOND);
    let starter = rig.ask("a");
    settle().await;
    let joiner = rig.ask("a");
    settle().await;
    starter.abort();
    assert!(starter.await.unwrap_err().is_cancelled());
    assert!(joiner.await.unwrap().unwrap().persisted);

    let alone = rig.ask("a");
    settle().await;
    alone.abort();
    let before = rig.record("a").unwrap().checked_at;
    pass_time(SECOND * 2).await;
    assert!(
        rig.record("a").unwrap().checked_at > before,
        "it was stored all the same"
    );
    rig.finish().await;
}

// covers: SSH-REACHABILITY-002.7
#[tokio::test(start_paused = true)]
async fn an_inactive_executor_is_refused_and_its_record_stands() {
    let mut rig = Rig::new();
    rig.has(&["a"]).await;
    rig.probe_now("a").await;
    rig.save("a", to_status(ExecutorStatus::Inactive)).await;
    let record = rig.record("a");
    rig.events();
    let refused = rig.reachability.probe_now(&executor_id("a")).await;
    assert!(matches!(refused, Err(ReachabilityError::Inactive)));
    pass_time(INTERVAL).await;
    assert_eq!(rig.probe.started(), ["a"]);
    assert_eq!(rig.record("a"), record);
    assert_eq!(rig.events(), []);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-002.7
#[tokio::test(start_paused = true)]
async fn a_queued_request_is_refused_when_the_executor_is_switched_off_or_deleted_meanwhile() {
    let rig = Rig::new();
    rig.has(&["a", "b", "c", "d", "off", "gone"]).await;
    rig.probe.hold();
    let _others = ["a", "b", "c", "d"].map(|id| rig.ask(id));
    settle().await;
    let (off, gone) = (rig.ask("off"), rig.ask("gone"));
    settle().await;
    rig.save("off", to_status(ExecutorStatus::Inactive)).await;
    rig.executors.delete(executor_id("gone")).await.unwrap();
    rig.probe.release();
    assert!(matches!(
        off.await.unwrap(),
        Err(ReachabilityError::Inactive)
    ));
    assert!(matches!(
        gone.await.unwrap(),
        Err(ReachabilityError::NotFound)
    ));
    assert_eq!(rig.probe.started(), ["a", "b", "c", "d"]);
    assert_eq!(rig.metrics.probe_discarded.get(), 2);
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_probed_is_told_apart() {
    let rig = Rig::new();
    rig.has_other("here", ExecutorType::Local, ExecutorStatus::Active)
        .await;
    let probe = async |id| rig.reachability.probe_now(&executor_id(id)).await;
    assert!(matches!(
        probe("here").await,
        Err(ReachabilityError::NotSsh)
    ));
    assert!(matches!(
        probe("none").await,
        Err(ReachabilityError::NotFound)
    ));
    let record = async |id| rig.reachability.record(&executor_id(id)).await;
    assert!(matches!(
        record("here").await,
        Err(ReachabilityError::NotSsh)
    ));
    assert!(matches!(
        record("none").await,
        Err(ReachabilityError::NotFound)
    ));
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn a_store_that_cannot_be_read_is_an_error_and_no_outcome() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    for call in [Call::Executor, Call::Record] {
        rig.store.break_down(call, Fault::Fails);
        let probed = rig.reachability.probe_now(&executor_id("a")).await;
        let Err(ReachabilityError::Store(error)) = probed else {
            panic!("{probed:?}");
        };
        assert!(matches!(*error, StoreError::Unavailable(_)));
        rig.store.heal(call);
    }
    assert_eq!(rig.probe.started(), [""; 0]);
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn a_panic_in_the_store_answers_everyone_and_frees_the_slot() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.store.break_down(Call::Observe, Fault::Panics);
    for _ in 0..5 {
        let asked = [rig.ask("a"), rig.ask("a")];
        for one in asked {
            assert!(matches!(one.await.unwrap(), Err(ReachabilityError::Lost)));
        }
    }
    rig.store.heal(Call::Observe);
    assert!(rig.probe_now("a").await.persisted);
    rig.finish().await;
}
