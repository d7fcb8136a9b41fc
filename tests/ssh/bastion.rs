//! Targets behind a bastion: the way there, and the classification matrix of both hops. Real
//! OpenSSH on both hops unless a fake is named.

use std::fs;

use reach_logic::{ConnectionConfig, Fingerprint, KeyType, Reason};
use reach_tests::fakes::{Behaviour, Cut, Fake, Interposer, Then};
use reach_tests::keys::generate_key;
use reach_tests::leak::Leak;
use reach_tests::ports::free_port;
use reach_tests::sshd::{Sshd, executor};

use crate::rig::{Rig, SOME_PIN, late_stall, row, sockets_to};
use crate::two_hops::{Two, jump_to, write_known_hosts};

// covers: SSH-REACHABILITY-001.4
#[tokio::test]
async fn a_target_behind_a_bastion_is_reached_and_both_are_left_politely() {
    let two = Two::start();
    let rig = Rig::new();
    write_known_hosts(&rig, &two.bastion.known_hosts());
    let leak = Leak::watch();
    for _ in 0..5 {
        let report = rig.probe(&executor("a", two.connection(), None)).await;
        assert_eq!(report.failure, None, "{}", two.bastion.log());
        assert_eq!(report.host, "127.0.0.1");
        assert_eq!(report.key_type, Some(KeyType::Ed25519));
        assert_eq!(sockets_to(two.bastion.port()), 0);
    }
    leak.finish().await;
    for sshd in [&two.bastion, &two.target] {
        let log = sshd.wait_for_log("Disconnected from user").await;
        assert!(log.contains("Received disconnect from 127.0.0.1"), "{log}");
        assert!(!log.contains("Starting session"), "{log}");
    }
    assert!(!rig.own_known_hosts().exists(), "nothing new was met");
}

#[tokio::test]
async fn a_bastion_has_its_own_name_user_port_and_key() {
    let two = Two::start();
    two.bastion.authorize_user();
    let rig = Rig::new();
    let config = format!(
        "Host jump\n HostName 127.0.0.1\n Port {}\n User {}\n IdentityFile {}\n HostKeyAlias door\n",
        two.bastion.port(),
        two.bastion.user(),
        two.bastion.user_key().display()
    );
    fs::write(rig.ssh_dir().join("config"), config).unwrap();
    let known = two.bastion.known_hosts();
    let key = known.split_once(' ').unwrap().1;
    write_known_hosts(&rig, &format!("door {key}"));
    let connection = ConnectionConfig {
        proxy_jump: Some("jump".to_owned()),
        ..two.connection()
    };
    let report = rig.probe(&executor("a", connection.clone(), None)).await;
    assert_eq!(report.failure, None, "{}", two.bastion.log());
    assert!(!rig.own_known_hosts().exists());

    let mut two = two;
    two.bastion.stop();
    let failure = rig.failure(connection).await;
    assert_eq!(failure.reason, Reason::Network, "{failure:?}");
    let place = format!("via bastion jump (127.0.0.1:{})", two.bastion.port());
    assert!(failure.message.starts_with(&place), "{failure:?}");
}

// covers: SSH-REACHABILITY-001.6, SSH-REACHABILITY-001.27
#[tokio::test]
async fn what_is_wrong_on_the_way_to_a_bastion_is_found_before_anything_is_dialled() {
    let nobody = Fake::start(Behaviour::Silent);
    let two = Two::start();
    let rig = Rig::new();
    let through = |jump: String| ConnectionConfig {
        proxy_jump: Some(jump),
        ..two.target.connection()
    };
    let here = jump_to(nobody.port());
    for (jump, says) in [
        (format!("{here},{here}"), "only one bastion"),
        ("user@:22".to_owned(), "is no bastion"),
        ("host:port".to_owned(), "is no bastion"),
    ] {
        let failure = rig.failure(through(jump)).await;
        assert_eq!(failure.reason, Reason::Config, "{failure:?}");
        assert!(failure.message.contains(says), "{failure:?}");
    }
    fs::create_dir(rig.ssh_dir().join("known_hosts")).unwrap();
    let failure = rig.failure(through(here.clone())).await;
    assert_eq!(failure.reason, Reason::Config, "{failure:?}");
    assert!(
        failure.message.contains("known_hosts: is a directory"),
        "{failure:?}"
    );
    fs::remove_dir(rig.ssh_dir().join("known_hosts")).unwrap();

    // The bastion's own key is read before the bastion is dialled.
    let config = format!(
        "Host door\n HostName 127.0.0.1\n Port {}\n IdentityFile ~/none\n",
        nobody.port()
    );
    fs::write(rig.ssh_dir().join("config"), config).unwrap();
    let failure = rig.failure(through("door".to_owned())).await;
    assert_eq!(failure.reason, Reason::Config, "{failure:?}");
    assert!(failure.message.contains("via bastion door"), "{failure:?}");
    assert!(failure.message.contains("~/none"), "{failure:?}");
    assert_eq!(nobody.accepted(), 0, "something was dialled");
}

