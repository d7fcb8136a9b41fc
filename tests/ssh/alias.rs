//! Hosts that are named by an alias of the user's ssh configuration (P11).

use std::fs;

use reach_logic::{ConnectionConfig, IdentitySource, KeyType, Reason};
use reach_tests::fakes::{Behaviour, Fake};
use reach_tests::keys::{generate_key, keygen};
use reach_tests::ssh_agent::SshAgent;
use reach_tests::sshd::{Sshd, executor};

use crate::rig::{Rig, check_message};

fn alias(sshd: &Sshd, name: &str) -> ConnectionConfig {
    ConnectionConfig {
        host_alias: Some(name.to_owned()),
        host_fingerprint: Some(sshd.first_fingerprint()),
        ..ConnectionConfig::default()
    }
}

fn write_config(rig: &Rig, text: &str) {
    fs::write(rig.ssh_dir().join("config"), text).unwrap();
}

async fn assert_reached(rig: &Rig, sshd: &Sshd, connection: ConnectionConfig) {
    let report = rig.probe(&executor("a", connection, None)).await;
    assert_eq!(report.failure, None, "{}", sshd.log());
    assert_eq!(
        report.host, "127.0.0.1",
        "the record's host is the HostName"
    );
}

#[tokio::test]
async fn an_alias_says_where_and_as_whom_and_the_executor_stands_above_it() {
    let sshd = Sshd::start();
    let rig = Rig::new();
    let (port, user, key) = (sshd.port(), sshd.user(), sshd.user_key());
    let key = key.display();
    write_config(
        &rig,
        &format!(
            "Host web\n HostName 127.0.0.1\n Port {port}\n User {user}\n IdentityFile {key}\n"
        ),
    );
    assert_reached(&rig, &sshd, alias(&sshd, "web")).await;

    write_config(
        &rig,
        &format!("Host web\n HostName 127.0.0.9\n Port 1\n User nobody\n IdentityFile {key}\n"),
    );
    let above = ConnectionConfig {
        host: Some("127.0.0.1".to_owned()),
        port: Some(port),
        user: Some(user),
        ..alias(&sshd, "web")
    };
    assert_reached(&rig, &sshd, above).await;
}

#[tokio::test]
async fn a_host_without_an_alias_is_dialled_literally() {
    let sshd = Sshd::start();
    let rig = Rig::new();
    for text in [
        "Host *\n Port 1\n User nobody\n",
        "this is no configuration\n",
    ] {
        write_config(&rig, text);
        assert_reached(&rig, &sshd, sshd.connection()).await;
    }
}

// covers: SSH-REACHABILITY-001.6
#[tokio::test]
async fn an_alias_that_does_not_resolve_is_never_dialled() {
    let nobody = Fake::start(Behaviour::Silent);
    let sshd = Sshd::start();
    let rig = Rig::new();
    let here = format!("HostName 127.0.0.1\n Port {}\n", nobody.port());
    for (text, says) in [
        (format!("Host other\n {here}"), "names \"web\""),
        (format!("Host web\n {here} Port none\n"), "config line 4"),
        (
            format!("Host web\n {here} ProxyCommand true\n"),
            "ProxyCommand is not supported",
        ),
        (
            format!("Host web\n {here} ProxyJump one,two\n"),
            "only one bastion",
        ),
        (format!("Match exec true\n {here}Host web\n"), "never run"),
    ] {
        write_config(&rig, &text);
        let report = rig.probe(&executor("a", alias(&sshd, "web"), None)).await;
        let failure = report.failure.unwrap();
        assert_eq!(failure.reason, Reason::Config, "{text}: {failure:?}");
        assert!(failure.message.contains(says), "{text}: {failure:?}");
        assert_eq!(report.host, "web");
        check_message(&failure.message);
    }
    fs::remove_file(rig.ssh_dir().join("config")).unwrap();
    fs::create_dir(rig.ssh_dir().join("config")).unwrap();
    let failure = rig.failure(alias(&sshd, "web")).await;
    assert_eq!(failure.reason, Reason::Config);
    assert!(
        failure.message.contains("/.ssh/config: is a directory"),
        "{failure:?}"
    );
    assert_eq!(nobody.accepted(), 0, "something was dialled");
}

