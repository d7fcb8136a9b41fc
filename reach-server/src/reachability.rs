//! When to probe, and what becomes of the result.
//!
//! ```text
//! poller    one pass per tick of a fixed grid
//! pass      every eligible executor once, in order, slot by slot
//! request   one probe now, for a caller or after a save
//!   → flights   one probe per executor and generation, shared by all who want it
//!   → slots     at most four at once
//!   → probe     the attempt
//!   → outcome   the write, the events, the log
//! ```

mod flights;
mod outcome;
mod pass;
mod poller;
mod probe;
mod request;
mod slots;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use reach_logic::{
    EffectiveInterval, ExecutorId, ExecutorType, ReachabilityRecord, ReachabilityView,
};

use crate::clock::Clock;
use crate::events::Events;
use crate::executors::SaveObserver;
use crate::metrics::Metrics;
use crate::ssh::Probe;
use crate::store::{Saved, Store, StoreError, StoredExecutor};
use crate::tasks::TaskGroup;

use self::flights::Flights;
use self::slots::Slots;

pub use self::probe::PROBE_BACKSTOP;
pub use self::slots::PROBE_SLOTS;

/// Why there is no record, or no probe.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReachabilityError {
    /// An SSH executor that is not active is not probed (R-002.7).
    #[error("the executor is not active")]
    Inactive,
    /// The task that carried the probe died of a defect in Reach.
    #[error("the probe ended without an outcome")]
    Lost,
    /// No such executor, or it is deleted.
    #[error("no such executor")]
    NotFound,
    /// Only SSH executors have reachability.
    #[error("the executor is not of type ssh")]
    NotSsh,
    /// The service is shutting down.
    #[error("shutting down")]
    ShuttingDown,
    /// The store said no; shared by all who waited for the same probe.
    #[error(transparent)]
    Store(Arc<StoreError>),
}

impl From<StoreError> for ReachabilityError {
    fn from(error: StoreError) -> Self {
        Self::Store(Arc::new(error))
    }
}

/// What the service works with.
#[expect(missing_docs, reason = "the fields' types say what they are")]
pub struct Parts {
    pub store: Arc<dyn Store>,
    pub probe: Arc<dyn Probe>,
    pub events: Events,
    pub clock: Arc<dyn Clock>,
    pub metrics: Arc<Metrics>,
    pub interval: EffectiveInterval,
}

/// The reachability service. Cheap to clone.
#[derive(Clone)]
pub struct Reachability {
    inner: Arc<Inner>,
}

struct Inner {
    parts: Parts,
    tasks: TaskGroup,
    slots: Slots,
    flights: Flights,
    started: AtomicBool,
}

impl Reachability {
    /// A service that has not started probing. Requested probes work already.
    pub fn new(parts: Parts) -> Self {
        Self {
            inner: Arc::new(Inner {
                parts,
                tasks: TaskGroup::new(),
                slots: Slots::new(),
                flights: Flights::default(),
                started: AtomicBool::new(false),
            }),
        }
    }

    /// Starts the poller, unless the interval is 0. Idempotent.
    pub fn start(&self) {
        if self.interval().is_enabled() && !self.inner.started.swap(true, Ordering::Relaxed) {
            self.inner
                .tasks
                .try_spawn(poller::run(Arc::clone(&self.inner)));
        }
    }

    /// Stops the poller; cancels and awaits every probe, whoever asked for it (R-001.26).
    /// Idempotent.
    pub async fn shutdown(&self) {
        self.inner.tasks.shutdown().await;
    }

    /// The interval in force.
    pub fn interval(&self) -> EffectiveInterval {
        self.inner.parts.interval
    }

    /// One record, as of now.
    pub async fn record(&self, id: &ExecutorId) -> Result<ReachabilityView, ReachabilityError> {
        let found = self.inner.parts.store.record(id).await?;
        let (stored, record) = found.ok_or(ReachabilityError::NotFound)?;
        if stored.executor.kind == ExecutorType::Ssh {
            Ok(self.inner.view_of(&stored, record))
        } else {
            Err(ReachabilityError::NotSsh)
        }
    }

    /// The record of every SSH executor that is not deleted, ascending by id.
    pub async fn records(&self) -> Result<Vec<ReachabilityView>, ReachabilityError> {
        let found = self.inner.parts.store.records().await?;
        let view_of = |(stored, record)| self.inner.view_of(&stored, record);
        Ok(found.into_iter().map(view_of).collect())
    }

    /// One probe now, shared with any other under way for the same executor and generation. It
    /// belongs to the service: a caller that goes away cancels nothing (R-002.6).
    pub async fn probe_now(&self, id: &ExecutorId) -> Result<ReachabilityView, ReachabilityError> {
        let request = request::answer(Arc::clone(&self.inner), id.clone());
        let ended = self.inner.tasks.run(request).await;
        ended.unwrap_or(Err(ReachabilityError::ShuttingDown))
    }
}

#[async_trait]
impl SaveObserver for Reachability {
    async fn on_saved(&self, saved: &Saved) {
        if let Some(reset) = &saved.reset {
            self.inner.announce_reset(reset);
            request::after_save(&self.inner, &saved.after);
        }
    }
}

impl Inner {
    fn view_of(
        &self,
        stored: &StoredExecutor,
        record: Option<ReachabilityRecord>,
    ) -> ReachabilityView {
        let (interval, now) = (self.parts.interval, self.parts.clock.now());
        if let Some(record) = record {
            return ReachabilityView::of(record, interval, now);
        }
        let executor = &stored.executor;
        let host = executor.config.connection.display_host().to_owned();
        ReachabilityView::never_probed(executor.id.clone(), host, interval, now)
    }
}
