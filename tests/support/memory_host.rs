//! A host in memory: a real SSH server at the other end of a stream that a test can silence,
//! freeze, thaw and cut. Without sockets it runs in virtual time.

mod line;
mod services;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use reach_logic::Fingerprint;
use reach_server::ssh::{Connection, StreamLogin};
use russh::keys::ssh_key::LineEnding;
use russh::keys::{Algorithm, HashAlg, PrivateKey};
use russh::server::{self, run_stream};

pub use self::line::Line;
use self::services::{Deeds, Host};
pub use self::services::{ECHO, ENDLESS_SCRIPT, FLOOD, REFUSED, SINK, UNANSWERED};

/// The host. It takes any user with its one key.
#[derive(Debug)]
pub struct MemoryHost {
    config: Arc<server::Config>,
    pin: Fingerprint,
    user_key: String,
    deeds: Arc<Deeds>,
}

impl Drop for MemoryHost {
    fn drop(&mut self) {
        self.deeds.stop.cancel();
    }
}

impl Default for MemoryHost {
    fn default() -> Self {
        Self::new()
    }
}

impl MemoryHost {
    /// With new keys.
    pub fn new() -> Self {
        let new_key = || {
            let key = PrivateKey::random(&mut russh::keys::key::safe_rng(), Algorithm::Ed25519);
            key.expect("a key")
        };
        let (host_key, user_key) = (new_key(), new_key());
        let pin = host_key.public_key().fingerprint(HashAlg::Sha256);
        let user_key = user_key.to_openssh(LineEnding::LF).expect("its text");
        Self {
            config: Arc::new(server::Config {
                keys: vec![host_key],
                auth_rejection_time: Duration::ZERO,
                inactivity_timeout: None,
                // The server's session loop must not wait for its own tasks.
                channel_buffer_size: 100_000,
                ..server::Config::default()
            }),
            pin: pin.to_string().parse().expect("a fingerprint"),
            user_key: user_key.to_string(),
            deeds: Arc::default(),
        }
    }

    /// A connection, and the line that it runs over.
    pub async fn connect(&self) -> (Arc<Connection>, Line) {
        self.connect_over(None).await
    }

    /// The same, over a line that carries so many bytes a second to the host. In real time.
    pub async fn connect_slowly(&self, bytes_per_second: usize) -> (Arc<Connection>, Line) {
        self.connect_over(Some(bytes_per_second)).await
    }

    async fn connect_over(&self, bytes_per_second: Option<usize>) -> (Arc<Connection>, Line) {
        let (line, near, far) = Line::lay(bytes_per_second);
        let (config, handler) = (Arc::clone(&self.config), Host(Arc::clone(&self.deeds)));
        tokio::spawn(async move {
            if let Ok(session) = run_stream(config, far, handler).await {
                let _ = session.await;
            }
        });
        let login = StreamLogin {
            host: "memory".to_owned(),
            user: "u".to_owned(),
            pin: self.pin.clone(),
            key: self.user_key.clone(),
        };
        let connection = Connection::over(near, login).await.expect("a connection");
        line.forget_the_login();
        (Arc::new(connection), line)
    }

    /// Scripts that were started so far.
    pub fn scripts(&self) -> usize {
        self.deeds.scripts.load(Ordering::SeqCst)
    }

    /// TCP connections that were asked for so far.
    pub fn opens(&self) -> usize {
        self.deeds.opens.load(Ordering::SeqCst)
    }
}
