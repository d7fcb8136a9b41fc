//! When to probe, and what becomes of the result.

use std::sync::Arc;

use reach_logic::{EffectiveInterval, ExecutorId, ExecutorType, ReachabilityView};

use crate::clock::Clock;
use crate::events::Events;
use crate::metrics::Metrics;
use crate::ssh::Probe;
use crate::store::{Store, StoreError};
use crate::tasks::TaskGroup;

/// Probes that run at once, whoever asked for them.
pub const PROBE_SLOTS: usize = 4;

/// Why there is no record, or no probe.
#[derive(Debug, thiserror::Error)]
pub enum ReachabilityError {
    /// An SSH executor that is not active is not probed.
    #[error("the executor is not active")]
    Inactive,
    /// No such executor, or it is deleted.
    #[error("no such executor")]
    NotFound,
    /// Only SSH executors have reachability.
    #[error("the executor is not of type ssh")]
    NotSsh,
    /// The service is shutting down.
    #[error("shutting down")]
    ShuttingDown,
    /// The store said no.
    #[error(transparent)]
    Store(#[from] StoreError),
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
}

impl Reachability {
    /// A service that has not started probing.
    pub fn new(parts: Parts) -> Self {
        Self {
            inner: Arc::new(Inner {
                parts,
                tasks: TaskGroup::new(),
            }),
        }
    }

    /// Starts the poller, unless the interval is 0. Idempotent.
    pub fn start(&self) {}

    /// Stops the poller; cancels and awaits every probe. Idempotent.
    pub async fn shutdown(&self) {
        self.inner.tasks.shutdown().await;
    }

    /// The interval in force.
    pub fn interval(&self) -> EffectiveInterval {
        self.inner.parts.interval
    }

    /// One record, as of now.
    pub async fn record(&self, id: &ExecutorId) -> Result<ReachabilityView, ReachabilityError> {
        let parts = &self.inner.parts;
        let found = parts
            .store
            .record(id)
            .await?
            .ok_or(ReachabilityError::NotFound)?;
        let (stored, record) = found;
        if stored.executor.kind != ExecutorType::Ssh {
            return Err(ReachabilityError::NotSsh);
        }
        let now = parts.clock.now();
        Ok(match record {
            Some(record) => ReachabilityView::of(record, parts.interval, now),
            None => {
                let host = stored.executor.config.connection.display_host().to_owned();
                ReachabilityView::never_probed(id.clone(), host, parts.interval, now)
            }
        })
    }

    /// The record of every SSH executor that is not deleted, ascending by id.
    pub async fn records(&self) -> Result<Vec<ReachabilityView>, ReachabilityError> {
        Ok(Vec::new())
    }

    /// One probe now, shared with any other under way for the same executor and generation. It
    /// belongs to the service: a caller that goes away cancels nothing.
    pub async fn probe_now(&self, id: &ExecutorId) -> Result<ReachabilityView, ReachabilityError> {
        self.record(id).await
    }
}
