//! The one way to a host: probe, launch, resume and connection test resolve and dial here (P13).

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reach_logic::{ConnectionConfig, ExecutorId, KeyType};
use russh::client::connect_stream;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::Cancelled;
use super::algorithms::client_config;
use super::authenticate::Login;
use super::blocking::BlockingPool;
use super::classify::handshake_fault;
use super::connection::{Connection, Link, settle};
use super::error::{DialError, Fault, Hop, Phase};
use super::handler::{ClientHandler, Ear};
use super::host_key::{HostKeyFault, HostKeyRule};
use super::identity::Identities;
use super::kill::{KillOnDrop, KillStream, Wire};
use super::resolve;
use super::settings::SshSettings;
use super::target::{Endpoint, Target, TargetFault, Trust};

/// What to connect to, and on whose behalf.
#[derive(Clone, Copy, Debug)]
pub struct DialRequest<'a> {
    /// Whose calls into the system these are (P1); `None` for a configuration that is not saved.
    pub owner: Option<&'a ExecutorId>,
    /// The eight fields.
    pub connection: &'a ConnectionConfig,
    /// The type of the pinned key, once known.
    pub key_type: Option<KeyType>,
    /// Whom to expect.
    pub trust: Trust,
}

/// Makes connections. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Dialer {
    settings: Arc<SshSettings>,
    pool: BlockingPool,
}

impl Dialer {
    /// A dialer with a pool of its own for calls that cannot be cancelled.
    pub fn new(settings: SshSettings) -> Self {
        Self {
            settings: Arc::new(settings),
            pool: BlockingPool::new(super::PROBE_DEADLINE),
        }
    }

    /// An authenticated connection within the limit, or why there is none. When it returns
    /// without one, no socket and no task of the attempt is left.
    pub async fn connect(
        &self,
        request: DialRequest<'_>,
        limit: Duration,
        cancel: &CancellationToken,
    ) -> Result<Result<Connection, DialError>, Cancelled> {
        let trail = Trail::new(request.connection.display_host());
        let tasks = TaskTracker::new();
        let outcome = tokio::select! {
            biased;
            () = cancel.cancelled() => Err(Cancelled),
            outcome = timeout(limit, self.attempt(request, &trail, &tasks)) => Ok(outcome),
        };
        let outcome = match outcome {
            Ok(Ok(Ok(connection))) => return Ok(Ok(connection)),
            Ok(Ok(Err(fault))) => Ok(Err(trail.error(fault))),
            Ok(Err(_elapsed)) => Ok(Err(trail.error(Fault::Deadline(limit)))),
            Err(Cancelled) => Err(Cancelled),
        };
        settle(&tasks).await;
        outcome
    }

    async fn attempt(
        &self,
        request: DialRequest<'_>,
        trail: &Trail,
        tasks: &TaskTracker,
    ) -> Result<Connection, Fault> {
        let DialRequest {
            connection,
            key_type,
            trust,
            owner,
        } = request;
        let (connection, settings) = (connection.clone(), Arc::clone(&self.settings));
        let resolve = move || Target::resolve(&connection, key_type, &settings);
        let target = self.pool.run(owner, resolve).await??;
        trail.resolved(&target.endpoint);
        if target.pin.is_none() && trust == Trust::Pinned {
            return Err(TargetFault::NoPin.into());
        }
        let plan = &target.endpoint.identities;
        let mut identities = Identities::load(plan, &self.settings, &self.pool, owner).await?;
        trail.dialling(&target.endpoint);

        let mut link = self.meet(&target, owner, trail, tasks).await?;
        trail.enter(Phase::Authenticate);
        let login = Login {
            handle: &mut link.handle,
            ear: &link.ear,
            ended: &link.ended,
            user: &target.endpoint.user,
        };
        login.run(&mut identities).await?;
        let host_key = link.ear.heard().host_key.clone();
        let host_key = host_key.ok_or_else(|| Fault::Protocol("no host key".to_owned()))?;
        Ok(Connection::new(
            link,
            target.endpoint.host,
            host_key,
            tasks.clone(),
        ))
    }

