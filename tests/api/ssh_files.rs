//! Resolution and import, over files of the test's own.

use std::fs;

use reach_tests::server::TestServer;
use serde_json::{Value, json};

use crate::operations::post_ssh as post;
use crate::samples::{get, write_ssh_file as write};

const KEY: &str =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJJtX2dPXmcPeMeASJbaOUZGYYWnWRdVNBGmsXFEzjuQ";
const FINGERPRINT: &str = "SHA256:gLFOK6PrIXMG0aZFn0AiAWocJCEMSrR8l8/JQP5GtdY";

/// Name, outcome and reason of each host.
fn outcomes(report: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let hosts = report["hosts"].as_array().unwrap().iter();
    hosts
        .map(|host| {
            (
                text(&host["name"]),
                text(&host["outcome"]),
                text(&host["reason"]),
            )
        })
        .collect()
}

fn expected(rows: &[(&str, &str, &str)]) -> Vec<(String, String, String)> {
    let own = |(name, outcome, reason): &(&str, &str, &str)| {
        (
            (*name).to_owned(),
            (*outcome).to_owned(),
            (*reason).to_owned(),
        )
    };
    rows.iter().map(own).collect()
}

#[tokio::test]
async fn a_resolution_shows_each_value_with_its_file_and_line() {
    let server = TestServer::start().await;
    let config = "Host gpu\n  HostName gpu.example\n  Port 2222\n  ProxyJump bob@gate\n  \
                  ForwardAgent yes\nHost gate\n  HostName gate.example\n";
    write(&server, "config", config);
    write(
        &server,
        "known_hosts",
        &format!("[gpu.example]:2222 {KEY}\n"),
    );
    let file = server.home().join(".ssh/config").display().to_string();

    let answer = post(&server, "resolve", &json!({ "target": "eve@gpu" })).await;
    let target = &answer["target"];
    let at = |value: &str, line: u32| json!({ "value": value, "source": "file", "file": file, "line": line });
    assert_eq!(target["host"], at("gpu.example", 2));
    assert_eq!(target["port"]["line"], 3);
    assert_eq!(target["user"]["source"], "given");
    assert_eq!(target["proxy_jump"], at("bob@gate", 4));
    assert_eq!(target["ignored"][0], at("ForwardAgent", 5));
    assert_eq!(
        target["host_keys"],
        json!([{ "fingerprint": FINGERPRINT, "key_algorithm": "ssh-ed25519" }])
    );
    assert_eq!(answer["bastion"]["host"], at("gate.example", 7));
    assert_eq!(answer["bastion"]["user"]["value"], "bob");
    assert_eq!(answer["error"], Value::Null);

    let config = json!({ "host_alias": "gpu", "port": 22, "identity_file": "~/k" });
    let answer = post(&server, "resolve", &config).await;
    let port = &answer["target"]["port"];
    assert_eq!(
        (&port["value"], &port["source"]),
        (&json!(22), &json!("given"))
    );
    server.finish().await;
}

#[tokio::test]
async fn the_keys_of_both_hops_are_those_that_a_dial_would_read() {
    let server = TestServer::start().await;
    let config = "Host gpu\n  HostName gpu.example\n  IdentityFile ~/keys/%h\n  \
                  IdentityFile ~/second\n  IdentitiesOnly yes\n  CertificateFile ~/named\n\
                  Host *\n  IdentityAgent ~/agent\n";
    write(&server, "config", config);
    let home = server.home().display().to_string();
    for certificate in ["own-cert.pub", "second-cert.pub", "named"] {
        fs::write(server.home().join(certificate), "").unwrap();
    }
    let file = format!("{home}/.ssh/config");
    let at = |path: &str, line: u32| {
        let value = format!("{home}/{path}");
        json!({ "value": value, "source": "file", "file": file, "line": line })
    };
    let given = |path: &str| {
        let value = format!("{home}/{path}");
        json!({ "value": value, "source": "given", "file": null, "line": null })
    };

    let answer = post(&server, "resolve", &json!({ "target": "gpu" })).await;
    let target = &answer["target"];
    assert_eq!(
        target["identity_files"],
        json!([at("keys/gpu.example", 3), at("second", 4)])
    );
    assert_eq!(
        target["certificate_files"],
        json!([at("second-cert.pub", 4), at("named", 6)])
    );
    assert_eq!(target["identities_only"]["line"], 5);
    assert_eq!(target["identity_agent"], at("agent", 8));
    assert_eq!(target["identity_source"]["value"], "ssh");

    // An executor's own file is expanded too, and offered to a bastion that has none of its own.
    let body = json!({
        "host": "10.0.0.1", "proxy_jump": "door", "identity_source": "file",
        "identity_file": "~/own",
    });
    write(&server, "config", "Host door\n  HostName door.example\n");
    let answer = post(&server, "resolve", &body).await;
    let target = &answer["target"];
    assert_eq!(target["identity_files"], json!([given("own")]));
    assert_eq!(target["certificate_files"], json!([given("own-cert.pub")]));
    assert_eq!(target["identity_source"]["value"], "file");
    assert_eq!(target["identity_source"]["source"], "given");
    let files = answer["bastion"]["identity_files"].as_array().unwrap();
    assert_eq!(files[0], given("own"));
    assert_eq!(files[1]["source"], "default");
    assert!(files.len() > 2);

    // Of an agent that may offer everything, no file is read.
    let body = json!({ "host_alias": "door", "identity_source": "agent" });
    let answer = post(&server, "resolve", &body).await;
    assert_eq!(answer["target"]["identity_source"]["value"], "agent");
    assert_eq!(answer["target"]["identity_files"], json!([]));
    server.finish().await;
}

