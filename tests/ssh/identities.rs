//! The user's keys: which are read, which are offered, and what is said when none can be.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use reach_logic::{ConnectionConfig, IdentitySource, KeyType, Reason};
use reach_tests::fakes::{Behaviour, Fake};
use reach_tests::keys::{generate_key, keygen};
use reach_tests::ssh_agent::SshAgent;
use reach_tests::ssh_fake::{AtLogin, SshFake};
use reach_tests::sshd::{Sshd, executor};

use crate::rig::{PATIENT, Rig, SHORT, check_message};

pub(crate) const PASSPHRASE: &str = "correct horse";

pub(crate) fn with_file(sshd: &Sshd, path: &Path) -> ConnectionConfig {
    ConnectionConfig {
        identity_file: Some(path.display().to_string()),
        ..sshd.connection()
    }
}

pub(crate) fn with_agent(sshd: &Sshd) -> ConnectionConfig {
    ConnectionConfig {
        identity_source: Some(IdentitySource::Agent),
        identity_file: None,
        ..sshd.connection()
    }
}

pub(crate) fn as_ssh_would(sshd: &Sshd) -> ConnectionConfig {
    ConnectionConfig {
        identity_source: None,
        identity_file: None,
        ..sshd.connection()
    }
}

pub(crate) async fn assert_reached(
    rig: &Rig,
    sshd: &Sshd,
    name: &str,
    connection: ConnectionConfig,
) {
    let report = rig.probe(&executor("a", connection, None)).await;
    assert_eq!(report.failure, None, "{name}:\n{}", sshd.log());
}

pub(crate) fn encrypted_key(dir: &Path, kind: KeyType) -> PathBuf {
    let path = dir.join(format!("encrypted_{}", kind.token()));
    generate_key(&path, kind);
    keygen(&["-q", "-p", "-P", "", "-N", PASSPHRASE, "-f"], &path);
    path
}

fn openssl(arguments: &[&str], dir: &Path) {
    let status = Command::new("openssl")
        .args(arguments)
        .current_dir(dir)
        .output()
        .unwrap();
    assert!(status.status.success(), "openssl {arguments:?}: {status:?}");
}

/// Writes the public half beside a private key of any format.
fn public_half(path: &Path) -> PathBuf {
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    fs::set_permissions(path, mode).unwrap();
    let public = path.with_extension("pub");
    fs::write(&public, keygen(&["-y", "-f"], path)).unwrap();
    public
}

#[tokio::test]
async fn keys_of_every_type_and_format_log_in() {
    let rig = Rig::new();
    let sshd = Sshd::start();
    let dir = rig.home();
    let mut keys = Vec::new();
    for kind in KeyType::ALL {
        let path = dir.join(format!("openssh_{}", kind.token()));
        generate_key(&path, kind);
        keys.push(path);
    }
    for (name, kind) in [("rsa", KeyType::Rsa), ("p384", KeyType::EcdsaP384)] {
        let path = dir.join(format!("pem_{name}"));
        generate_key(&path, kind);
        keygen(&["-q", "-p", "-m", "PEM", "-P", "", "-N", "", "-f"], &path);
        keys.push(path);
    }
    openssl(
        &["genpkey", "-algorithm", "ed25519", "-out", "pkcs8_ed25519"],
        dir,
    );
    openssl(&["genpkey", "-algorithm", "rsa", "-out", "pkcs8_rsa"], dir);
    openssl(
        &[
            "ecparam",
            "-name",
            "prime256v1",
            "-genkey",
            "-out",
            "sec1_with_parameters",
        ],
        dir,
    );
    for name in ["pkcs8_rsa", "sec1_with_parameters"] {
        keys.push(dir.join(name));
    }
    for key in &keys {
        sshd.authorize(&public_half(key));
        assert_reached(
            &rig,
            &sshd,
            &key.display().to_string(),
            with_file(&sshd, key),
        )
        .await;
    }
    // OpenSSH 9.2 does not read this one itself: its own copy of the key tells the public half.
    let pem = fs::read_to_string(dir.join("pkcs8_ed25519")).unwrap();
    let key = russh::keys::decode_secret_key(&pem, None).unwrap();
    let public = dir.join("pkcs8_ed25519.pub");
    fs::write(&public, key.public_key().to_openssh().unwrap()).unwrap();
    sshd.authorize(&public);
    assert_reached(
        &rig,
        &sshd,
        "pkcs8_ed25519",
        with_file(&sshd, &dir.join("pkcs8_ed25519")),
    )
    .await;
}

