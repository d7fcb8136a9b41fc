//! What one pass does.

use std::time::Duration;

use reach_logic::{ExecutorStatus, ExecutorType, Reason, State};
use reach_server::reachability::{PROBE_BACKSTOP, PROBE_SLOTS};
use reach_tests::fake_probe::Act;
use reach_tests::memory_store::{Call, Fault};

use crate::rig::{INTERVAL, Rig, executor_id, new_ssh, pass_time, settle, to_host, to_status};

const SECOND: Duration = Duration::from_secs(1);

// covers: SSH-REACHABILITY-001.2
#[tokio::test(start_paused = true)]
async fn a_pass_probes_every_eligible_executor_once_and_nothing_else() {
    let rig = Rig::new();
    rig.has(&["a", "b", "gone"]).await;
    let (active, inactive) = (ExecutorStatus::Active, ExecutorStatus::Inactive);
    rig.has_other("here", ExecutorType::Local, active).await;
    rig.has_other("off", ExecutorType::Ssh, inactive).await;
    rig.executors.delete(executor_id("gone")).await.unwrap();
    rig.start().await;
    pass_time(SECOND).await;
    assert_eq!(rig.probe.started(), ["a", "b"]);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.2
#[tokio::test(start_paused = true)]
async fn a_probe_under_way_counts_as_the_passs_own() {
    let rig = Rig::new();
    rig.has(&["a", "b"]).await;
    rig.probe.takes(SECOND);
    let asked = rig.ask("a");
    settle().await;
    rig.start().await;
    assert!(asked.await.unwrap().unwrap().persisted);
    pass_time(SECOND).await;
    assert_eq!(rig.probe.started(), ["a", "b"]);
    assert_eq!(rig.metrics.pass_probe_millis.get(), 2_000, "both counted");
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.2
#[tokio::test(start_paused = true)]
async fn a_pass_that_joined_a_probe_which_was_dropped_probes_once_more() {
    let rig = Rig::new();
    rig.has(&["0", "a", "b", "c", "d"]).await;
    rig.probe.takes(SECOND * 5);
    rig.probe.takes_for("a", SECOND);
    let asked = ["a", "b", "c", "d"].map(|id| rig.ask(id));
    settle().await;
    // No slot is free: the pass waits for one, and behind it the probe of a save.
    rig.start().await;
    rig.save("0", to_host("new.test")).await;
    rig.store.break_down(Call::Record, Fault::Slow(SECOND));
    // a has ended: the pass takes its slot, reads 0, finds the save's probe, and gives it the slot.
    pass_time(SECOND * 2 + SECOND / 2).await;
    // Before that probe has read 0, 0 is switched off and on: its generation is gone, nothing is
    // reset, and nobody else asks for a probe.
    rig.save("0", to_status(ExecutorStatus::Inactive)).await;
    rig.save("0", to_status(ExecutorStatus::Active)).await;
    rig.store.heal(Call::Record);
    pass_time(SECOND * 30).await;
    assert_eq!(rig.metrics.probe_discarded.get(), 1);
    let started = rig.probe.started();
    assert_eq!(started.iter().filter(|id| *id == "0").count(), 1);
    assert!(rig.record("0").unwrap().checked_at.is_some());
    for one in asked {
        assert!(one.await.unwrap().unwrap().persisted);
    }
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.3
#[tokio::test(start_paused = true)]
async fn passes_probe_in_the_order_of_the_ids() {
    let rig = Rig::new();
    rig.has(&["c", "B", "a2", "a10", "_", "-", "Z", "0"]).await;
    // One after the other is told best with probes of different lengths.
    rig.probe.takes_for("-", SECOND * 3);
    rig.probe.takes_for("B", SECOND);
    rig.start().await;
    pass_time(INTERVAL + SECOND * 10).await;
    let order = ["-", "0", "B", "Z", "_", "a10", "a2", "c"];
    assert_eq!(rig.probe.started(), [order, order].concat());
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.14
#[tokio::test(start_paused = true)]
async fn no_more_than_four_probes_run_at_once_whoever_asks() {
    let rig = Rig::new();
    let ids: Vec<String> = (10..40).map(|n| format!("e{n}")).collect();
    let names: Vec<&str> = ids.iter().map(String::as_str).collect();
    rig.has(&names).await;
    rig.probe.takes(SECOND);
    rig.start().await;
    for id in &ids[10..20] {
        rig.save(id, to_host("elsewhere")).await;
    }
    for n in 0..10 {
        rig.executors
            .create(new_ssh(&format!("new{n}")))
            .await
            .unwrap();
    }
    let asked: Vec<_> = ids[20..].iter().map(|id| rig.ask(id)).collect();
    for one in asked {
        one.await.unwrap().unwrap();
    }
    pass_time(INTERVAL / 2).await;
    assert_eq!(rig.probe.most_at_once(), PROBE_SLOTS);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.14
#[tokio::test(start_paused = true)]
async fn a_request_waits_for_one_probe_and_not_for_the_pass() {
    let rig = Rig::new();
    let ids: Vec<String> = (100..200).map(|n| format!("e{n}")).collect();
    let names: Vec<&str> = ids.iter().map(String::as_str).collect();
    rig.has(&names).await;
    rig.probe.takes(SECOND * 10);
    rig.start().await;
    let asked_at = tokio::time::Instant::now();
    rig.probe_now("e199").await;
    assert_eq!(
        asked_at.elapsed(),
        SECOND * 20,
        "one for a slot, one of its own"
    );
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn a_probe_that_ran_out_of_time_is_recorded_and_the_pass_goes_on() {
    let rig = Rig::new();
    rig.has(&["a", "b"]).await;
    rig.probe.takes_for("a", SECOND * 10);
    rig.probe.always("a", Act::Fail(Reason::Timeout));
    rig.start().await;
    pass_time(SECOND * 11).await;
    assert_eq!(rig.record("a").unwrap().reason, Some(Reason::Timeout));
    assert_eq!(rig.record("b").unwrap().state, State::Reachable);
    pass_time(INTERVAL).await;
    assert_eq!(rig.probe.started(), ["a", "b", "a", "b"]);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.8
#[tokio::test(start_paused = true)]
async fn probes_that_never_return_are_abandoned_and_give_their_slots_back() {
    let rig = Rig::new();
    rig.has(&["a", "b", "c", "d", "e"]).await;
    for hanging in ["a", "b", "c", "d"] {
        rig.probe.always(hanging, Act::Hang);
    }
    rig.start().await;
    pass_time(PROBE_BACKSTOP + SECOND).await;
    for hanging in ["a", "b", "c", "d"] {
        assert_eq!(rig.record(hanging).unwrap().reason, Some(Reason::Timeout));
    }
    assert_eq!(rig.record("e").unwrap().state, State::Reachable);
    assert!(rig.probe.running().is_empty());
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.5
#[tokio::test(start_paused = true)]
async fn a_probe_that_panics_is_an_unknown_failure_of_its_executor_alone() {
    let rig = Rig::new();
    rig.has(&["a", "b", "c", "d", "e"]).await;
    for panicking in ["a", "b", "c", "d"] {
        rig.probe.always(panicking, Act::Panic);
    }
    rig.start().await;
    let joined = rig.probe_now("a").await;
    assert_eq!(joined.reason, Some(Reason::Unknown));
    assert!(!joined.message.is_empty());
    pass_time(SECOND).await;
    assert_eq!(rig.probe.started(), ["a", "b", "c", "d", "e"]);
    assert_eq!(rig.record("d").unwrap().reason, Some(Reason::Unknown));
    assert_eq!(rig.record("e").unwrap().state, State::Reachable);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.16, SSH-REACHABILITY-001.20
#[tokio::test(start_paused = true)]
async fn a_deleted_executor_loses_its_record_and_is_probed_no_more() {
    let rig = Rig::new();
    rig.has(&["a", "b", "c", "d", "e"]).await;
    rig.start().await;
    pass_time(SECOND).await;
    assert!(rig.record("a").is_some());
    rig.probe.hold();
    pass_time(INTERVAL).await;
    // a is being probed, e waits for a slot of this pass.
    rig.executors.delete(executor_id("a")).await.unwrap();
    rig.executors.delete(executor_id("e")).await.unwrap();
    rig.probe.release();
    pass_time(INTERVAL).await;
    assert_eq!(rig.record("a"), None, "the result did not bring it back");
    assert_eq!(rig.record("e"), None);
    let started = rig.probe.started();
    assert_eq!(started.iter().filter(|id| *id == "a").count(), 2);
    assert_eq!(started.iter().filter(|id| *id == "e").count(), 1);
    assert_eq!(rig.metrics.write_refused.get(), 1);
    assert_eq!(rig.metrics.probe_discarded.get(), 1);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.17, SSH-REACHABILITY-001.20
#[tokio::test(start_paused = true)]
async fn an_inactive_executor_keeps_its_record_and_is_not_probed() {
    let rig = Rig::new();
    rig.has(&["a", "b", "c", "d", "e"]).await;
    rig.start().await;
    pass_time(SECOND).await;
    let records = ["a", "e"].map(|id| rig.record(id));
    rig.probe.hold();
    rig.probe.always("a", Act::Fail(Reason::HostKey));
    pass_time(INTERVAL).await;
    // a is being probed, e waits for a slot of this pass.
    rig.save("a", to_status(ExecutorStatus::Inactive)).await;
    rig.save("e", to_status(ExecutorStatus::Inactive)).await;
    rig.probe.release();
    pass_time(INTERVAL * 3).await;
    let started = rig.probe.started();
    assert_eq!(started.iter().filter(|id| *id == "a").count(), 2);
    assert_eq!(started.iter().filter(|id| *id == "e").count(), 1);
    assert_eq!(["a", "e"].map(|id| rig.record(id)), records);
    rig.finish().await;
}
