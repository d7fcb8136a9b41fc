//! What a server shall be like before it starts.

use std::path::Path;

use reach_logic::KeyType;

use super::Sshd;
use super::world::World;
use crate::keys::generate_key;

/// What a server shall be like; [`Sshd::start`] is the common one.
#[derive(Debug, Default)]
pub struct SshdBuilder {
    host_keys: Vec<KeyType>,
    config: Vec<String>,
    world: World,
}

impl SshdBuilder {
    /// Gives the server an `/etc/hosts` of its own; root only.
    #[must_use]
    pub fn hosts(mut self, text: &str) -> Self {
        self.world = World::Hosts(text.to_owned());
        self
    }

    /// Gives the user another login shell, in an `/etc/passwd` of the server's own; root only.
    #[must_use]
    pub fn login_shell(mut self, shell: &Path) -> Self {
        self.world = World::LoginShell(shell.to_owned());
        self
    }

    /// Makes this directory an empty disk of 64 KiB, as the server sees it; root only.
    #[must_use]
    pub fn small_disk(mut self, at: &Path) -> Self {
        self.world = World::SmallDisk(at.to_owned());
        self
    }

    /// Gives the server a host key of this type. Without any call it has one Ed25519 key.
    #[must_use]
    pub fn host_key(mut self, kind: KeyType) -> Self {
        self.host_keys.push(kind);
        self
    }

    /// Adds a line to `sshd_config`, before the common ones, so that it wins over them.
    #[must_use]
    pub fn config(mut self, line: &str) -> Self {
        self.config.push(line.to_owned());
        self
    }

    /// Starts it and waits until it listens.
    pub fn start(mut self) -> Sshd {
        if self.host_keys.is_empty() {
            self.host_keys.push(KeyType::Ed25519);
        }
        let dir = tempfile::Builder::new()
            .prefix("reach-sshd-")
            .tempdir()
            .expect("a temporary directory");
        generate_key(&dir.path().join("user_key"), KeyType::Ed25519);
        let mut sshd = Sshd {
            dir,
            port: 0,
            host_keys: self.host_keys,
            config: self.config,
            world: self.world,
            child: None,
        };
        sshd.authorize_user();
        for kind in sshd.host_keys.clone() {
            sshd.replace_host_key(kind);
        }
        sshd.start_again();
        sshd
    }
}
