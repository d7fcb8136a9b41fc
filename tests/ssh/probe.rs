//! The probe as a whole, against real servers.

use std::time::{Duration, Instant};

use reach_logic::{ConnectionConfig, Executor, IdentitySource, KeyType, Reason};
use reach_server::ssh::config::Naming;
use reach_server::ssh::{PROBE_DEADLINE, Probe as _, ProbeReport, SshProbe, SshSettings};
use reach_tests::fakes::{Behaviour, Fake};
use reach_tests::keys::generate_key;
use reach_tests::leak::Leak;
use reach_tests::sshd::{Sshd, executor};
use tokio_util::sync::CancellationToken;

use crate::rig::{Rig, sockets_to};

fn reached(kind: KeyType) -> ProbeReport {
    ProbeReport {
        host: "127.0.0.1".to_owned(),
        failure: None,
        key_type: Some(kind),
    }
}

fn reason(report: &ProbeReport) -> Option<Reason> {
    report.failure.as_ref().map(|failure| failure.reason)
}

/// An executor for the server, pinned to its key of this type.
fn pinned_to(sshd: &Sshd, kind: KeyType, known: Option<KeyType>) -> Executor {
    let connection = ConnectionConfig {
        host_fingerprint: Some(sshd.fingerprint(kind)),
        ..sshd.connection()
    };
    executor("a", connection, known)
}

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

// covers: SSH-REACHABILITY-001.7
#[tokio::test]
async fn another_host_key_is_a_changed_key_until_it_is_trusted() {
    let mut sshd = Sshd::start();
    let rig = Rig::new();
    let executor = sshd.executor("a");
    let old = sshd.first_fingerprint();
    sshd.stop();
    sshd.replace_host_key(KeyType::Ed25519);
    sshd.start_again();

    let report = rig.probe(&executor).await;
    assert_eq!(reason(&report), Some(Reason::HostKey), "{report:?}");
    let message = report.failure.unwrap().message;
    for fingerprint in [&old, &sshd.first_fingerprint()] {
        assert!(message.contains(fingerprint.as_str()), "{message}");
    }
    assert!(
        !sshd.log().contains("userauth-request"),
        "logged in to a stranger"
    );
    let trusted = rig.probe(&sshd.executor("a")).await;
    assert_eq!(trusted, reached(KeyType::Ed25519));
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

// covers: SSH-REACHABILITY-001.7
#[tokio::test]
async fn a_pinned_key_beside_others_is_found() {
    let sshd = Sshd::builder()
        .host_key(KeyType::Ed25519)
        .host_key(KeyType::EcdsaP256)
        .host_key(KeyType::Rsa)
        .start();
    let rig = Rig::new();
    let connections = || sshd.log().matches("Connection from").count();
    for (nth, kind) in [KeyType::Ed25519, KeyType::EcdsaP256, KeyType::Rsa]
        .into_iter()
        .enumerate()
    {
        let before = connections();
        let known = rig.probe(&pinned_to(&sshd, kind, Some(kind))).await;
        assert_eq!(known, reached(kind));
        assert_eq!(connections() - before, 1, "{kind:?}: one dial");

        let before = connections();
        let unknown = rig.probe(&pinned_to(&sshd, kind, None)).await;
        assert_eq!(unknown, reached(kind));
        assert_eq!(
            connections() - before,
            nth + 1,
            "{kind:?}: one dial per type"
        );
    }
}

// covers: SSH-REACHABILITY-001.7
#[tokio::test]
async fn a_stranger_with_many_keys_is_asked_once_for_each() {
    let sshd = Sshd::builder()
        .host_key(KeyType::Ed25519)
        .host_key(KeyType::Rsa)
        .start();
    let other = Sshd::start();
    let connection = ConnectionConfig {
        host_fingerprint: Some(other.first_fingerprint()),
        ..sshd.connection()
    };
    let failure = Rig::new().failure(connection).await;
    assert_eq!(failure.reason, Reason::HostKey, "{failure:?}");
    // The third finds that there is nothing more to see.
    assert_eq!(sshd.log().matches("Connection from").count(), 3);
    assert!(!sshd.log().contains("userauth-request"));
}

#[tokio::test]
async fn every_type_of_host_key_can_be_the_pinned_one() {
    let rig = Rig::new();
    for kind in KeyType::ALL {
        let sshd = Sshd::builder().host_key(kind).start();
        assert_eq!(rig.probe(&sshd.executor("a")).await, reached(kind));
    }
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
