//! Stop, resume, reset and delete, one after another and at once.

use std::sync::Arc;
use std::time::Duration;

use reach_logic::session::{SessionState, Transport};
use reach_server::events::Event;
use reach_server::sessions::{Created, RemoteState, SessionError};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::rig::{GREETER, PATIENCE, Rig, greeting, heard, is_refused, session_id, spec};

/// Cuts the link under the running session, and waits until that was noticed.
async fn lose(rig: &Rig) {
    rig.sshd.kill_connections();
    rig.until(|session| session.transport == Transport::Lost)
        .await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.7, SSH-TRANSPORT-LIVENESS-001.11
#[tokio::test]
async fn a_lost_transport_leaves_controller_and_resume_data_and_a_resume_brings_it_back() {
    let rig = Rig::new().await;
    let running = rig.runs(spec(GREETER)).await;
    let kept = rig.row().await.resume;
    let mut events = rig.bus.subscribe();
    lose(&rig).await;
    let pushed = heard(&mut events, |event| {
        if let Event::SessionUpdated(session) = event {
            Some(session)
        } else {
            None
        }
    })
    .await;
    assert_eq!(
        (pushed.state, pushed.transport),
        (SessionState::Running, Transport::Lost)
    );
    assert!(is_refused(running.local_port));
    let dials = rig.sshd.log().matches("Accepted publickey").count();
    let status = rig.sessions.status(&running.id).await.unwrap();
    assert_eq!(status.state, RemoteState::Disconnected);
    let error = status.error.expect("it says why");
    assert!(
        error.contains("connection to 127.0.0.1 was lost"),
        "{error}"
    );
    assert_eq!(rig.sshd.log().matches("Accepted publickey").count(), dials);
    assert_eq!(rig.row().await.resume, kept);
    assert_eq!(rig.row().await.state, SessionState::Running);
    assert!(!rig.processes().is_empty(), "the controller was left alone");

    let resumed = rig.sessions.resume(session_id("s1")).await.unwrap();
    assert_eq!(resumed.transport, Transport::Up);
    assert_eq!(
        resumed.local_port, running.local_port,
        "the same port, since it was free"
    );
    assert_eq!(resumed.remote_pid, running.remote_pid);
    assert_eq!(greeting(resumed.local_port).await, "hello you");
    let again = rig.sessions.resume(session_id("s1")).await.unwrap();
    assert_eq!(
        again, resumed,
        "an answering session is given back as it is"
    );
}

#[tokio::test]
async fn a_resume_takes_another_port_when_its_own_is_taken() {
    let rig = Rig::new().await;
    let running = rig.runs(spec(GREETER)).await;
    lose(&rig).await;
    let _taken = TcpListener::bind(("127.0.0.1", running.local_port.unwrap()))
        .await
        .unwrap();
    let resumed = rig.sessions.resume(session_id("s1")).await.unwrap();
    assert_ne!(resumed.local_port, running.local_port);
    assert_eq!(greeting(resumed.local_port).await, "hello you");
}

#[tokio::test]
async fn a_resume_of_a_dead_controller_fails_the_session() {
    let rig = Rig::new().await;
    rig.runs(spec(GREETER)).await;
    lose(&rig).await;
    for pid in rig.processes() {
        let pid = rustix::process::Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    }
    rig.until_no_process().await;
    let failed = rig.sessions.resume(session_id("s1")).await.unwrap();
    assert_eq!(
        (failed.state, failed.transport),
        (SessionState::Failed, Transport::None)
    );
    let failure = failed.failure.expect("it says why");
    assert!(
        failure.message.contains("no longer runs"),
        "{}",
        failure.message
    );
    let refused = rig.sessions.resume(session_id("s1")).await;
    assert!(matches!(refused, Err(SessionError::NotResumable)));
}

// covers: SSH-TRANSPORT-LIVENESS-002.14
#[tokio::test]
async fn a_creation_that_finds_a_session_reuses_it_unless_its_transport_is_lost() {
    let rig = Rig::new().await;
    let running = rig.runs(spec(GREETER)).await;
    match rig.try_create("s1", "gpu", spec("exit 1")).await {
        Ok(Created::Reused(session)) => assert_eq!(session, running),
        other => panic!("{other:?}"),
    }
    lose(&rig).await;
    let refused = rig.try_create("s1", "gpu", spec(GREETER)).await;
    let Err(SessionError::TransportLost(host)) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(host, "127.0.0.1");
    rig.sessions.stop(session_id("s1")).await.unwrap();
    let refused = rig.try_create("s1", "gpu", spec(GREETER)).await;
    assert!(matches!(refused, Err(SessionError::Exists)));
}

#[tokio::test]
async fn a_stop_that_could_not_reach_the_host_says_so_and_a_second_one_makes_good() {
    let rig = Rig::new().await;
    rig.runs(spec(GREETER)).await;
    lose(&rig).await;
    let port = rig.sshd.port();
    rig.point_at(1).await;
    rig.point_at(port).await;
    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert_eq!(stopped.state, SessionState::Stopped);
    assert!(stopped.controller_may_remain);
    assert!(!rig.processes().is_empty());
    assert!(rig.row().await.resume.is_some());
    let refused = rig.sessions.delete(session_id("s1"), false).await;
    assert!(matches!(refused, Err(SessionError::MayRemain)));

    rig.point_at(1).await;
    let changed = rig.sessions.stop(session_id("s1")).await;
    assert!(matches!(changed, Err(SessionError::HostChanged)));
    rig.point_at(port).await;
    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert!(!stopped.controller_may_remain);
    assert_eq!(rig.processes(), [0; 0]);
    rig.sessions.delete(session_id("s1"), false).await.unwrap();
}

#[tokio::test]
async fn a_stop_of_a_silent_session_waits_for_nothing_and_marks_it() {
    let rig = Rig::new().await;
    rig.runs(spec(GREETER)).await;
    rig.sshd.freeze_connections();
    rig.until(|session| session.transport != Transport::Up)
        .await;
    let started = std::time::Instant::now();
    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert!(
        started.elapsed() < Duration::from_secs(5),
        "{:?}",
        started.elapsed()
    );
    assert!(stopped.controller_may_remain);
    rig.sshd.thaw_connections();
    let resumed = rig.sessions.resume(session_id("s1")).await.unwrap();
    assert_eq!(resumed.state, SessionState::Running);
    assert!(!resumed.controller_may_remain, "a resume clears the mark");
    assert_eq!(greeting(resumed.local_port).await, "hello you");
}

#[tokio::test]
async fn a_stop_during_the_launch_ends_it_at_every_step() {
    for command in [
        "sleep 1000",
        "sleep 0.3; echo 1 > $REACH_PORT_FILE; sleep 1000",
    ] {
        for delay in [0, 30, 100, 200, 400, 800] {
            let rig = Rig::new().await;
            let mut wanted = spec(command);
            wanted.prepare_script = Some("sleep 0.1".to_owned());
            rig.create(wanted).await;
            // Where in the launch this falls is left to chance.
            tokio::time::sleep(Duration::from_millis(delay)).await;
            let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
            assert_eq!(stopped.state, SessionState::Stopped, "{delay} {stopped:?}");
            assert!(!stopped.controller_may_remain, "{stopped:?}");
            rig.until_no_process().await;
        }
    }
}

#[tokio::test]
async fn a_stop_during_the_prepare_script_ends_the_script() {
    let rig = Rig::new().await;
    let mut wanted = spec(GREETER);
    wanted.prepare_script = Some("sleep 1000 & sleep 1001".to_owned());
    rig.create(wanted).await;
    while rig.processes().len() < 3 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert_eq!(
        (stopped.state, stopped.failure),
        (SessionState::Stopped, None)
    );
    rig.until_no_process().await;
}

#[tokio::test]
async fn of_two_launches_with_one_id_one_is_made() {
    let rig = Rig::new().await;
    let (one, other) = tokio::join!(
        rig.try_create("s1", "gpu", spec(GREETER)),
        rig.try_create("s1", "gpu", spec(GREETER)),
    );
    let new = |created: &Created| matches!(created, Created::New(_));
    assert_ne!(new(&one.unwrap()), new(&other.unwrap()));
    rig.until(|session| session.state == SessionState::Running)
        .await;
    rig.sessions.stop(session_id("s1")).await.unwrap();
    assert_eq!(rig.processes(), [0; 0]);
}

#[tokio::test]
async fn a_session_that_runs_is_not_deleted_and_holds_its_executor() {
    let rig = Rig::new().await;
    rig.runs(spec(GREETER)).await;
    let refused = rig.sessions.delete(session_id("s1"), true).await;
    assert!(matches!(refused, Err(SessionError::Running)));
    let held = rig.deactivate().await;
    assert!(matches!(
        held,
        Err(reach_server::store::StoreError::HasSessions)
    ));
    rig.sessions.stop(session_id("s1")).await.unwrap();
    rig.deactivate().await.unwrap();
    let missing = rig.try_create("s2", "never", spec(GREETER)).await;
    assert!(matches!(missing, Err(SessionError::NoSuchExecutor)));
    let inactive = rig.try_create("s2", "gpu", spec(GREETER)).await;
    assert!(matches!(inactive, Err(SessionError::ExecutorInactive)));
}

#[tokio::test]
async fn whoever_asked_may_leave_and_the_stop_goes_on() {
    let rig = Arc::new(Rig::new().await);
    rig.runs(spec(GREETER)).await;
    for _ in 0..3 {
        let own = Arc::clone(&rig);
        let asking = tokio::spawn(async move { own.sessions.stop(session_id("s1")).await });
        tokio::task::yield_now().await;
        asking.abort();
        let _ = asking.await;
    }
    rig.sessions.stop(session_id("s1")).await.unwrap();
    rig.until(|session| session.state == SessionState::Stopped)
        .await;
    assert_eq!(rig.processes(), [0; 0]);
}

/// A broker that answers so many connections with HTTP, then with something else.
pub(crate) async fn broker(good: usize) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let mut count = 0;
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 512]).await;
            let answer: &[u8] = if count < good {
                b"HTTP/1.1 204 No Content\r\n\r\n"
            } else {
                b"SSH-2.0-x\r\n"
            };
            let _ = stream.write_all(answer).await;
            count += 1;
        }
    });
    url
}

