//! The probe against real servers.

use std::time::{Duration, Instant};

use reach_logic::{ConnectionConfig, Executor, KeyType, Reason};
use reach_server::ssh::{Dialer, Probe as _, ProbeReport, SshProbe, SshSettings};
use reach_tests::sshd::{Sshd, executor, free_port};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

struct Harness {
    _home: TempDir,
    probe: SshProbe,
}

impl Harness {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let settings = SshSettings {
            home: Some(home.path().to_owned()),
            local_user: Some("nobody-in-particular".to_owned()),
            agent_socket: None,
            data_dir: home.path().join("reach"),
        };
        Self {
            _home: home,
            probe: SshProbe::with_deadline(Dialer::new(settings), Duration::from_secs(5)),
        }
    }

    async fn probe(&self, executor: &Executor) -> ProbeReport {
        self.probe
            .probe(executor, &CancellationToken::new())
            .await
            .expect("nobody cancels")
    }
}

fn reason(report: &ProbeReport) -> Option<Reason> {
    report.failure.as_ref().map(|failure| failure.reason)
}

fn message(report: &ProbeReport) -> &str {
    report
        .failure
        .as_ref()
        .map_or("", |failure| &failure.message)
}

// covers: SSH-REACHABILITY-001.4
#[tokio::test]
async fn a_healthy_host_is_reached_without_a_command_and_left_politely() {
    let sshd = Sshd::start();
    let report = Harness::new().probe(&sshd.executor("a")).await;

    let expected = ProbeReport {
        host: "127.0.0.1".to_owned(),
        failure: None,
        key_type: Some(KeyType::Ed25519),
    };
    assert_eq!(report, expected);
    let log = sshd.wait_for_log("Disconnected from user").await;
    assert!(log.contains("Received disconnect from 127.0.0.1"), "{log}");
    assert!(log.contains("remote software version Reach_"), "{log}");
    for trace in [
        "Starting session",
        "channel 0: new",
        "error:",
        "Connection reset",
    ] {
        assert!(!log.contains(trace), "{trace} in {log}");
    }
}

#[tokio::test]
async fn nothing_behind_the_port_is_a_network_failure_at_once() {
    let sshd = Sshd::start();
    let connection = ConnectionConfig {
        port: Some(free_port()),
        ..sshd.connection()
    };
    let started = Instant::now();
    let report = Harness::new().probe(&executor("a", connection, None)).await;
    assert_eq!(reason(&report), Some(Reason::Network), "{report:?}");
    assert!(
        message(&report).contains("connection refused"),
        "{report:?}"
    );
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[tokio::test]
async fn a_revoked_key_is_an_auth_failure() {
    let sshd = Sshd::start();
    sshd.revoke_user();
    let report = Harness::new().probe(&sshd.executor("a")).await;
    assert_eq!(reason(&report), Some(Reason::Auth), "{report:?}");
}
