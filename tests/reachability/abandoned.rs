//! Callers that go away, at every point where they can (A1).

use std::future::Future;
use std::time::Duration;

use futures_util::poll;
use reach_server::events::Event;
use reach_tests::memory_store::{Call, Fault};

use crate::rig::{Rig, executor_id, new_ssh, pass_time, settle, to_host};

/// Polls so often, letting everything else go on in between, and then drops the future. Whether
/// it had ended before.
async fn ended_within<F: Future>(polls: usize, future: F) -> bool {
    let mut future = Box::pin(future);
    for _ in 0..polls {
        if poll!(&mut future).is_ready() {
            return true;
        }
        tokio::task::yield_now().await;
    }
    false
}

/// Runs `attempt` with a caller that leaves after 1, 2, 3, … polls, until one stays to the end.
/// `attempt` gets a fresh rig whose store gives up its turn often.
async fn at_every_await(attempt: impl AsyncFn(&mut Rig, usize) -> bool) {
    for polls in 1..1_000 {
        let mut rig = Rig::with_interval(0);
        rig.has(&["a"]).await;
        for call in [
            Call::Create,
            Call::Save,
            Call::Delete,
            Call::Executor,
            Call::Record,
            Call::Observe,
        ] {
            rig.store.break_down(call, Fault::Yields(3));
        }
        let stayed = attempt(&mut rig, polls).await;
        rig.finish().await;
        if stayed {
            assert!(polls > 3, "the caller never had a chance to leave");
            return;
        }
    }
    panic!("the caller was never answered");
}

// covers: SSH-REACHABILITY-001.18
#[tokio::test(start_paused = true)]
async fn a_save_whose_caller_leaves_is_saved_told_and_probed() {
    at_every_await(async |rig, polls| {
        let save = rig
            .executors
            .save(executor_id("a"), to_host("b.test"), None);
        let stayed = ended_within(polls, save).await;
        pass_time(Duration::from_secs(1)).await;
        let record = rig.record("a").unwrap();
        assert_eq!(record.host, "b.test", "left after {polls} polls");
        assert!(record.checked_at.is_some(), "left after {polls} polls");
        let events = rig.events();
        let expected = [Event::ExecutorUpdated(
            rig.executors.get(&executor_id("a")).await.unwrap(),
        )];
        assert_eq!(events[..1], expected, "left after {polls} polls");
        assert_eq!(events.len(), 2, "and the record's change");
        stayed
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_create_whose_caller_leaves_is_created_told_and_probed() {
    at_every_await(async |rig, polls| {
        let stayed = ended_within(polls, rig.executors.create(new_ssh("n"))).await;
        pass_time(Duration::from_secs(1)).await;
        assert!(
            rig.record("n").unwrap().checked_at.is_some(),
            "left after {polls} polls"
        );
        let events = rig.events();
        assert!(
            matches!(events[0], Event::ExecutorCreated(_)),
            "left after {polls} polls"
        );
        stayed
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_delete_whose_caller_leaves_is_deleted_and_told() {
    at_every_await(async |rig, polls| {
        let stayed = ended_within(polls, rig.executors.delete(executor_id("a"))).await;
        settle().await;
        assert_eq!(rig.record("a"), None, "left after {polls} polls");
        assert_eq!(rig.events(), [Event::ExecutorDeleted(executor_id("a"))]);
        stayed
    })
    .await;
}

// covers: SSH-REACHABILITY-002.6
#[tokio::test(start_paused = true)]
async fn a_probe_whose_caller_leaves_is_run_and_stored() {
    at_every_await(async |rig, polls| {
        rig.probe.takes(Duration::ZERO);
        let id = executor_id("a");
        let stayed = ended_within(polls, rig.reachability.probe_now(&id)).await;
        pass_time(Duration::from_secs(1)).await;
        assert_eq!(rig.probe.started(), ["a"], "left after {polls} polls");
        assert!(
            rig.record("a").unwrap().checked_at.is_some(),
            "left after {polls} polls"
        );
        stayed
    })
    .await;
}
