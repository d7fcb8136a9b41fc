//! Pinning what hosts have shown, many at once.

use reach_logic::{
    ConfigPatch, Executor, ExecutorId, ExecutorPatch, ExecutorType, Fingerprint, KeyType, Patch,
};

use crate::executors::{ExecutorError, Executors};

/// A key that a person decided to trust.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ShownKey {
    /// Whose host showed it.
    pub executor_id: ExecutorId,
    /// The key.
    pub fingerprint: Fingerprint,
    /// Its type.
    pub key_type: KeyType,
}

/// Why a key was not pinned.
#[derive(Debug, thiserror::Error)]
pub enum PinError {
    /// The executor could not be read or saved.
    #[error(transparent)]
    Executors(#[from] ExecutorError),
    /// The executor is no SSH host.
    #[error("the executor is not of type ssh")]
    NotSsh,
}

/// What became of one key.
#[derive(Debug)]
pub struct Pinned {
    /// Whose.
    pub executor_id: ExecutorId,
    /// The executor as it is now.
    pub outcome: Result<Executor, PinError>,
}

/// Pins one key after the other; one that cannot be pinned stands in nobody's way.
pub(super) async fn all(executors: Executors, keys: Vec<ShownKey>) -> Vec<Pinned> {
    let mut pinned = Vec::with_capacity(keys.len());
    for key in keys {
        pinned.push(Pinned {
            executor_id: key.executor_id.clone(),
            outcome: one(&executors, key).await,
        });
    }
    pinned
}

/// A save like any other, so that a reset and a probe follow from it.
async fn one(executors: &Executors, key: ShownKey) -> Result<Executor, PinError> {
    if executors.get(&key.executor_id).await?.kind != ExecutorType::Ssh {
        return Err(PinError::NotSsh);
    }
    let patch = ExecutorPatch {
        config: ConfigPatch {
            host_fingerprint: Patch::Set(key.fingerprint.to_string()),
            host_key_algorithm: Patch::Set(key.key_type.token().to_owned()),
            ..ConfigPatch::default()
        },
        ..ExecutorPatch::default()
    };
    Ok(executors.save(key.executor_id, patch, None).await?)
}