#[tokio::test]
async fn the_agent_and_the_keys_are_those_that_the_configuration_names() {
    let sshd = Sshd::builder().config("MaxAuthTries 2").start();
    let agent = SshAgent::start();
    let (user, port) = (sshd.user(), sshd.port());
    let rig = Rig::new();
    // More keys than the server lets one try.
    for nth in 0..4 {
        let other = rig.home().join(format!("other{nth}"));
        generate_key(&other, KeyType::Ed25519);
        agent.add(&other, &[]);
    }
    agent.add(&sshd.user_key(), &[]);
    let public = rig.home().join("only.pub");
    fs::copy(sshd.user_key().with_extension("pub"), &public).unwrap();
    let socket = agent.socket();
    let host = format!("Host web\n HostName 127.0.0.1\n Port {port}\n User {user}\n");
    let (socket, public) = (socket.display(), public.display());

    write_config(&rig, &format!("{host} IdentityAgent {socket}\n"));
    let failure = rig.failure(alias(&sshd, "web")).await;
    assert_eq!(failure.reason, Reason::Auth, "{failure:?}");

    let only =
        format!("{host} IdentityAgent {socket}\n IdentitiesOnly yes\n IdentityFile {public}\n");
    write_config(&rig, &only);
    assert_reached(&rig, &sshd, alias(&sshd, "web")).await;
    let by_agent = ConnectionConfig {
        identity_source: Some(IdentitySource::Agent),
        ..alias(&sshd, "web")
    };
    assert_reached(&rig, &sshd, by_agent.clone()).await;

    let none_allowed = only.replace("only.pub", "missing.pub");
    write_config(&rig, &none_allowed);
    let failure = rig.failure(by_agent.clone()).await;
    assert_eq!(failure.reason, Reason::Auth, "{failure:?}");
    assert!(failure.message.contains("IdentitiesOnly"), "{failure:?}");

    write_config(&rig, &format!("{host} IdentityAgent none\n"));
    let failure = rig.failure(by_agent).await;
    assert_eq!(failure.reason, Reason::Config, "{failure:?}");
    assert!(
        failure.message.contains("IdentityAgent none"),
        "{failure:?}"
    );
}

#[tokio::test]
async fn an_encrypted_key_of_the_configuration_says_what_to_do() {
    let sshd = Sshd::start();
    let rig = Rig::new();
    let key = rig.home().join("locked");
    generate_key(&key, KeyType::Ed25519);
    keygen(&["-q", "-p", "-P", "", "-N", "secret", "-f"], &key);
    let (port, key) = (sshd.port(), key.display());
    let host = format!("Host web\n HostName 127.0.0.1\n Port {port}\n");
    write_config(
        &rig,
        &format!("{host} IdentityFile ~/missing\n IdentityFile {key}\n"),
    );
    let failure = rig.failure(alias(&sshd, "web")).await;
    assert_eq!(failure.reason, Reason::Config, "{failure:?}");
    assert!(
        failure.message.contains("~/locked is encrypted: load it"),
        "{failure:?}"
    );
}

#[tokio::test]
async fn a_certificate_that_the_configuration_names_logs_in() {
    let rig = Rig::new();
    let (ca, key) = (rig.home().join("ca"), rig.home().join("key"));
    generate_key(&ca, KeyType::Ed25519);
    generate_key(&key, KeyType::Ed25519);
    let authority = ca.with_extension("pub");
    let sshd = Sshd::builder()
        .config(&format!("TrustedUserCAKeys {}", authority.display()))
        .start();
    sshd.revoke_user();
    let (ca, user, port) = (ca.display().to_string(), sshd.user(), sshd.port());
    keygen(
        &["-q", "-s", &ca, "-I", "test", "-n", &user],
        &key.with_extension("pub"),
    );
    fs::rename(
        rig.home().join("key-cert.pub"),
        rig.home().join("elsewhere.pub"),
    )
    .unwrap();
    write_config(
        &rig,
        &format!(
            "Host web\n HostName 127.0.0.1\n Port {port}\n User {user}\n IdentityFile ~/key\n \
             CertificateFile ~/elsewhere.pub\n"
        ),
    );
    assert_reached(&rig, &sshd, alias(&sshd, "web")).await;
}
