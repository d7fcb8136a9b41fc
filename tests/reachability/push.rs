//! What the world hears: events, the log, the counters.

use std::time::Duration;

use reach_logic::{ConfigPatch, ExecutorPatch, KeyType, Patch, Reason, State};
use reach_server::events::Event;
use reach_tests::fake_probe::Act;
use reach_tests::logs::Logs;
use reach_tests::memory_store::{Call, Fault};
use tracing::Level;

use crate::rig::{INTERVAL, Rig, executor_id, pass_time, to_host};

const GOOD: Act = Act::Succeed(None);

// covers: SSH-REACHABILITY-002.2, SSH-REACHABILITY-002.3
#[tokio::test(start_paused = true)]
async fn a_change_of_state_or_reason_is_pushed_and_nothing_else_is() {
    let mut rig = Rig::with_interval(0);
    rig.has(&["a"]).await;
    let (network, auth) = (Act::Fail(Reason::Network), Act::Fail(Reason::Auth));
    let steps = [
        (GOOD, Some((State::Reachable, None))),
        (GOOD, None),
        (network, Some((State::Reachable, Some(Reason::Network)))),
        (network, Some((State::Unreachable, Some(Reason::Network)))),
        (network, None),
        (auth, Some((State::Unreachable, Some(Reason::Auth)))),
        (GOOD, Some((State::Reachable, None))),
        (GOOD, None),
    ];
    for (step, (act, expected)) in steps.into_iter().enumerate() {
        rig.probe.then("a", [act]);
        let answered = rig.probe_now("a").await;
        let pushed = rig.pushed();
        let shown: Vec<_> = pushed
            .iter()
            .map(|view| (view.state, view.reason))
            .collect();
        assert_eq!(shown, Vec::from_iter(expected), "step {step}");
        for view in pushed {
            assert_eq!(view, answered, "step {step}: the record as it was stored");
        }
    }
    rig.finish().await;
}

// covers: SSH-REACHABILITY-002.3
#[tokio::test(start_paused = true)]
async fn a_steady_host_makes_no_event_and_no_log_line() {
    let mut rig = Rig::new();
    rig.has(&["up", "down"]).await;
    rig.probe.always("down", Act::Fail(Reason::Config));
    rig.start().await;
    pass_time(INTERVAL / 2).await;
    assert_eq!(rig.events().len(), 2);
    let logs = Logs::capture();
    pass_time(INTERVAL * 10).await;
    assert_eq!(rig.probe.started().len(), 22);
    assert_eq!(rig.events(), []);
    assert!(logs.at_least(Level::INFO).is_empty());
    rig.finish().await;
}

