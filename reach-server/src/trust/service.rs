//! Resolution, connection test, trust and import as a service: it dials, reads this machine's files,
//! and saves executors.

use std::sync::Arc;

use reach_logic::ExecutorConfig;

use crate::executors::{ExecutorError, Executors};
use crate::ssh::config::ConfigError;
use crate::ssh::{Dialer, FilesError, SshFiles, SshSettings};
use crate::tasks::TaskGroup;

use super::connection_test::{ConnectionTests, TestLimits, TestReport};
use super::import::{self, ImportReport, ImportRequest};
use super::pin::{self, Pinned, ShownKey};
use super::resolution::{Asked, Resolution};

/// Why nothing was resolved, tested or imported.
#[derive(Debug, thiserror::Error)]
pub enum TrustError {
    /// Too many connection tests are running.
    #[error("too many connection tests are running")]
    Busy,
    /// The ssh configuration cannot be read at all.
    #[error(transparent)]
    Config(ConfigError),
    /// An executor could not be listed or saved.
    #[error(transparent)]
    Executors(#[from] ExecutorError),
    /// The files did not answer.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// The known-hosts files cannot be read.
    #[error(transparent)]
    KnownHosts(ConfigError),
    /// The service is shutting down.
    #[error("shutting down")]
    ShuttingDown,
}

/// What the service works with.
#[expect(missing_docs, reason = "the fields' types say what they are")]
pub struct Parts {
    pub dialer: Dialer,
    pub executors: Executors,
    pub files: SshFiles,
}

/// Answers about hosts that are not trusted yet, and comes to trust them. Cheap to clone.
///
/// A mutation runs as a task of this service (A1): a caller that goes away cancels nothing.
#[derive(Clone)]
pub struct Trust {
    executors: Executors,
    files: SshFiles,
    tests: Arc<ConnectionTests>,
    tasks: TaskGroup,
}

impl Trust {
    /// Over the save service, the dialer of the probes and this machine's files.
    pub fn new(parts: Parts) -> Self {
        Self {
            executors: parts.executors,
            files: parts.files,
            tests: Arc::new(ConnectionTests::new(parts.dialer, TestLimits::default())),
            tasks: TaskGroup::new(),
        }
    }

    /// The same with other limits for connection tests.
    #[must_use]
    pub fn test_limits(self, limits: TestLimits) -> Self {
        let tests = Arc::new(self.tests.with_limits(limits));
        Self { tests, ..self }
    }

    /// What would be dialled.
    pub async fn resolve(&self, asked: Asked) -> Result<Resolution, TrustError> {
        let read = move |settings: &SshSettings| Resolution::read(&asked, settings);
        Ok(self.files.with(read).await?)
    }

    /// Dials a configuration that need not be saved, for a person who wants to see what answers.
    /// Writes nothing, and ends when the caller goes away: it is for nobody then.
    pub async fn test(&self, config: ExecutorConfig) -> Result<TestReport, TrustError> {
        let cancel = self.tasks.stop_token().child_token();
        let _when_the_caller_leaves = cancel.clone().drop_guard();
        let tests = Arc::clone(&self.tests);
        let run = async move { tests.run(&config, &cancel).await };
        let ended = self.tasks.run(run).await;
        ended.unwrap_or(Err(TrustError::ShuttingDown))
    }

    /// Pins keys that hosts have shown; one answer for each, in their order.
    pub async fn pin(&self, keys: Vec<ShownKey>) -> Result<Vec<Pinned>, TrustError> {
        let pinned = self.tasks.run(pin::all(self.executors.clone(), keys)).await;
        pinned.ok_or(TrustError::ShuttingDown)
    }

    /// Makes executors of the hosts that the files name. Doing it again changes nothing.
    pub async fn import(&self, request: ImportRequest) -> Result<ImportReport, TrustError> {
        let run = import::run(self.executors.clone(), self.files.clone(), request);
        let ended = self.tasks.run(run).await;
        ended.unwrap_or(Err(TrustError::ShuttingDown))
    }

    /// Refuses new work, ends the tests, and returns when everything under way has ended.
    pub async fn shutdown(&self) {
        self.tasks.shutdown().await;
    }
}
