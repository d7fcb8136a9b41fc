//! What is left when the service has stopped: nothing.

use std::time::Duration;

use reach_server::reachability::ReachabilityError;
use reach_tests::fake_probe::Act;
use reach_tests::memory_store::{Call, Fault};

use crate::rig::{Rig, executor_id, new_ssh, pass_time, settle, to_host};

const SECOND: Duration = Duration::from_secs(1);

// covers: SSH-REACHABILITY-001.26
#[tokio::test(start_paused = true)]
async fn shutdown_cancels_scheduled_saved_and_requested_probes_and_writes_nothing_for_them() {
    let mut rig = Rig::new();
    rig.has(&["a", "b", "c", "d", "e", "f", "g"]).await;
    rig.probe.hold();
    rig.start().await;
    rig.save("a", to_host("new.test")).await;
    let (running, queued) = (rig.ask("b"), rig.ask("g"));
    settle().await;
    let before = rig.store.snapshot();
    rig.events();
    let began = tokio::time::Instant::now();
    rig.reachability.shutdown().await;
    assert_eq!(began.elapsed(), Duration::ZERO, "nobody is waited for");
    assert!(rig.probe.running().is_empty());
    for asked in [running, queued] {
        let answer = asked.await.unwrap();
        assert!(matches!(answer, Err(ReachabilityError::ShuttingDown)));
    }
    assert_eq!(rig.store.snapshot(), before);
    assert_eq!(rig.events(), []);
    // Four were running: a of the old generation, b, c, d. Queued: the save's a, the request's g,
    // and e, f, g of the pass.
    assert_eq!(rig.probe.started(), ["a", "b", "c", "d"]);
    assert_eq!(rig.metrics.probe_discarded.get(), 9);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.26
#[tokio::test(start_paused = true)]
async fn a_probe_that_completes_as_shutdown_comes_is_written() {
    let rig = Rig::new();
    rig.has(&["a", "b"]).await;
    rig.probe.takes(SECOND);
    rig.probe.always("a", Act::CompleteWhenCancelled);
    rig.start().await;
    let asked = rig.ask("a");
    settle().await;
    rig.reachability.shutdown().await;
    assert!(asked.await.unwrap().unwrap().persisted);
    assert!(rig.record("a").unwrap().checked_at.is_some());
    assert!(rig.record("b").unwrap().checked_at.is_none());
    assert_eq!(rig.metrics.probe_discarded.get(), 1);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.26
#[tokio::test(start_paused = true)]
async fn a_completed_probe_whose_write_is_slow_is_waited_for() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.store.break_down(Call::Observe, Fault::Slow(SECOND));
    let asked = rig.ask("a");
    pass_time(SECOND / 2).await;
    rig.reachability.shutdown().await;
    assert!(rig.record("a").unwrap().checked_at.is_some());
    assert!(asked.await.unwrap().unwrap().persisted);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.26
#[tokio::test(start_paused = true)]
async fn shutdown_does_not_wait_for_slow_reads() {
    for call in [Call::Eligible, Call::Record, Call::Executor] {
        let rig = Rig::new();
        rig.has(&["a"]).await;
        rig.store.break_down(call, Fault::Slow(SECOND * 100));
        rig.start().await;
        let asked = rig.ask("a");
        settle().await;
        let began = tokio::time::Instant::now();
        rig.reachability.shutdown().await;
        assert!(began.elapsed() < SECOND, "{call:?}");
        let answer = asked.await.unwrap();
        assert!(
            matches!(answer, Err(ReachabilityError::ShuttingDown)),
            "{call:?}: {answer:?}"
        );
        rig.finish().await;
    }
}

// covers: SSH-REACHABILITY-001.26
#[tokio::test(start_paused = true)]
async fn with_probing_off_requested_probes_belong_to_the_service_too() {
    let rig = Rig::with_interval(0);
    rig.has(&["a"]).await;
    rig.start().await;
    rig.probe.hold();
    let asked = rig.ask("a");
    settle().await;
    assert_eq!(rig.probe.running().len(), 1);
    rig.reachability.shutdown().await;
    assert!(matches!(
        asked.await.unwrap(),
        Err(ReachabilityError::ShuttingDown)
    ));
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.26
#[tokio::test(start_paused = true)]
async fn probes_that_ignore_their_cancellation_hold_neither_the_queue_nor_shutdown_for_ever() {
    let rig = Rig::new();
    rig.has(&["a", "b", "c", "d", "e"]).await;
    for hanging in ["a", "b", "c", "d"] {
        rig.probe.always(hanging, Act::Hang);
    }
    rig.start().await;
    let queued = rig.ask("e");
    settle().await;
    let began = tokio::time::Instant::now();
    let stopping = tokio::spawn({
        let reachability = rig.reachability.clone();
        async move { reachability.shutdown().await }
    });
    let answer = queued.await.unwrap();
    assert!(matches!(answer, Err(ReachabilityError::ShuttingDown)));
    assert_eq!(began.elapsed(), Duration::ZERO);
    stopping.await.unwrap();
    assert!(rig.probe.running().is_empty());
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn after_shutdown_nothing_is_probed() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.reachability.shutdown().await;
    let probed = rig.reachability.probe_now(&executor_id("a")).await;
    assert!(matches!(probed, Err(ReachabilityError::ShuttingDown)));
    rig.executors.create(new_ssh("b")).await.unwrap();
    pass_time(SECOND).await;
    assert_eq!(rig.probe.started(), [""; 0]);
    rig.finish().await;
}
