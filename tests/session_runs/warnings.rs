//! A reachability record informs a launch and gates nothing.

use std::time::Duration;

use reach_logic::session::{LaunchStep, SessionState};
use reach_logic::{EffectiveInterval, ReachabilityRecord, Reason, State};
use reach_server::events::Event;
use reach_tests::memory_store::{Call, Fault};

use crate::rig::{GREETER, PATIENCE, Rig, heard, limits, now, session_id, spec};

fn record(state: State, age_seconds: i64) -> ReachabilityRecord {
    let checked_at = Some(now().saturating_add(-age_seconds * 1_000_000));
    ReachabilityRecord {
        executor_id: "gpu".parse().unwrap(),
        state,
        reason: (state == State::Unreachable).then_some(Reason::Network),
        message: "no route to host".to_owned(),
        consecutive_failures: 7,
        host: "10.0.0.5".to_owned(),
        config_digest: "another".to_owned(),
        checked_at,
        last_success_at: None,
        updated_at: now(),
    }
}

// covers: SSH-REACHABILITY-003.1
#[tokio::test]
async fn whatever_the_record_says_the_launch_is_made() {
    for state in [
        Some(State::Unreachable),
        Some(State::Unknown),
        Some(State::Reachable),
        None,
    ] {
        let rig = Rig::new().await;
        rig.store.forget_record(&"gpu".parse().unwrap());
        if let Some(state) = state {
            rig.store.put_record(record(state, 86_400));
        }
        let session = rig.runs(spec(GREETER)).await;
        assert_eq!(
            session.launch_warning, None,
            "it runs: the warning has gone"
        );
    }
}

// covers: SSH-REACHABILITY-003.1, SSH-REACHABILITY-003.2
#[tokio::test]
async fn a_store_that_is_slow_or_fails_delays_nothing_and_yields_no_warning() {
    for fault in [Fault::Slow(Duration::from_mins(1)), Fault::Fails] {
        let rig = Rig::new().await;
        rig.store.put_record(record(State::Unreachable, 1));
        rig.store.break_down(Call::Record, fault);
        let mut events = rig.bus.subscribe();
        let started = std::time::Instant::now();
        rig.runs(spec(GREETER)).await;
        assert!(
            started.elapsed() < Duration::from_secs(20),
            "{:?}",
            started.elapsed()
        );
        while let Ok(event) = events.try_recv() {
            assert!(!matches!(event, Event::LaunchWarning(_)));
        }
    }
}

// covers: SSH-REACHABILITY-003.2
#[tokio::test]
async fn a_launch_onto_an_unreachable_host_is_warned_about_and_the_warning_is_kept() {
    let mut rig = Rig::new().await;
    rig.store.put_record(record(State::Unreachable, 86_400));
    rig.sshd.stop();
    let mut events = rig.bus.subscribe();
    rig.create(spec(GREETER)).await;
    let warning = heard(&mut events, |event| {
        if let Event::LaunchWarning(warning) = event {
            Some(warning)
        } else {
            None
        }
    })
    .await;
    assert_eq!(warning.session_id, session_id("s1"));
    assert_eq!(
        (warning.host.as_str(), warning.state),
        ("10.0.0.5", State::Unreachable)
    );
    assert_eq!(
        (warning.reason, warning.last_success_at),
        (Some(Reason::Network), None)
    );
    assert_eq!(
        rig.sessions.launch_warning(&session_id("s1")),
        Some(warning.clone())
    );
    let failed = rig
        .until(|session| session.state == SessionState::Failed)
        .await;
    assert_eq!(
        failed.launch_warning,
        Some(warning),
        "a failed session keeps it"
    );
    rig.sessions.delete(session_id("s1"), false).await.unwrap();
    assert_eq!(rig.sessions.launch_warning(&session_id("s1")), None);
}

// covers: SSH-REACHABILITY-003.2
#[tokio::test]
async fn with_probing_off_only_a_recent_record_warns() {
    for (age, warns) in [(170, true), (200, false)] {
        let mut rig = Rig::with_limits(limits(), EffectiveInterval::OFF, |sshd| sshd).await;
        rig.store.put_record(record(State::Unreachable, age));
        rig.sshd.stop();
        rig.create(spec(GREETER)).await;
        rig.until(|session| session.state == SessionState::Failed)
            .await;
        // The lookup is on the side: it may end after the launch.
        let listen = rig.until(|session| session.launch_warning.is_some());
        let patience = if warns {
            PATIENCE
        } else {
            Duration::from_millis(500)
        };
        let warned = tokio::time::timeout(patience, listen).await;
        assert_eq!(warned.is_ok(), warns, "{age}");
    }
}

// covers: SSH-REACHABILITY-003.3
#[tokio::test]
async fn a_launch_that_cannot_connect_names_the_host_and_its_own_reason() {
    // The record says another thing, of another host.
    let mut rig = Rig::new().await;
    rig.store.put_record(record(State::Unreachable, 1));
    rig.sshd.revoke_user();
    let refused = rig.fails(spec(GREETER)).await.failure.expect("it says why");
    assert_eq!(
        (refused.step, refused.reason),
        (Some(LaunchStep::Dial), Some(Reason::Auth))
    );
    assert_eq!(refused.host, "127.0.0.1");
    assert!(refused.message.contains("127.0.0.1"), "{}", refused.message);

    rig.sshd.stop();
    rig.sessions.delete(session_id("s1"), false).await.unwrap();
    let away = rig.fails(spec(GREETER)).await.failure.expect("it says why");
    assert_eq!(
        (away.step, away.reason),
        (Some(LaunchStep::Dial), Some(Reason::Network))
    );
    let place = format!("127.0.0.1:{}: cannot connect: ", rig.sshd.port());
    assert!(away.message.starts_with(&place), "{}", away.message);

    rig.sshd.replace_host_key(reach_logic::KeyType::Ed25519);
    rig.sshd.start_again();
    rig.sessions.delete(session_id("s1"), false).await.unwrap();
    let stranger = rig.fails(spec(GREETER)).await.failure.expect("it says why");
    assert_eq!(
        (stranger.step, stranger.reason),
        (Some(LaunchStep::Dial), Some(Reason::HostKey))
    );
}