// covers: SSH-TRANSPORT-LIVENESS-002.15
#[tokio::test]
async fn a_reset_stops_the_controller_once_the_broker_answers() {
    let rig = Rig::new().await;
    let mut wanted = spec(GREETER);
    wanted.credential_broker_url = Some(broker(0).await);
    rig.runs(wanted).await;
    let refused = rig.sessions.reset(session_id("s1")).await;
    let Err(SessionError::BrokerUnreachable { host, message }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(host, "127.0.0.1");
    assert!(
        message.contains("it answers no HTTP: SSH-2.0-x"),
        "{message}"
    );
    let kept = rig.get().await;
    assert_eq!(
        (kept.state, kept.transport),
        (SessionState::Running, Transport::Up)
    );
    assert_eq!(greeting(kept.local_port).await, "hello you");
    rig.sessions.stop(session_id("s1")).await.unwrap();
    rig.sessions.delete(session_id("s1"), false).await.unwrap();
    while rig.directory().exists() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }

    let mut wanted = spec(GREETER);
    wanted.credential_broker_url = Some(broker(1).await);
    rig.runs(wanted).await;
    let reset = rig.sessions.reset(session_id("s1")).await.unwrap();
    assert_eq!(reset.state, SessionState::Stopped);
    assert_eq!(rig.row().await.resume, None);
    assert_eq!(rig.processes(), [0; 0]);
}

