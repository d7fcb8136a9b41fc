//! Nothing faked: the whole server over a SQLite file, probing real servers on loopback.

use std::sync::Arc;
use std::time::Duration;

use reach_logic::{KeyType, UnixMicros};
use reach_server::ssh::config::Local;
use reach_server::ssh::{Dialer, SshProbe, SshSettings};
use reach_server::store::{self, Holder, StoreLocation};
use reach_tests::fakes::{Behaviour, Fake};
use reach_tests::ports::free_port;
use reach_tests::server::TestServer;
use reach_tests::socket::Socket;
use reach_tests::sshd::{Sshd, current_user};
use serde_json::json;
use tempfile::TempDir;

use crate::samples::{create, get, probe_path, record_path, settled};

/// For the one host that says nothing; the others answer at once.
const DEADLINE: Duration = Duration::from_secs(3);

struct Whole {
    server: TestServer,
    socket: Socket,
    _dir: TempDir,
}

/// One host, and what is known of it once its state has settled.
struct Row<'a> {
    id: &'static str,
    sshd: &'a Sshd,
    port: u16,
    pinned: KeyType,
    reason: &'static str,
    /// Until the state is certain (R4).
    probes: u64,
}

impl Whole {
    async fn start() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let location = StoreLocation::Sqlite(dir.path().join("reach.db"));
        let holder = Holder::this_process("here", UnixMicros::new(0));
        let store = store::open(&location, &holder).await.unwrap();
        let settings = SshSettings {
            local: Local {
                user: current_user(),
                home: dir.path().to_owned(),
                ..Local::default()
            },
            data_dir: dir.path().to_owned(),
        };
        let probe = SshProbe::with_deadline(Dialer::new(settings), DEADLINE);
        let builder = TestServer::builder().store(store).probe(Arc::new(probe));
        let server = builder.start().await;
        let socket = server.socket().await;
        Self {
            server,
            socket,
            _dir: dir,
        }
    }

    async fn check(&mut self, row: &Row<'_>) {
        let id = row.id;
        let (state, outcome) = match row.reason {
            "" => ("reachable", "reachable"),
            reason => ("unreachable", reason),
        };
        let completed = format!("probe_total{{outcome=\"{outcome}\"}}");
        let moved = format!("state_transitions_total{{to=\"{state}\"}}");
        let before = (self.metric(&completed).await, self.metric(&moved).await);

        self.create(row).await;
        settled(&self.server, id).await;
        for _ in 1..row.probes {
            let answer = self.server.request("POST", &probe_path(id)).send().await;
            assert_eq!(answer.status, 200, "{id}: {}", answer.text());
            assert_eq!(answer.json()["persisted"], true, "{id}");
        }

        let record = get(&self.server, &record_path(id)).await;
        let failures = if row.reason.is_empty() { 0 } else { row.probes };
        let known = ["state", "reason", "consecutive_failures"].map(|member| &record[member]);
        let expected = [json!(state), json!(row.reason), json!(failures)];
        assert_eq!(known, expected.each_ref(), "{record}");
        let after = (self.metric(&completed).await, self.metric(&moved).await);
        assert_eq!(after, (before.0 + row.probes, before.1 + 1), "{id}");
        loop {
            let pushed = self.socket.next_of("executor.reachability.changed").await;
            let pushed = &pushed["payload"];
            assert_eq!(pushed["executor_id"], id);
            if pushed["state"] == state {
                assert_eq!(pushed["reason"], row.reason, "{id}");
                break;
            }
        }
    }

    async fn create(&self, row: &Row<'_>) {
        let body = json!({
            "id": row.id, "name": row.id, "type": "ssh",
            "config": {
                "host": "127.0.0.1", "port": row.port, "user": row.sshd.user(),
                "identity_source": "file", "identity_file": row.sshd.user_key(),
                "host_fingerprint": row.sshd.fingerprint(row.pinned),
            },
        });
        create(&self.server, &body).await;
    }

    async fn metric(&self, series: &str) -> u64 {
        let text = self.server.request("GET", "/metrics").send().await.text();
        let series = format!("executor_ssh_reachability_{series} ");
        let value = text.lines().find_map(|line| line.strip_prefix(&series));
        let value = value.unwrap_or_else(|| panic!("no {series}in {text}"));
        value.parse().unwrap()
    }
}

// covers: SSH-REACHABILITY-001.4, SSH-REACHABILITY-001.7
#[tokio::test]
async fn every_kind_of_host_is_told_from_the_others_on_every_surface() {
    let healthy = Sshd::start();
    let three = Sshd::builder()
        .host_key(KeyType::Ed25519)
        .host_key(KeyType::EcdsaP256)
        .host_key(KeyType::Rsa)
        .start();
    let (replaced, locked) = (Sshd::start(), Sshd::start());
    locked.revoke_user();
    let silent = Fake::start(Behaviour::Silent);
    let web = Fake::start(Behaviour::http());

    let mut whole = Whole::start().await;
    let row = |id, sshd, port, reason, probes| Row {
        id,
        sshd,
        port,
        pinned: KeyType::Ed25519,
        reason,
        probes,
    };
    for row in [
        row("healthy", &healthy, healthy.port(), "", 1),
        Row {
            pinned: KeyType::Rsa,
            ..row("rsa", &three, three.port(), "", 1)
        },
        row("replaced", &healthy, replaced.port(), "host_key", 1),
        row("locked", &locked, locked.port(), "auth", 2),
        row("nothing", &healthy, free_port(), "network", 2),
        row("web", &healthy, web.port(), "unknown", 2),
        row("silent", &healthy, silent.port(), "timeout", 2),
    ] {
        whole.check(&row).await;
    }
    let rsa = get(&whole.server, "/api/v1/executors/rsa").await;
    assert_eq!(rsa["config"]["host_key_algorithm"], KeyType::Rsa.token());

    for sshd in [&healthy, &three] {
        let log = sshd.wait_for_log("Disconnected from user").await;
        assert!(log.contains("Received disconnect from 127.0.0.1"), "{log}");
        for trace in ["Starting session", "channel 0: new", "reset by"] {
            assert!(!log.contains(trace), "{trace} in {log}");
        }
    }
    for sshd in [&replaced, &locked] {
        assert!(!sshd.log().contains("Accepted"), "{}", sshd.log());
    }
    drop(whole.socket);
    whole.server.finish().await;
}
