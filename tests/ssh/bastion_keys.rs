//! Which host keys a bastion may show (P7), with real OpenSSH on both hops.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use reach_logic::{KeyType, Reason};
use reach_tests::logs::Logs;
use reach_tests::sshd::{Sshd, executor};
use tracing::Level;

use crate::rig::{Rig, row};
use crate::two_hops::{Two, write_known_hosts};

// covers: SSH-REACHABILITY-001.29, SSH-REACHABILITY-001.27
#[tokio::test]
async fn a_bastion_with_another_key_is_a_changed_key_at_once() {
    let two = Two::with(
        Sshd::builder()
            .host_key(KeyType::Ed25519)
            .host_key(KeyType::Rsa)
            .start(),
    );
    let other = Sshd::builder()
        .host_key(KeyType::Ed25519)
        .host_key(KeyType::EcdsaP256)
        .start();
    let rig = Rig::new();
    let port = two.bastion.port();
    let name = format!("[127.0.0.1]:{port}");
    let others = other
        .known_hosts()
        .replace(&format!(":{}", other.port()), &format!(":{port}"));
    let lines: Vec<&str> = others.lines().collect();
    let own = two.bastion.known_hosts();
    let own: Vec<&str> = own.lines().collect();
    let changed = row(
        "changed",
        Reason::HostKey,
        &["has changed", "known_hosts line 2"],
    )
    .at_bastion();
    let revoked = row("revoked", Reason::HostKey, &["is marked as revoked"]).at_bastion();
    let gone = row(
        "no such type",
        Reason::HostKey,
        &["no ecdsa-sha2-nistp256 key"],
    )
    .at_bastion();
    for (row, text) in [
        (changed, format!("# a comment\n{}\n", lines[0])),
        (gone, format!("{}\n", lines[1])),
        (
            revoked,
            format!("@revoked {}\n@revoked {}\n", own[0], own[1]),
        ),
    ] {
        write_known_hosts(&rig, &text);
        row.run(&rig, two.connection(), Some(KeyType::Ed25519))
            .await;
        assert_eq!(
            fs::read_to_string(rig.ssh_dir().join("known_hosts")).unwrap(),
            text
        );
    }
    assert!(
        !two.bastion.log().contains("userauth-request"),
        "logged in to a stranger"
    );
    assert!(!two.target.log().contains("Connection from"));
    assert!(!rig.own_known_hosts().exists(), "{name}");
}

#[tokio::test]
async fn a_second_key_or_another_type_on_record_is_no_false_alarm() {
    let logs = Logs::capture();
    let two = Two::with(
        Sshd::builder()
            .host_key(KeyType::Ed25519)
            .host_key(KeyType::Rsa)
            .start(),
    );
    let rig = Rig::new();
    let own = two.bastion.known_hosts();
    let only_rsa = own.lines().nth(1).unwrap();
    let stale = Sshd::start();
    let stale = stale.known_hosts().replace(
        &format!(":{}", stale.port()),
        &format!(":{}", two.bastion.port()),
    );
    for text in [
        format!("{only_rsa}\n"),
        format!("{stale}{own}"),
        format!("no line at all\n{own}"),
    ] {
        write_known_hosts(&rig, &text);
        let report = rig.probe(&executor("a", two.connection(), None)).await;
        assert_eq!(report.failure, None, "{text}");
    }
    assert!(!rig.own_known_hosts().exists());
    let warnings = logs.at_least(Level::WARN);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].message.contains("known_hosts line 1"),
        "{warnings:?}"
    );
}

// covers: SSH-REACHABILITY-001.29
#[tokio::test]
async fn an_unknown_bastion_is_accepted_once_with_a_warning_and_remembered() {
    let logs = Logs::capture();
    let mut two = Two::start();
    let rig = Rig::new();
    let prober = rig.prober();
    let probe = async |two: &Two| {
        rig.probe_with(&prober, &executor("a", two.connection(), None))
            .await
            .failure
    };
    for _ in 0..3 {
        assert_eq!(probe(&two).await, None);
    }
    let warnings = logs.at_least(Level::WARN);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let fingerprint = two.bastion.first_fingerprint();
    assert!(
        warnings[0].message.contains(fingerprint.as_str()),
        "{warnings:?}"
    );
    let own = fs::read_to_string(rig.own_known_hosts()).unwrap();
    assert_eq!(own, two.bastion.known_hosts());
    let mode = fs::metadata(rig.own_known_hosts())
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(
        !rig.ssh_dir().join("known_hosts").exists(),
        "the user's file is never written"
    );

    two.bastion.stop();
    two.bastion.replace_host_key(KeyType::Ed25519);
    two.bastion.start_again();
    for prober in [&prober, &rig.prober()] {
        let report = rig
            .probe_with(prober, &executor("a", two.connection(), None))
            .await;
        let failure = report.failure.unwrap();
        assert_eq!(failure.reason, Reason::HostKey, "{failure:?}");
        assert!(
            failure.message.contains("reach/known_hosts line 1"),
            "{failure:?}"
        );
    }
    // Taking the line out is how a user accepts the new key.
    fs::remove_file(rig.own_known_hosts()).unwrap();
    assert_eq!(probe(&two).await, None);
    assert_eq!(logs.at_least(Level::WARN).len(), 2);
}

#[tokio::test]
async fn a_key_that_cannot_be_written_down_still_counts_until_the_end() {
    let logs = Logs::capture();
    let mut two = Two::start();
    let rig = Rig::new();
    // Nothing can be made in /proc, not even by root.
    let prober = rig.prober_in("/proc/reach");
    let executor = executor("a", two.connection(), None);
    for _ in 0..2 {
        let report = rig.probe_with(&prober, &executor).await;
        assert_eq!(report.failure, None);
    }
    let warnings = logs.at_least(Level::WARN);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].message.contains("cannot be written"),
        "{warnings:?}"
    );

    two.bastion.stop();
    two.bastion.replace_host_key(KeyType::Ed25519);
    two.bastion.start_again();
    let failure = rig.probe_with(&prober, &executor).await.failure.unwrap();
    assert_eq!(failure.reason, Reason::HostKey, "{failure:?}");
    assert!(
        failure.message.contains("an earlier connection"),
        "{failure:?}"
    );
}

#[tokio::test]
async fn an_authority_on_record_does_not_keep_a_bastion_out_and_is_warned_of() {
    let logs = Logs::capture();
    let two = Two::start();
    let rig = Rig::new();
    let authority = Sshd::start().known_hosts();
    let key = authority.split_once(' ').unwrap().1;
    write_known_hosts(&rig, &format!("@cert-authority * {key}"));
    let report = rig.probe(&executor("a", two.connection(), None)).await;
    assert_eq!(report.failure, None);
    let warnings = logs.at_least(Level::WARN);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].message.contains("host certificates"),
        "{warnings:?}"
    );
}
