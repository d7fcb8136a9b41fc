//! What may still run on a host is known and said, and nothing else is taken for it.

use std::net::TcpListener;

use reach_logic::session::{LaunchStep, SessionState};

use crate::rig::{Rig, spec};

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
    let port = reach_tests::sshd::free_port();
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
