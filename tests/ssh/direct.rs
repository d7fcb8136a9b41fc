//! The classification matrix for direct hosts: what a host can do wrong, and what is said about
//! it. All of it in-process or against a real sshd on loopback; what needs a network of its own is
//! in `network`, what is about a host's identity in `host_keys`.

use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use reach_logic::{ConnectionConfig, IdentitySource, KeyType, Reason};
use reach_tests::fakes::{Behaviour, Cut, Fake, Interposer, Then};
use reach_tests::keys::generate_key;
use reach_tests::ports::free_port;
use reach_tests::ssh_fake::{AtLogin, SshFake};
use reach_tests::sshd::Sshd;

use crate::rig::{Rig, SOME_PIN, late_stall, row, stall};

/// A configuration with a usable key, for a port where no SSH server is.
fn anyone(rig: &Rig, port: u16) -> ConnectionConfig {
    let key = rig.ssh_dir().join("id_ed25519");
    if !key.exists() {
        generate_key(&key, KeyType::Ed25519);
    }
    ConnectionConfig {
        host: Some("127.0.0.1".to_owned()),
        port: Some(port),
        identity_source: Some(IdentitySource::File),
        identity_file: Some("~/.ssh/id_ed25519".to_owned()),
        host_fingerprint: Some(SOME_PIN.parse().unwrap()),
        ..ConnectionConfig::default()
    }
}

/// A full queue makes Linux drop further SYNs: a black hole without a network of its own.
struct BlackHole {
    port: u16,
    _listener: TcpListener,
    _waiting: Vec<TcpStream>,
}

impl BlackHole {
    fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        rustix::net::listen(&listener, 0).unwrap();
        let address = listener.local_addr().unwrap();
        let moment = Duration::from_millis(50);
        let fill = || TcpStream::connect_timeout(&address, moment).ok();
        Self {
            port: address.port(),
            _listener: listener,
            _waiting: std::iter::from_fn(fill).collect(),
        }
    }
}

// covers: SSH-REACHABILITY-001.27, SSH-REACHABILITY-001.8
#[tokio::test]
async fn what_happens_before_a_connection_is_classified() {
    let refused = row("refused", Reason::Network, &["connection refused"]);
    let rig = refused.rig();
    refused.run(&rig, anyone(&rig, free_port()), None).await;

    let dropped = stall("a black hole", &["while connecting"]);
    let (rig, black_hole) = (dropped.rig(), BlackHole::open());
    dropped.run(&rig, anyone(&rig, black_hole.port), None).await;
}

// covers: SSH-REACHABILITY-001.27, SSH-REACHABILITY-001.8
#[tokio::test]
async fn what_a_server_does_instead_of_identifying_itself_is_classified() {
    let not_ssh = |protocol| row("another protocol", Reason::Unknown, protocol);
    let cases = [
        (
            stall("silent", &["SSH handshake did not finish"]),
            Behaviour::Silent,
        ),
        (
            row(
                "closed at once",
                Reason::Unknown,
                &["closed the connection"],
            ),
            Behaviour::Close,
        ),
        (
            row("reset at once", Reason::Unknown, &["closed the connection"]),
            Behaviour::Reset,
        ),
        (
            not_ssh(&["HTTP, not SSH", "is the port right?"]),
            Behaviour::http(),
        ),
        (not_ssh(&["SMTP or FTP, not SSH"]), Behaviour::smtp()),
        (not_ssh(&["TLS, not SSH"]), Behaviour::tls()),
        (
            not_ssh(&["SSH protocol 1"]),
            Behaviour::Say(b"SSH-1.5-1.2.27\n".to_vec()),
        ),
        (
            row(
                "MaxStartups",
                Reason::Unknown,
                &["closed", "\"Exceeded MaxStartups\""],
            ),
            Behaviour::SayAndClose(b"Exceeded MaxStartups\r\n".to_vec()),
        ),
        (
            row(
                "a notice full of escapes",
                Reason::Unknown,
                &["closed", "\"[31mNo e v i l\""],
            ),
            Behaviour::SayAndClose("\x1b[31mNo\u{202e}e\u{7}v\u{9b}i\u{200b}l\r\n".into()),
        ),
        (
            stall(
                "dripped a byte at a time",
                &["SSH handshake did not finish"],
            ),
            Behaviour::Drip(Duration::from_millis(100)),
        ),
        (
            row(
                "endless lines",
                Reason::Unknown,
                &["SSH identification line"],
            ),
            Behaviour::EndlessLines,
        ),
        (
            row(
                "100 MB in one line",
                Reason::Unknown,
                &["SSH identification line"],
            ),
            Behaviour::LongLine(100_000_000),
        ),
    ];
    for (row, behaviour) in cases {
        let rig = row.rig();
        let fake = Fake::start(behaviour);
        row.run(&rig, anyone(&rig, fake.port()), None).await;
    }
}

// covers: SSH-REACHABILITY-001.27, SSH-REACHABILITY-001.8
#[tokio::test]
async fn what_a_server_does_after_identifying_itself_is_classified() {
    let cases = [
        (
            stall("silence", &["SSH handshake did not finish"]),
            Behaviour::identify_and_say(b""),
        ),
        (
            row("close", Reason::Unknown, &["closed"]),
            Behaviour::identify_and_close(),
        ),
        (
            row("reset", Reason::Unknown, &["closed"]),
            Behaviour::identify_and_reset(),
        ),
        (
            row("garbage", Reason::Unknown, &["broke the SSH protocol"]),
            Behaviour::identify_and_say(&[0xff; 64]),
        ),
        (
            row(
                "a farewell full of escapes",
                Reason::Unknown,
                &["\"Go [2Jaway and never\""],
            ),
            Behaviour::identify_and_disconnect(
                "Go\x1b[2Jaway\r\n\u{9f}\u{7}and\u{202e}never\u{feff}",
            ),
        ),
    ];
    for (row, behaviour) in cases {
        let rig = row.rig();
        let fake = Fake::start(behaviour);
        row.run(&rig, anyone(&rig, fake.port()), None).await;
    }
}

