//! From a request to a running session.

use std::fs;

use reach_logic::session::{LaunchStep, SessionState, Transport};
use reach_server::events::Event;

use crate::rig::{GREETER, Rig, greeting, heard, is_refused, session_id, spec};

#[tokio::test]
async fn a_session_runs_and_is_talked_to_through_its_local_port() {
    let rig = Rig::new().await;
    let session = rig.runs(spec(GREETER)).await;
    assert_eq!(session.transport, Transport::Up);
    assert_eq!(session.host, "127.0.0.1");
    assert_eq!((session.step, &session.failure), (None, &None));
    assert!(session.started_at.is_some() && session.remote_pid.is_some());
    assert_ne!(session.local_port, session.remote_port);
    assert_eq!(greeting(session.local_port).await, "hello you");
    let status = rig.sessions.status(&session.id).await.unwrap();
    assert_eq!(serde_json::to_value(status.state).unwrap(), "running");

    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert_eq!(stopped.state, SessionState::Stopped);
    assert!(!stopped.controller_may_remain);
    assert_eq!(stopped.transport, Transport::None);
    assert_eq!(rig.processes(), [0; 0]);
    assert!(is_refused(session.local_port));
    let again = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert_eq!(again, stopped, "stopping twice does nothing");
}

#[tokio::test]
async fn every_step_is_stored_and_pushed_in_order() {
    let rig = Rig::new().await;
    let mut events = rig.bus.subscribe();
    rig.create(spec(GREETER)).await;
    let mut steps = Vec::new();
    loop {
        let session = heard(&mut events, |event| {
            if let Event::SessionUpdated(session) = event {
                Some(session)
            } else {
                None
            }
        })
        .await;
        match session.step {
            Some(step) => steps.push(step),
            None => break,
        }
    }
    assert_eq!(steps, LaunchStep::ALL);
    let row = rig.row().await;
    assert_eq!((row.state, row.step), (SessionState::Running, None));
}

#[tokio::test]
async fn environment_and_scripts_reach_the_host_as_they_are_and_in_order() {
    let rig = Rig::new().await;
    let value = "one\ntwo 'three' \"four\" $HOME `id` \\n ü";
    let mut wanted = spec(GREETER);
    wanted.env.insert("ODD".to_owned(), value.to_owned());
    wanted.env.insert("GREETING".to_owned(), value.to_owned());
    wanted.prepare_script =
        Some("printf %s \"$ODD\" > odd; pwd > where; cat > input; echo 1 >> order".to_owned());
    wanted.cleanup_script =
        Some("kill -0 $(sed -n 1p controller.pid) && echo 2 >> order".to_owned());
    let session = rig.runs(wanted).await;
    let read = |name: &str| fs::read_to_string(rig.directory().join(name)).unwrap();
    assert_eq!(read("odd"), value);
    assert_eq!(read("input"), "", "a script reads nothing of ours");
    assert_eq!(read("where").trim(), rig.directory().to_str().unwrap());
    assert_eq!(greeting(session.local_port).await, format!("hello {value}"));
    let pid = session.remote_pid.unwrap();
    let arguments = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap();
    assert!(!arguments.contains("three"), "no value is an argument");

    rig.sessions.stop(session_id("s1")).await.unwrap();
    assert_eq!(
        read("order"),
        "1\n2\n",
        "the cleanup came while the controller ran"
    );
}

#[tokio::test]
async fn a_given_port_and_a_working_directory_are_honoured() {
    let rig = Rig::new().await;
    let port = reach_tests::ports::free_port();
    let mut wanted = spec(&GREETER.replace(
        "Listen => 5",
        &format!("Listen => 5, ReuseAddr => 1, LocalPort => {port}"),
    ));
    wanted.controller.port = port;
    wanted.controller.workdir = Some("~/it's here".to_owned());
    fs::create_dir(rig.home.path().join("it's here")).unwrap();
    let session = rig.runs(wanted).await;
    assert_eq!(session.remote_port, Some(port));
    assert_eq!(greeting(session.local_port).await, "hello you");
    let cwd = fs::read_link(format!("/proc/{}/cwd", session.remote_pid.unwrap())).unwrap();
    assert!(cwd.ends_with("it's here"));
}

// covers: SSH-TRANSPORT-LIVENESS-002.3
#[tokio::test]
async fn a_local_executor_keeps_the_same_contract_without_a_transport() {
    let rig = Rig::new().await;
    rig.has_local().await;
    // It is this machine's home: the directory must be known, to be taken away.
    let id = format!("reach-test-{}", std::process::id());
    let mut wanted = spec(GREETER);
    wanted.prepare_script = Some("echo ready > prepared".to_owned());
    rig.try_create(&id, "box", wanted).await.unwrap();
    let id = session_id(&id);
    let session = loop {
        let session = rig.sessions.get(&id).await.unwrap();
        if session.state != SessionState::Starting {
            break session;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    };
    assert_eq!(session.state, SessionState::Running, "{session:?}");
    assert_eq!(
        (session.transport, session.host.as_str()),
        (Transport::None, "localhost")
    );
    assert_eq!(session.local_port, session.remote_port);
    assert_eq!(greeting(session.local_port).await, "hello you");
    let status = rig.sessions.status(&id).await.unwrap();
    assert_eq!(status.silence_ms, None);
    let stopped = rig.sessions.stop(id.clone()).await.unwrap();
    assert_eq!(stopped.state, SessionState::Stopped);
    assert!(!stopped.controller_may_remain);
    assert!(is_refused(session.local_port));
    rig.sessions.delete(id, false).await.unwrap();
    rig.sessions.shutdown().await;
}
