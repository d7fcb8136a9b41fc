//! Sessions on the machine of Reach itself: the same contract without a transport.

use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reach_tests::binary::ReachProcess;
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::host::{running, until_nothing_runs};
use crate::rig::{GREETER, PATIENCE, greeting};

async fn server(home: &Path) -> ReachProcess {
    ReachProcess::start(home, &[]).await
}

async fn with_box(home: &Path) -> ReachProcess {
    let server = server(home).await;
    let new = json!({ "id": "box", "name": "box", "type": "local" });
    let request = server.request("POST", "/api/v1/executors").json(&new);
    assert_eq!(request.send().await.status, 201);
    server
}

async fn create(server: &ReachProcess, mut session: Value) {
    session["executor_id"] = "box".into();
    let request = server.request("POST", "/api/v1/sessions").json(&session);
    let created = request.send().await;
    assert_eq!(created.status, 202, "{}", created.text());
}

async fn until(server: &ReachProcess, id: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let started = Instant::now();
    loop {
        let request = server.request("GET", &format!("/api/v1/sessions/{id}"));
        let session = request.send().await.json();
        if is_so(&session) {
            return session;
        }
        assert!(started.elapsed() < PATIENCE, "{session}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn is_running(session: &Value) -> bool {
    session["state"] == "running"
}

fn port(session: &Value) -> Option<u16> {
    session["local_port"].as_u64()?.try_into().ok()
}

/// Ends it as a system does, and checks that it ends in order and in time.
async fn terminate(server: ReachProcess) {
    let started = Instant::now();
    server.signal(Signal::TERM);
    let (code, _, log) = server.ended().await;
    assert_eq!(code, Some(0), "{log}");
    assert!(!log.contains("abandoned"), "{log}");
    let took = started.elapsed();
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[tokio::test]
async fn the_end_of_reach_ends_local_sessions_with_all_they_started_deaf_or_not() {
    let home = tempfile::tempdir().unwrap();
    let reach = with_box(home.path()).await;
    let deaf = "(trap '' TERM; sleep 1000; sleep 1001) & setsid sleep 1002 & ";
    let deaf_too = GREETER.replace("$s = ", "$SIG{TERM} = \"IGNORE\"; $s = ");
    let command = format!("{deaf}{deaf_too}");
    create(
        &reach,
        json!({ "id": "runs", "controller": { "command": command } }),
    )
    .await;
    let starting = json!({
        "id": "starts",
        "controller": { "command": GREETER },
        "prepare_script": "trap '' TERM; touch began; sleep 1000; sleep 1001",
    });
    create(&reach, starting).await;
    let session = until(&reach, "runs", is_running).await;
    assert_eq!(session["transport"], "none");
    until(&reach, "starts", |_| {
        home.path().join(".reach/sessions/starts/began").exists()
    })
    .await;
    terminate(reach).await;
    until_nothing_runs(home.path()).await;

    let reach = server(home.path()).await;
    let session = until(&reach, "runs", |_| true).await;
    assert_eq!(session["state"], "stopped");
    assert_eq!(session["controller_may_remain"], json!(false));
    let session = until(&reach, "starts", |session| session["state"] == "failed").await;
    assert_eq!(session["controller_may_remain"], json!(false), "{session}");
    terminate(reach).await;
}

#[tokio::test]
async fn a_local_session_outlives_a_crash_of_reach_and_is_taken_up() {
    let home = tempfile::tempdir().unwrap();
    let reach = with_box(home.path()).await;
    let new = json!({
        "id": "runs",
        "controller": { "command": GREETER },
        "env": { "GREETING": "you" },
    });
    create(&reach, new).await;
    let before = until(&reach, "runs", is_running).await;
    reach.signal(Signal::KILL);
    let _ = reach.ended().await;
    assert!(!running(home.path()).is_empty());
    let reach = server(home.path()).await;
    // Tracked again: it has a port.
    let after = until(&reach, "runs", |session| !session["local_port"].is_null()).await;
    assert_eq!(after["remote_pid"], before["remote_pid"]);
    assert_eq!(greeting(port(&after)).await, "hello you");
    terminate(reach).await;
    until_nothing_runs(home.path()).await;
}

#[tokio::test]
async fn what_scripts_and_controllers_do_wrong_here_is_named_as_on_a_host() {
    let home = tempfile::tempdir().unwrap();
    let reach = with_box(home.path()).await;
    let file = "$REACH_PORT_FILE";
    let print = "head -c 100000000 /dev/zero; echo; echo the end; exit 255";
    let cases = [
        (Some(print), "x".to_owned(), "prepare", "ended with 255"),
        (
            Some("cat; cd /; exit 3"),
            "x".to_owned(),
            "prepare",
            "ended with 3",
        ),
        (None, "no-such-program".to_owned(), "port", "not found"),
        (
            None,
            format!("echo 70000 > {file}; sleep 1000"),
            "port",
            "\"70000\"",
        ),
        (
            None,
            format!("echo 0 > {file}; sleep 1000"),
            "port",
            "no port",
        ),
        (
            None,
            // Long enough that a busy machine has read the port by then.
            format!("echo 1 > {file}; sleep 5; echo gone"),
            "ready",
            "gone",
        ),
    ];
    let cases = cases.iter().enumerate();
    let launches = cases.map(async |(number, (prepare, command, step, said))| {
        let id = format!("s{number}");
        let controller = json!({ "command": command });
        create(
            &reach,
            json!({ "id": id, "controller": controller, "prepare_script": prepare }),
        )
        .await;
        let failed = until(&reach, &id, |session| session["state"] == "failed").await;
        let failure = &failed["failure"];
        assert_eq!(failure["step"], *step, "{failure}");
        assert_eq!(failure["host"], "localhost");
        assert!(
            failure["message"].as_str().unwrap().contains(said),
            "{failure}"
        );
        assert_eq!(failed["controller_may_remain"], json!(false));
    });
    join_all(launches).await;
    let started = Instant::now();
    while running(home.path()).len() > 1 {
        assert!(started.elapsed() < PATIENCE, "{:#?}", running(home.path()));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    terminate(reach).await;
    until_nothing_runs(home.path()).await;
}
