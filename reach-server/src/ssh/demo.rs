//! SSH hosts for a demonstration, in this process: they listen on loopback alone, let in nobody but
//! the holder of the demonstration's own key, and run nothing.

mod host;

use std::io;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};

use russh::keys::key::safe_rng;
use russh::keys::ssh_key::{Error as KeyError, LineEnding};
use russh::keys::{Algorithm, PrivateKey, PublicKey};
use tokio::net::TcpSocket;

use super::host_key::HostKey;
use crate::tasks::TaskGroup;

use self::host::Behaviour;

/// What a host is like to somebody who trusts [`DemoHost::trusted`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Manner {
    /// Lets the demonstration's key in.
    Healthy,
    /// Lets no key in.
    Locked,
    /// Refuses connections.
    Refusing,
    /// Has another host key than the trusted one.
    Rekeyed,
    /// Accepts connections and never says a word.
    Silent,
}

/// A host that is there.
#[derive(Clone, Debug)]
pub struct DemoHost {
    /// Its port on 127.0.0.1.
    pub port: u16,
    /// The host key to insist on.
    pub trusted: HostKey,
    public: PublicKey,
}

/// Why there is no demonstration.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The system refused a socket.
    #[error("no port of 127.0.0.1 can be had: {0}")]
    Socket(#[from] io::Error),
    /// A key could not be made or written.
    #[error("no key can be made: {0}")]
    Key(#[from] KeyError),
}

/// The hosts, and the key that they let in.
#[derive(Debug)]
pub struct DemoHosts {
    user_key: PublicKey,
    user_key_file: PathBuf,
    /// Bound and never listening: no other program gets these ports.
    refusing: Vec<TcpSocket>,
    tasks: TaskGroup,
}

impl DemoHosts {
    /// Makes the key and writes it to a file that only its owner can read.
    pub fn new(user_key_file: &Path) -> Result<Self, DemoError> {
        let user_key = new_key()?;
        user_key.write_openssh_file(user_key_file, LineEnding::LF)?;
        Ok(Self {
            user_key: user_key.public_key().clone(),
            user_key_file: user_key_file.to_owned(),
            refusing: Vec::new(),
            tasks: TaskGroup::new(),
        })
    }

    /// The private key that the hosts let in.
    pub fn user_key_file(&self) -> &Path {
        &self.user_key_file
    }

    /// Starts a host on a free port.
    pub fn start(&mut self, manner: Manner) -> Result<DemoHost, DemoError> {
        let shown = new_key()?;
        let trusted = if manner == Manner::Rekeyed {
            new_key()?
        } else {
            shown.clone()
        };
        let public = trusted.public_key().clone();
        let trusted = HostKey::of(&public).ok_or(KeyError::AlgorithmUnknown)?;
        let socket = TcpSocket::new_v4()?;
        socket.bind((Ipv4Addr::LOCALHOST, 0).into())?;
        let port = socket.local_addr()?.port();
        let behaviour = match manner {
            Manner::Healthy | Manner::Rekeyed => Some(Behaviour::ssh(shown, Some(&self.user_key))),
            Manner::Locked => Some(Behaviour::ssh(shown, None)),
            Manner::Silent => Some(Behaviour::Silent),
            Manner::Refusing => None,
        };
        match behaviour {
            Some(behaviour) => host::listen(socket, behaviour, &self.tasks)?,
            None => self.refusing.push(socket),
        }
        Ok(DemoHost {
            port,
            trusted,
            public,
        })
    }

    /// Ends every host and every connection.
    pub async fn shutdown(self) {
        self.tasks.shutdown().await;
    }
}

impl DemoHost {
    /// The line that `known_hosts` has for it.
    pub fn known_hosts_line(&self) -> Result<String, DemoError> {
        let port = self.port;
        Ok(format!(
            "[127.0.0.1]:{port} {}\n",
            self.public.to_openssh()?
        ))
    }
}

fn new_key() -> Result<PrivateKey, KeyError> {
    PrivateKey::random(&mut safe_rng(), Algorithm::Ed25519)
}
