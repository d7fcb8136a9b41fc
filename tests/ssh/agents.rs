//! The user's SSH agent: real ones, and what only looks like one.

use std::fs;
use std::path::Path;
use std::time::Instant;

use reach_logic::{ConnectionConfig, KeyType, Reason};
use reach_tests::fakes::{Behaviour, Fake};
use reach_tests::keys::generate_key;
use reach_tests::ssh_agent::{FalseAgent, SshAgent};
use reach_tests::sshd::Sshd;

use crate::identities::{
    PASSPHRASE, as_ssh_would, assert_reached, encrypted_key, with_agent, with_file,
};
use crate::rig::{Rig, SHORT, SOME_PIN};

// covers: SSH-REACHABILITY-001.6, SSH-REACHABILITY-001.27
#[tokio::test]
async fn a_chosen_agent_that_is_not_there_is_found_before_anything_is_dialled() {
    let nobody = Fake::start(Behaviour::Silent);
    let sshd = Sshd::start();
    let connection = || ConnectionConfig {
        port: Some(nobody.port()),
        ..with_agent(&sshd)
    };
    let failure = Rig::new().failure(connection()).await;
    assert_eq!(failure.reason, Reason::Config);
    assert!(failure.message.contains("SSH_AUTH_SOCK"), "{failure:?}");

    let rig = Rig::new();
    let stale = rig.home().join("stale");
    drop(std::os::unix::net::UnixListener::bind(&stale).unwrap());
    for (socket, says) in [
        (stale, "connection refused"),
        (rig.home().join("missing"), "no such file"),
    ] {
        let rig = Rig::new().with_agent(&socket);
        let failure = rig.failure(connection()).await;
        assert_eq!(failure.reason, Reason::Config, "{failure:?}");
        assert!(failure.message.contains(says), "{failure:?}");
    }
    assert_eq!(nobody.accepted(), 0, "something was dialled");
}

#[tokio::test]
async fn an_agents_keys_of_every_type_log_in() {
    let agent = SshAgent::start();
    let rig = Rig::new().with_agent(&agent.socket());
    let sshd = Sshd::start();
    for kind in KeyType::ALL {
        let key = rig.home().join(kind.token());
        generate_key(&key, kind);
        agent.add(&key, &[]);
        sshd.authorize(&key.with_extension("pub"));
        assert_reached(&rig, &sshd, kind.token(), with_agent(&sshd)).await;
    }
}

#[tokio::test]
async fn an_agents_key_for_one_host_signs_for_that_host_alone() {
    let (sshd, other) = (Sshd::start(), Sshd::start());
    let agent = SshAgent::start();
    let rig = Rig::new().with_agent(&agent.socket());
    other.authorize(&sshd.user_key().with_extension("pub"));
    let known_hosts = rig.home().join("hosts");
    fs::write(&known_hosts, sshd.known_hosts()).unwrap();
    let (host, known_hosts) = (
        format!("[127.0.0.1]:{}", sshd.port()),
        known_hosts.display().to_string(),
    );
    agent.add(&sshd.user_key(), &["-H", &known_hosts, "-h", &host]);
    assert_reached(&rig, &sshd, "its host", with_agent(&sshd)).await;
    let failure = rig.failure(with_agent(&other)).await;
    assert_eq!(failure.reason, Reason::Auth, "{failure:?}");
}

