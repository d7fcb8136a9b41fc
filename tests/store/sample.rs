//! Executors, saves and observations to test with.

use reach_logic::{
    ConfigPatch, ConnectionConfig, ExecutorConfig, ExecutorId, ExecutorPatch, ExecutorStatus,
    ExecutorType, Failure, Fingerprint, IdentitySource, KeyType, NewExecutor, Observation, Patch,
    ReachabilityRecord, Reason, UnixMicros,
};
use reach_server::store::{Observed, Reset, Saved, Store, StoredExecutor};

/// 2026-09-06T10:00:00Z, a whole second.
pub(crate) const T0: UnixMicros = UnixMicros::new(1_788_688_800_000_000);

pub(crate) const SECOND: i64 = 1_000_000;

/// So many microseconds after [`T0`].
pub(crate) fn at(micros: i64) -> UnixMicros {
    T0.saturating_add(micros)
}

pub(crate) fn id(text: &str) -> ExecutorId {
    text.parse().expect("it is an id")
}

pub(crate) fn pin(letter: char) -> Fingerprint {
    let text = format!("SHA256:{}A", letter.to_string().repeat(42));
    text.parse().expect("it is a fingerprint")
}

/// An active SSH executor, every field set, named as its id.
pub(crate) fn ssh(name: &str) -> NewExecutor {
    NewExecutor {
        id: None,
        name: name.to_owned(),
        kind: ExecutorType::Ssh,
        status: ExecutorStatus::Active,
        config: ExecutorConfig {
            connection: ConnectionConfig {
                host: Some("10.0.0.5".to_owned()),
                host_alias: Some("gpu".to_owned()),
                port: Some(2222),
                user: Some("ada".to_owned()),
                identity_source: Some(IdentitySource::File),
                identity_file: Some("~/.ssh/id_ed25519".to_owned()),
                proxy_jump: Some("bastion".to_owned()),
                host_fingerprint: Some(pin('q')),
            },
            host_key_algorithm: Some(KeyType::Ed25519),
        },
    }
}

pub(crate) fn inactive(name: &str) -> NewExecutor {
    NewExecutor {
        status: ExecutorStatus::Inactive,
        ..ssh(name)
    }
}

pub(crate) fn local(name: &str) -> NewExecutor {
    NewExecutor {
        kind: ExecutorType::Local,
        config: ExecutorConfig::default(),
        ..ssh(name)
    }
}

pub(crate) fn renamed(name: &str) -> ExecutorPatch {
    ExecutorPatch {
        name: Some(name.to_owned()),
        ..ExecutorPatch::default()
    }
}

pub(crate) fn switched(status: ExecutorStatus) -> ExecutorPatch {
    ExecutorPatch {
        status: Some(status),
        ..ExecutorPatch::default()
    }
}

pub(crate) fn pointed_at(host: &str) -> ExecutorPatch {
    configured(ConfigPatch {
        host: Patch::Set(host.to_owned()),
        ..ConfigPatch::default()
    })
}

pub(crate) fn configured(config: ConfigPatch) -> ExecutorPatch {
    ExecutorPatch {
        config,
        ..ExecutorPatch::default()
    }
}

/// What a probe of `executor` saw, completed at `checked_at`; `None` is a success.
pub(crate) fn saw(
    executor: &StoredExecutor,
    failure: Option<Reason>,
    checked_at: UnixMicros,
) -> Observation {
    let connection = &executor.executor.config.connection;
    Observation {
        host: connection.display_host().to_owned(),
        failure: failure.map(|reason| Failure {
            reason,
            message: format!("{} at {checked_at}", reason.token()),
        }),
        checked_at,
        config_digest: connection.digest(),
    }
}

/// The usual calls, with what must go well taken for granted.
pub(crate) trait Usual {
    async fn made(&self, name: &str, new: &NewExecutor) -> StoredExecutor;
    async fn make(&self, name: &str, new: &NewExecutor) -> Saved;
    async fn saved(&self, id: &ExecutorId, patch: &ExecutorPatch, now: UnixMicros) -> Saved;
    async fn reset_by(
        &self,
        id: &ExecutorId,
        patch: &ExecutorPatch,
        now: UnixMicros,
    ) -> Option<Reset>;
    async fn observed(
        &self,
        executor: &StoredExecutor,
        failure: Option<Reason>,
        checked_at: UnixMicros,
    ) -> Observed;
    async fn written(
        &self,
        executor: &StoredExecutor,
        failure: Option<Reason>,
        checked_at: UnixMicros,
    ) -> ReachabilityRecord;
    async fn record_of(&self, id: &ExecutorId) -> Option<ReachabilityRecord>;
}

impl Usual for dyn Store {
    async fn made(&self, name: &str, new: &NewExecutor) -> StoredExecutor {
        self.make(name, new).await.after
    }

    /// Creates at [`T0`], with the name as id.
    async fn make(&self, name: &str, new: &NewExecutor) -> Saved {
        let created = self.create(&id(name), new, T0).await;
        created.expect("it is created")
    }

    async fn saved(&self, id: &ExecutorId, patch: &ExecutorPatch, now: UnixMicros) -> Saved {
        let saved = self.save(id, patch, None, now).await;
        saved.expect("it is saved")
    }

    async fn reset_by(
        &self,
        id: &ExecutorId,
        patch: &ExecutorPatch,
        now: UnixMicros,
    ) -> Option<Reset> {
        self.saved(id, patch, now).await.reset
    }

    /// Writes an observation at the moment of its completion.
    async fn observed(
        &self,
        executor: &StoredExecutor,
        failure: Option<Reason>,
        checked_at: UnixMicros,
    ) -> Observed {
        let observation = saw(executor, failure, checked_at);
        let (id, generation) = (&executor.executor.id, executor.generation);
        let observed = self.observe(id, generation, &observation, checked_at).await;
        observed.expect("the store answers")
    }

    async fn written(
        &self,
        executor: &StoredExecutor,
        failure: Option<Reason>,
        checked_at: UnixMicros,
    ) -> ReachabilityRecord {
        match self.observed(executor, failure, checked_at).await {
            Observed::Written { after, .. } => after,
            Observed::Refused(stands) => panic!("refused, {stands:?} stands"),
        }
    }

    async fn record_of(&self, id: &ExecutorId) -> Option<ReachabilityRecord> {
        let found = self.record(id).await.expect("the store answers");
        found.and_then(|(_, record)| record)
    }
}