// covers: SSH-TRANSPORT-LIVENESS-002.15
#[tokio::test]
async fn a_reset_over_a_lost_transport_reports_that_and_keeps_what_a_resume_needs() {
    for is_frozen in [false, true] {
        let rig = Rig::new().await;
        let mut wanted = spec(GREETER);
        wanted.credential_broker_url = Some(broker(9).await);
        rig.runs(wanted).await;
        let kept = rig.row().await.resume;
        if is_frozen {
            rig.sshd.freeze_connections();
            rig.until(|session| session.transport != Transport::Up)
                .await;
        } else {
            lose(&rig).await;
        }
        let refused = rig.sessions.reset(session_id("s1")).await;
        assert!(
            matches!(refused, Err(SessionError::TransportLost(_))),
            "{refused:?}"
        );
        assert_eq!(rig.row().await.resume, kept);
        assert!(!rig.processes().is_empty());
        rig.sshd.thaw_connections();
        // Untracked now: the next reset dials by itself.
        let reset = rig.sessions.reset(session_id("s1")).await.unwrap();
        assert_eq!(reset.state, SessionState::Stopped);
        assert_eq!(rig.processes(), [0; 0]);
    }
}

#[tokio::test]
async fn only_a_session_with_a_broker_can_be_reset() {
    let rig = Rig::new().await;
    rig.runs(spec(GREETER)).await;
    let refused = rig.sessions.reset(session_id("s1")).await;
    assert!(matches!(refused, Err(SessionError::NoBroker)));
}

#[tokio::test]
async fn the_log_is_read_over_the_session_and_later_by_a_dial_that_is_closed() {
    let rig = Rig::new().await;
    let mut wanted = spec("echo one; echo two; echo three; ".to_owned().as_str());
    wanted.controller.command.push_str(GREETER);
    rig.runs(wanted).await;
    let logged = rig.sessions.logs(session_id("s1"), 2).await.unwrap();
    assert_eq!(logged, "two\nthree\n");
    rig.sessions.stop(session_id("s1")).await.unwrap();
    let logged = rig.sessions.logs(session_id("s1"), 20).await.unwrap();
    assert_eq!(logged, "one\ntwo\nthree\n");
    let started = std::time::Instant::now();
    while !rig.sshd.connections().is_empty() {
        assert!(started.elapsed() < PATIENCE, "{:?}", rig.sshd.connections());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