    /// A session with the right host. With a pin of unknown type the server may hold the pinned
    /// key beside others, and shows one per dial: then at most one dial per type (P10).
    async fn meet(
        &self,
        target: &Target,
        owner: Option<&ExecutorId>,
        trail: &Trail,
        tasks: &TaskTracker,
    ) -> Result<Link, Fault> {
        let mut types = KeyType::ALL.to_vec();
        if let Some(known) = target.key_type {
            // First, not alone: what else the server shows belongs into the message.
            types.retain(|kind| *kind != known);
            types.insert(0, known);
        }
        let endpoint = &target.endpoint;
        let rule = target
            .pin
            .clone()
            .map_or(HostKeyRule::Shown, HostKeyRule::Pinned);
        loop {
            trail.enter(Phase::Resolve);
            let (host, port) = (&endpoint.host, endpoint.port);
            let found = resolve::addresses(host, port, endpoint.family, &self.pool, owner).await?;
            let addresses = found.map_err(Fault::Resolve)?;
            trail.enter(Phase::Connect);
            let wire = resolve::connect(addresses).await.map_err(not_connected)?;
            trail.enter(Phase::Handshake);
            match handshake(wire, &rule, &types, tasks).await {
                Ok(link) => {
                    trail.matched();
                    return Ok(link);
                }
                Err(Fault::HostKey(mismatch)) => {
                    if let HostKeyFault::Changed { presented, .. } = &mismatch {
                        types.retain(|kind| *kind != presented.key_type);
                    }
                    if target.key_type.is_some() || types.is_empty() {
                        return Err(mismatch.into());
                    }
                    trail.mismatched(mismatch);
                }
                // The server has shown every key it has.
                Err(Fault::NoHostKeyAlgorithm(offered)) => {
                    return Err(match (trail.mismatch(), target.key_type) {
                        (Some(mismatch), _) => mismatch.into(),
                        (None, Some(known)) => HostKeyFault::TypeMissing(known).into(),
                        (None, None) => Fault::NoHostKeyAlgorithm(offered),
                    });
                }
                Err(fault) => return Err(fault),
            }
        }
    }
}

/// From a wire to a session whose host key was checked.
async fn handshake(
    wire: impl Wire + 'static,
    rule: &HostKeyRule,
    types: &[KeyType],
    tasks: &TaskTracker,
) -> Result<Link, Fault> {
    let config = client_config(types).map_err(|error| Fault::Protocol(error.to_string()))?;
    let ear = Ear::default();
    let (stream, kill) = KillStream::new(wire);
    let kill = KillOnDrop(kill);
    let (handler, ended) = ClientHandler::new(rule.clone(), ear.clone(), None, tasks.token());
    match connect_stream(config, stream, handler).await {
        Ok(handle) => Ok(Link {
            handle,
            kill,
            ear,
            ended,
        }),
        Err(error) => Err(handshake_fault(error, &ear, &kill.0.banner())),
    }
}

/// A connection that is reset at once can look as if it had never been made.
fn not_connected(error: io::Error) -> Fault {
    if error.kind() == io::ErrorKind::ConnectionReset {
        return Fault::Closed(String::new());
    }
    Fault::Connect(error)
}

/// How far an attempt has come; outlives the attempt when the deadline drops it.
struct Trail(Mutex<Footprints>);

struct Footprints {
    host: String,
    place: String,
    hop: Hop,
    phase: Phase,
    mismatch: Option<HostKeyFault>,
}

impl Trail {
    fn new(host: &str) -> Self {
        Self(Mutex::new(Footprints {
            host: host.to_owned(),
            place: String::new(),
            hop: Hop::Target,
            phase: Phase::Prepare,
            mismatch: None,
        }))
    }

    fn resolved(&self, target: &Endpoint) {
        self.lock().host.clone_from(&target.host);
    }

    fn dialling(&self, target: &Endpoint) {
        self.lock().place = target.place();
    }

    fn enter(&self, phase: Phase) {
        self.lock().phase = phase;
    }

    fn mismatch(&self) -> Option<HostKeyFault> {
        self.lock().mismatch.clone()
    }

    fn mismatched(&self, fault: HostKeyFault) {
        self.lock().mismatch.get_or_insert(fault);
    }

    fn matched(&self) {
        self.lock().mismatch = None;
    }

    fn error(&self, fault: Fault) -> DialError {
        let footprints = self.lock();
        DialError {
            host: footprints.host.clone(),
            place: footprints.place.clone(),
            hop: footprints.hop,
            phase: footprints.phase,
            fault,
            mismatch: footprints.mismatch.clone(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Footprints> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