#[tokio::test]
async fn an_rsa_key_never_signs_with_sha_1() {
    let rig = Rig::new();
    let key = rig.home().join("rsa");
    generate_key(&key, KeyType::Rsa);
    let sshd = Sshd::builder()
        .config("PubkeyAcceptedAlgorithms rsa-sha2-512")
        .start();
    sshd.authorize(&key.with_extension("pub"));
    assert_reached(&rig, &sshd, "SHA-2", with_file(&sshd, &key)).await;

    let sshd = Sshd::builder()
        .config("PubkeyAcceptedAlgorithms ssh-rsa")
        .start();
    sshd.authorize(&key.with_extension("pub"));
    let failure = rig.failure(with_file(&sshd, &key)).await;
    assert_eq!(failure.reason, Reason::Auth, "{failure:?}");
}

// covers: SSH-REACHABILITY-001.6, SSH-REACHABILITY-001.27
#[tokio::test]
async fn a_key_that_cannot_be_used_is_found_before_anything_is_dialled() {
    let rig = Rig::new();
    let home = rig.home();
    let nobody = Fake::start(Behaviour::Silent);
    let sshd = Sshd::start();
    let write = |name: &str, text: &str| {
        let path = home.join(name);
        fs::write(&path, text).unwrap();
        path
    };
    generate_key(&home.join("key"), KeyType::Ed25519);
    openssl(
        &[
            "genpkey",
            "-algorithm",
            "rsa",
            "-aes256",
            "-pass",
            "pass:xyz",
            "-out",
            "pkcs8",
        ],
        home,
    );
    openssl(
        &[
            "genrsa",
            "-traditional",
            "-des3",
            "-passout",
            "pass:xyz",
            "-out",
            "pkcs1",
            "2048",
        ],
        home,
    );
    let cases: [(&str, PathBuf, &str); 10] = [
        ("missing", home.join("nothing"), "does not exist"),
        ("a directory", home.to_owned(), "is a directory"),
        ("below a file", home.join("key/key"), "not a directory"),
        (
            "OpenSSH, encrypted",
            encrypted_key(home, KeyType::Ed25519),
            "load it into the SSH agent",
        ),
        (
            "PKCS#8, encrypted",
            home.join("pkcs8"),
            "load it into the SSH agent",
        ),
        (
            "PKCS#1, encrypted",
            home.join("pkcs1"),
            "load it into the SSH agent",
        ),
        (
            "garbage",
            write("garbage", "not a key\n"),
            "not a private key",
        ),
        (
            "a broken key",
            write(
                "broken",
                "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----\n",
            ),
            "not a private key",
        ),
        ("the public half", home.join("key.pub"), "is a public key"),
        ("huge", write("huge", &"x".repeat(1_000_000)), "too large"),
    ];
    for (name, path, says) in cases {
        let connection = ConnectionConfig {
            port: Some(nobody.port()),
            ..with_file(&sshd, &path)
        };
        let failure = rig.failure(connection).await;
        assert_eq!(failure.reason, Reason::Config, "{name}: {failure:?}");
        assert!(failure.message.contains(says), "{name}: {failure:?}");
        assert!(
            failure.message.contains('~'),
            "{name}: names the file: {failure:?}"
        );
        check_message(&failure.message);
    }
    let no_key = ConnectionConfig {
        port: Some(nobody.port()),
        ..as_ssh_would(&sshd)
    };
    let failure = rig.failure(no_key).await;
    assert_eq!(failure.reason, Reason::Config);
    assert!(failure.message.contains("~/.ssh/id_ed25519"), "{failure:?}");
    assert_eq!(nobody.accepted(), 0, "something was dialled");
}

