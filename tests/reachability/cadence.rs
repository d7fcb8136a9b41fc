//! When passes run.

use std::time::Duration;

use reach_logic::{EffectiveInterval, ExecutorStatus, ExecutorType, FAILURE_THRESHOLD};
use reach_server::reachability::PROBE_SLOTS;
use reach_server::ssh::PROBE_DEADLINE;
use reach_tests::fake_probe::Act;
use reach_tests::logs::Logs;
use reach_tests::memory_store::{Call, Fault};
use tracing::Level;

use crate::rig::{INTERVAL, Rig, executor_id, pass_time, settle};

const SECOND: Duration = Duration::from_secs(1);

impl Rig {
    /// When the probes of one executor started, counted from the first.
    fn starts_of(&self, id: &str) -> Vec<Duration> {
        let starts = self.probe.starts();
        let mut own = starts.iter().filter(|one| one.executor.id.as_str() == id);
        let Some(first) = own.next() else {
            return Vec::new();
        };
        let rest = own.map(|one| one.at - first.at);
        std::iter::once(Duration::ZERO).chain(rest).collect()
    }
}

// covers: SSH-REACHABILITY-001.1
#[tokio::test(start_paused = true)]
async fn a_pass_runs_at_the_start_and_then_once_per_interval() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.start().await;
    assert_eq!(
        rig.probe.started(),
        ["a"],
        "at the start, not a minute later"
    );
    pass_time(INTERVAL * 3 + SECOND).await;
    let expected = [Duration::ZERO, INTERVAL, INTERVAL * 2, INTERVAL * 3];
    assert_eq!(rig.starts_of("a"), expected);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.1
#[tokio::test(start_paused = true)]
async fn the_length_of_a_pass_does_not_move_the_next_one() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.probe.takes(Duration::from_millis(7_777));
    rig.start().await;
    pass_time(INTERVAL * 100 + SECOND).await;
    assert_eq!(rig.starts_of("a")[100], INTERVAL * 100);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.1, SSH-REACHABILITY-001.24
