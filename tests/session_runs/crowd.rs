//! Many sessions on one host.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reach_logic::session::{Session, SessionState, Transport};
use reach_logic::{EffectiveInterval, Tuning};
use reach_server::sessions::Limits;
use reach_tests::alone::Alone;
use reach_tests::leak::Leak;
use tokio::time::sleep;

use crate::rig::{GREETER, PATIENCE, Rig, greeting, is_refused, limits, session_id, spec};

const HALF: usize = 10;

impl Rig {
    async fn runs_all(&self, ids: &[String]) -> Vec<Session> {
        for id in ids {
            self.try_create(id, "gpu", spec(GREETER)).await.unwrap();
        }
        self.until_all(ids, |session| session.state == SessionState::Running)
            .await
    }

    async fn until_all(&self, ids: &[String], wanted: impl Fn(&Session) -> bool) -> Vec<Session> {
        let started = Instant::now();
        loop {
            let mut sessions = self.sessions.list(None).await.unwrap();
            sessions.retain(|session| ids.iter().any(|id| id == session.id.as_str()));
            if sessions.iter().all(&wanted) {
                return sessions;
            }
            assert!(started.elapsed() < PATIENCE, "{sessions:?}");
            sleep(Duration::from_millis(20)).await;
        }
    }

    async fn stop_all(&self, ids: &[String]) -> Vec<Session> {
        let stops = ids.iter().map(|id| self.sessions.stop(session_id(id)));
        let stopped = join_all(stops).await;
        stopped.into_iter().map(Result::unwrap).collect()
    }
}

#[tokio::test]
async fn twenty_sessions_of_which_half_wedge_leave_nothing() {
    let Some(alone) = Alone::enter("crowd::twenty_sessions_of_which_half_wedge_leave_nothing")
    else {
        return;
    };
    let limits = Limits {
        tuning: Tuning::new(Duration::from_secs(1), Duration::from_secs(3)),
        ..limits()
    };
    let rig = Rig::with_limits(limits, EffectiveInterval::DEFAULT, |sshd| sshd).await;
    let (leak, sockets) = (Leak::watch(), alone.sockets());
    let ids: Vec<String> = (0..2 * HALF)
        .map(|number| format!("s{number:02}"))
        .collect();
    let (wedged, healthy) = ids.split_at(HALF);
    let mut sessions = rig.runs_all(wedged).await;
    let to_freeze = rig.sshd.connections();
    sessions.extend(rig.runs_all(healthy).await);
    assert_eq!(
        alone.sockets(),
        sockets + 2 * ids.len(),
        "connections and listeners"
    );

    rig.sshd.freeze(&to_freeze);
    rig.until_all(wedged, |session| session.transport == Transport::Lost)
        .await;
    rig.until_all(healthy, |session| session.transport == Transport::Up)
        .await;
    assert_eq!(alone.sockets(), sockets + ids.len());
    for session in &sessions[HALF..] {
        assert_eq!(greeting(session.local_port).await, "hello you");
    }

    let stopped = rig.stop_all(&ids).await;
    for (number, session) in stopped.iter().enumerate() {
        assert_eq!(session.state, SessionState::Stopped);
        assert_eq!(session.controller_may_remain, number < HALF, "{session:?}");
    }
    for session in &sessions {
        assert!(is_refused(session.local_port));
    }
    leak.finish().await;
    assert_eq!(alone.sockets(), sockets);

    // What a stop could not reach, the next one ends.
    let leak = Leak::watch();
    assert!(!rig.all_processes().is_empty());
    rig.sshd.thaw_connections();
    for session in rig.stop_all(wedged).await {
        assert!(!session.controller_may_remain, "{session:?}");
    }
    assert_eq!(rig.all_processes(), [0; 0]);
    leak.finish().await;
    assert_eq!(alone.sockets(), sockets);
}
