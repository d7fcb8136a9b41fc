//! A store in memory, with the pure state machine as its rule (R1–R7, R13), and switches that make
//! a call slow, fail or panic.

mod faults;
mod sessions;
mod tables;

use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use reach_logic::{
    Executor, ExecutorId, ExecutorPatch, ExecutorStatus, ExecutorType, Fingerprint, KeyType,
    NewExecutor, Observation, ReachabilityRecord, UnixMicros,
};
use reach_server::store::{Observed, Saved, Store, StoreError, StoredExecutor};
use tokio::sync::watch;

pub use self::faults::{Call, Fault};
use self::faults::{Faults, leave};
use self::tables::{Tables, later, patched};

/// The store.
#[derive(Debug)]
pub struct MemoryStore {
    tables: Mutex<Tables>,
    faults: Faults,
    held: watch::Sender<bool>,
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self {
            tables: Mutex::default(),
            faults: Faults::default(),
            held: watch::Sender::new(true),
        }
    }
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// Breaks one method.
    pub fn break_down(&self, call: Call, fault: Fault) {
        self.faults.put(call, fault);
    }

    /// Mends one method.
    pub fn heal(&self, call: Call) {
        self.faults.mend(call);
    }

    /// Makes every observation meet a guard that refuses it, or no longer.
    pub fn refuse_observations(&self, refuse: bool) {
        lock(&self.tables).refuses_observations = refuse;
    }

    /// Loses the store to another server, or takes it back (R12).
    pub fn hold(&self, held: bool) {
        self.held.send_replace(held);
    }

    /// Lets another server have it after the first one closed it.
    pub fn open_again(&self) {
        lock(&self.tables).closed = false;
    }

    /// How often a method was called.
    pub fn calls(&self, call: Call) -> usize {
        self.faults.calls(call)
    }

    /// Puts a record in place, as an earlier server would have left it.
    pub fn put_record(&self, record: ReachabilityRecord) {
        let id = record.executor_id.clone();
        lock(&self.tables).records.insert(id, record);
    }

    /// Takes a record away, as if there had never been a save or a probe.
    pub fn forget_record(&self, id: &ExecutorId) {
        lock(&self.tables).records.remove(id);
    }

    /// Whether there is such an executor, and it is not deleted.
    pub fn is_there(&self, id: &ExecutorId) -> bool {
        lock(&self.tables).live(id).is_some()
    }

    /// The record as it is stored now, whatever became of its executor.
    pub fn stored_record(&self, id: &ExecutorId) -> Option<ReachabilityRecord> {
        lock(&self.tables).records.get(id).cloned()
    }

    /// Every executor that is not deleted with its record, as stored now.
    pub fn snapshot(&self) -> Vec<(StoredExecutor, Option<ReachabilityRecord>)> {
        lock(&self.tables).with_records(|_| true)
    }

    /// The generation of an executor that was read earlier, whatever was saved since.
    pub fn generation_of(&self, executor: &Executor) -> Option<i64> {
        let tables = lock(&self.tables);
        let mut history = tables.history.iter();
        history
            .find(|old| old.executor == *executor)
            .map(|old| old.generation)
    }

    async fn perform<T>(
        &self,
        call: Call,
        transaction: impl FnOnce(&mut Tables) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let fault = self.faults.meet(call).await?;
        let result = {
            let mut tables = lock(&self.tables);
            if tables.closed {
                return Err(unavailable("closed"));
            }
            transaction(&mut tables)
        };
        leave(fault).await;
        result
    }
}

