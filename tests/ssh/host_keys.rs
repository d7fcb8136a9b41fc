//! A host's identity: which of its keys is the pinned one, and what is said when none is.

use std::time::Duration;

use reach_logic::{ConnectionConfig, Executor, Fingerprint, KeyType, Reason};
use reach_tests::fakes::{Behaviour, Fake};
use reach_tests::sshd::{Sshd, executor};

use crate::rig::{Rig, SOME_PIN, reached, reason, row};

/// An executor for the server, pinned to its key of this type.
fn pinned_to(sshd: &Sshd, kind: KeyType, known: Option<KeyType>) -> Executor {
    let connection = ConnectionConfig {
        host_fingerprint: Some(sshd.fingerprint(kind)),
        ..sshd.connection()
    };
    executor("a", connection, known)
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

// covers: SSH-REACHABILITY-001.27, SSH-REACHABILITY-001.7
#[tokio::test]
async fn other_host_keys_than_the_pinned_one_are_classified() {
    let rig = Rig::new();
    let sshd = Sshd::builder()
        .host_key(KeyType::Ed25519)
        .host_key(KeyType::EcdsaP256)
        .start();
    let pinned = |pin: Fingerprint| ConnectionConfig {
        host_fingerprint: Some(pin),
        ..sshd.connection()
    };
    let changed = row(
        "changed",
        Reason::HostKey,
        &["host key has changed", SOME_PIN, "trust"],
    );
    let stranger: Fingerprint = SOME_PIN.parse().unwrap();
    for known in [Some(KeyType::Ed25519), Some(KeyType::Rsa), None] {
        changed.run(&rig, pinned(stranger.clone()), known).await;
    }
    // The pin is right, but the type on record is not: one dial, and it shows another key.
    changed_type(&rig, pinned(sshd.fingerprint(KeyType::EcdsaP256))).await;
}

async fn changed_type(rig: &Rig, connection: ConnectionConfig) {
    row(
        "of another type",
        Reason::HostKey,
        &["host key has changed", "(ssh-ed25519)"],
    )
    .run(rig, connection, Some(KeyType::Ed25519))
    .await;
}

// covers: SSH-REACHABILITY-001.27
#[tokio::test]
async fn once_a_mismatch_was_seen_all_but_a_match_is_a_changed_key() {
    let sshd = Sshd::builder()
        .host_key(KeyType::Ed25519)
        .host_key(KeyType::Rsa)
        .start();
    let later = [
        Behaviour::Silent,
        Behaviour::Close,
        Behaviour::Reset,
        Behaviour::http(),
        Behaviour::identify_and_say(&[0xff; 64]),
    ];
    for behaviour in later {
        let rig = Rig::with_deadline(Duration::from_secs(2));
        let name = format!("{behaviour:?}");
        let first = Box::new(Behaviour::PassTo(sshd.port()));
        let fake = Fake::start(Behaviour::Then(first, Box::new(behaviour)));
        let connection = ConnectionConfig {
            port: Some(fake.port()),
            host_fingerprint: Some(sshd.fingerprint(KeyType::Rsa)),
            ..sshd.connection()
        };
        let failure = rig.failure(connection).await;
        assert_eq!(failure.reason, Reason::HostKey, "{name}: {failure:?}");
        assert!(
            failure.message.contains("host key has changed"),
            "{name}: {failure:?}"
        );
        assert_eq!(fake.accepted(), 2, "{name}");
    }
}
