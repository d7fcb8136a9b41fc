//! The probe as a whole, against real servers.

use std::time::{Duration, Instant};

use reach_logic::{ConnectionConfig, IdentitySource, KeyType, Reason};
use reach_server::ssh::config::Naming;
use reach_server::ssh::{PROBE_DEADLINE, Probe as _, SshProbe, SshSettings};
use reach_tests::fakes::{Behaviour, Fake};
use reach_tests::keys::generate_key;
use reach_tests::leak::Leak;
use reach_tests::sshd::{Sshd, executor};
use tokio_util::sync::CancellationToken;

use crate::rig::{Rig, reached, reason, sockets_to};

// covers: SSH-REACHABILITY-001.4
#[tokio::test]
async fn a_healthy_host_is_reached_without_a_command_and_left_politely() {
    let sshd = Sshd::start();
    let leak = Leak::watch();
    let report = Rig::new().probe(&sshd.executor("a")).await;
    assert_eq!(report, reached(KeyType::Ed25519));
    assert_eq!(sockets_to(sshd.port()), 0);
    leak.finish().await;

    let log = sshd.wait_for_log("Disconnected from user").await;
    assert!(log.contains("Received disconnect from 127.0.0.1"), "{log}");
    assert!(log.contains("remote software version Reach_"), "{log}");
    for trace in [
        "Starting session",
        "channel 0: new",
        "error:",
        "reset by",
        "Broken pipe",
    ] {
        assert!(!log.contains(trace), "{trace} in {log}");
    }
}

// covers: SSH-REACHABILITY-001.4
#[tokio::test]
async fn many_probes_leave_nothing_behind() {
    let sshd = Sshd::start();
    let rig = Rig::new();
    let leak = Leak::watch();
    for _ in 0..50 {
        let report = rig.probe(&sshd.executor("a")).await;
        assert_eq!(report, reached(KeyType::Ed25519));
    }
    assert_eq!(sockets_to(sshd.port()), 0);
    leak.finish().await;
}

// covers: SSH-REACHABILITY-001.6
#[tokio::test]
async fn what_cannot_be_dialled_is_never_dialled() {
    let nobody = Fake::start(Behaviour::Silent);
    let sshd = Sshd::start();
    let healthy = ConnectionConfig {
        port: Some(nobody.port()),
        ..sshd.connection()
    };
    let no_host = ConnectionConfig {
        host: None,
        ..healthy.clone()
    };
    let no_pin = ConnectionConfig {
        host_fingerprint: None,
        ..healthy.clone()
    };
    let rig = Rig::new();
    for (connection, host, says) in [
        (no_host, "", "no host"),
        (no_pin, "127.0.0.1", "not trusted yet"),
    ] {
        let report = rig.probe(&executor("a", connection, None)).await;
        assert_eq!(reason(&report), Some(Reason::Config), "{report:?}");
        assert_eq!(report.host, host);
        let message = report.failure.unwrap().message;
        assert!(message.contains(says), "{message}");
    }
    assert_eq!(nobody.accepted(), 0, "something was dialled");
}

#[tokio::test]
async fn servers_with_unusual_algorithms_are_reached() {
    let rig = Rig::new();
    for line in [
        "KexAlgorithms ecdh-sha2-nistp256",
        "KexAlgorithms ecdh-sha2-nistp384",
        "KexAlgorithms ecdh-sha2-nistp521",
        "KexAlgorithms diffie-hellman-group14-sha256",
        "KexAlgorithms diffie-hellman-group-exchange-sha256",
        "Ciphers aes128-gcm@openssh.com",
        "Ciphers chacha20-poly1305@openssh.com",
        "Ciphers aes128-ctr",
    ] {
        let sshd = Sshd::builder().config(line).start();
        let report = rig.probe(&sshd.executor("a")).await;
        assert_eq!(report, reached(KeyType::Ed25519), "{line}");
    }
}

