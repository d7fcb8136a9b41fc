//! Who owns a watchdog, and what ends with whom.

use std::sync::Arc;
use std::time::Duration;

use reach_logic::Reading;
use reach_server::sessions::{Live, Recorded};
use reach_tests::ports::is_refused;
use tracing::Level;

use crate::rig::{DEADLINE, INTERVAL, Rig, TICK, id, listens};

const SECOND: Duration = Duration::from_secs(1);

// covers: SSH-TRANSPORT-LIVENESS-002.1
#[tokio::test(start_paused = true)]
async fn a_second_record_of_one_id_changes_nothing_and_is_given_back() {
    let mut rig = Rig::new();
    let (first, wire) = rig.session("s").await;
    rig.at(SECOND).await;
    let (connection, second_wire) = rig.host.connect().await;
    let second = rig.live("s", Arc::clone(&connection)).await;
    let second_port = second.local_port();
    let Recorded::Taken { rejected, tracked } = rig.registry.record(second) else {
        panic!("both were recorded");
    };
    assert!(Arc::ptr_eq(&tracked, &first));
    assert!(tracked.reusable().is_ok());
    assert!(rejected.look().silence.is_none(), "nobody watches it");
    rejected.discard().await;
    assert!(connection.ended().is_cancelled());
    assert!(is_refused(second_port.unwrap()));
    assert!(second_wire.heard().is_empty());

    rig.at(2 * INTERVAL + SECOND).await;
    assert_eq!(rig.heard(&wire).len(), 3, "the first goes on");
    assert!(listens(&first));

    wire.silence();
    rig.at(3 * DEADLINE).await;
    let (connection, third_wire) = rig.host.connect().await;
    let third = rig.live("s", connection).await;
    let Recorded::Taken { rejected, tracked } = rig.registry.record(third) else {
        panic!("a lost session is still tracked");
    };
    rejected.discard().await;
    assert!(tracked.reusable().is_err(), "and is not reused");
    assert_eq!(rig.warnings().len(), 1);
    drop((wire, second_wire, third_wire));
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-002.2
#[tokio::test(start_paused = true)]
async fn a_connection_that_no_session_owns_is_not_watched() {
    let rig = Rig::new();
    let (connection, wire) = rig.host.connect().await;
    tokio::time::sleep(3 * DEADLINE).await;
    assert!(wire.heard().is_empty());
    connection.sever().await.unwrap();
    drop(wire);
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-002.3, SSH-TRANSPORT-LIVENESS-002.4
#[tokio::test(start_paused = true)]
async fn a_session_without_a_client_has_no_watchdog() {
    let rig = Rig::new();
    let local = Live::local(
        id("s"),
        "e".parse().unwrap(),
        "localhost".to_owned(),
        rig.registry.clock(),
    );
    let Recorded::New(live) = rig.registry.record(local) else {
        panic!("it is the first");
    };
    tokio::time::sleep(3 * DEADLINE).await;
    let look = live.look();
    assert_eq!((look.reading, look.silence), (Reading::Answering, None));
    rig.dispose("s").await;
    assert!(rig.logged(Level::DEBUG).is_empty());
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-002.9
#[tokio::test(start_paused = true)]
async fn without_a_usable_tuning_nothing_is_watched_and_one_line_says_so() {
    let mut rig = Rig::with(None);
    let (live, wire) = rig.session("s").await;
    wire.freeze();
    rig.at(3 * DEADLINE).await;
    assert_eq!(live.reading(), Reading::Answering);
    assert!(wire.heard().is_empty());
    let lines = rig.logged(Level::DEBUG);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!(lines[0].level, Level::DEBUG);
    assert!(lines[0].fields.contains("session.id=s"), "{lines:?}");
    let _ = rig.dispose_all().await;
    drop(wire);
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-002.10, SSH-TRANSPORT-LIVENESS-001.4
#[tokio::test(start_paused = true)]
async fn a_stop_declares_no_loss_not_even_with_a_probe_outstanding() {
    for moment in [Duration::ZERO, SECOND, INTERVAL] {
        let mut rig = Rig::new();
        let (live, wire) = rig.session("s").await;
        if moment > Duration::ZERO {
            rig.at(moment.saturating_sub(TICK)).await;
            wire.silence();
            rig.at(moment + TICK).await;
        }
        rig.dispose("s").await;
        rig.at(3 * DEADLINE).await;
        assert!(!live.is_lost());
        assert!(rig.losses().is_empty());
        assert!(rig.warnings().is_empty(), "{:?}", rig.warnings());
        drop(wire);
        rig.finish().await;
    }
}

// covers: SSH-TRANSPORT-LIVENESS-002.13, SSH-TRANSPORT-LIVENESS-002.4
#[tokio::test(start_paused = true)]
async fn closing_everything_between_two_probes_waits_for_no_probe() {
    let mut rig = Rig::new();
    let mut lines = Vec::new();
    for name in ["a", "b", "c"] {
        lines.push(rig.session(name).await.1);
    }
    rig.at(SECOND).await;
    lines[1].freeze();
    rig.at(2 * INTERVAL + 2 * SECOND).await;
    let before = rig.elapsed();
    let disposed = rig.dispose_all().await;
    assert_eq!(rig.elapsed(), before, "no time has passed");
    assert_eq!(disposed.len(), 3);
    assert!(disposed.iter().all(|one| one.commands.is_empty()));
    // No watchdog has it any more, at this very moment.
    assert!(disposed.iter().all(|one| Arc::strong_count(&one.live) == 1));
    assert!(rig.registry.all().is_empty());
    assert!(rig.warnings().is_empty(), "{:?}", rig.warnings());
    drop(lines);
    rig.finish().await;
}