// covers: SSH-REACHABILITY-001.27
#[tokio::test]
async fn an_agent_that_gives_no_signature_is_an_auth_failure() {
    let sshd = Sshd::start();
    let (empty, locked, real) = (SshAgent::start(), SshAgent::start(), SshAgent::start());
    let rig = Rig::new();
    locked.add(&sshd.user_key(), &[]);
    locked.lock();
    real.add(&sshd.user_key(), &[]);
    let dir = rig.home();
    let cases = [
        ("empty", empty.socket(), "holds no key, or is locked"),
        ("locked", locked.socket(), "holds no key, or is locked"),
        (
            "closing",
            FalseAgent::Close.listen(dir, None),
            "does not list its keys",
        ),
        (
            "garbage",
            FalseAgent::Garbage.listen(dir, None),
            "does not list its keys",
        ),
        (
            "refusing to sign",
            FalseAgent::RefuseToSign.listen(dir, Some(real.socket())),
            "refused to sign",
        ),
    ];
    for (name, socket, says) in cases {
        let rig = Rig::new().with_agent(&socket);
        let failure = rig.failure(with_agent(&sshd)).await;
        assert_eq!(failure.reason, Reason::Auth, "{name}: {failure:?}");
        assert!(failure.message.contains(says), "{name}: {failure:?}");

        // It dials all the same: what is worse outranks it.
        let changed = ConnectionConfig {
            host_fingerprint: Some(SOME_PIN.parse().unwrap()),
            ..with_agent(&sshd)
        };
        let failure = rig.failure(changed).await;
        assert_eq!(failure.reason, Reason::HostKey, "{name}: {failure:?}");
        let dead = ConnectionConfig {
            port: Some(reach_tests::ports::free_port()),
            ..with_agent(&sshd)
        };
        let failure = rig.failure(dead).await;
        assert_eq!(failure.reason, Reason::Network, "{name}: {failure:?}");
    }
}

// covers: SSH-REACHABILITY-001.8
#[tokio::test]
async fn a_hanging_agent_is_cut_off_at_the_deadline() {
    let sshd = Sshd::start();
    let real = SshAgent::start();
    real.add(&sshd.user_key(), &[]);
    let rig = Rig::new();
    let cases = [
        (
            FalseAgent::Hang.listen(rig.home(), None),
            "while reading configuration and keys",
        ),
        (
            FalseAgent::HangAtSigning.listen(rig.home(), Some(real.socket())),
            "login did not finish",
        ),
    ];
    for (socket, says) in cases {
        let rig = Rig::with_deadline(4 * SHORT).with_agent(&socket);
        let leak = reach_tests::leak::Leak::watch();
        let started = Instant::now();
        let failure = rig.failure(with_agent(&sshd)).await;
        assert!(
            started.elapsed() < 5 * SHORT,
            "{says}: {:?}",
            started.elapsed()
        );
        assert_eq!(failure.reason, Reason::Timeout, "{failure:?}");
        assert!(failure.message.contains(says), "{failure:?}");
        assert_eq!(crate::rig::sockets_to(sshd.port()), 0, "{says}");
        leak.finish().await;
    }
}

#[tokio::test]
async fn without_a_source_keys_are_taken_where_ssh_takes_them() {
    let sshd = Sshd::start();
    let agent = SshAgent::start();

    let files_only = Rig::new();
    fs::copy(sshd.user_key(), files_only.ssh_dir().join("id_ed25519")).unwrap();
    assert_reached(&files_only, &sshd, "default file", as_ssh_would(&sshd)).await;

    agent.add(&sshd.user_key(), &[]);
    let agent_only = Rig::new().with_agent(&agent.socket());
    assert_reached(&agent_only, &sshd, "agent", as_ssh_would(&sshd)).await;

    let stale = Rig::new().with_agent(Path::new("/nonexistent/agent"));
    fs::copy(sshd.user_key(), stale.ssh_dir().join("id_ed25519")).unwrap();
    assert_reached(
        &stale,
        &sshd,
        "a stale agent is passed over",
        as_ssh_would(&sshd),
    )
    .await;
}

#[tokio::test]
async fn an_encrypted_key_logs_in_when_the_agent_holds_it() {
    let sshd = Sshd::start();
    let agent = SshAgent::start();
    let rig = Rig::new().with_agent(&agent.socket());
    // Other keys first: the file's key is the one that counts.
    for nth in 0..8 {
        let other = rig.home().join(format!("other{nth}"));
        generate_key(&other, KeyType::Ed25519);
        agent.add(&other, &[]);
    }
    let key = encrypted_key(rig.home(), KeyType::Ed25519);
    sshd.authorize(&key.with_extension("pub"));
    let failure = rig.failure(with_file(&sshd, &key)).await;
    assert_eq!(failure.reason, Reason::Config, "{failure:?}");

    agent.add_encrypted(&key, PASSPHRASE);
    assert_reached(&rig, &sshd, "in the agent", with_file(&sshd, &key)).await;
    assert!(!sshd.log().contains("Failed publickey"), "{}", sshd.log());
}
