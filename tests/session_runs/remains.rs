//! What may still run on a host is known and said, and nothing else is taken for it.

use std::net::TcpListener;

use reach_logic::session::{LaunchStep, SessionState};
use reach_server::sessions::SessionError;
use reach_server::store::SessionStore as _;

use crate::rig::{GREETER, Rig, now, session_id, spec};

#[tokio::test]
async fn a_port_that_something_else_has_is_no_controller() {
    let rig = Rig::new().await;
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut wanted = spec("sleep 1000");
    wanted.controller.port = other.local_addr().unwrap().port();
    let failed = rig.fails(wanted).await;
    let failure = failed.failure.expect("it says why");
    assert_eq!(failure.step, Some(LaunchStep::Start));
    assert!(
        failure.message.contains("accepts connections on port"),
        "{}",
        failure.message
    );
    assert!(!rig.directory().join("controller.sh").exists());
}

#[tokio::test]
async fn a_controller_that_died_before_its_port_was_taken_is_no_session() {
    let rig = Rig::new().await;
    let port = reach_tests::ports::free_port();
    let mut wanted = spec("exec sleep 1000");
    wanted.controller.port = port;
    rig.create(wanted).await;
    let ready = rig
        .until(|session| session.step == Some(LaunchStep::Ready))
        .await;
    rig.sshd.freeze_connections();
    let pid = i32::try_from(ready.remote_pid.unwrap()).unwrap();
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    rig.until_no_process().await;
    let _other = TcpListener::bind(("127.0.0.1", port)).unwrap();
    rig.sshd.thaw_connections();
    let ended = rig
        .until(|session| session.state != SessionState::Starting)
        .await;
    assert_eq!(ended.state, SessionState::Failed, "{ended:?}");
}

#[tokio::test]
async fn another_machine_of_the_same_name_says_nothing_about_a_controller() {
    let mut rig = Rig::new().await;
    rig.runs(spec(GREETER)).await;
    rig.sessions.shutdown().await;
    let kept = rig.row().await;
    let mut elsewhere = kept.clone();
    let process = elsewhere.resume.as_mut().map(|resume| &mut resume.process);
    let process = process.expect("a running session has one");
    process.boot_id = "of another machine".to_owned();
    process.node = "login-2".to_owned();
    rig.store.put_session(&elsewhere, now()).await.unwrap();
    rig.sessions = rig.another_server();

    let refused = rig.sessions.resume(session_id("s1")).await;
    let Err(SessionError::Host { message, .. }) = refused else {
        panic!("{refused:?}");
    };
    assert!(message.contains("on login-2"), "{message}");
    assert_eq!(rig.row().await.state, SessionState::Running);
    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert!(stopped.controller_may_remain);
    assert!(!rig.processes().is_empty());

    // The same machine in another boot has lost it for sure.
    for pid in rig.processes() {
        let pid = rustix::process::Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    }
    rig.until_no_process().await;
    let process = elsewhere.resume.as_mut().map(|resume| &mut resume.process);
    let process = process.expect("it is kept");
    process.node = kept.resume.expect("it was kept").process.node;
    rig.store.put_session(&elsewhere, now()).await.unwrap();
    let ended = rig.sessions.resume(session_id("s1")).await.unwrap();
    assert_eq!(ended.state, SessionState::Failed);
}

#[tokio::test]
async fn a_dead_controller_is_seen_beside_what_its_prepare_script_left_and_that_ends_too() {
    let mut rig = Rig::new().await;
    let mut wanted = spec(GREETER);
    wanted.prepare_script = Some("sleep 1000 & true".to_owned());
    let running = rig.runs(wanted).await;
    rig.sessions.shutdown().await;
    let pid = i32::try_from(running.remote_pid.unwrap()).unwrap();
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    assert!(!rig.processes().is_empty());
    rig.restart().await;
    let failed = rig
        .until(|session| session.state == SessionState::Failed)
        .await;
    assert!(!failed.controller_may_remain);
    rig.until_no_process().await;
}
