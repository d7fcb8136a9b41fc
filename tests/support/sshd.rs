//! Real OpenSSH servers, each with its own directory, keys, port and log, listening on loopback.
//! They accept the user that runs the tests, root or not.

mod builder;
mod launch;
mod world;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

use reach_logic::{
    ConnectionConfig, Executor, ExecutorConfig, ExecutorStatus, ExecutorType, Fingerprint,
    IdentitySource, KeyType, UnixMicros,
};
use rustix::process::Signal;
use tempfile::TempDir;

pub use self::builder::SshdBuilder;
use self::world::World;
use crate::keys::{fingerprint_of, generate_key};
use crate::processes::{is_sshd, processes_below, signal};

/// How long anything here may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running server, or a stopped one that can be started again on the same port.
#[derive(Debug)]
pub struct Sshd {
    dir: TempDir,
    port: u16,
    host_keys: Vec<KeyType>,
    config: Vec<String>,
    world: World,
    child: Option<Child>,
}

impl Sshd {
    /// A healthy server with one Ed25519 host key.
    pub fn start() -> Self {
        Self::builder().start()
    }

    /// For a server that differs from the common one.
    pub fn builder() -> SshdBuilder {
        SshdBuilder::default()
    }

    /// The port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The user that can log in: the one that runs the test.
    pub fn user(&self) -> String {
        current_user()
    }

    /// The private key that the server accepts, until [`revoke_user`](Self::revoke_user).
    pub fn user_key(&self) -> PathBuf {
        self.path("user_key")
    }

    /// The server's directory; gone when the server is dropped.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The fingerprint of the host key of this type, as `ssh-keygen -lf` prints it.
    pub fn fingerprint(&self, kind: KeyType) -> Fingerprint {
        fingerprint_of(&self.host_key_path(kind))
    }

    /// The fingerprint of the first host key.
    pub fn first_fingerprint(&self) -> Fingerprint {
        self.fingerprint(self.host_keys[0])
    }

    /// The `known_hosts` text for this server, one line per host key.
    pub fn known_hosts(&self) -> String {
        self.host_keys.iter().fold(String::new(), |text, kind| {
            let public = fs::read_to_string(self.host_key_path(*kind).with_extension("pub"))
                .expect("the host's public key");
            let key: Vec<&str> = public.split_whitespace().take(2).collect();
            format!("{text}[127.0.0.1]:{} {}\n", self.port, key.join(" "))
        })
    }

    /// How to reach it, with its first host key pinned.
    pub fn connection(&self) -> ConnectionConfig {
        ConnectionConfig {
            host: Some("127.0.0.1".into()),
            port: Some(self.port),
            user: Some(self.user()),
            identity_source: Some(IdentitySource::File),
            identity_file: Some(self.user_key().display().to_string()),
            host_fingerprint: Some(self.first_fingerprint()),
            ..ConnectionConfig::default()
        }
    }

    /// An active executor for it, with its first host key pinned and the key's type known.
    pub fn executor(&self, id: &str) -> Executor {
        executor(id, self.connection(), Some(self.host_keys[0]))
    }

