//! One host: its listener and its connections.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use russh::keys::{PrivateKey, PublicKey};
use russh::server::{self, Auth, Config, PublicKeyOffer, VerifiedPublicKey, run_stream};
use russh::{MethodKind, MethodSet, SshId};
use tokio::io::AsyncReadExt as _;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::super::kill::{KillOnDrop, KillStream};
use crate::tasks::TaskGroup;

const SERVER_ID: &str = concat!("SSH-2.0-ReachDemo_", env!("CARGO_PKG_VERSION"));
/// Connections that a host has at once; more wait.
const MOST: usize = 32;
/// Far longer than a probe or a session's start; then a connection is closed.
const LONGEST: Duration = Duration::from_mins(5);
/// After the system could not accept.
const PAUSE: Duration = Duration::from_millis(500);

/// What a host does with a connection.
#[derive(Clone)]
pub(super) enum Behaviour {
    Silent,
    Ssh {
        config: Arc<Config>,
        admitted: Option<PublicKey>,
    },
}

impl Behaviour {
    /// An SSH server with this host key, which lets one key in, or none.
    pub(super) fn ssh(host_key: PrivateKey, admitted: Option<&PublicKey>) -> Self {
        let config = Arc::new(Config {
            server_id: SshId::Standard(Cow::Borrowed(SERVER_ID)),
            methods: MethodSet::from(&[MethodKind::PublicKey][..]),
            auth_rejection_time_initial: Some(Duration::ZERO),
            keys: vec![host_key],
            nodelay: true,
            ..Config::default()
        });
        Self::Ssh {
            config,
            admitted: admitted.cloned(),
        }
    }
}

/// Listens as a task of the group, and so is each connection.
pub(super) fn listen(socket: TcpSocket, behaviour: Behaviour, tasks: &TaskGroup) -> io::Result<()> {
    let backlog = u32::try_from(MOST).unwrap_or(u32::MAX);
    let listener = socket.listen(backlog)?;
    tasks.spawn(accept(listener, behaviour, tasks.clone()));
    Ok(())
}

async fn accept(listener: TcpListener, behaviour: Behaviour, tasks: TaskGroup) {
    let places = Arc::new(Semaphore::new(MOST));
    let stop = tasks.stop_token().clone();
    loop {
        let next = async {
            // Never closed, so there is always a permit.
            let place = Arc::clone(&places).acquire_owned().await.ok();
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            () = stop.cancelled() => return,
            next = next => next,
        };
        if let Ok((stream, _)) = accepted {
            let (behaviour, stop) = (behaviour.clone(), stop.clone());
            tasks.spawn(async move {
                serve(stream, behaviour, stop).await;
                drop(place);
            });
        } else {
            sleep(PAUSE).await;
        }
    }
}

async fn serve(stream: TcpStream, behaviour: Behaviour, stop: CancellationToken) {
    match behaviour {
        Behaviour::Silent => {
            tokio::select! {
                () = stop.cancelled() => {}
                _ = timeout(LONGEST, listen_only(stream)) => {}
            }
        }
        Behaviour::Ssh { config, admitted } => {
            let (stream, kill) = KillStream::new(Box::new(stream));
            let end = KillOnDrop(kill);
            let mut session = tokio::select! {
                () = stop.cancelled() => return,
                session = run_stream(config, stream, Door { admitted }) => match session {
                    Ok(session) => session,
                    Err(_) => return,
                },
            };
            tokio::select! {
                // However it ended: what a client did wrong is no news of the demonstration.
                _ = &mut session => return,
                () = stop.cancelled() => {}
                () = sleep(LONGEST) => {}
            }
            drop(end);
            let _ = session.await;
        }
    }
}

async fn listen_only(mut stream: TcpStream) {
    let mut heard = [0; 1024];
    while stream.read(&mut heard).await.is_ok_and(|count| count > 0) {}
}

/// Decides who is let in. Channels are refused by the library's defaults.
struct Door {
    admitted: Option<PublicKey>,
}

impl Door {
    fn answer(&self, key: &PublicKey) -> Auth {
        let admits = |admitted: &PublicKey| admitted.key_data() == key.key_data();
        if self.admitted.as_ref().is_some_and(admits) {
            Auth::Accept
        } else {
            Auth::reject()
        }
    }
}

impl server::Handler for Door {
    type Error = russh::Error;

    async fn auth_publickey_offered(
        &mut self,
        _user: &str,
        offer: PublicKeyOffer<'_>,
    ) -> Result<Auth, Self::Error> {
        Ok(self.answer(offer.public_key))
    }

    async fn auth_publickey(
        &mut self,
        _user: &str,
        key: VerifiedPublicKey<'_>,
    ) -> Result<Auth, Self::Error> {
        Ok(self.answer(key.public_key))
    }
}