// covers: SSH-REACHABILITY-001.27, SSH-REACHABILITY-001.8
#[tokio::test]
async fn what_a_bastion_does_wrong_is_classified_and_named() {
    let two = Two::start();
    let closed = &["closed the connection"];
    let handshake = &["SSH handshake did not finish"];
    let refused = row("down", Reason::Network, &["connection refused"]);
    let rig = refused.rig();
    refused
        .at_bastion()
        .run(&rig, two.through_port(free_port()), None)
        .await;
    for (row, behaviour) in [
        (late_stall("silent", handshake), Behaviour::Silent),
        (row("closes", Reason::Unknown, closed), Behaviour::Close),
        (
            row("HTTP", Reason::Unknown, &["HTTP, not SSH"]),
            Behaviour::http(),
        ),
        (
            row("garbage", Reason::Unknown, &["broke the SSH protocol"]),
            Behaviour::identify_and_say(&[0xff; 64]),
        ),
    ] {
        let (rig, fake) = (row.rig(), Fake::start(behaviour));
        row.at_bastion()
            .run(&rig, two.through_port(fake.port()), None)
            .await;
    }
    let stalled = late_stall("stalls in the handshake", handshake);
    let (rig, between) = (
        stalled.rig(),
        Interposer::start(two.bastion.port(), Cut::AfterKexInit, Then::Stall),
    );
    stalled
        .at_bastion()
        .run(&rig, two.through_port(between.port()), None)
        .await;
}

// covers: SSH-REACHABILITY-001.27
#[tokio::test]
async fn a_bastion_that_lets_nobody_in_or_through_is_classified_and_named() {
    let refused = row("auth", Reason::Auth, &["refused the login"]).at_bastion();
    let two = Two::start();
    two.bastion.revoke_user();
    refused.run(&refused.rig(), two.connection(), None).await;

    let forbids = row(
        "forbids",
        Reason::Unknown,
        &["does not forward connections"],
    )
    .at_bastion();
    for line in [
        "AllowTcpForwarding no",
        "DisableForwarding yes",
        "PermitOpen 127.0.0.1:1",
    ] {
        let two = Two::with(Sshd::builder().config(line).start());
        forbids.run(&forbids.rig(), two.connection(), None).await;
    }
}

// covers: SSH-REACHABILITY-001.27, SSH-REACHABILITY-001.8
#[tokio::test]
async fn what_a_target_does_wrong_behind_a_healthy_bastion_is_not_blamed_on_it() {
    let two = Two::start();
    let refused = row(
        "refused",
        Reason::Network,
        &["cannot connect: connection refused"],
    );
    refused
        .run(&refused.rig(), two.to_port(free_port()), None)
        .await;
    for (row, behaviour) in [
        (
            late_stall("silent", &["SSH handshake did not finish"]),
            Behaviour::Silent,
        ),
        (
            row("closes", Reason::Unknown, &["closed the connection"]),
            Behaviour::Close,
        ),
        (
            row("SMTP", Reason::Unknown, &["SMTP or FTP, not SSH"]),
            Behaviour::smtp(),
        ),
    ] {
        let (rig, fake) = (row.rig(), Fake::start(behaviour));
        row.run(&rig, two.to_port(fake.port()), None).await;
    }
    let unresolvable = ConnectionConfig {
        host: Some("no-such-host.invalid".to_owned()),
        ..two.connection()
    };
    let unknown = row(
        "unresolvable",
        Reason::Network,
        &["cannot connect", "no-such-host.invalid"],
    );
    unknown.run(&unknown.rig(), unresolvable, None).await;
}

