//! In which order listeners hear of commits.

use std::future::Future;
use std::time::Duration;

use reach_logic::{ConfigPatch, ExecutorPatch, KeyType, Patch, State};
use reach_server::events::Event;
use reach_tests::fake_probe::Act;
use reach_tests::memory_store::{Call, Fault};

use crate::rig::{Rig, executor_id, new_ssh, pass_time, to_host};

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn the_executors_event_comes_before_its_records() {
    let mut rig = Rig::with_probed_and_no_passes().await;
    rig.events();
    rig.save("a", to_host("b.test")).await;
    let events = rig.events();
    let [
        Event::ExecutorUpdated(executor),
        Event::ReachabilityChanged(view),
    ] = &events[..]
    else {
        panic!("{events:?}");
    };
    assert_eq!(executor.config.connection.host.as_deref(), Some("b.test"));
    assert_eq!((view.state, view.host.as_str()), (State::Unknown, "b.test"));
    pass_time(SECOND).await;
    rig.events();

    rig.executors.create(new_ssh("n")).await.unwrap();
    rig.executors.delete(executor_id("n")).await.unwrap();
    let events = rig.events();
    assert!(matches!(
        &events[..],
        [Event::ExecutorCreated(_), Event::ExecutorDeleted(_)]
    ));
    rig.finish().await;
}

/// Deletes the executor so many turns after `first` began, and returns the last event: whoever
/// hears the delete before an earlier commit would bring the executor, or its record, back.
async fn last_event_when_deleted_after<F: Future + Send + 'static>(
    turns: u32,
    first: impl FnOnce(&Rig) -> F,
) -> Event
where
    F::Output: Send,
{
    let mut rig = Rig::with_probed_and_no_passes().await;
    rig.probe.always("a", Act::Succeed(Some(KeyType::Rsa)));
    rig.probe.takes(Duration::ZERO);
    rig.probe.hold();
    rig.save("a", pinned()).await;
    rig.store.break_down(Call::Save, Fault::Yields(5));
    rig.store.break_down(Call::Observe, Fault::Yields(5));
    rig.store.break_down(Call::LearnKeyType, Fault::Yields(5));
    let first = tokio::spawn(first(&rig));
    for _ in 0..turns {
        tokio::task::yield_now().await;
    }
    rig.executors.delete(executor_id("a")).await.unwrap();
    let _ = first.await.unwrap();
    pass_time(SECOND).await;
    let last = rig.events().pop().unwrap();
    rig.finish().await;
    last
}

fn pinned() -> ExecutorPatch {
    ExecutorPatch {
        config: ConfigPatch {
            host_fingerprint: Patch::Set(format!("SHA256:{}", "A".repeat(43))),
            ..ConfigPatch::default()
        },
        ..ExecutorPatch::default()
    }
}

#[tokio::test(start_paused = true)]
async fn listeners_hear_of_executors_and_records_in_the_order_of_the_commits() {
    let deleted = Event::ExecutorDeleted(executor_id("a"));
    for turns in 0..80 {
        let last = last_event_when_deleted_after(turns, |rig| {
            let executors = rig.executors.clone();
            async move {
                executors
                    .save(executor_id("a"), to_host("b.test"), None)
                    .await
            }
        });
        assert_eq!(
            last.await,
            deleted,
            "a save, {turns} turns before the delete"
        );
        let last = last_event_when_deleted_after(turns, |rig| {
            rig.probe.release();
            rig.ask("a")
        });
        assert_eq!(
            last.await,
            deleted,
            "a result and a learned key type, {turns} turns before"
        );
    }
}