// covers: SSH-REACHABILITY-001.8
#[tokio::test]
async fn a_file_that_hangs_is_abandoned_and_holds_up_its_own_executor_only() {
    let sshd = Sshd::start();
    let rig = Rig::with_deadline(2 * SHORT);
    // Opening a pipe that nobody writes to hangs like a file on a dead mount.
    let pipe = rig.home().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let prober = rig.prober();
    let probe = async |id: &str, connection: ConnectionConfig| {
        let nobody = tokio_util::sync::CancellationToken::new();
        let executor = executor(id, connection, None);
        let report = reach_server::ssh::Probe::probe(&prober, &executor, &nobody).await;
        report.unwrap().failure
    };
    let started = Instant::now();
    let failure = probe("hung", with_file(&sshd, &pipe)).await.unwrap();
    assert_eq!(failure.reason, Reason::Timeout, "{failure:?}");
    assert!(started.elapsed() < 3 * SHORT);

    assert_eq!(probe("other", sshd.connection()).await, None);
    let failure = probe("hung", sshd.connection()).await.unwrap();
    assert_eq!(failure.reason, Reason::Timeout, "{failure:?}");

    // Whoever reads from a pipe is freed by a writer.
    fs::write(&pipe, "").unwrap();
    let freed = Instant::now();
    while probe("hung", sshd.connection()).await.is_some() {
        assert!(freed.elapsed() < PATIENT, "the executor never recovers");
    }
}

#[tokio::test]
async fn a_certificate_beside_the_key_logs_in() {
    let rig = Rig::new();
    let (ca, key) = (rig.home().join("ca"), rig.home().join("key"));
    generate_key(&ca, KeyType::Ed25519);
    let sshd = Sshd::builder()
        .config(&format!(
            "TrustedUserCAKeys {}",
            ca.with_extension("pub").display()
        ))
        .start();
    sshd.revoke_user();
    for kind in [KeyType::Ed25519, KeyType::Rsa] {
        let _ = fs::remove_file(&key);
        generate_key(&key, kind);
        let failure = rig.failure(with_file(&sshd, &key)).await;
        assert_eq!(failure.reason, Reason::Auth, "{failure:?}");

        let (ca, user) = (ca.display().to_string(), sshd.user());
        keygen(
            &["-q", "-s", &ca, "-I", "test", "-n", &user],
            &key.with_extension("pub"),
        );
        assert_reached(&rig, &sshd, kind.token(), with_file(&sshd, &key)).await;

        let agent = SshAgent::start();
        agent.add(&key, &[]);
        let rig = Rig::new().with_agent(&agent.socket());
        assert_reached(&rig, &sshd, "in the agent", with_agent(&sshd)).await;
        fs::remove_file(key.with_file_name("key-cert.pub")).unwrap();
    }
}

// covers: SSH-REACHABILITY-001.27
#[tokio::test]
async fn a_server_that_hangs_up_after_a_refusal_has_refused() {
    let fake = SshFake::start(AtLogin::RefuseThenClose);
    let rig = Rig::new();
    for name in ["id_ed25519", "id_ecdsa"] {
        generate_key(&rig.ssh_dir().join(name), KeyType::Ed25519);
    }
    let connection = ConnectionConfig {
        host: Some("127.0.0.1".to_owned()),
        port: Some(fake.port()),
        host_fingerprint: Some(fake.fingerprint()),
        ..ConnectionConfig::default()
    };
    let failure = rig.failure(connection).await;
    assert_eq!(failure.reason, Reason::Auth, "{failure:?}");
}

#[tokio::test]
async fn private_keys_never_reach_a_message() {
    let rig = Rig::new();
    let sshd = Sshd::start();
    let text = fs::read_to_string(sshd.user_key()).unwrap();
    let secret = text.lines().nth(2).unwrap();
    let broken = rig.home().join("broken");
    for (nth, part) in [&text[..text.len() - 60], secret, &text[40..]]
        .iter()
        .enumerate()
    {
        fs::write(&broken, part).unwrap();
        let failure = rig.failure(with_file(&sshd, &broken)).await;
        assert_eq!(failure.reason, Reason::Config, "{nth}: {failure:?}");
        assert!(
            !failure.message.contains(&secret[..16]),
            "{nth}: {failure:?}"
        );
        check_message(&failure.message);
    }
}
