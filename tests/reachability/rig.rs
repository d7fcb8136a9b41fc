//! The service under test with everything around it, in virtual time.

use std::sync::Arc;
use std::time::Duration;

use reach_logic::{
    ConfigPatch, ConnectionConfig, EffectiveInterval, Executor, ExecutorConfig, ExecutorId,
    ExecutorPatch, ExecutorStatus, ExecutorType, NewExecutor, Patch, ReachabilityRecord,
    ReachabilityView,
};
use reach_server::clock::Clock as _;
use reach_server::events::{Event, Events};
use reach_server::executors::Executors;
use reach_server::metrics::Metrics;
use reach_server::reachability::{Parts, Reachability, ReachabilityError};
use reach_server::store::Store as _;
use reach_tests::fake_probe::FakeProbe;
use reach_tests::leak::Leak;
use reach_tests::memory_store::MemoryStore;
use reach_tests::virtual_clock::VirtualClock;
use tokio::sync::broadcast;
use tokio::task::JoinHandle;

/// The interval of [`Rig::new`].
pub(crate) const INTERVAL: Duration = Duration::from_mins(1);

pub(crate) struct Rig {
    pub(crate) store: Arc<MemoryStore>,
    pub(crate) probe: Arc<FakeProbe>,
    pub(crate) clock: Arc<VirtualClock>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) reachability: Reachability,
    pub(crate) executors: Executors,
    events: broadcast::Receiver<Event>,
    leak: Leak,
}

impl Rig {
    /// Probing every minute, not yet started.
    pub(crate) fn new() -> Self {
        Self::with_interval(60)
    }

    /// Another interval; 0 is off.
    pub(crate) fn with_interval(seconds: i64) -> Self {
        let store = Arc::new(MemoryStore::new());
        Self::over(store, Arc::new(VirtualClock::start()), seconds)
    }

    /// Probing off, so that every probe has another cause, and one executor, `a`, probed once.
    pub(crate) async fn with_probed_and_no_passes() -> Self {
        let rig = Self::with_interval(0);
        rig.has(&["a"]).await;
        rig.start().await;
        rig.probe_now("a").await;
        pass_time(Duration::from_secs(1)).await;
        rig
    }

    /// A server over a store that another one left, at the time at which it left it.
    pub(crate) fn over(store: Arc<MemoryStore>, clock: Arc<VirtualClock>, seconds: i64) -> Self {
        let leak = Leak::watch();
        let probe = Arc::new(FakeProbe::default());
        let metrics = Arc::new(Metrics::default());
        let bus = Events::new();
        let events = bus.subscribe();
        let (interval, _) = EffectiveInterval::from_seconds(seconds);
        let reachability = Reachability::new(Parts {
            store: store.clone(),
            probe: probe.clone(),
            events: bus.clone(),
            clock: clock.clone(),
            metrics: metrics.clone(),
            interval,
        });
        let executors = Executors::new(
            store.clone(),
            bus,
            clock.clone(),
            Arc::new(reachability.clone()),
        );
        Self {
            store,
            probe,
            clock,
            metrics,
            reachability,
            executors,
            events,
            leak,
        }
    }

    /// Puts active SSH executors into the store, as if they had always been there: nothing is
    /// probed for it.
    pub(crate) async fn has(&self, ids: &[&str]) {
        for id in ids {
            self.store
                .create(&executor_id(id), &new_ssh(id), self.clock.now())
                .await
                .expect("the id is new");
        }
    }

    /// Puts one executor of another kind or status into the store.
    pub(crate) async fn has_other(&self, id: &str, kind: ExecutorType, status: ExecutorStatus) {
        let new = NewExecutor {
            kind,
            status,
            ..new_ssh(id)
        };
        self.store
            .create(&executor_id(id), &new, self.clock.now())
            .await
            .expect("the id is new");
    }

    /// Starts the poller and lets its first pass begin.
    pub(crate) async fn start(&self) {
        self.reachability.start();
        settle().await;
    }

    /// Saves part of an executor through the service.
    pub(crate) async fn save(&self, id: &str, patch: ExecutorPatch) -> Executor {
        let saved = self.executors.save(executor_id(id), patch, None).await;
        saved.expect("the save is good")
    }

    pub(crate) async fn probe_now(&self, id: &str) -> ReachabilityView {
        let probed = self.reachability.probe_now(&executor_id(id)).await;
        probed.expect("the probe runs")
    }

    /// Asks for a probe without waiting for it.
    pub(crate) fn ask(&self, id: &str) -> JoinHandle<Result<ReachabilityView, ReachabilityError>> {
        let (reachability, id) = (self.reachability.clone(), executor_id(id));
        tokio::spawn(async move { reachability.probe_now(&id).await })
    }

    /// The stored record.
    pub(crate) fn record(&self, id: &str) -> Option<ReachabilityRecord> {
        self.store.stored_record(&executor_id(id))
    }

    /// Events since the last call.
    pub(crate) fn events(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Ok(event) = self.events.try_recv() {
            events.push(event);
        }
        events
    }

    /// The records pushed since the last call.
    pub(crate) fn pushed(&mut self) -> Vec<ReachabilityView> {
        let only_records = |event| {
            if let Event::ReachabilityChanged(view) = event {
                return Some(view);
            }
            None
        };
        self.events().into_iter().filter_map(only_records).collect()
    }

    /// Stops both services, and fails if anything is left of them.
    pub(crate) async fn finish(self) {
        self.executors.shutdown().await;
        self.reachability.shutdown().await;
        assert!(self.probe.running().is_empty(), "a probe is still running");
        self.leak.finish().await;
    }
}

pub(crate) fn executor_id(text: &str) -> ExecutorId {
    text.parse().expect("a test's id is valid")
}

pub(crate) fn new_ssh(id: &str) -> NewExecutor {
    NewExecutor {
        id: Some(executor_id(id)),
        name: format!("name of {id}"),
        kind: ExecutorType::Ssh,
        status: ExecutorStatus::Active,
        config: ExecutorConfig {
            connection: ConnectionConfig {
                host: Some(format!("{id}.test")),
                ..ConnectionConfig::default()
            },
            host_key_algorithm: None,
        },
    }
}

/// A save that points the executor at another host.
pub(crate) fn to_host(host: &str) -> ExecutorPatch {
    ExecutorPatch {
        config: ConfigPatch {
            host: Patch::Set(host.to_owned()),
            ..ConfigPatch::default()
        },
        ..ExecutorPatch::default()
    }
}

/// A save that switches the executor on or off.
pub(crate) fn to_status(status: ExecutorStatus) -> ExecutorPatch {
    ExecutorPatch {
        status: Some(status),
        ..ExecutorPatch::default()
    }
}

/// Lets virtual time pass.
pub(crate) async fn pass_time(duration: Duration) {
    tokio::time::sleep(duration).await;
}

/// Lets everything go on that can go on without time passing.
pub(crate) async fn settle() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}
