//! Requests about one session that meet.

use std::time::Duration;

use reach_logic::session::{LaunchStep, SessionState, Transport};
use reach_logic::{EffectiveInterval, Tuning};
use reach_server::sessions::{Limits, SessionError};
use reach_server::store::SessionStore as _;
use reach_tests::memory_store::{Call, Fault};

use crate::rig::{GREETER, PATIENCE, Rig, limits, session_id, spec};

#[tokio::test]
async fn a_stop_ends_the_launch_of_a_session_that_was_stored_just_now() {
    let rig = Rig::new().await;
    // The request is held for a moment after the session can be found.
    rig.store
        .break_down(Call::InsertSession, Fault::Yields(1000));
    let id = session_id("s1");
    let create = rig.try_create("s1", "gpu", spec("sleep 1000"));
    let stop = async {
        while rig.store.session(&id).await.unwrap().is_none() {
            tokio::task::yield_now().await;
        }
        let stop = rig.sessions.stop(id.clone());
        tokio::time::timeout(Duration::from_secs(10), stop).await
    };
    let (created, stopped) = tokio::join!(create, stop);
    created.unwrap();
    let stopped = stopped.expect("it does not wait for the launch").unwrap();
    assert_eq!(stopped.state, SessionState::Stopped, "{stopped:?}");
    rig.until_no_process().await;
}

#[tokio::test]
async fn a_reset_leaves_a_launch_under_way_alone() {
    let rig = Rig::new().await;
    let mut wanted = spec(&format!("until [ -e go ]; do sleep 0.05; done; {GREETER}"));
    wanted.credential_broker_url = Some("http://127.0.0.1:1/".to_owned());
    rig.create(wanted).await;
    rig.until(|session| session.step == Some(LaunchStep::Port))
        .await;
    let untouched = rig.sessions.reset(session_id("s1")).await.unwrap();
    assert_eq!(untouched.state, SessionState::Starting);
    std::fs::write(rig.directory().join("go"), "").unwrap();
    rig.until(|session| session.state == SessionState::Running)
        .await;
}

#[tokio::test]
async fn an_executor_that_is_deactivated_while_a_session_is_resumed_is_not_used() {
    let rig = Rig::new().await;
    rig.runs(spec(GREETER)).await;
    rig.sshd.kill_connections();
    rig.until(|session| session.transport == Transport::Lost)
        .await;
    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert!(stopped.controller_may_remain);
    let puts = rig.store.calls(Call::PutSession);
    rig.store.break_down(Call::PutSession, Fault::Waits);
    let resume = rig.sessions.resume(session_id("s1"));
    let deactivate = async {
        rig.until_called(Call::PutSession, puts + 1).await;
        rig.deactivate().await.unwrap();
        rig.store.heal(Call::PutSession);
    };
    let (refused, ()) = tokio::join!(resume, deactivate);
    assert!(
        matches!(refused, Err(SessionError::ExecutorInactive)),
        "{refused:?}"
    );
    let kept = rig.get().await;
    assert_eq!(
        (kept.state, kept.transport, kept.controller_may_remain),
        (SessionState::Stopped, Transport::None, true)
    );
}

#[tokio::test]
async fn a_resume_that_is_refused_leaves_a_silent_session_that_may_recover() {
    // Silent soon, lost only much later.
    let tuning = Tuning::new(Duration::from_millis(200), PATIENCE);
    let limits = Limits { tuning, ..limits() };
    let rig = Rig::with_limits(limits, EffectiveInterval::DEFAULT, |sshd| sshd).await;
    rig.runs(spec(GREETER)).await;
    rig.sshd.freeze_connections();
    rig.until(|session| session.transport == Transport::Unresponsive)
        .await;
    let port = rig.sshd.port();
    rig.point_at(1).await;
    let refused = rig.sessions.resume(session_id("s1")).await;
    assert!(matches!(refused, Err(SessionError::HostChanged)));
    rig.point_at(port).await;
    rig.sshd.thaw_connections();
    let recovered = rig
        .until(|session| session.transport != Transport::Unresponsive)
        .await;
    assert_eq!(recovered.transport, Transport::Up);
}
