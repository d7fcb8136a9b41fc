//! What a probe's outcome makes of the record.

use reach_logic::{Observation, ReachabilityRecord, Reason, State};
use reach_server::store::Observed;

use crate::bed::Bed;
use crate::sample::{SECOND, T0, Usual as _, at, id, local, saw, ssh};

// covers: SSH-REACHABILITY-001.12
async fn without_a_completed_probe_the_state_is_unknown(bed: &mut Bed) {
    let store = &*bed.store;
    store.made("box", &local("box")).await;
    assert_eq!(store.record_of(&id("box")).await, None);

    store.made("gpu", &ssh("gpu")).await;
    let record = store.record_of(&id("gpu")).await.expect("a reset record");
    assert_eq!(record.state, State::Unknown);
    assert_eq!((record.reason, record.checked_at), (None, None));
}

// covers: SSH-REACHABILITY-001.5
async fn a_success_clears_the_failure_and_a_failure_keeps_the_last_success(bed: &mut Bed) {
    let store = &*bed.store;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    let success = store.written(&gpu, None, at(SECOND)).await;
    let expected = ReachabilityRecord {
        executor_id: id("gpu"),
        state: State::Reachable,
        reason: None,
        message: String::new(),
        consecutive_failures: 0,
        host: "10.0.0.5".to_owned(),
        config_digest: gpu.executor.config.connection.digest(),
        checked_at: Some(at(SECOND)),
        last_success_at: Some(at(SECOND)),
        updated_at: at(SECOND),
    };
    assert_eq!(success, expected);

    for (reason, failures) in Reason::ALL.into_iter().zip(1..) {
        let then = at(SECOND * (1 + i64::from(failures)));
        let failure = store.written(&gpu, Some(reason), then).await;
        assert_eq!(failure.reason, Some(reason));
        assert_eq!(failure.message, format!("{} at {then}", reason.token()));
        assert_eq!(failure.consecutive_failures, failures);
        assert_eq!(failure.checked_at, Some(then));
        assert_eq!(failure.last_success_at, Some(at(SECOND)));
    }
    let again = store.written(&gpu, None, at(60 * SECOND)).await;
    assert_eq!((again.reason, again.message.as_str()), (None, ""));
    assert_eq!(again.last_success_at, Some(at(60 * SECOND)));
}

// covers: SSH-REACHABILITY-001.9
async fn a_failure_below_the_threshold_changes_reason_and_counter_but_not_the_state(bed: &mut Bed) {
    let store = &*bed.store;
    let passing = [
        Reason::Timeout,
        Reason::Auth,
        Reason::Network,
        Reason::Unknown,
    ];
    for (number, reason) in passing.into_iter().enumerate() {
        let name = format!("gpu{number}");
        let gpu = store.made(&name, &ssh(&name)).await;
        let first = store.written(&gpu, Some(reason), at(1)).await;
        assert_eq!(first.state, State::Unknown, "it stands still");
        assert_eq!(first.reason, Some(reason));
        let second = store.written(&gpu, Some(reason), at(2)).await;
        assert_eq!(second.state, State::Unreachable);

        store.written(&gpu, None, at(3)).await;
        let first = store.written(&gpu, Some(reason), at(4)).await;
        assert_eq!(first.state, State::Reachable, "it stands still");
        assert_eq!(first.consecutive_failures, 1);
        let second = store.written(&gpu, Some(reason), at(5)).await;
        assert_eq!(second.state, State::Unreachable);
    }
}

// covers: SSH-REACHABILITY-001.10
async fn a_sticky_failure_is_unreachable_at_once(bed: &mut Bed) {
    let store = &*bed.store;
    for reason in [Reason::Config, Reason::HostKey] {
        let name = reason.token();
        let gpu = store.made(name, &ssh(name)).await;
        let never_reached = store.written(&gpu, Some(reason), at(1)).await;
        assert_eq!(never_reached.state, State::Unreachable);
        assert_eq!(never_reached.consecutive_failures, 1);

        store.written(&gpu, None, at(2)).await;
        let reached_before = store.written(&gpu, Some(reason), at(3)).await;
        assert_eq!(reached_before.state, State::Unreachable);
    }
}

// covers: SSH-REACHABILITY-001.11
async fn one_success_is_enough_to_be_reachable_again(bed: &mut Bed) {
    let store = &*bed.store;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    for micros in 1..=9 {
        store.written(&gpu, Some(Reason::Network), at(micros)).await;
    }
    let success = store.written(&gpu, None, at(10)).await;
    assert_eq!(success.state, State::Reachable);
    assert_eq!(success.consecutive_failures, 0);
}

/// A pair of the same outcomes yields the before and after that events derive from (R5).
async fn an_observation_yields_the_record_before_and_after(bed: &mut Bed) {
    let store = &*bed.store;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    let mut stands = store.record_of(&id("gpu")).await;
    for (micros, failure) in [(1, None), (2, Some(Reason::Auth)), (3, None)] {
        match store.observed(&gpu, failure, at(micros)).await {
            Observed::Written { before, after } => {
                assert_eq!(before, stands);
                stands = Some(after);
            }
            Observed::Refused(_) => panic!("refused"),
        }
        assert_eq!(store.record_of(&id("gpu")).await, stands);
    }
    let refused = store.observed(&gpu, None, at(2)).await;
    assert_eq!(refused, Observed::Refused(stands));
}

// covers: SSH-REACHABILITY-001.22
async fn a_restart_keeps_executors_records_and_both_timestamps(bed: &mut Bed) {
    let gpu = bed.store.made("gpu", &ssh("gpu")).await;
    bed.store.made("box", &local("box")).await;
    bed.store.made("new", &ssh("new")).await;
    bed.store.written(&gpu, None, at(1)).await;
    bed.store.written(&gpu, Some(Reason::Auth), at(2)).await;
    let executors = bed.store.executors().await.expect("it answers");
    let records = bed.store.records().await.expect("it answers");
    assert_eq!((executors.len(), records.len()), (3, 2));

    for _ in 0..2 {
        bed.reopen().await;
        let store = &*bed.store;
        assert_eq!(store.executors().await.expect("it answers"), executors);
        assert_eq!(store.records().await.expect("it answers"), records);
    }
    let third = bed.store.written(&gpu, Some(Reason::Auth), at(3)).await;
    assert_eq!(third.consecutive_failures, 2, "the streak went on");
}

/// Text that could be taken for SQL, or for the end of it.
async fn any_text_is_stored_as_it_is(bed: &mut Bed) {
    let store = &*bed.store;
    let text = "'; drop table executors; -- \"$1\" \\ %_ \u{1f30d} /*postgres: for share*/";
    let gpu = store.made("gpu", &ssh(text)).await;
    assert_eq!(gpu.executor.name, text);
    let observation = Observation {
        host: text.to_owned(),
        ..saw(&gpu, Some(Reason::Auth), at(1))
    };
    let observed = store.observe(&id("gpu"), 1, &observation, T0).await;
    observed.expect("it is written");
    let record = store.record_of(&id("gpu")).await.expect("a record");
    assert_eq!(record.host, text);
}

on_every_store![
    a_failure_below_the_threshold_changes_reason_and_counter_but_not_the_state,
    a_restart_keeps_executors_records_and_both_timestamps,
    a_sticky_failure_is_unreachable_at_once,
    a_success_clears_the_failure_and_a_failure_keeps_the_last_success,
    an_observation_yields_the_record_before_and_after,
    any_text_is_stored_as_it_is,
    one_success_is_enough_to_be_reachable_again,
    without_a_completed_probe_the_state_is_unknown,
];
