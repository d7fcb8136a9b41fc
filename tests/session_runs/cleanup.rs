//! The cleanup script of a stop.

use std::time::Duration;

use reach_logic::EffectiveInterval;
use reach_logic::session::SessionState;
use reach_server::sessions::Limits;

use crate::rig::{GREETER, Rig, limits, session_id, spec};

#[tokio::test]
async fn a_cleanup_script_that_overruns_keeps_no_controller_from_being_stopped() {
    let cleanup = Duration::from_secs(1);
    let limits = Limits {
        cleanup,
        ..limits()
    };
    let rig = Rig::with_limits(limits, EffectiveInterval::DEFAULT, |sshd| sshd).await;
    let mut wanted = spec(GREETER);
    wanted.cleanup_script = Some("touch begun; sleep 1000; touch ended".to_owned());
    rig.runs(wanted).await;
    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert_eq!(stopped.state, SessionState::Stopped);
    assert!(!stopped.controller_may_remain, "{stopped:?}");
    assert!(rig.directory().join("begun").exists());
    assert!(!rig.directory().join("ended").exists());
    assert_eq!(rig.processes(), [0; 0]);
}