fn unavailable(why: &str) -> StoreError {
    StoreError::Unavailable(why.into())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[async_trait]
impl Store for MemoryStore {
    async fn executors(&self) -> Result<Vec<StoredExecutor>, StoreError> {
        self.perform(Call::Executors, |tables| {
            Ok(tables.all_live().cloned().collect())
        })
        .await
    }

    async fn executor(&self, id: &ExecutorId) -> Result<Option<StoredExecutor>, StoreError> {
        self.perform(Call::Executor, |tables| Ok(tables.live(id).cloned()))
            .await
    }

    async fn create(
        &self,
        id: &ExecutorId,
        new: &NewExecutor,
        now: UnixMicros,
    ) -> Result<Saved, StoreError> {
        self.perform(Call::Create, |tables| {
            if tables.executors.contains_key(id) {
                return Err(StoreError::Exists);
            }
            if tables.name_taken(&new.name, id) {
                return Err(StoreError::NameTaken);
            }
            let after = StoredExecutor {
                executor: Executor {
                    id: id.clone(),
                    name: new.name.clone(),
                    kind: new.kind,
                    status: new.status,
                    config: new.config.clone(),
                    created_at: now,
                    updated_at: now,
                },
                generation: 1,
            };
            tables.put(after.clone());
            let executor = &after.executor;
            let reset = executor.is_eligible().then(|| tables.reset(executor, now));
            Ok(Saved {
                before: None,
                after,
                reset,
            })
        })
        .await
    }

    async fn save(
        &self,
        id: &ExecutorId,
        patch: &ExecutorPatch,
        expected: Option<UnixMicros>,
        now: UnixMicros,
    ) -> Result<Saved, StoreError> {
        self.perform(Call::Save, |tables| {
            let before = tables.live(id).cloned().ok_or(StoreError::NotFound)?;
            let was = &before.executor;
            if expected.is_some_and(|expected| expected != was.updated_at) {
                return Err(StoreError::Stale);
            }
            let executor = patched(was, patch, now)?;
            if tables.name_taken(&executor.name, id) {
                return Err(StoreError::NameTaken);
            }
            let deactivated =
                was.status == ExecutorStatus::Active && executor.status == ExecutorStatus::Inactive;
            if deactivated && tables.holds_a_session(id) {
                return Err(StoreError::HasSessions);
            }
            let repointed = was.config.connection != executor.config.connection;
            let switched = was.status != executor.status;
            let reset = tables
                .is_reset_by(was, &executor)
                .then(|| tables.reset(&executor, now));
            let after = StoredExecutor {
                executor,
                generation: before.generation + i64::from(repointed || switched),
            };
            tables.put(after.clone());
            Ok(Saved {
                before: Some(before),
                after,
                reset,
            })
        })
        .await
    }

    async fn delete(&self, id: &ExecutorId, now: UnixMicros) -> Result<(), StoreError> {
        self.perform(Call::Delete, |tables| {
            if tables.live(id).is_some() && tables.holds_a_session(id) {
                return Err(StoreError::HasSessions);
            }
            let row = tables
                .executors
                .get_mut(id)
                .filter(|row| !row.deleted)
                .ok_or(StoreError::NotFound)?;
            row.deleted = true;
            row.stored.generation += 1;
            row.stored.executor.updated_at = later(row.stored.executor.updated_at, now);
            tables.records.remove(id);
            Ok(())
        })
        .await
    }

    async fn eligible(&self) -> Result<Vec<StoredExecutor>, StoreError> {
        self.perform(Call::Eligible, |tables| {
            let eligible = tables.all_live().filter(|one| one.executor.is_eligible());
            Ok(eligible.cloned().collect())
        })
        .await
    }

    async fn records(
        &self,
    ) -> Result<Vec<(StoredExecutor, Option<ReachabilityRecord>)>, StoreError> {
        self.perform(Call::Records, |tables| {
            Ok(tables.with_records(|executor| executor.kind == ExecutorType::Ssh))
        })
        .await
    }

    async fn record(
        &self,
        id: &ExecutorId,
    ) -> Result<Option<(StoredExecutor, Option<ReachabilityRecord>)>, StoreError> {
        self.perform(Call::Record, |tables| {
            let record = tables.records.get(id).cloned();
            Ok(tables.live(id).map(|stored| (stored.clone(), record)))
        })
        .await
    }

    async fn observe(
        &self,
        id: &ExecutorId,
        generation: i64,
        observation: &Observation,
        now: UnixMicros,
    ) -> Result<Observed, StoreError> {
        self.perform(Call::Observe, |tables| {
            let before = tables.records.get(id).cloned();
            let admitted = !tables.refuses_observations
                && tables.live(id).is_some_and(|stored| {
                    stored.executor.is_eligible() && stored.generation == generation
                });
            let after = admitted
                .then(|| reach_logic::observe(id, before.as_ref(), observation, now))
                .flatten();
            let Some(after) = after else {
                return Ok(Observed::Refused(before));
            };
            tables.records.insert(id.clone(), after.clone());
            Ok(Observed::Written { before, after })
        })
        .await
    }

    async fn learn_key_type(
        &self,
        id: &ExecutorId,
        generation: i64,
        pin: &Fingerprint,
        key_type: KeyType,
        now: UnixMicros,
    ) -> Result<Option<StoredExecutor>, StoreError> {
        self.perform(Call::LearnKeyType, |tables| {
            let Some(mut stored) = tables.live(id).cloned() else {
                return Ok(None);
            };
            let config = &mut stored.executor.config;
            let learns = stored.generation == generation
                && config.connection.host_fingerprint.as_ref() == Some(pin)
                && config.host_key_algorithm.is_none();
            if !learns {
                return Ok(None);
            }
            config.host_key_algorithm = Some(key_type);
            stored.executor.updated_at = later(stored.executor.updated_at, now);
            tables.put(stored.clone());
            Ok(Some(stored))
        })
        .await
    }

    async fn ready(&self) -> Result<(), StoreError> {
        let held = *self.held.borrow();
        self.perform(Call::Ready, |_| {
            if held {
                Ok(())
            } else {
                Err(unavailable("held by another server"))
            }
        })
        .await
    }

    fn held(&self) -> watch::Receiver<bool> {
        self.held.subscribe()
    }

    async fn close(&self) {
        lock(&self.tables).closed = true;
    }
}
