//! How a transport is watched and declared lost: the product's 15 and 45 seconds, in virtual time.

use std::collections::BTreeSet;
use std::fs;
use std::future::poll_fn;
use std::path::Path;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use reach_logic::{Reading, Tuning};
use reach_server::sessions::Limits;
use tokio::time::advance;

use crate::rig::{DEADLINE, INTERVAL, Rig, TICK, id, listens};

const SECOND: Duration = Duration::from_secs(1);

/// Lets every task that is ready run once; `yield_now` would let them come to rest.
pub(crate) async fn take_turns() {
    let mut is_back = false;
    poll_fn(|context| {
        if is_back {
            return Poll::Ready(());
        }
        is_back = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.1
#[tokio::test(start_paused = true)]
async fn a_recorded_session_is_watched_before_anyone_can_find_it() {
    let rig = Rig::new();
    let (connection, wire) = rig.host.connect().await;
    let live = rig.live("s", connection).await;
    assert!(live.look().silence.is_none());
    // No await between the two: nothing else can run.
    let _ = rig.registry.record(live);
    let live = rig.registry.get(&id("s")).unwrap();
    assert!(live.look().silence.is_some());
    rig.settle().await;
    assert_eq!(wire.heard().len(), 1, "the first probe goes out at once");
    rig.dispose("s").await;
    drop(wire);
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.2
#[tokio::test(start_paused = true)]
async fn probes_go_one_at_a_time_an_interval_after_the_last_reply() {
    let mut rig = Rig::new();
    let (_, wire) = rig.session("s").await;
    rig.at(16 * SECOND).await;
    assert_eq!(rig.heard(&wire), [Duration::ZERO, INTERVAL]);
    wire.silence();
    rig.at(40 * SECOND).await;
    // The third is outstanding since 30 s, and no other is sent beside it.
    assert_eq!(rig.heard(&wire).len(), 3);
    wire.thaw();
    rig.at(54 * SECOND).await;
    assert_eq!(rig.heard(&wire).len(), 3, "the spacing is end to start");
    rig.at(56 * SECOND).await;
    assert_eq!(rig.heard(&wire)[3..], [55 * SECOND]);
    rig.dispose("s").await;
    drop(wire);
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.3
#[tokio::test(start_paused = true)]
async fn silence_of_exactly_the_deadline_is_not_loss_and_more_is() {
    let mut rig = Rig::new();
    let (live, wire) = rig.session("s").await;
    rig.at(SECOND).await;
    wire.silence();
    rig.at(DEADLINE).await;
    assert_eq!(live.reading(), Reading::Unresponsive);
    assert!(listens(&live));
    rig.until(DEADLINE + TICK).await;
    // The mark comes before the first close: at no moment does a closing client look healthy.
    let watched = Arc::clone(&live);
    let observer = tokio::spawn(async move {
        for _ in 0..1000 {
            take_turns().await;
            assert_ne!(watched.reading(), Reading::Answering);
        }
    });
    observer.await.unwrap();
    assert_eq!(live.reading(), Reading::Lost);
    drop(wire);
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.3
#[tokio::test(start_paused = true)]
async fn a_reply_that_arrives_with_the_deadline_is_read_before_deciding() {
    let mut rig = Rig::new();
    let (live, wire) = rig.session("s").await;
    rig.at(SECOND).await;
    wire.silence();
    // Both happen at one moment: the answer arrives, and the clock is past the deadline.
    rig.until(DEADLINE + TICK).await;
    wire.deliver();
    rig.settle().await;
    assert_eq!(live.reading(), Reading::Answering);
    rig.at(DEADLINE + 2 * INTERVAL).await;
    assert_eq!(live.reading(), Reading::Answering);
    assert!(rig.warnings().is_empty(), "{:?}", rig.warnings());
    rig.dispose("s").await;
    drop(wire);
    rig.finish().await;
}

// S6
#[tokio::test(start_paused = true)]
async fn nothing_is_lost_when_reach_itself_stood_still() {
    for outstanding in [false, true] {
        let mut rig = Rig::new();
        let (live, wire) = rig.session("s").await;
        rig.at(SECOND).await;
        if outstanding {
            wire.silence();
            rig.at(20 * SECOND).await;
            wire.thaw();
        }
        advance(70 * SECOND).await;
        rig.settle().await;
        assert_eq!(live.reading(), Reading::Answering, "{outstanding}");
        assert!(rig.warnings().is_empty(), "{:?}", rig.warnings());
        rig.dispose("s").await;
        drop(wire);
        rig.finish().await;
    }
}

// covers: SSH-TRANSPORT-LIVENESS-001.4
#[tokio::test(start_paused = true)]
async fn a_transport_that_ends_is_lost_at_once_between_probes_and_during_one() {
    for outstanding in [false, true] {
        let mut rig = Rig::new();
        let (live, wire) = rig.session("s").await;
        rig.at(SECOND).await;
        if outstanding {
            wire.silence();
            rig.at(INTERVAL + SECOND).await;
        }
        let before = rig.elapsed();
        wire.cut();
        rig.settle().await;
        assert_eq!(live.reading(), Reading::Lost);
        assert!(!listens(&live));
        assert_eq!(rig.elapsed(), before, "no time has passed");
        assert_eq!(rig.warnings().len(), 1);
        rig.finish().await;
    }
}

// covers: SSH-TRANSPORT-LIVENESS-001.6, SSH-TRANSPORT-LIVENESS-001.9
// covers: SSH-TRANSPORT-LIVENESS-001.10, SSH-TRANSPORT-LIVENESS-001.11
#[tokio::test(start_paused = true)]
async fn a_teardown_closes_the_port_warns_once_and_tells_the_host_nothing() {
    let mut rig = Rig::new();
    let (live, wire) = rig.session("s").await;
    rig.at(SECOND).await;
    wire.silence();
    rig.at(DEADLINE).await;
    let heard = wire.heard().len();
    rig.at(10 * DEADLINE).await;

    assert!(!listens(&live), "the port refuses");
    let warnings = rig.warnings();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let expected = ["session.id=s", "ssh.host=\"memory\"", "silence_ms=4500"];
    for field in expected {
        assert!(warnings[0].fields.contains(field), "{warnings:?}");
    }
    assert!(!warnings[0].fields.contains("close_errors"));
    let losses = rig.losses();
    assert_eq!(losses.len(), 1);
    assert_eq!(
        (losses[0].silence_ms / 10, losses[0].host.as_str()),
        (4500, "memory")
    );
    assert_eq!(wire.heard().len(), heard, "not a byte");
    assert_eq!(rig.host.scripts(), 0);
    drop(wire);
    rig.finish().await;
}

/// Under the limits of the server, which the rig has too.
// covers: SSH-TRANSPORT-LIVENESS-001.10
#[test]
fn nothing_outside_the_sessions_knows_of_interval_and_deadline() {
    assert_eq!(Limits::default().tuning, Tuning::new(INTERVAL, DEADLINE));
    let product = Path::new(env!("CARGO_MANIFEST_DIR")).join("../reach-server/src");
    let mut directories = vec![product.clone()];
    let mut who = BTreeSet::new();
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if fs::read_to_string(&path).unwrap().contains("Tuning") {
                who.insert(path.strip_prefix(&product).unwrap().display().to_string());
            }
        }
    }
    let sessions = ["registry", "service", "watchdog"];
    assert_eq!(
        who,
        sessions.map(|name| format!("sessions/{name}.rs")).into()
    );
    let app = fs::read_to_string(product.join("app.rs")).unwrap();
    assert!(app.contains("limits: sessions::Limits::default(),"));
    let service = fs::read_to_string(product.join("sessions/service.rs")).unwrap();
    assert_eq!(service.matches("Tuning::").count(), 1, "the default alone");
}

// covers: SSH-TRANSPORT-LIVENESS-001.9
#[tokio::test(start_paused = true)]
async fn the_silence_of_a_host_that_never_answered_counts_from_the_start() {
    let mut rig = Rig::new();
    let (connection, wire) = rig.host.connect().await;
    wire.freeze();
    let live = rig.live("s", connection).await;
    let _ = rig.registry.record(live);
    tokio::time::sleep(DEADLINE + 2 * TICK).await;
    rig.settle().await;
    assert_eq!(rig.losses()[0].silence_ms / 10, 4500);
    drop(wire);
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.7
#[tokio::test(start_paused = true)]
async fn only_an_answering_connection_can_be_used() {
    let mut rig = Rig::new();
    let (live, wire) = rig.session("s").await;
    rig.at(SECOND).await;
    assert!(live.look().connection.is_some());
    wire.silence();
    rig.at(2 * INTERVAL + SECOND).await;
    let look = live.look();
    assert_eq!(look.reading, Reading::Unresponsive);
    assert_eq!(look.silence.unwrap().as_secs(), 31);
    assert!(look.connection.is_none());
    rig.at(DEADLINE + TICK).await;
    let look = live.look();
    assert_eq!(look.reading, Reading::Lost);
    assert!(look.connection.is_none());
    let error = live.reusable().unwrap_err();
    assert!(error.to_string().contains("lost"), "{error}");
    drop(wire);
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-002.5, SSH-TRANSPORT-LIVENESS-002.6
// covers: SSH-TRANSPORT-LIVENESS-002.12
#[tokio::test(start_paused = true)]
async fn a_lost_session_stays_tracked_and_is_left_alone() {
    let mut rig = Rig::new();
    let (live, wire) = rig.session("s").await;
    // The host still hears what it is sent.
    wire.silence();
    rig.at(DEADLINE + TICK).await;
    let heard = wire.heard().len();
    wire.thaw();
    rig.settle().await;
    // The registry and this test: nobody is left to send a probe.
    assert_eq!(Arc::strong_count(&live), 2);
    rig.at(5 * DEADLINE).await;
    assert!(live.is_lost());
    assert!(rig.registry.get(&id("s")).is_some());
    assert_eq!(rig.warnings().len(), 1);
    assert_eq!(wire.heard().len(), heard);
    drop(wire);
    // Without a disposal.
    rig.finish().await;
}