#[tokio::test]
async fn a_host_that_comes_back_is_reached_again() {
    let mut sshd = Sshd::start();
    let rig = Rig::new();
    let executor = sshd.executor("a");
    sshd.stop();
    assert_eq!(reason(&rig.probe(&executor).await), Some(Reason::Network));
    sshd.start_again();
    assert_eq!(reason(&rig.probe(&executor).await), None);
}

// covers: SSH-REACHABILITY-001.8
#[tokio::test]
async fn the_real_deadline_is_ten_seconds() {
    let silent = Fake::start(Behaviour::Silent);
    let home = tempfile::tempdir().unwrap();
    let key = home.path().join("key");
    generate_key(&key, KeyType::Ed25519);
    let prober = SshProbe::new(SshSettings::from_environment(home.path().to_owned()));
    let connection = ConnectionConfig {
        host: Some("127.0.0.1".to_owned()),
        port: Some(silent.port()),
        identity_source: Some(IdentitySource::File),
        identity_file: Some(key.display().to_string()),
        host_fingerprint: Some(Sshd::start().first_fingerprint()),
        ..ConnectionConfig::default()
    };
    let started = Instant::now();
    let nobody = CancellationToken::new();
    let report = prober
        .probe_config(&connection, Naming::Alias, None, &nobody)
        .await
        .unwrap();
    let took = started.elapsed();
    assert_eq!(reason(&report), Some(Reason::Timeout), "{report:?}");
    assert_eq!(PROBE_DEADLINE, Duration::from_secs(10));
    assert!(took >= PROBE_DEADLINE, "{took:?}");
    assert!(
        took <= PROBE_DEADLINE + Duration::from_millis(500),
        "{took:?}"
    );
}

#[tokio::test]
async fn a_cancelled_probe_ends_at_once_and_leaves_nothing() {
    let sshd = Sshd::start();
    let silent = Fake::start(Behaviour::Silent);
    let mute = Fake::start(Behaviour::identify_and_say(b""));
    let rig = Rig::new();
    for (name, port) in [("silent", silent.port()), ("mute", mute.port())] {
        let connection = ConnectionConfig {
            port: Some(port),
            ..sshd.connection()
        };
        let executor = executor("a", connection, None);
        let leak = Leak::watch();
        let cancel = CancellationToken::new();
        let prober = rig.prober();
        let mut probe = Box::pin(prober.probe(&executor, &cancel));
        let moment = Duration::from_millis(200);
        assert!(tokio::time::timeout(moment, &mut probe).await.is_err());
        assert_eq!(sockets_to(port), 1, "{name}: the connection is under way");

        let started = Instant::now();
        cancel.cancel();
        assert!(probe.await.is_err(), "{name}");
        assert!(started.elapsed() < Duration::from_secs(1), "{name}");
        assert_eq!(sockets_to(port), 0, "{name}");
        leak.finish().await;
    }
}

#[tokio::test]
async fn a_dropped_probe_leaves_nothing() {
    let sshd = Sshd::start();
    let mute = Fake::start(Behaviour::identify_and_say(b""));
    let connection = ConnectionConfig {
        port: Some(mute.port()),
        ..sshd.connection()
    };
    let executor = executor("a", connection, None);
    let leak = Leak::watch();
    let (rig, cancel) = (Rig::new(), CancellationToken::new());
    let prober = rig.prober();
    let probe = prober.probe(&executor, &cancel);
    let moment = Duration::from_millis(200);
    assert!(tokio::time::timeout(moment, probe).await.is_err());
    assert_eq!(
        sockets_to(mute.port()),
        0,
        "the socket goes with the future"
    );
    leak.finish().await;
}

// covers: SSH-REACHABILITY-001.4
#[tokio::test]
async fn a_server_that_wedges_after_the_login_is_closed_all_the_same() {
    let sshd = Sshd::start();
    let rig = Rig::new();
    let leak = Leak::watch();
    let connected = rig.connect(&sshd.connection()).await;
    sshd.freeze_connections();
    let started = Instant::now();
    connected.close().await;
    assert!(
        started.elapsed() < Duration::from_secs(1),
        "{:?}",
        started.elapsed()
    );
    assert_eq!(sockets_to(sshd.port()), 0);
    leak.finish().await;
}