// covers: SSH-REACHABILITY-001.27, SSH-REACHABILITY-001.8
#[tokio::test]
async fn what_happens_during_the_handshake_is_classified() {
    let sshd = Sshd::start();
    let handshake = &["SSH handshake did not finish"];
    let login = &["login did not finish"];
    let closed = &["closed the connection"];
    let cases = [
        (
            stall("after KEXINIT", handshake),
            Cut::AfterKexInit,
            Then::Stall,
        ),
        (
            stall("half a packet", handshake),
            Cut::InsideKexReply,
            Then::Stall,
        ),
        (
            late_stall("after NEWKEYS", login),
            Cut::AfterNewKeys,
            Then::Stall,
        ),
        (
            row("close", Reason::Unknown, closed),
            Cut::AfterKexInit,
            Then::Close,
        ),
        (
            row("close in a packet", Reason::Unknown, closed),
            Cut::InsideKexReply,
            Then::Close,
        ),
        (
            row("close before the login", Reason::Unknown, closed),
            Cut::AfterNewKeys,
            Then::Close,
        ),
        (
            row("reset", Reason::Unknown, closed),
            Cut::AfterKexInit,
            Then::Reset,
        ),
        (
            row("reset in a packet", Reason::Unknown, closed),
            Cut::InsideKexReply,
            Then::Reset,
        ),
        (
            row("reset before the login", Reason::Unknown, closed),
            Cut::AfterNewKeys,
            Then::Reset,
        ),
    ];
    for (row, cut, then) in cases {
        let rig = row.rig();
        let between = Interposer::start(sshd.port(), cut, then);
        let connection = ConnectionConfig {
            port: Some(between.port()),
            ..sshd.connection()
        };
        row.run(&rig, connection, Some(KeyType::Ed25519)).await;
    }
}

// covers: SSH-REACHABILITY-001.27
#[tokio::test]
async fn servers_without_a_common_algorithm_are_classified() {
    let rig = Rig::new();
    let cases = [
        (
            "KexAlgorithms diffie-hellman-group1-sha1",
            row(
                "key exchange",
                Reason::Unknown,
                &["no common key exchange", "group1-sha1"],
            ),
        ),
        (
            "Ciphers aes128-cbc",
            row(
                "cipher",
                Reason::Unknown,
                &["no common encryption algorithm", "aes128-cbc"],
            ),
        ),
        (
            "HostKeyAlgorithms ssh-rsa",
            row(
                "host key",
                Reason::Unknown,
                &["no common host key algorithm", "ssh-rsa"],
            ),
        ),
    ];
    for (line, row) in cases {
        let sshd = Sshd::builder().host_key(KeyType::Rsa).config(line).start();
        row.run(&rig, sshd.connection(), None).await;
    }

    // With the type on record, a server that cannot show it is not the one on record.
    let sshd = Sshd::builder()
        .host_key(KeyType::Rsa)
        .config("HostKeyAlgorithms ssh-rsa")
        .start();
    row(
        "host key on record",
        Reason::HostKey,
        &["no ssh-rsa key any more"],
    )
    .run(&rig, sshd.connection(), Some(KeyType::Rsa))
    .await;
}

// covers: SSH-REACHABILITY-001.27
#[tokio::test]
async fn what_a_server_does_at_the_login_is_classified() {
    let refused = &["refused the login", "~/.ssh/id_ed25519"];
    let cases = [
        (
            late_stall("no answer", &["login did not finish"]),
            AtLogin::Stall,
        ),
        (
            row("close", Reason::Unknown, &["closed the connection"]),
            AtLogin::Close,
        ),
        (
            row("reset", Reason::Unknown, &["closed the connection"]),
            AtLogin::Reset,
        ),
        (
            row("no method left", Reason::Auth, refused),
            AtLogin::NoMethodLeft,
        ),
        (
            row("a second factor", Reason::Auth, &["wants another proof"]),
            AtLogin::Partial,
        ),
    ];
    for (row, at_login) in cases {
        let rig = row.rig();
        let fake = SshFake::start(at_login);
        let connection = ConnectionConfig {
            host_fingerprint: Some(fake.fingerprint()),
            ..anyone(&rig, fake.port())
        };
        row.run(&rig, connection, Some(KeyType::Ed25519)).await;
    }
}

// covers: SSH-REACHABILITY-001.27
#[tokio::test]
async fn refusals_of_a_real_server_are_classified() {
    let rig = Rig::new();
    let refused = row(
        "refused",
        Reason::Auth,
        &["refused the login", "authorized_keys"],
    );
    // With one attempt allowed, sshd hangs up instead of refusing.
    for line in ["# as it is", "MaxAuthTries 1", "PubkeyAuthentication no"] {
        let sshd = Sshd::builder().config(line).start();
        sshd.revoke_user();
        refused
            .run(&rig, sshd.connection(), Some(KeyType::Ed25519))
            .await;
    }
}
