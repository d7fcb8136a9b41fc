//! Many hosts: what a stock server takes, and what its log shows.

use futures_util::{StreamExt as _, stream};
use reach_logic::{ConnectionConfig, Executor};
use reach_tests::leak::Leak;
use reach_tests::sshd::{Sshd, executor};

use crate::rig::{PATIENT, Rig, sockets_to};

/// As many probes at once as Reach makes.
const AT_ONCE: usize = 4;

/// What fail2ban's sshd filter, in its aggressive mode, counts as a failed attempt, and the words
/// around it.
const SUSPICIOUS: [&str; 13] = [
    "Authentication fail",
    "Bad protocol version",
    "Connection closed by",
    "Connection reset by",
    "Did not receive identification",
    "Failed ",
    "Invalid user",
    "Too many authentication failures",
    "Unable to negotiate",
    "banner exchange",
    "error:",
    "kex_exchange_identification",
    "not allowed because",
];

async fn failures(rig: &Rig, executors: &[Executor]) -> Vec<String> {
    let prober = rig.prober();
    let reports = stream::iter(executors).map(|executor| rig.probe_with(&prober, executor));
    let reports = reports.buffer_unordered(AT_ONCE).collect::<Vec<_>>().await;
    let failures = reports.into_iter().filter_map(|report| report.failure);
    failures.map(|failure| failure.message).collect()
}

#[tokio::test]
async fn fifty_targets_behind_one_stock_bastion_are_all_reached() {
    // The limits of sshd's own default configuration.
    let bastion = Sshd::builder()
        .config("MaxStartups 10:30:100")
        .config("MaxSessions 10")
        .start();
    let target = Sshd::start();
    bastion.authorize(&target.user_key().with_extension("pub"));
    let connection = ConnectionConfig {
        proxy_jump: Some(format!("{}@127.0.0.1:{}", bastion.user(), bastion.port())),
        ..target.connection()
    };
    let rig = Rig::with_deadline(3 * PATIENT);
    let executors: Vec<_> = (0..50)
        .map(|nth| executor(&format!("e{nth}"), connection.clone(), None))
        .collect();
    let leak = Leak::watch();
    for _ in 0..3 {
        assert_eq!(failures(&rig, &executors).await, Vec::<String>::new());
    }
    assert_eq!(sockets_to(bastion.port()), 0);
    leak.finish().await;
}

#[tokio::test]
async fn healthy_probes_look_like_no_attack() {
    const PROBES: usize = 100;
    // What a server logs by default, and what fail2ban reads.
    let sshd = Sshd::builder().config("LogLevel VERBOSE").start();
    let rig = Rig::with_deadline(3 * PATIENT);
    let executors: Vec<_> = (0..PROBES)
        .map(|nth| sshd.executor(&format!("e{nth}")))
        .collect();
    assert_eq!(failures(&rig, &executors).await, Vec::<String>::new());
    let log = sshd.log();
    assert_eq!(log.matches("Accepted publickey").count(), PROBES);
    for line in log.lines() {
        let suspicious = SUSPICIOUS.iter().any(|sign| line.contains(sign));
        assert!(!suspicious, "{line}");
    }
}
