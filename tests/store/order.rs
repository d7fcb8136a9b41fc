//! Which of two observations stays, and that what clients order by only moves forward.

use reach_logic::{Reason, State, UnixMicros};
use reach_server::store::Observed;

use crate::bed::Bed;
use crate::sample::{SECOND, T0, Usual as _, at, configured, id, pointed_at, renamed, saw, ssh};

fn time(text: &str) -> UnixMicros {
    UnixMicros::parse_rfc3339(text).expect("it is RFC 3339")
}

// covers: SSH-REACHABILITY-001.21
async fn the_strictly_later_completion_stays_whatever_the_commit_order(bed: &mut Bed) {
    let store = &*bed.store;
    let pairs = [
        // As text, "…00.5Z" sorts before "…00Z".
        ("2026-09-06T10:00:00Z", "2026-09-06T10:00:00.5Z"),
        ("2026-09-06T10:00:00.999999Z", "2026-09-06T10:00:01Z"),
        ("2026-09-06T10:00:00.001Z", "2026-09-06T10:00:00.001001Z"),
        // When the clocks go back, the earlier moment has the later wall time.
        ("2026-10-25T02:59:59.9+02:00", "2026-10-25T02:00:00+01:00"),
        ("2026-09-06T23:00:00-08:00", "2026-09-07T07:00:00.000001Z"),
        // Before and after a change of digits.
        ("1969-12-31T23:59:59.999999Z", "1970-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000001Z"),
    ];
    for (number, (earlier, later)) in pairs.into_iter().enumerate() {
        let (earlier, later) = (time(earlier), time(later));
        let now = later;
        for later_first in [true, false] {
            let name = format!("gpu-{number}-{later_first}");
            let gpu = store.made(&name, &ssh(&name)).await;
            let order = if later_first {
                [later, earlier]
            } else {
                [earlier, later]
            };
            let mut written = Vec::new();
            for checked_at in order {
                let observation = saw(&gpu, None, checked_at);
                let observed = store.observe(&id(&name), 1, &observation, now).await;
                let observed = observed.expect("the store answers");
                written.push(matches!(observed, Observed::Written { .. }));
            }
            assert_eq!(written, [true, !later_first], "{earlier} {later}");
            let record = store.record_of(&id(&name)).await.expect("a record");
            assert_eq!(record.checked_at, Some(later));
        }
    }
}

// covers: SSH-REACHABILITY-001.21
async fn of_two_equal_completions_the_first_stays(bed: &mut Bed) {
    let store = &*bed.store;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    let first = store.written(&gpu, Some(Reason::Auth), at(1)).await;
    let second = store.observed(&gpu, None, at(1)).await;
    assert_eq!(second, Observed::Refused(Some(first)));
}

/// R7: a completion that lies more than a minute ahead cannot have happened.
async fn a_record_from_a_future_that_cannot_be_is_replaced(bed: &mut Bed) {
    let store = &*bed.store;
    let tolerance = 60 * SECOND;
    let cases = [(tolerance, false), (tolerance + 1, true)];
    for (number, (ahead, replaced)) in cases.into_iter().enumerate() {
        let name = format!("gpu{number}");
        let gpu = store.made(&name, &ssh(&name)).await;
        let future = store.written(&gpu, None, at(ahead)).await;
        let observation = saw(&gpu, Some(Reason::Auth), T0);
        let observed = store.observe(&id(&name), 1, &observation, T0).await;
        let observed = observed.expect("the store answers");
        if !replaced {
            assert_eq!(observed, Observed::Refused(Some(future)));
            continue;
        }
        let Observed::Written { after, .. } = observed else {
            panic!("a wrong clock has frozen the record");
        };
        assert_eq!(after.checked_at, Some(T0));
        assert_eq!(after.last_success_at, Some(T0), "cut to the completion");
        assert_eq!(after.state, State::Reachable);
        assert!(after.updated_at > future.updated_at);
    }
}

/// R7: only a success beyond now is cut, and only down to the completion.
async fn a_last_success_that_has_happened_is_kept(bed: &mut Bed) {
    let store = &*bed.store;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    store.written(&gpu, None, at(SECOND)).await;
    // The writer's clock is behind both.
    let observation = saw(&gpu, Some(Reason::Auth), at(2 * SECOND));
    let observed = store.observe(&id("gpu"), 1, &observation, T0).await;
    let Ok(Observed::Written { after, .. }) = observed else {
        panic!("{observed:?}");
    };
    assert_eq!(after.last_success_at, Some(at(SECOND)));
}

// covers: SSH-REACHABILITY-002.3
async fn what_clients_order_by_strictly_advances_when_the_clock_does_not(bed: &mut Bed) {
    let store = &*bed.store;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    let hour_ago = at(-3600 * SECOND);

    let mut last = store.record_of(&id("gpu")).await.expect("a record");
    for micros in 1..=3 {
        let observation = saw(&gpu, None, at(micros));
        let observed = store.observe(&id("gpu"), 1, &observation, hour_ago).await;
        let Ok(Observed::Written { after, .. }) = observed else {
            panic!("{observed:?}");
        };
        assert!(after.updated_at > last.updated_at);
        last = after;
    }
    let reset = store.reset_by(&id("gpu"), &pointed_at("b"), hour_ago).await;
    let reset = reset.expect("another host").after;
    assert!(reset.updated_at > last.updated_at);

    let mut last = gpu.executor.updated_at;
    for name in ["a", "b", "c"] {
        let saved = store.saved(&id("gpu"), &renamed(name), hour_ago).await;
        let updated_at = saved.after.executor.updated_at;
        assert!(updated_at > last);
        last = updated_at;
    }
    let later = at(SECOND);
    let saved = store.saved(&id("gpu"), &configured(unpin()), later).await;
    assert_eq!(saved.after.executor.updated_at, later);
}

fn unpin() -> reach_logic::ConfigPatch {
    reach_logic::ConfigPatch {
        host_fingerprint: reach_logic::Patch::Clear,
        ..reach_logic::ConfigPatch::default()
    }
}

on_every_store![
    a_last_success_that_has_happened_is_kept,
    a_record_from_a_future_that_cannot_be_is_replaced,
    of_two_equal_completions_the_first_stays,
    the_strictly_later_completion_stays_whatever_the_commit_order,
    what_clients_order_by_strictly_advances_when_the_clock_does_not,
];
