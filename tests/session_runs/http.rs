//! Sessions over HTTP, the push socket and the command line.

use std::process::Stdio;

use reach_logic::{ReachabilityRecord, Reason, State};
use reach_tests::binary;
use reach_tests::server::TestServer;
use serde_json::{Value, json};
use tokio::process::Command;
use tokio_tungstenite::tungstenite::Message;

use crate::rig::{GREETER, PATIENCE, Rig, greeting, now};

async fn server(rig: &Rig) -> TestServer {
    TestServer::builder().store(rig.store.clone()).start().await
}

fn body(command: &str) -> Value {
    json!({
        "id": "s1",
        "executor_id": "gpu",
        "controller": { "command": command, "port": 0 },
        "env": { "GREETING": "you" },
    })
}

async fn ask(server: &TestServer, method: &str, path: &str) -> (u16, Value) {
    let response = server.request(method, path).send().await;
    let text = response.text();
    (
        response.status,
        serde_json::from_str(&text).unwrap_or_default(),
    )
}

async fn start(server: &TestServer, body: &Value) -> (u16, Value) {
    let response = server
        .request("POST", "/api/v1/sessions")
        .json(body)
        .send()
        .await;
    (response.status, response.json())
}

async fn until(server: &TestServer, state: &str) -> Value {
    let started = std::time::Instant::now();
    loop {
        let (_, session) = ask(server, "GET", "/api/v1/sessions/s1").await;
        if session["state"] == state {
            return session;
        }
        assert!(started.elapsed() < PATIENCE, "{session}");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

fn port_of(session: &Value) -> Option<u16> {
    session["local_port"]
        .as_u64()
        .and_then(|port| port.try_into().ok())
}

#[tokio::test]
async fn a_session_from_start_to_removal_over_http() {
    let rig = Rig::new().await;
    let server = server(&rig).await;
    let mut socket = server.socket().await;
    let response = server
        .request("POST", "/api/v1/sessions")
        .json(&body(GREETER))
        .send()
        .await;
    assert_eq!(response.status, 202, "{}", response.text());
    let location = response.headers.iter().find(|(name, _)| name == "location");
    assert_eq!(location.expect("a location").1, "/api/v1/sessions/s1");
    assert_eq!(response.json()["state"], "starting");
    loop {
        let pushed = socket.next_of("session.updated").await;
        assert_eq!(pushed["payload"]["id"], "s1");
        if pushed["payload"]["state"] == "running" {
            break;
        }
    }
    let running = until(&server, "running").await;
    assert_eq!(greeting(port_of(&running)).await, "hello you");
    assert_eq!(
        start(&server, &body("exit 1")).await,
        (200, running.clone()),
        "a reuse"
    );
    for (path, count) in [("", 1), ("?executor_id=gpu", 1), ("?executor_id=other", 0)] {
        let (_, list) = ask(&server, "GET", &format!("/api/v1/sessions{path}")).await;
        assert_eq!(list.as_array().unwrap().len(), count, "{path}");
    }
    let (_, status) = ask(&server, "GET", "/api/v1/sessions/s1/status").await;
    assert_eq!(
        (&status["state"], &status["error"]),
        (&json!("running"), &Value::Null)
    );
    let (code, problem) = ask(&server, "DELETE", "/api/v1/sessions/s1").await;
    assert_eq!((code, &problem["type"]), (409, &json!("running")));
    let (code, problem) = ask(&server, "POST", "/api/v1/sessions/s1/reset").await;
    assert_eq!((code, &problem["type"]), (409, &json!("no-broker")));
    let off = server
        .request("PATCH", "/api/v1/executors/gpu")
        .json(&json!({ "status": "inactive" }));
    let off = off.send().await;
    assert_eq!(
        (off.status, &off.json()["type"]),
        (409, &json!("has-sessions"))
    );
    let (code, stopped) = ask(&server, "POST", "/api/v1/sessions/s1/stop").await;
    assert_eq!(
        (code, &stopped["state"]),
        (200, &json!("stopped")),
        "{stopped}"
    );
    let (code, problem) = start(&server, &body(GREETER)).await;
    assert_eq!((code, &problem["type"]), (409, &json!("exists")));
    let (code, problem) = ask(&server, "POST", "/api/v1/sessions/s1/resume").await;
    assert_eq!((code, &problem["type"]), (409, &json!("not-resumable")));
    assert_eq!(ask(&server, "DELETE", "/api/v1/sessions/s1").await.0, 204);
    for (method, path) in [
        ("GET", ""),
        ("GET", "/status"),
        ("POST", "/stop"),
        ("DELETE", ""),
    ] {
        let (code, problem) = ask(&server, method, &format!("/api/v1/sessions/s1{path}")).await;
        assert_eq!(
            (code, &problem["title"]),
            (404, &json!("No such session")),
            "{method} {path}"
        );
    }
    rig.until_no_process().await;
    drop(socket);
    server.finish().await;
}

#[tokio::test]
async fn what_cannot_be_meant_is_refused_field_by_field() {
    let rig = Rig::new().await;
    let server = server(&rig).await;
    let wrong = json!({
        "id": "no id",
        "controller": { "command": " ", "port": 70000, "workdir": "a\nb", "more": 1 },
        "prepare_script": "x".repeat((256 << 10) + 1),
        "cleanup_script": "a\u{0}b",
        "env": { "1A": "x", "REACH_PORT_FILE": "x", "A": 1 },
        "credential_broker_url": "ftp://broker",
        "odd": true,
    });
    let (code, problem) = start(&server, &wrong).await;
    assert_eq!(code, 422);
    let mut fields: Vec<&str> = problem["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["field"].as_str().unwrap())
        .collect();
    fields.sort_unstable();
    let expected = [
        "cleanup_script",
        "controller.command",
        "controller.more",
        "controller.port",
        "controller.workdir",
        "credential_broker_url",
        "env",
        "env",
        "env.A",
        "executor_id",
        "id",
        "odd",
        "prepare_script",
    ];
    assert_eq!(fields, expected, "{problem}");
    let (code, problem) = start(
        &server,
        &json!({ "executor_id": "never", "controller": { "command": "x" } }),
    )
    .await;
    assert_eq!((code, &problem["type"]), (404, &json!("not-found")));
    assert_eq!(ask(&server, "GET", "/api/v1/sessions").await.1, json!([]));
    server.finish().await;
}

// covers: SSH-REACHABILITY-003.2, SSH-REACHABILITY-003.3
#[tokio::test]
async fn a_launch_warning_is_pushed_to_subscribers_alone_and_replayed_to_later_ones() {
    let mut rig = Rig::new().await;
    rig.store.put_record(ReachabilityRecord {
        executor_id: "gpu".parse().unwrap(),
        state: State::Unreachable,
        reason: Some(Reason::Network),
        message: "no route".to_owned(),
        consecutive_failures: 3,
        host: "10.0.0.5".to_owned(),
        config_digest: "d".to_owned(),
        checked_at: Some(now()),
        last_success_at: None,
        updated_at: now(),
    });
    rig.sshd.stop();
    let server = server(&rig).await;
    let subscription =
        Message::text(json!({ "type": "subscribe", "session_id": "s1" }).to_string());
    let mut follower = server.socket().await;
    follower.send(subscription.clone()).await;
    let mut stranger = server.socket().await;
    assert_eq!(start(&server, &body(GREETER)).await.0, 202);
    let warning = follower.next_of("session.launch.warning").await;
    let failed = until(&server, "failed").await;
    assert_eq!(failed["launch_warning"], warning["payload"]);
    assert_eq!(failed["failure"]["reason"], "network");
    assert_eq!(failed["failure"]["host"], "127.0.0.1");
    // What the stranger got by now is everything that it will get.
    server
        .events()
        .publish(reach_server::events::Event::ExecutorDeleted(
            "mark".parse().unwrap(),
        ));
    loop {
        let message = stranger.next().await;
        assert_ne!(message["type"], "session.launch.warning");
        if message["type"] == "executor.deleted" {
            break;
        }
    }
    stranger.send(subscription).await;
    let replayed = stranger.next_of("session.launch.warning").await;
    assert_eq!(replayed["payload"], warning["payload"]);
    drop((follower, stranger));
    server.finish().await;
}

#[tokio::test]
async fn the_command_starts_lists_and_stops_sessions() {
    let rig = Rig::new().await;
    let server = server(&rig).await;
    let reach = |arguments: Vec<&str>| {
        let mut command = Command::new(binary::path());
        command
            .arg("sessions")
            .args(arguments)
            .arg("--data-dir")
            .arg(server.data_dir())
            .args(["--server", &format!("http://{}", server.address())])
            .env("GREETING", "me")
            .stdin(Stdio::null());
        async move {
            let output = tokio::time::timeout(PATIENCE, command.output()).await;
            let output = output.expect("it ends").unwrap();
            let text = |bytes| String::from_utf8(bytes).unwrap();
            (
                output.status.code(),
                text(output.stdout),
                text(output.stderr),
            )
        }
    };
    let start = vec![
        "start", "gpu", GREETER, "--id", "s1", "--name", "A name", "--env", "GREETING",
    ];
    let (code, line, errors) = reach(start).await;
    assert_eq!(code, Some(0), "{errors}");
    let fields: Vec<&str> = line.trim().split('\t').collect();
    assert_eq!(
        (fields[0], fields[1], fields[2], fields[3], fields[5]),
        ("s1", "running", "up", "127.0.0.1", "A name")
    );
    assert_eq!(greeting(fields[4].parse().ok()).await, "hello me");
    assert_eq!(reach(vec!["list"]).await.1, line);
    assert!(reach(vec!["list", "--json"]).await.1.starts_with('['));
    assert_eq!(reach(vec!["resume", "s1"]).await.1, line);
    assert_eq!(reach(vec!["logs", "s1", "--tail", "5"]).await.0, Some(0));
    let (code, _, errors) = reach(vec!["reset", "s1"]).await;
    assert_eq!(code, Some(1));
    assert!(errors.contains("no credential broker"), "{errors}");
    let (code, line, _) = reach(vec!["stop", "s1"]).await;
    assert_eq!(code, Some(0));
    assert!(line.starts_with("s1\tstopped\tnone\t"), "{line}");
    let (code, _, errors) = reach(vec!["start", "gpu", "exit 3", "--id", "s2"]).await;
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("the session failed: 127.0.0.1: "),
        "{errors}"
    );
    let (code, _, errors) = reach(vec!["start", "nowhere", "x"]).await;
    assert_eq!(code, Some(2));
    assert!(errors.contains("nowhere"), "{errors}");
    server.finish().await;
    rig.until_no_process().await;
}
