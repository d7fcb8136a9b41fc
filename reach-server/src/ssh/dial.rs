//! The one way to a host: probe, launch, resume and connection test resolve and dial here (P13).

use std::sync::Arc;
use std::time::Duration;

use reach_logic::{ConnectionConfig, ExecutorId, KeyType};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::Cancelled;
use super::bastion_keys::BastionKeys;
use super::blocking::BlockingPool;
use super::config::Naming;
use super::connection::{Connection, settle_or_log};
use super::error::{DialError, Fault, Phase};
use super::identity::Identities;
use super::meet::Meeting;
use super::plan::DialPlan;
use super::settings::SshSettings;
use super::target::{Endpoint, Target, TargetFault, Trust};
use super::trail::Trail;

/// What to connect to, and on whose behalf.
#[derive(Clone, Copy, Debug)]
pub struct DialRequest<'a> {
    /// Whose calls into the system these are (P1); `None` for a configuration that is not saved.
    pub owner: Option<&'a ExecutorId>,
    /// The eight fields.
    pub connection: &'a ConnectionConfig,
    /// What an alias among them is.
    pub naming: Naming,
    /// The type of the pinned key, once known.
    pub key_type: Option<KeyType>,
    /// Whom to expect.
    pub trust: Trust,
}

/// Makes connections. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Dialer {
    settings: Arc<SshSettings>,
    bastions: Arc<BastionKeys>,
    pool: BlockingPool,
}

impl Dialer {
    /// A dialer with a pool of its own for calls that cannot be cancelled.
    pub fn new(settings: SshSettings) -> Self {
        Self {
            bastions: Arc::new(BastionKeys::new(&settings)),
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
        settle_or_log(&tasks).await;
        outcome
    }

    async fn attempt(
        &self,
        request: DialRequest<'_>,
        trail: &Trail,
        tasks: &TaskTracker,
    ) -> Result<Connection, Fault> {
        let DialRequest { trust, owner, .. } = request;
        let target = self.resolve(request).await?;
        trail.resolved(&target.endpoint.host, target.itinerary());
        if target.pin.is_none() && trust == Trust::Pinned {
            return Err(TargetFault::NoPin.into());
        }
        let meeting = Meeting {
            pool: &self.pool,
            owner,
            trail,
            tasks,
        };
        // Everything local comes before the first dial, for both hops.
        let mut keys_for_bastion = None;
        if let Some(bastion) = &target.bastion {
            trail.at_bastion();
            keys_for_bastion = Some(self.keys(&bastion.endpoint, owner).await?);
            trail.at_target(String::new());
        }
        let mut keys = self.keys(&target.endpoint, owner).await?;

        let mut carrier = None;
        if let (Some(bastion), Some(keys)) = (&target.bastion, &mut keys_for_bastion) {
            trail.at_bastion();
            let mut link = meeting.bastion(bastion).await?;
            trail.enter(Phase::Authenticate);
            link.log_in(&bastion.endpoint.user, keys).await?;
            carrier = Some(link);
        }
        trail.at_target(target.endpoint.place());
        let reached = async {
            let mut link = meeting.target(&target, carrier.as_ref()).await?;
            trail.enter(Phase::Authenticate);
            link.log_in(&target.endpoint.user, &mut keys).await?;
            Ok(link)
        };
        match reached.await {
            Ok(link) => Connection::new(link, carrier, target.endpoint.host, trail, tasks),
            Err(fault) => Err(meeting.attribute(fault, carrier.as_ref()).await),
        }
    }

    async fn resolve(&self, request: DialRequest<'_>) -> Result<Target, Fault> {
        let DialRequest {
            naming, key_type, ..
        } = request;
        let connection = request.connection.clone();
        let (settings, bastions) = (Arc::clone(&self.settings), Arc::clone(&self.bastions));
        let resolve = move || {
            let plan = DialPlan::of(&connection, naming, &settings)?;
            Target::of(plan, connection.host_fingerprint, key_type, &bastions)
        };
        self.pool.run(request.owner, resolve).await?
    }

    async fn keys(
        &self,
        endpoint: &Endpoint,
        owner: Option<&ExecutorId>,
    ) -> Result<Identities, Fault> {
        Identities::load(&endpoint.identities, &self.settings, &self.pool, owner).await
    }
}
