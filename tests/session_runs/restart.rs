//! What another server makes of the sessions that one left.

use std::time::Duration;

use reach_logic::session::{LaunchStep, SessionState, Transport};
use reach_server::sessions::SessionError;
use reach_server::store::SessionStore as _;
use reach_tests::memory_store::{Call, Fault};

use crate::rig::{GREETER, PATIENCE, Rig, greeting, is_refused, now, session_id, spec};

#[tokio::test]
async fn running_sessions_outlive_a_restart_and_are_resumed() {
    let mut rig = Rig::new().await;
    let running = rig.runs(spec(GREETER)).await;
    rig.sessions.shutdown().await;
    assert!(is_refused(running.local_port));
    assert!(!rig.processes().is_empty(), "the controller lives on");
    assert_eq!(rig.row().await.state, SessionState::Running);
    rig.restart().await;
    let resumed = rig
        .until(|session| session.transport == Transport::Up)
        .await;
    assert_eq!(
        (resumed.local_port, resumed.remote_pid),
        (running.local_port, running.remote_pid)
    );
    assert_eq!(greeting(resumed.local_port).await, "hello you");
}

#[tokio::test]
async fn a_host_that_is_away_after_a_restart_is_tried_until_it_is_back() {
    let mut rig = Rig::new().await;
    rig.runs(spec(GREETER)).await;
    rig.sessions.shutdown().await;
    rig.sshd.stop();
    rig.restart().await;
    let refused = rig.sessions.resume(session_id("s1")).await;
    assert!(
        matches!(refused, Err(SessionError::Dial { .. })),
        "{refused:?}"
    );
    let waiting = rig.get().await;
    assert_eq!(
        (waiting.state, waiting.transport),
        (SessionState::Running, Transport::None)
    );
    rig.sshd.start_again();
    let resumed = rig
        .until(|session| session.transport == Transport::Up)
        .await;
    assert_eq!(greeting(resumed.local_port).await, "hello you");
}

#[tokio::test]
async fn a_controller_that_died_in_between_fails_its_session() {
    let mut rig = Rig::new().await;
    rig.runs(spec(GREETER)).await;
    rig.sessions.shutdown().await;
    for pid in rig.processes() {
        let pid = rustix::process::Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    }
    rig.until_no_process().await;
    rig.restart().await;
    let failed = rig
        .until(|session| session.state == SessionState::Failed)
        .await;
    assert!(
        failed
            .failure
            .expect("it says why")
            .message
            .contains("no longer runs")
    );
}

#[tokio::test]
async fn a_session_on_a_host_that_was_changed_is_not_taken_up() {
    let mut rig = Rig::new().await;
    rig.runs(spec(GREETER)).await;
    rig.sessions.shutdown().await;
    rig.point_at(1).await;
    rig.restart().await;
    let refused = rig.sessions.resume(session_id("s1")).await;
    assert!(matches!(refused, Err(SessionError::HostChanged)));
    // A stop lets go of it, and says that it could not look.
    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert!(stopped.controller_may_remain);
    assert!(!rig.processes().is_empty());
}

#[tokio::test]
async fn a_launch_is_taken_back_by_a_shutdown_and_marked_after_a_crash() {
    let rig = Rig::new().await;
    rig.create(spec("sleep 1000")).await;
    rig.until(|session| session.step == Some(LaunchStep::Port))
        .await;
    // As after a crash: the first server knows nothing of the second.
    let second = rig.another_server();
    second.start();
    let failed = rig
        .until(|session| session.state == SessionState::Failed)
        .await;
    assert!(failed.controller_may_remain);
    assert_eq!(
        failed.failure.as_ref().and_then(|failure| failure.step),
        Some(LaunchStep::Port)
    );
    second.shutdown().await;

    rig.sessions.shutdown().await;
    rig.until_no_process().await;
    let ended = rig.row().await;
    assert_eq!(ended.state, SessionState::Failed);
    assert!(!ended.controller_may_remain, "the controller was stopped");
    let message = ended.failure.expect("it says why").message;
    assert!(message.contains("Reach was stopped"), "{message}");
}

#[tokio::test]
async fn a_stop_while_a_resume_is_tried_ends_the_tries() {
    let mut rig = Rig::new().await;
    rig.runs(spec(GREETER)).await;
    rig.sessions.shutdown().await;
    rig.sshd.stop();
    rig.restart().await;
    let stop = rig.sessions.stop(session_id("s1"));
    let stopped = tokio::time::timeout(Duration::from_secs(20), stop).await;
    let stopped = stopped.expect("it returns").unwrap();
    assert_eq!(stopped.state, SessionState::Stopped);
    assert!(stopped.controller_may_remain);
    rig.sshd.start_again();
    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert!(!stopped.controller_may_remain);
    assert_eq!(rig.processes(), [0; 0]);
}

