//! Whatever is asked of one session, in whatever order and at once.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::future::join_all;
use reach_logic::session::{Session, SessionState};
use reach_server::sessions::SessionError;
use reach_tests::alone::Alone;
use reach_tests::dice::Dice;
use reach_tests::leak::Leak;
use tokio::time::{sleep, timeout};

use crate::rig::{GREETER, PATIENCE, Rig, session_id, spec};

const ROUNDS: usize = 100;

/// No answer of these takes this long, however busy the machine is.
const NEVER: Duration = Duration::from_mins(1);

#[derive(Clone, Copy, Debug)]
enum Act {
    Create,
    Delete,
    /// Of the connections that are there.
    Kill,
    Resume,
    Stop,
}

impl Rig {
    async fn act(&self, act: Act, after: Duration) -> Result<(), SessionError> {
        sleep(after).await;
        let id = session_id("s1");
        match act {
            Act::Create => self.try_create("s1", "gpu", spec(GREETER)).await.map(drop),
            Act::Delete => self.sessions.delete(id, false).await,
            Act::Kill => {
                self.sshd.kill_connections();
                Ok(())
            }
            Act::Resume => self.sessions.resume(id).await.map(drop),
            Act::Stop => {
                let stopped = self.sessions.stop(id).await?;
                assert!(has_ended(&stopped), "{stopped:?}");
                Ok(())
            }
        }
    }

    /// What a session says of its controller is true at every moment.
    async fn check(&self, story: &str) {
        let Ok(session) = self.sessions.get(&session_id("s1")).await else {
            return;
        };
        let processes = self.processes();
        let most = usize::from(!has_ended(&session) || session.controller_may_remain);
        let is_true = session.state == SessionState::Starting || processes.len() <= most;
        assert!(is_true, "{story}: {processes:?} run, {session:?}");
    }

    /// Ends the session for good.
    async fn ends(&self) {
        let started = Instant::now();
        let id = || session_id("s1");
        loop {
            match self.sessions.stop(id()).await {
                Ok(session) if !session.controller_may_remain => break,
                Err(SessionError::NotFound) => return,
                other => assert!(started.elapsed() < PATIENCE, "{other:?}"),
            }
        }
        assert_eq!(self.processes(), [0; 0]);
        self.sessions.delete(id(), false).await.unwrap();
    }
}

fn has_ended(session: &Session) -> bool {
    matches!(session.state, SessionState::Failed | SessionState::Stopped)
}

fn is_refusal(error: &SessionError) -> bool {
    use SessionError::{
        Dial, Exists, Host, MayRemain, NotFound, NotResumable, Running, TransportLost,
    };
    matches!(
        error,
        Dial { .. }
            | Exists
            | Host { .. }
            | MayRemain
            | NotFound
            | NotResumable
            | Running
            | TransportLost(_)
    )
}

// covers: SSH-TRANSPORT-LIVENESS-002.4, SSH-TRANSPORT-LIVENESS-002.7
#[tokio::test]
async fn a_hundred_rounds_of_anything_on_one_id_leave_nothing() {
    let Some(alone) = Alone::enter("rounds::a_hundred_rounds_of_anything_on_one_id_leave_nothing")
    else {
        return;
    };
    let seed = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_micros();
    let seed = u64::try_from(seed).unwrap();
    let mut dice = Dice::new(seed);
    let rig = Rig::new().await;
    let (leak, sockets) = (Leak::watch(), alone.sockets());
    for round in 0..ROUNDS {
        let acts: Vec<(Act, Duration)> = (0..=dice.roll(3))
            .map(|_| {
                use Act::{Create, Delete, Kill, Resume, Stop};
                let act = dice.pick(&[
                    Create, Create, Create, Delete, Delete, Kill, Resume, Resume, Stop,
                ]);
                (act, Duration::from_millis(dice.pick(&[0, 0, 10, 100])))
            })
            .collect();
        let story = format!("seed {seed}, round {round}: {acts:?}");
        let together = join_all(acts.iter().map(|(act, after)| rig.act(*act, *after)));
        let ended = timeout(NEVER, together).await;
        for outcome in ended.unwrap_or_else(|_| panic!("{story}: it hangs")) {
            assert!(
                outcome.as_ref().err().is_none_or(is_refusal),
                "{story}: {outcome:?}"
            );
        }
        rig.check(&story).await;
        if dice.one_in(3) && rig.sessions.get(&session_id("s1")).await.is_ok() {
            rig.until(|session| session.state != SessionState::Starting)
                .await;
            rig.check(&story).await;
        }
    }
    timeout(NEVER, rig.ends()).await.expect("it ends");
    let started = Instant::now();
    while rig.directory().exists() || !rig.sshd.connections().is_empty() {
        assert!(
            started.elapsed() < PATIENCE,
            "seed {seed}: {:?}",
            rig.sshd.connections()
        );
        sleep(Duration::from_millis(10)).await;
    }
    leak.finish().await;
    assert_eq!(alone.sockets(), sockets, "seed {seed}");
}