#[tokio::test(start_paused = true)]
async fn the_interval_in_force_is_the_clamped_one() {
    let rig = Rig::with_interval(5);
    rig.has(&["a"]).await;
    rig.start().await;
    pass_time(Duration::from_secs(31)).await;
    let expected = [0, 15, 30].map(Duration::from_secs);
    assert_eq!(rig.starts_of("a"), expected);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.13
#[tokio::test(start_paused = true)]
async fn a_tick_that_finds_a_pass_running_is_dropped_and_counted() {
    let rig = Rig::new();
    let ids: Vec<String> = (10..34).map(|n| format!("e{n}")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    rig.has(&ids).await;
    // Six rounds of four take 66 s.
    rig.probe.takes(SECOND * 11);
    rig.start().await;
    pass_time(INTERVAL + SECOND).await;
    assert_eq!(rig.metrics.pass_skipped.get(), 1);
    pass_time(Duration::from_secs(30)).await;
    assert_eq!(rig.probe.started().len(), 24, "the tick was not queued");
    rig.probe.takes(SECOND);
    pass_time(SECOND * 90).await;
    let expected = [Duration::ZERO, INTERVAL * 2, INTERVAL * 3];
    assert_eq!(rig.starts_of("e10"), expected, "still on the grid");
    assert_eq!(rig.metrics.pass_skipped.get(), 1);
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn a_pass_that_waits_for_the_store_is_no_skipped_tick() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.store.hold(false);
    rig.start().await;
    pass_time(INTERVAL * 3 + SECOND).await;
    assert_eq!(rig.probe.started(), [""; 0]);
    assert_eq!(rig.metrics.pass_skipped.get(), 0);
    rig.store.hold(true);
    pass_time(SECOND).await;
    assert_eq!(rig.probe.started(), ["a"]);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.25, SSH-REACHABILITY-001.23
#[tokio::test(start_paused = true)]
async fn an_interval_of_zero_runs_no_pass_at_all() {
    let rig = Rig::with_interval(0);
    rig.has(&["a"]).await;
    rig.start().await;
    pass_time(Duration::from_hours(24)).await;
    assert_eq!(rig.probe.started(), [""; 0]);
    assert_eq!(rig.store.calls(Call::Eligible), 0);
    let view = rig.reachability.record(&executor_id("a")).await.unwrap();
    assert!(!view.probing_enabled);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.23
#[test]
fn the_four_knobs_have_the_documented_defaults() {
    assert_eq!(EffectiveInterval::DEFAULT.seconds(), 60);
    assert_eq!(PROBE_DEADLINE, Duration::from_secs(10));
    assert_eq!(PROBE_SLOTS, 4);
    assert_eq!(FAILURE_THRESHOLD, 2);
}

// covers: SSH-REACHABILITY-001.15
#[tokio::test(start_paused = true)]
async fn without_an_eligible_executor_a_pass_is_silent() {
    let logs = Logs::capture();
    let rig = Rig::new();
    let (active, inactive) = (ExecutorStatus::Active, ExecutorStatus::Inactive);
    rig.has_other("here", ExecutorType::Local, active).await;
    rig.has_other("off", ExecutorType::Ssh, inactive).await;
    rig.start().await;
    pass_time(INTERVAL * 2 + SECOND).await;
    assert_eq!(rig.store.calls(Call::Eligible), 3, "passes did run");
    assert_eq!(rig.probe.started(), [""; 0]);
    assert!(logs.at_least(Level::WARN).is_empty());
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn a_restart_keeps_every_record_until_a_new_probe_replaces_it() {
    let rig = Rig::new();
    rig.has(&["a", "b"]).await;
    rig.probe.always("b", Act::Fail(reach_logic::Reason::Auth));
    rig.start().await;
    pass_time(INTERVAL + SECOND).await;
    let before = rig.reachability.records().await.unwrap();
    let (store, clock) = (rig.store.clone(), rig.clock.clone());
    rig.finish().await;

    pass_time(Duration::from_hours(1)).await;
    let mut rig = Rig::over(store, clock, 60);
    rig.probe.hold();
    rig.start().await;
    let after = rig.reachability.records().await.unwrap();
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before.state, after.state);
        assert_eq!(before.reason, after.reason);
        assert_eq!(before.consecutive_failures, after.consecutive_failures);
        assert_eq!(before.checked_at, after.checked_at);
        assert_eq!(before.last_success_at, after.last_success_at);
        assert_eq!(before.updated_at, after.updated_at);
    }
    assert_eq!(rig.events(), [], "a restart is no change");
    rig.probe.release();
    pass_time(SECOND).await;
    let replaced = rig.record("a").unwrap();
    assert!(replaced.checked_at > before[0].checked_at);
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn a_second_start_starts_nothing_and_a_second_stop_waits_for_nothing() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.start().await;
    rig.start().await;
    pass_time(INTERVAL + SECOND).await;
    assert_eq!(rig.store.calls(Call::Eligible), 2, "one pass per tick");
    assert_eq!(rig.starts_of("a"), [Duration::ZERO, INTERVAL]);
    rig.reachability.shutdown().await;
    rig.reachability.shutdown().await;
    rig.start().await;
    pass_time(INTERVAL * 2).await;
    assert_eq!(rig.starts_of("a").len(), 2, "stopped is stopped");
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn a_pass_that_cannot_list_is_one_warning_and_the_next_one_runs() {
    let logs = Logs::capture();
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.store.break_down(Call::Eligible, Fault::Fails);
    rig.start().await;
    assert_eq!(logs.at_least(Level::WARN).len(), 1);
    rig.store.heal(Call::Eligible);
    pass_time(INTERVAL).await;
    settle().await;
    assert_eq!(rig.probe.started(), ["a"]);
    assert_eq!(logs.at_least(Level::WARN).len(), 1);
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn a_pass_whose_store_fails_half_way_still_ends_and_the_next_one_runs() {
    let logs = Logs::capture();
    let rig = Rig::new();
    rig.has(&["a", "b", "c", "d", "e", "f"]).await;
    rig.start().await;
    rig.store.break_down(Call::Record, Fault::Fails);
    pass_time(SECOND).await;
    assert_eq!(rig.probe.started(), ["a", "b", "c", "d"]);
    assert_eq!(logs.at_least(Level::WARN).len(), 1);
    rig.store.heal(Call::Record);
    pass_time(INTERVAL).await;
    assert_eq!(rig.probe.started().len(), 4 + 6);
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn a_panic_in_the_store_costs_one_pass_and_not_the_poller() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.store.break_down(Call::Eligible, Fault::Panics);
    rig.start().await;
    rig.store.heal(Call::Eligible);
    pass_time(INTERVAL + SECOND).await;
    assert_eq!(rig.probe.started(), ["a"]);
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn a_pass_pauses_while_another_server_may_hold_the_store() {
    let rig = Rig::new();
    rig.has(&["a", "b", "c", "d", "e", "f"]).await;
    rig.start().await;
    rig.store.hold(false);
    pass_time(SECOND * 10).await;
    let so_far = rig.probe.started().len();
    assert!(so_far < 6, "{so_far} were probed");
    rig.store.hold(true);
    settle().await;
    pass_time(SECOND).await;
    assert_eq!(rig.probe.started(), ["a", "b", "c", "d", "e", "f"]);
    rig.finish().await;
}
