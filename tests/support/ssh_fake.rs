//! An SSH server that gets as far as the login, and then does what a test wants.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use reach_logic::Fingerprint;
use russh::keys::{HashAlg, PrivateKey};
use russh::server::{self, Auth, PublicKeyOffer, run_stream};
use russh::{MethodKind, MethodSet};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// What it does with the first key that is offered.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum AtLogin {
    /// Closes the connection.
    Close,
    /// Takes no more attempts.
    NoMethodLeft,
    /// Takes the key and wants a password on top.
    Partial,
    /// Refuses it, and closes when the next one comes.
    RefuseThenClose,
    /// Resets the connection.
    Reset,
    /// Never answers.
    Stall,
}

/// The server, in a runtime of its own; ends when dropped.
#[derive(Debug)]
pub struct SshFake {
    address: SocketAddr,
    fingerprint: Fingerprint,
    runtime: Option<Runtime>,
}

impl SshFake {
    /// Starts one on a free port of 127.0.0.1.
    pub fn start(at_login: AtLogin) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime");
        let key = PrivateKey::random(
            &mut russh::keys::key::safe_rng(),
            russh::keys::Algorithm::Ed25519,
        )
        .expect("a host key");
        let fingerprint = key.public_key().fingerprint(HashAlg::Sha256).to_string();
        let config = Arc::new(server::Config {
            keys: vec![key],
            auth_rejection_time: Duration::ZERO,
            ..server::Config::default()
        });
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        listener.set_nonblocking(true).expect("a mode for tokio");
        let address = listener.local_addr().expect("its address");
        runtime.spawn(async move {
            let listener = TcpListener::from_std(listener).expect("tokio's listener");
            while let Ok((stream, _)) = listener.accept().await {
                if at_login == AtLogin::Reset {
                    stream.set_zero_linger().expect("the linger option");
                }
                let config = Arc::clone(&config);
                tokio::spawn(async move {
                    let handler = LoginHandler {
                        at_login,
                        offers: 0,
                    };
                    if let Ok(session) = run_stream(config, stream, handler).await {
                        let _ = session.await;
                    }
                });
            }
        });
        Self {
            address,
            fingerprint: fingerprint.parse().expect("a fingerprint"),
            runtime: Some(runtime),
        }
    }

    /// Its port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Of its host key.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint.clone()
    }
}

impl Drop for SshFake {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

struct LoginHandler {
    at_login: AtLogin,
    offers: usize,
}

impl server::Handler for LoginHandler {
    type Error = russh::Error;

    async fn auth_publickey_offered(
        &mut self,
        _user: &str,
        _offer: PublicKeyOffer<'_>,
    ) -> Result<Auth, Self::Error> {
        self.offers += 1;
        let more = MethodSet::from(&[MethodKind::PublicKey, MethodKind::Password][..]);
        let reject = |methods, partial_success| {
            Ok(Auth::Reject {
                proceed_with_methods: Some(methods),
                partial_success,
            })
        };
        match self.at_login {
            AtLogin::Close | AtLogin::Reset => Err(russh::Error::Disconnect),
            AtLogin::NoMethodLeft => reject(MethodSet::empty(), false),
            AtLogin::Partial => reject(more, true),
            AtLogin::RefuseThenClose if self.offers > 1 => Err(russh::Error::Disconnect),
            AtLogin::RefuseThenClose => reject(more, false),
            AtLogin::Stall => std::future::pending().await,
        }
    }
}
