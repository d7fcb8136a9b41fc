//! The rows, and what a save does to them.

use std::collections::BTreeMap;

use reach_logic::form::check_name;
use reach_logic::{
    Executor, ExecutorId, ExecutorPatch, ExecutorStatus, ReachabilityRecord, SessionId, UnixMicros,
};
use reach_server::store::rules::name_key;
use reach_server::store::{Reset, SessionRow, StoreError, StoredExecutor};

#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) executors: BTreeMap<ExecutorId, Row>,
    pub(super) records: BTreeMap<ExecutorId, ReachabilityRecord>,
    pub(super) sessions: BTreeMap<SessionId, SessionRow>,
    pub(super) history: Vec<StoredExecutor>,
    pub(super) refuses_observations: bool,
    pub(super) closed: bool,
}

#[derive(Debug)]
pub(super) struct Row {
    pub(super) stored: StoredExecutor,
    pub(super) deleted: bool,
}

impl Tables {
    pub(super) fn live(&self, id: &ExecutorId) -> Option<&StoredExecutor> {
        self.executors
            .get(id)
            .filter(|row| !row.deleted)
            .map(|row| &row.stored)
    }

    pub(super) fn all_live(&self) -> impl Iterator<Item = &StoredExecutor> {
        self.executors
            .values()
            .filter(|row| !row.deleted)
            .map(|row| &row.stored)
    }

    pub(super) fn with_records(
        &self,
        keep: impl Fn(&Executor) -> bool,
    ) -> Vec<(StoredExecutor, Option<ReachabilityRecord>)> {
        self.all_live()
            .filter(|stored| keep(&stored.executor))
            .map(|stored| {
                let record = self.records.get(&stored.executor.id);
                (stored.clone(), record.cloned())
            })
            .collect()
    }

    pub(super) fn name_taken(&self, name: &str, by_other_than: &ExecutorId) -> bool {
        self.all_live()
            .map(|stored| &stored.executor)
            .any(|other| other.id != *by_other_than && name_key(&other.name) == name_key(name))
    }

    pub(super) fn put(&mut self, stored: StoredExecutor) {
        let id = stored.executor.id.clone();
        let deleted = false;
        self.history.push(stored.clone());
        self.executors.insert(id, Row { stored, deleted });
    }

    pub(super) fn reset(&mut self, executor: &Executor, now: UnixMicros) -> Reset {
        let connection = &executor.config.connection;
        let before = self.records.get(&executor.id).cloned();
        let after = reach_logic::reset(
            &executor.id,
            before.as_ref(),
            connection.display_host().to_owned(),
            connection.digest(),
            now,
        );
        self.records.insert(executor.id.clone(), after.clone());
        Reset { before, after }
    }

    /// R3 and: judged on the row after the save.
    pub(super) fn is_reset_by(&self, before: &Executor, after: &Executor) -> bool {
        if !after.is_eligible() {
            return false;
        }
        let connection = &after.config.connection;
        let reactivated = before.status != ExecutorStatus::Active;
        let describes_another = self
            .records
            .get(&after.id)
            .is_none_or(|record| record.config_digest != connection.digest());
        !before
            .config
            .connection
            .changed_fields(connection)
            .is_empty()
            || (reactivated && describes_another)
    }
}

pub(super) fn patched(
    before: &Executor,
    patch: &ExecutorPatch,
    now: UnixMicros,
) -> Result<Executor, StoreError> {
    let mut errors = Vec::new();
    let mut after = before.clone();
    if let Some(name) = &patch.name {
        match check_name(name) {
            Ok(name) => after.name = name,
            Err(error) => errors.push(error),
        }
    }
    match patch.config.clone().apply(&before.config) {
        Ok(config) => after.config = config,
        Err(more) => errors.extend(more),
    }
    if let Some(status) = patch.status {
        after.status = status;
    }
    if after != *before {
        after.updated_at = later(before.updated_at, now);
    }
    if errors.is_empty() {
        Ok(after)
    } else {
        Err(StoreError::Invalid(errors))
    }
}

/// R6: strictly advances.
pub(super) fn later(stored: UnixMicros, now: UnixMicros) -> UnixMicros {
    now.max(stored.saturating_add(1))
}
