//! Trusting keys that hosts have shown.

use std::sync::Arc;

use reach_logic::KeyType;
use reach_server::ssh::config::Local;
use reach_server::ssh::{Dialer, PROBE_DEADLINE, SshProbe, SshSettings};
use reach_tests::memory_store::{Call, MemoryStore};
use reach_tests::patience::eventually;
use reach_tests::server::TestServer;
use reach_tests::sshd::{Sshd, current_user};
use serde_json::{Value, json};

use crate::operations::post_ssh;
use crate::samples::{PIN, create, get, record_path, settled, ssh};

const OTHER: &str = "SHA256:BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA";

fn key(id: &str, fingerprint: &str) -> Value {
    json!({ "executor_id": id, "fingerprint": fingerprint, "key_algorithm": "ssh-ed25519" })
}

#[tokio::test]
async fn a_host_whose_key_changed_is_tested_trusted_and_reachable_again() {
    let mut sshd = Sshd::start();
    let home = tempfile::tempdir().unwrap();
    let settings = SshSettings {
        local: Local {
            user: current_user(),
            home: home.path().to_owned(),
            ..Local::default()
        },
        data_dir: home.path().to_owned(),
    };
    let probe = SshProbe::with_deadline(Dialer::new(settings), PROBE_DEADLINE);
    let server = TestServer::builder().probe(Arc::new(probe)).start().await;
    let old = sshd.first_fingerprint().to_string();
    let config = json!({
        "host": "127.0.0.1", "port": sshd.port(), "user": sshd.user(),
        "identity_source": "file", "identity_file": sshd.user_key(),
        "host_fingerprint": old, "host_key_algorithm": "ssh-ed25519",
    });
    sshd.stop();
    sshd.replace_host_key(KeyType::EcdsaP256);
    sshd.remove_host_key(KeyType::Ed25519);
    sshd.start_again();
    let body = json!({ "id": "a", "name": "a", "type": "ssh", "config": config });
    create(&server, &body).await;
    let record = settled(&server, "a").await;
    assert_eq!(record["reason"], "host_key", "{record}");

    let report = post_ssh(&server, "test", &config).await;
    assert_eq!(report["reason"], "host_key", "{report}");
    assert_eq!(report["expected"], old);
    let mut socket = server.socket().await;
    let shown = json!([{
        "executor_id": "a",
        "fingerprint": report["fingerprint"],
        "key_algorithm": report["key_algorithm"],
    }]);
    let answer = post_ssh(&server, "trust", &shown).await;
    let trusted = &answer["results"][0];
    assert_eq!(trusted["error"], Value::Null);
    let new = sshd.fingerprint(KeyType::EcdsaP256).to_string();
    let saved = &trusted["executor"]["config"];
    assert_eq!(saved["host_fingerprint"], new);
    assert_eq!(saved["host_key_algorithm"], "ecdsa-sha2-nistp256");
    assert_eq!(
        get(&server, "/api/v1/executors/a").await,
        trusted["executor"]
    );

    let pushed = socket.next_of("executor.updated").await;
    assert_eq!(pushed["payload"]["config"]["host_fingerprint"], new);
    let reset = socket.next_of("executor.reachability.changed").await;
    assert_eq!(reset["payload"]["state"], "unknown");
    assert_eq!(reset["payload"]["consecutive_failures"], 0);
    let probed = socket.next_of("executor.reachability.changed").await;
    assert_eq!(probed["payload"]["state"], "reachable", "{probed}");
    drop(socket);
    server.finish().await;
}

#[tokio::test]
async fn many_are_trusted_at_once_and_one_that_cannot_be_stands_in_no_others_way() {
    let server = TestServer::start().await;
    for id in ["a", "b"] {
        create(&server, &ssh(id)).await;
    }
    let local = json!({ "id": "here", "name": "here", "type": "local" });
    create(&server, &local).await;
    let keys = json!([
        key("b", OTHER),
        key("gone", OTHER),
        key("here", OTHER),
        key("a", OTHER),
    ]);
    let answer = post_ssh(&server, "trust", &keys).await;
    let results = answer["results"].as_array().unwrap();
    let said: Vec<_> = results
        .iter()
        .map(|one| (one["executor_id"].as_str().unwrap(), &one["error"]["type"]))
        .collect();
    assert_eq!(
        said,
        [
            ("b", &Value::Null),
            ("gone", &json!("not-found")),
            ("here", &json!("not-ssh")),
            ("a", &Value::Null),
        ]
    );
    for (id, result) in [("b", &results[0]), ("a", &results[3])] {
        let executor = get(&server, &format!("/api/v1/executors/{id}")).await;
        assert_eq!(executor, result["executor"]);
        assert_eq!(executor["config"]["host_fingerprint"], OTHER);
        assert_eq!(executor["config"]["host_key_algorithm"], "ssh-ed25519");
        eventually("its probe", || async {
            let record = get(&server, &record_path(id)).await;
            (record["state"] == "reachable").then_some(())
        })
        .await;
    }
    let here = get(&server, "/api/v1/executors/here").await;
    assert_eq!(here["config"]["host_fingerprint"], Value::Null);
    server.finish().await;
}

#[tokio::test]
async fn all_are_checked_before_the_first_is_saved() {
    let store = Arc::new(MemoryStore::new());
    let server = TestServer::builder().store(store.clone()).start().await;
    create(&server, &ssh("a")).await;
    let good = key("a", OTHER);
    let many: Vec<Value> = (0..1001).map(|_| good.clone()).collect();
    for (body, errors) in [
        (json!({}), vec![" type"]),
        (json!([]), vec![" out_of_range"]),
        (json!(many), vec![" out_of_range"]),
        (json!([good, 1]), vec!["[1] type"]),
        (
            json!([good, { "executor_id": "a/b", "fingerprint": "SHA256:x", "more": 1 }]),
            vec![
                "[1].executor_id invalid",
                "[1].fingerprint invalid",
                "[1].key_algorithm required",
                "[1].more unknown",
            ],
        ),
        (
            json!([{ "executor_id": 1, "fingerprint": null, "key_algorithm": "ssh-dss" }, good]),
            vec![
                "[0].executor_id type",
                "[0].fingerprint required",
                "[0].key_algorithm invalid",
            ],
        ),
    ] {
        let request = server.request("POST", "/api/v1/ssh/trust").json(&body);
        assert_eq!(request.send().await.field_errors(), errors);
    }
    assert_eq!(store.calls(Call::Save), 0);
    let executor = get(&server, "/api/v1/executors/a").await;
    assert_eq!(executor["config"]["host_fingerprint"], PIN);
    server.finish().await;
}