// covers: SSH-REACHABILITY-001.7, SSH-REACHABILITY-001.27
#[tokio::test]
async fn a_targets_key_and_login_are_judged_through_a_bastion_as_they_are_directly() {
    let two = Two::start();
    let stranger: Fingerprint = SOME_PIN.parse().unwrap();
    let changed = row("changed", Reason::HostKey, &["has changed", SOME_PIN]);
    let connection = ConnectionConfig {
        host_fingerprint: Some(stranger),
        ..two.connection()
    };
    for known in [Some(KeyType::Ed25519), None] {
        changed.run(&changed.rig(), connection.clone(), known).await;
    }

    let refused = row("auth", Reason::Auth, &["refused the login"]);
    two.target.revoke_user();
    refused.run(&refused.rig(), two.connection(), None).await;
    let no_pin = ConnectionConfig {
        host_fingerprint: None,
        ..two.connection()
    };
    let no_pin_row = row("no pin", Reason::Config, &["not trusted yet"]);
    no_pin_row.run(&no_pin_row.rig(), no_pin, None).await;
}

#[tokio::test]
async fn a_pinned_key_of_unknown_type_is_found_through_one_bastion_connection() {
    let target = Sshd::builder()
        .host_key(KeyType::Ed25519)
        .host_key(KeyType::EcdsaP256)
        .host_key(KeyType::Rsa)
        .start();
    let bastion = Sshd::start();
    bastion.authorize(&target.user_key().with_extension("pub"));
    let two = Two { bastion, target };
    let rig = Rig::new();
    write_known_hosts(&rig, &two.bastion.known_hosts());
    let connection = ConnectionConfig {
        host_fingerprint: Some(two.target.fingerprint(KeyType::Rsa)),
        ..two.connection()
    };
    let leak = Leak::watch();
    let report = rig.probe(&executor("a", connection, None)).await;
    assert_eq!(report.failure, None);
    assert_eq!(report.key_type, Some(KeyType::Rsa));
    assert_eq!(two.bastion.log().matches("Connection from").count(), 1);
    assert_eq!(two.target.log().matches("Connection from").count(), 3);
    leak.finish().await;
}

// covers: SSH-REACHABILITY-001.8
#[tokio::test]
async fn both_sockets_go_whichever_hop_wedges() {
    for wedge_bastion in [true, false] {
        let two = Two::start();
        let rig = Rig::new();
        write_known_hosts(&rig, &two.bastion.known_hosts());
        let leak = Leak::watch();
        let connected = rig.connect(&two.connection()).await;
        let wedged = if wedge_bastion {
            &two.bastion
        } else {
            &two.target
        };
        wedged.freeze_connections();
        let started = std::time::Instant::now();
        connected.close().await;
        assert!(
            started.elapsed().as_millis() < 1000,
            "{:?}",
            started.elapsed()
        );
        assert_eq!(sockets_to(two.bastion.port()), 0);
        leak.finish().await;
    }
}

// covers: SSH-TRANSPORT-LIVENESS-001.8
#[tokio::test]
async fn the_end_of_the_targets_connection_releases_the_bastion() {
    let two = Two::start();
    let rig = Rig::new();
    write_known_hosts(&rig, &two.bastion.known_hosts());
    let connected = rig.connect(&two.connection()).await;
    assert_eq!(sockets_to(two.bastion.port()), 1);
    two.target.kill_connections();
    connected.ended().cancelled().await;
    assert_eq!(sockets_to(two.bastion.port()), 0);
    drop(connected);

    let connected = rig.connect(&two.connection()).await;
    connected.kill();
    assert_eq!(sockets_to(two.bastion.port()), 0, "at once");
    connected.ended().cancelled().await;
}

#[tokio::test]
async fn a_bastion_that_ends_in_the_middle_is_named() {
    let two = Two::start();
    let rig = Rig::new();
    write_known_hosts(&rig, &two.bastion.known_hosts());
    let silent = Fake::start(Behaviour::Silent);
    let (failure, ()) = tokio::join!(rig.failure(two.to_port(silent.port())), async {
        let started = std::time::Instant::now();
        while silent.accepted() == 0 {
            assert!(started.elapsed().as_secs() < 10);
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        two.bastion.kill_connections();
    });
    assert_eq!(failure.reason, Reason::Unknown, "{failure:?}");
    assert!(failure.message.contains("via bastion"), "{failure:?}");
}

#[tokio::test]
async fn keys_of_the_executor_open_both_hops() {
    let two = Two::start();
    let rig = Rig::new();
    write_known_hosts(&rig, &two.bastion.known_hosts());
    // A default key that neither accepts does not get into the way.
    generate_key(&rig.ssh_dir().join("id_ed25519"), KeyType::Ed25519);
    let report = rig.probe(&executor("a", two.connection(), None)).await;
    assert_eq!(report.failure, None);
}
