//! The service that owns saves: it detects what a save changed, and what follows from it.

use std::future::Future;
use std::sync::Arc;

use async_trait::async_trait;
use reach_logic::{Executor, ExecutorId, ExecutorPatch, NewExecutor, UnixMicros};

use crate::clock::Clock;
use crate::events::{Event, Events};
use crate::store::{Saved, Store, StoreError};
use crate::tasks::TaskGroup;

/// Told about every save after its commit; implemented by the reachability service, so that this
/// layer need not know it.
#[async_trait]
pub trait SaveObserver: Send + Sync {
    /// A create or save was committed.
    async fn on_saved(&self, saved: &Saved);
}

/// Why an executor could not be read or saved.
#[derive(Debug, thiserror::Error)]
pub enum ExecutorError {
    /// The service is shutting down.
    #[error("shutting down")]
    ShuttingDown,
    /// The store said no.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Creates, reads, saves and deletes executors. Cheap to clone.
///
/// A mutation runs as a task of this service (A1): a caller that goes away cancels nothing.
#[derive(Clone)]
pub struct Executors {
    inner: Arc<Inner>,
}

struct Inner {
    store: Arc<dyn Store>,
    events: Events,
    clock: Arc<dyn Clock>,
    observer: Arc<dyn SaveObserver>,
    tasks: TaskGroup,
}

impl Executors {
    /// A service over a store.
    pub fn new(
        store: Arc<dyn Store>,
        events: Events,
        clock: Arc<dyn Clock>,
        observer: Arc<dyn SaveObserver>,
    ) -> Self {
        let tasks = TaskGroup::new();
        Self {
            inner: Arc::new(Inner {
                store,
                events,
                clock,
                observer,
                tasks,
            }),
        }
    }

    /// Every executor that is not deleted, ascending by id.
    pub async fn list(&self) -> Result<Vec<Executor>, ExecutorError> {
        let stored = self.inner.store.executors().await?;
        Ok(stored.into_iter().map(|one| one.executor).collect())
    }

    /// One executor.
    pub async fn get(&self, id: &ExecutorId) -> Result<Executor, ExecutorError> {
        let stored = self.inner.store.executor(id).await?;
        Ok(stored.ok_or(StoreError::NotFound)?.executor)
    }

    /// Whether the store answers, and is this server's alone.
    pub async fn ready(&self) -> Result<(), ExecutorError> {
        Ok(self.inner.store.ready().await?)
    }

    /// Creates an executor; its id is made here unless the caller chose one.
    pub async fn create(&self, new: NewExecutor) -> Result<Executor, ExecutorError> {
        self.run(|inner| async move {
            let id = match &new.id {
                Some(id) => id.clone(),
                None => new_id(),
            };
            let _turn = inner.events.turn().await;
            let saved = inner.store.create(&id, &new, inner.clock.now()).await?;
            inner.published(saved, Event::ExecutorCreated).await
        })
        .await
    }

    /// Saves part of an executor. `expected` is the `updated_at` that the caller saw, if it cares.
    pub async fn save(
        &self,
        id: ExecutorId,
        patch: ExecutorPatch,
        expected: Option<UnixMicros>,
    ) -> Result<Executor, ExecutorError> {
        self.run(move |inner| async move {
            let _turn = inner.events.turn().await;
            let saved = inner
                .store
                .save(&id, &patch, expected, inner.clock.now())
                .await?;
            inner.published(saved, Event::ExecutorUpdated).await
        })
        .await
    }

    /// Deletes an executor and its record.
    pub async fn delete(&self, id: ExecutorId) -> Result<(), ExecutorError> {
        self.run(move |inner| async move {
            let _turn = inner.events.turn().await;
            inner.store.delete(&id, inner.clock.now()).await?;
            inner.events.publish(Event::ExecutorDeleted(id));
            Ok(())
        })
        .await
    }

    /// Refuses new mutations and returns when those under way have ended.
    pub async fn shutdown(&self) {
        self.inner.tasks.shutdown().await;
    }

    async fn run<F, T>(&self, mutation: impl FnOnce(Arc<Inner>) -> F) -> Result<T, ExecutorError>
    where
        F: Future<Output = Result<T, ExecutorError>> + Send + 'static,
        T: Send + 'static,
    {
        let task = mutation(Arc::clone(&self.inner));
        let ended = self.inner.tasks.run(task).await;
        ended.unwrap_or(Err(ExecutorError::ShuttingDown))
    }
}

impl Inner {
    async fn published(
        &self,
        saved: Saved,
        event: impl FnOnce(Executor) -> Event,
    ) -> Result<Executor, ExecutorError> {
        if saved.before.as_ref() != Some(&saved.after) {
            self.events.publish(event(saved.after.executor.clone()));
        }
        self.observer.on_saved(&saved).await;
        Ok(saved.after.executor)
    }
}

fn new_id() -> ExecutorId {
    let text = uuid::Uuid::now_v7().to_string();
    text.parse()
        .unwrap_or_else(|_| unreachable!("a UUID is 36 characters of hex and hyphens"))
}