// covers: SSH-REACHABILITY-002.3
#[tokio::test(start_paused = true)]
async fn a_reset_is_pushed_only_when_it_changes_what_is_shown() {
    let mut rig = Rig::with_interval(0);
    rig.has(&["a"]).await;
    rig.probe.hold();
    rig.save("a", to_host("b.test")).await;
    assert_eq!(rig.pushed(), [], "unknown before and after");
    rig.probe.release();
    pass_time(Duration::from_secs(1)).await;
    let reachable = rig.pushed().remove(0);
    rig.save("a", to_host("c.test")).await;
    let reset = rig.pushed().remove(0);
    assert_eq!((reset.state, reset.checked_at), (State::Unknown, None));
    assert!(
        reset.updated_at > reachable.updated_at,
        "clients keep the later one"
    );
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn the_log_tells_of_a_host_that_went_away_and_of_its_return() {
    let logs = Logs::capture();
    let rig = Rig::with_interval(0);
    rig.has(&["a"]).await;
    let network = Act::Fail(Reason::Network);
    rig.probe
        .then("a", [GOOD, network, network, network, GOOD, GOOD]);
    for _ in 0..6 {
        rig.probe_now("a").await;
    }
    let lines = logs.at_least(Level::INFO);
    let [down, up] = &lines[..] else {
        panic!("{lines:?}");
    };
    assert_eq!(down.level, Level::WARN);
    assert_eq!(down.message, "a.test is unreachable: scripted network");
    assert_eq!(
        down.fields,
        "executor.id=a ssh.host=a.test reachability.reason=\"network\" reachability.failures=2"
    );
    assert_eq!(up.level, Level::INFO);
    assert_eq!(up.message, "a.test is reachable again");
    assert!(up.fields.starts_with("executor.id=a ssh.host=a.test"));
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn the_counters_count_what_happened() {
    let rig = Rig::with_interval(0);
    rig.has(&["a"]).await;
    let timeout = Act::Fail(Reason::Timeout);
    rig.probe.then(
        "a",
        [GOOD, timeout, timeout, Act::Fail(Reason::HostKey), GOOD],
    );
    for _ in 0..5 {
        rig.probe_now("a").await;
    }
    rig.save("a", to_host("b.test")).await;
    rig.probe_now("a").await;
    let metrics = &rig.metrics;
    let failed = |reason: Reason| metrics.probes_failed[reason as usize].get();
    let entered = |state: State| metrics.transitions[state as usize].get();
    assert_eq!(metrics.probes_reachable.get(), 3);
    let all = Reason::ALL.map(failed);
    assert_eq!(all, [0, 2, 1, 0, 0, 0]);
    assert_eq!(State::ALL.map(entered), [1, 3, 1]);
    assert_eq!(metrics.resets.get(), 1);
    assert_eq!(
        (metrics.write_refused.get(), metrics.write_failed.get()),
        (0, 0)
    );
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn the_duration_of_a_pass_is_the_sum_of_its_probes() {
    let rig = Rig::new();
    rig.has(&["a", "b", "c"]).await;
    rig.probe.takes_for("a", Duration::from_millis(1_500));
    rig.probe.takes_for("b", Duration::from_millis(250));
    rig.start().await;
    pass_time(INTERVAL / 2).await;
    assert_eq!(rig.metrics.pass_probe_millis.get(), 1_500 + 250 + 10);
    rig.probe.takes_for("a", Duration::ZERO);
    pass_time(INTERVAL).await;
    assert_eq!(
        rig.metrics.pass_probe_millis.get(),
        250 + 10,
        "the last pass only"
    );
    rig.finish().await;
}

async fn pin(rig: &Rig, fill: &str) {
    let patch = ExecutorPatch {
        config: ConfigPatch {
            host_fingerprint: Patch::Set(format!("SHA256:{}", fill.repeat(43))),
            ..ConfigPatch::default()
        },
        ..ExecutorPatch::default()
    };
    rig.save("a", patch).await;
}

#[tokio::test(start_paused = true)]
async fn the_pinned_keys_type_is_learned_once_and_told() {
    let mut rig = Rig::with_interval(0);
    rig.has(&["a"]).await;
    rig.probe.always("a", Act::Succeed(Some(KeyType::Rsa)));
    rig.probe_now("a").await;
    assert_eq!(
        rig.store.calls(Call::LearnKeyType),
        0,
        "nothing without a pin"
    );
    pin(&rig, "A").await;
    rig.probe_now("a").await;
    let updates = |events: Vec<Event>| -> Vec<_> {
        let algorithm = |event| {
            if let Event::ExecutorUpdated(executor) = event {
                return Some(executor.config.host_key_algorithm);
            }
            None
        };
        events.into_iter().filter_map(algorithm).collect()
    };
    assert_eq!(updates(rig.events()), [None, Some(KeyType::Rsa)]);
    rig.probe_now("a").await;
    assert_eq!(rig.store.calls(Call::LearnKeyType), 1);
    let stored = rig.executors.get(&executor_id("a")).await.unwrap();
    assert_eq!(stored.config.host_key_algorithm, Some(KeyType::Rsa));
    assert_eq!(
        rig.metrics.resets.get(),
        1,
        "learning is no change of the connection"
    );
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn a_key_type_that_cannot_be_stored_costs_the_probe_nothing() {
    let logs = Logs::capture();
    let rig = Rig::with_interval(0);
    rig.has(&["a"]).await;
    pin(&rig, "A").await;
    pass_time(Duration::from_secs(1)).await;
    rig.probe.always("a", Act::Succeed(Some(KeyType::Ed25519)));
    rig.store.break_down(Call::LearnKeyType, Fault::Fails);
    assert!(rig.probe_now("a").await.persisted);
    assert_eq!(logs.at_least(Level::WARN).len(), 1);
    rig.store.heal(Call::LearnKeyType);
    rig.probe_now("a").await;
    let stored = rig.executors.get(&executor_id("a")).await.unwrap();
    assert_eq!(stored.config.host_key_algorithm, Some(KeyType::Ed25519));
    rig.finish().await;
}