    /// Everything it has logged, over all its starts.
    pub fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap_or_default()
    }

    /// Waits until the log contains the text, and returns the log.
    pub async fn wait_for_log(&self, text: &str) -> String {
        let started = Instant::now();
        loop {
            let log = self.log();
            if log.contains(text) {
                return log;
            }
            assert!(
                started.elapsed() < PATIENCE,
                "no {text:?} in sshd's log:\n{log}"
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Ends the listener and every connection. Harmless when stopped.
    pub fn stop(&mut self) {
        let Some(mut child) = self.child.take() else {
            return;
        };
        let connections = processes_below(child.id());
        let _ = child.kill();
        let _ = child.wait();
        for pid in connections {
            signal(pid, Signal::KILL);
        }
    }

    /// Ends the listener and every connection, and leaves alone what they have started: as if the
    /// network were gone.
    pub fn vanish(&mut self) {
        let Some(mut child) = self.child.take() else {
            return;
        };
        let connections = processes_below(child.id());
        let _ = child.kill();
        let _ = child.wait();
        for pid in connections.into_iter().filter(|pid| is_sshd(*pid)) {
            signal(pid, Signal::KILL);
        }
    }

    /// Makes a new host key of this type, in place of the one it had. Takes effect at the next
    /// start.
    pub fn replace_host_key(&mut self, kind: KeyType) {
        let path = self.host_key_path(kind);
        let _ = fs::remove_file(&path);
        let _ = fs::remove_file(path.with_extension("pub"));
        generate_key(&path, kind);
        if !self.host_keys.contains(&kind) {
            self.host_keys.push(kind);
        }
    }

    /// Takes a host key away. Takes effect at the next start.
    pub fn remove_host_key(&mut self, kind: KeyType) {
        self.host_keys.retain(|known| *known != kind);
    }

    /// Lets the user key in, and no other. Takes effect at once.
    pub fn authorize_user(&self) {
        self.authorize(&self.path("user_key.pub"));
    }

    /// Lets one public key in, and no other. Takes effect at once.
    pub fn authorize(&self, public_key: &Path) {
        let key = fs::read(public_key).expect("a public key");
        fs::write(self.path("authorized_keys"), key).expect("authorized_keys");
    }

    /// Lets nobody in. Takes effect at once.
    pub fn revoke_user(&self) {
        fs::write(self.path("authorized_keys"), "").expect("authorized_keys");
    }

    /// Freezes every connection's process, not the listener: a real wedge, TCP stays up.
    pub fn freeze_connections(&self) {
        self.signal_connections(Signal::STOP);
    }

    /// Freezes these processes, of those that [`connections`](Self::connections) gave.
    pub fn freeze(&self, connections: &[u32]) {
        for pid in connections {
            signal(*pid, Signal::STOP);
        }
    }

    /// Thaws what [`freeze_connections`](Self::freeze_connections) froze.
    pub fn thaw_connections(&self) {
        self.signal_connections(Signal::CONT);
    }

    /// Kills every connection's process, not the listener.
    pub fn kill_connections(&self) {
        self.signal_connections(Signal::KILL);
    }

    /// The processes of the open connections.
    pub fn connections(&self) -> Vec<u32> {
        self.child
            .as_ref()
            .map(|child| processes_below(child.id()))
            .unwrap_or_default()
    }

    fn signal_connections(&self, signal_to_send: Signal) {
        for pid in self.connections() {
            signal(pid, signal_to_send);
        }
    }

    fn host_key_path(&self, kind: KeyType) -> PathBuf {
        self.path(&format!("host_{}", kind.token()))
    }
}

impl Drop for Sshd {
    fn drop(&mut self) {
        self.stop();
    }
}

/// An active SSH executor of this configuration.
pub fn executor(id: &str, connection: ConnectionConfig, key_type: Option<KeyType>) -> Executor {
    Executor {
        id: id.parse().expect("an id"),
        name: id.to_owned(),
        kind: ExecutorType::Ssh,
        status: ExecutorStatus::Active,
        config: ExecutorConfig {
            connection,
            host_key_algorithm: key_type,
        },
        created_at: UnixMicros::new(0),
        updated_at: UnixMicros::new(0),
    }
}

/// The name of the user that runs the test.
pub fn current_user() -> String {
    let uid = rustix::process::geteuid().as_raw().to_string();
    let accounts = fs::read_to_string("/etc/passwd").expect("/etc/passwd");
    let mut fields = accounts.lines().map(|line| line.split(':'));
    let account = fields.find(|fields| fields.clone().nth(2) == Some(&uid));
    let name = account.and_then(|mut fields| fields.next());
    name.expect("the name of the current user").to_owned()
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::net::TcpStream;

    use super::*;

    fn banner_on(port: u16) -> bool {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else {
            return false;
        };
        let _ = stream.set_read_timeout(Some(PATIENCE));
        let mut start = [0_u8; 4];
        stream.read_exact(&mut start).is_ok() && &start == b"SSH-"
    }

    #[test]
    fn a_server_starts_stops_and_starts_again_with_another_key() {
        let mut sshd = Sshd::start();
        let (port, first) = (sshd.port(), sshd.first_fingerprint());
        assert!(banner_on(port));

        sshd.stop();
        assert!(!banner_on(port));

        sshd.replace_host_key(KeyType::Ed25519);
        sshd.start_again();
        assert_eq!(sshd.port(), port);
        assert!(banner_on(port));
        assert_ne!(sshd.first_fingerprint(), first);
    }
}
