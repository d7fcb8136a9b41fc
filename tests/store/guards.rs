//! What happens to the executor while a probe is in flight, and the probe's result then.

use reach_logic::{ExecutorStatus, Reason};
use reach_server::store::Observed;

use crate::bed::Bed;
use crate::sample::{Usual as _, at, id, local, pointed_at, renamed, saw, ssh, switched};

// covers: SSH-REACHABILITY-001.19
async fn a_result_of_the_old_target_is_not_written_over_the_reset(bed: &mut Bed) {
    let store = &*bed.store;
    let probed = store.made("gpu", &ssh("gpu")).await;
    store.written(&probed, None, at(1)).await;
    let reset = store.reset_by(&id("gpu"), &pointed_at("b"), at(2)).await;
    let reset = reset.expect("another host").after;
    assert_eq!(reset.checked_at, None, "any completion is later than none");

    for failure in [None, Some(Reason::HostKey)] {
        let observed = store.observed(&probed, failure, at(3)).await;
        assert_eq!(observed, Observed::Refused(Some(reset.clone())));
    }
    // Back at the first host: still another generation than the one that was probed.
    store
        .saved(&id("gpu"), &pointed_at("10.0.0.5"), at(4))
        .await;
    let observed = store.observed(&probed, None, at(5)).await;
    assert!(
        matches!(observed, Observed::Refused(Some(_))),
        "{observed:?}"
    );
    let record = store.record_of(&id("gpu")).await.expect("a record");
    assert_eq!(record.checked_at, None);
}

// covers: SSH-REACHABILITY-001.20
async fn a_result_for_a_deleted_executor_creates_no_record(bed: &mut Bed) {
    let store = &*bed.store;
    let probed = store.made("gpu", &ssh("gpu")).await;
    store.written(&probed, None, at(1)).await;
    store.delete(&id("gpu"), at(2)).await.expect("it is there");
    // Whatever the generation: the deletion alone must be enough.
    for generation in [probed.generation, probed.generation + 1] {
        let observation = saw(&probed, None, at(3));
        let observed = store
            .observe(&id("gpu"), generation, &observation, at(3))
            .await;
        assert_eq!(observed.expect("it answers"), Observed::Refused(None));
    }
    let never = store
        .observe(&id("never"), 1, &saw(&probed, None, at(3)), at(3))
        .await;
    assert_eq!(never.expect("it answers"), Observed::Refused(None));
}

// covers: SSH-REACHABILITY-001.17, SSH-REACHABILITY-001.20
async fn a_result_for_a_deactivated_executor_leaves_the_record_alone(bed: &mut Bed) {
    let store = &*bed.store;
    let probed = store.made("gpu", &ssh("gpu")).await;
    let record = store.written(&probed, None, at(1)).await;
    let off = switched(ExecutorStatus::Inactive);
    let off = store.saved(&id("gpu"), &off, at(2)).await.after;
    for seen in [&probed, &off] {
        let observed = store.observed(seen, Some(Reason::Auth), at(3)).await;
        assert_eq!(observed, Observed::Refused(Some(record.clone())));
    }
    let on = switched(ExecutorStatus::Active);
    let on = store.saved(&id("gpu"), &on, at(4)).await.after;
    let observed = store.observed(&probed, None, at(5)).await;
    assert_eq!(observed, Observed::Refused(Some(record)), "from before");
    store.written(&on, None, at(6)).await;
}

/// R2: a good result is not thrown away.
async fn a_rename_does_not_discard_a_result(bed: &mut Bed) {
    let store = &*bed.store;
    let probed = store.made("gpu", &ssh("gpu")).await;
    store.saved(&id("gpu"), &renamed("other"), at(1)).await;
    let record = store.written(&probed, None, at(2)).await;
    assert_eq!(record.checked_at, Some(at(2)));
}

// covers: SSH-REACHABILITY-001.2
async fn an_executor_of_another_type_gets_no_record(bed: &mut Bed) {
    let store = &*bed.store;
    let executor = store.made("box", &local("box")).await;
    let observed = store.observed(&executor, None, at(1)).await;
    assert_eq!(observed, Observed::Refused(None));
    assert_eq!(store.record_of(&id("box")).await, None);
}

on_every_store![
    a_rename_does_not_discard_a_result,
    a_result_for_a_deactivated_executor_leaves_the_record_alone,
    a_result_for_a_deleted_executor_creates_no_record,
    a_result_of_the_old_target_is_not_written_over_the_reset,
    an_executor_of_another_type_gets_no_record,
];