#[tokio::test]
async fn a_launch_whose_end_the_store_refused_is_written_as_soon_as_that_is_possible() {
    let rig = Rig::new().await;
    rig.store.break_down(Call::PutSession, Fault::Fails);
    rig.create(spec(GREETER)).await;
    // Its first step, and twice its end.
    rig.until_called(Call::PutSession, 3).await;
    assert_eq!(rig.row().await.state, SessionState::Starting);
    rig.store.heal(Call::PutSession);
    rig.until(|session| session.state == SessionState::Failed)
        .await;
}

#[tokio::test]
async fn what_an_earlier_server_left_is_taken_up_whatever_the_store_refuses_at_first() {
    for call in [Call::Session, Call::PutSession] {
        let mut rig = Rig::new().await;
        rig.runs(spec(GREETER)).await;
        rig.sessions.shutdown().await;
        let mut row = rig.row().await;
        row.state = SessionState::Starting;
        rig.store.put_session(&row, now()).await.unwrap();
        let calls = rig.store.calls(call);
        rig.store.break_down(call, Fault::Fails);
        rig.restart().await;
        rig.until_called(call, calls + 2).await;
        rig.store.heal(call);
        let failed = rig
            .until(|session| session.state == SessionState::Failed)
            .await;
        assert!(failed.controller_may_remain);
    }
}

#[tokio::test]
async fn sessions_that_somebody_is_at_work_on_hold_up_no_other_after_a_restart() {
    let mut rig = Rig::new().await;
    rig.runs(spec(GREETER)).await;
    rig.sessions.shutdown().await;
    // As many as are resumed at once, and one whose stop was cut short; all come before s1.
    let others = ["a0", "a1", "a2", "a3", "a4"].map(session_id);
    for (place, id) in others.iter().enumerate() {
        let mut row = rig.row().await;
        row.id = id.clone();
        if place == 0 {
            row.state = SessionState::Stopping;
        }
        rig.store.insert_session(&row).await.unwrap();
    }
    rig.sessions = rig.another_server();
    let puts = rig.store.calls(Call::PutSession);
    rig.store.break_down(Call::PutSession, Fault::Waits);
    for id in &others {
        let (sessions, id) = (rig.sessions.clone(), id.clone());
        tokio::spawn(async move { sessions.stop(id).await });
    }
    rig.until_called(Call::PutSession, puts + others.len())
        .await;
    rig.sessions.start();
    // Its resume has come to its last step.
    rig.until_called(Call::PutSession, puts + others.len() + 1)
        .await;
}

#[tokio::test]
async fn a_reset_or_a_stop_that_fails_ends_no_resume() {
    for is_reset in [true, false] {
        let mut rig = Rig::new().await;
        let mut wanted = spec(GREETER);
        wanted.credential_broker_url = Some("http://127.0.0.1:1/".to_owned());
        rig.runs(wanted).await;
        rig.sessions.shutdown().await;
        rig.sshd.stop();
        rig.restart().await;
        if is_reset {
            let failed = rig.sessions.reset(session_id("s1")).await;
            assert!(matches!(failed, Err(SessionError::Dial { .. })));
        } else {
            rig.store.break_down(Call::PutSession, Fault::Fails);
            let failed = rig.sessions.stop(session_id("s1")).await;
            assert!(matches!(failed, Err(SessionError::Store(_))));
            rig.store.heal(Call::PutSession);
        }
        rig.sshd.start_again();
        rig.until(|session| session.transport == Transport::Up)
            .await;
    }
}

#[tokio::test]
async fn a_session_that_was_resumed_by_hand_is_not_resumed_in_the_background_too() {
    let mut rig = Rig::new().await;
    rig.runs(spec(GREETER)).await;
    rig.sessions.shutdown().await;
    let mut other = rig.row().await;
    other.id = session_id("s2");
    rig.store.insert_session(&other).await.unwrap();
    // The background waits, for now.
    rig.store.hold(false);
    rig.restart().await;
    rig.sessions.resume(session_id("s1")).await.unwrap();
    rig.sshd.kill_connections();
    rig.until(|session| session.transport == Transport::Lost)
        .await;
    rig.store.hold(true);
    // The other's turn comes after its own.
    let started = std::time::Instant::now();
    let id = session_id("s2");
    while rig.sessions.get(&id).await.unwrap().transport != Transport::Up {
        assert!(started.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(rig.get().await.transport, Transport::Lost);
}