#[tokio::test]
async fn what_does_not_resolve_is_an_answer_and_what_cannot_be_meant_is_none() {
    let server = TestServer::start().await;
    write(&server, "config", "Host gpu\n  ProxyCommand nc\n");
    let answer = post(&server, "resolve", &json!({ "target": "gpu" })).await;
    assert_eq!(answer["target"], Value::Null);
    assert_eq!(answer["error"]["line"], 2);
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(
        message.contains("ProxyCommand is not supported"),
        "{message}"
    );
    for body in [json!({}), json!({ "host_alias": "unknown" })] {
        let answer = post(&server, "resolve", &body).await;
        assert!(answer["error"]["message"].is_string(), "{body}");
    }
    for body in [
        json!({ "target": 1 }),
        json!({ "target": "x", "host": "y" }),
        json!({ "nonsense": 1 }),
        json!([]),
    ] {
        let request = server.request("POST", "/api/v1/ssh/resolve").json(&body);
        assert_eq!(request.send().await.status, 422, "{body}");
    }
    let body = json!({ "port": 0 });
    let request = server.request("POST", "/api/v1/ssh/resolve").json(&body);
    assert_eq!(request.send().await.field_errors(), ["port out_of_range"]);
    server.finish().await;
}

#[tokio::test]
async fn an_import_makes_executors_once() {
    let server = TestServer::start().await;
    let config = "Host gpu\n  HostName gpu.example\nHost web www\n  HostName web.example\n\
                  Host *.example !x\n  User eve\n";
    write(&server, "config", config);
    write(
        &server,
        "known_hosts",
        &format!("junk\ngpu.example {KEY}\n"),
    );
    let first = expected(&[
        ("gpu", "created", ""),
        ("web", "created", "no-known-key"),
        ("www", "merged", "same-host"),
        ("*.example", "skipped", "wildcard"),
        ("!x", "skipped", "wildcard"),
    ]);

    let dry = post(&server, "import", &json!({ "dry_run": true })).await;
    assert_eq!(outcomes(&dry), first);
    assert_eq!(get(&server, "/api/v1/executors").await, json!([]));

    let done = post(&server, "import", &json!({})).await;
    assert_eq!(outcomes(&done), first);
    let warning = done["warnings"][0].as_str().unwrap();
    assert!(warning.contains("known_hosts line 1"), "{warning}");
    let executors = get(&server, "/api/v1/executors").await;
    let gpu = &executors[0];
    assert_eq!(gpu["id"], done["hosts"][0]["executor_id"]);
    assert_eq!(gpu["name"], "gpu");
    assert_eq!(gpu["config"]["host_alias"], "gpu");
    assert_eq!(gpu["config"]["host"], Value::Null);
    assert_eq!(gpu["config"]["identity_file"], Value::Null);
    assert_eq!(gpu["config"]["host_fingerprint"], FINGERPRINT);
    assert_eq!(gpu["config"]["host_key_algorithm"], "ssh-ed25519");

    let again = post(&server, "import", &json!({})).await;
    let all_skipped = again["hosts"].as_array().unwrap().iter();
    assert!(
        all_skipped
            .into_iter()
            .all(|host| host["outcome"] == "skipped"),
        "{again}"
    );
    assert_eq!(get(&server, "/api/v1/executors").await, executors);

    // A key that came on record later completes what is there.
    write(&server, "known_hosts", &format!("web.example {KEY}\n"));
    let later = post(&server, "import", &json!({})).await;
    assert_eq!(later["hosts"][1]["outcome"], "merged", "{later}");
    let executors = get(&server, "/api/v1/executors").await;
    assert_eq!(executors[1]["config"]["host_fingerprint"], FINGERPRINT);
    server.finish().await;
}

#[tokio::test]
async fn texts_that_are_sent_stand_in_for_the_servers_files() {
    let server = TestServer::start().await;
    write(&server, "config", "Host own\n");
    let body = json!({
        "ssh_config": "Include /etc/hosts\nHost sent\n  HostName 10.1.2.3\n  User eve\n",
        "known_hosts": format!("10.1.2.3 {KEY}\n"),
    });
    let report = post(&server, "import", &body).await;
    assert_eq!(outcomes(&report), expected(&[("sent", "created", "")]));
    let warning = report["warnings"][0].as_str().unwrap();
    assert!(warning.contains("line 1"), "{warning}");
    let executors = get(&server, "/api/v1/executors").await;
    let config = &executors[0]["config"];
    assert_eq!(
        (&config["host"], &config["user"]),
        (&json!("10.1.2.3"), &json!("eve"))
    );
    assert_eq!(config["host_alias"], Value::Null);
    assert_eq!(config["host_fingerprint"], FINGERPRINT);
    server.finish().await;
}

#[tokio::test]
async fn files_that_cannot_be_read_are_named() {
    let server = TestServer::start().await;
    fs::create_dir_all(server.home().join(".ssh/known_hosts")).unwrap();
    let request = server
        .request("POST", "/api/v1/ssh/import")
        .json(&json!({}));
    let refused = request.send().await;
    assert_eq!(refused.status, 422);
    let error = &refused.json()["errors"][0];
    assert_eq!(error["field"], "known_hosts");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("is a directory"), "{message}");
    server.finish().await;
}
