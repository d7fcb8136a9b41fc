//! What a sequence of probes does to a record.

use reach_logic::{Reason, State};
use reach_server::clock::Clock as _;
use reach_tests::fake_probe::Act;

use crate::rig::{Rig, executor_id};

const GOOD: Act = Act::Succeed(None);

/// Runs the acts one by one and compares state, reason and counter after each.
async fn history(steps: &[(Act, State, Option<Reason>, u32)]) {
    let rig = Rig::with_interval(0);
    rig.has(&["a"]).await;
    for (step, (act, state, reason, failures)) in steps.iter().enumerate() {
        rig.probe.then("a", [*act]);
        let before = rig.record("a").unwrap();
        let view = rig.probe_now("a").await;
        let record = rig.record("a").unwrap();
        assert_eq!(record.state, *state, "step {step}");
        assert_eq!(record.reason, *reason, "step {step}");
        assert_eq!(record.consecutive_failures, *failures, "step {step}");
        assert_eq!(record.message.is_empty(), reason.is_none(), "step {step}");
        assert_eq!(record.host, "a.test");
        assert_eq!(record.checked_at, Some(rig.clock.now()));
        let success = match reason {
            None => record.checked_at,
            Some(_) => before.last_success_at,
        };
        assert_eq!(record.last_success_at, success, "step {step}");
        assert_eq!((view.state, view.reason), (record.state, record.reason));
    }
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.5, SSH-REACHABILITY-001.9, SSH-REACHABILITY-001.11
#[tokio::test(start_paused = true)]
async fn two_failures_in_a_row_make_a_host_unreachable_and_one_success_ends_it() {
    for reason in [
        Reason::Network,
        Reason::Timeout,
        Reason::Auth,
        Reason::Unknown,
    ] {
        let bad = Act::Fail(reason);
        history(&[
            (GOOD, State::Reachable, None, 0),
            (bad, State::Reachable, Some(reason), 1),
            (GOOD, State::Reachable, None, 0),
            (bad, State::Reachable, Some(reason), 1),
            (bad, State::Unreachable, Some(reason), 2),
            (bad, State::Unreachable, Some(reason), 3),
            (GOOD, State::Reachable, None, 0),
        ])
        .await;
    }
}

// covers: SSH-REACHABILITY-001.9
#[tokio::test(start_paused = true)]
async fn a_first_failure_leaves_an_unknown_host_unknown_with_its_reason() {
    let bad = Act::Fail(Reason::Network);
    history(&[
        (bad, State::Unknown, Some(Reason::Network), 1),
        (bad, State::Unreachable, Some(Reason::Network), 2),
    ])
    .await;
}

// covers: SSH-REACHABILITY-001.10, SSH-REACHABILITY-001.11
#[tokio::test(start_paused = true)]
async fn a_sticky_failure_needs_no_second_one() {
    for reason in [Reason::Config, Reason::HostKey] {
        let bad = Act::Fail(reason);
        history(&[
            (bad, State::Unreachable, Some(reason), 1),
            (GOOD, State::Reachable, None, 0),
            (bad, State::Unreachable, Some(reason), 1),
            (bad, State::Unreachable, Some(reason), 2),
            (GOOD, State::Reachable, None, 0),
        ])
        .await;
    }
}

// covers: SSH-REACHABILITY-001.12
#[tokio::test(start_paused = true)]
async fn an_executor_without_a_completed_probe_is_unknown() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.store.forget_record(&executor_id("a"));
    rig.probe.hold();
    rig.start().await;
    for view in [
        rig.reachability.record(&executor_id("a")).await.unwrap(),
        rig.reachability.records().await.unwrap().remove(0),
    ] {
        assert_eq!((view.state, view.reason), (State::Unknown, None));
        assert_eq!((view.checked_at, view.last_success_at), (None, None));
        assert_eq!(view.updated_at, None);
        assert_eq!(view.host, "a.test");
    }
    rig.probe.release();
    rig.probe_now("a").await;
    let view = rig.reachability.record(&executor_id("a")).await.unwrap();
    assert_eq!(view.state, State::Reachable);
    rig.finish().await;
}
