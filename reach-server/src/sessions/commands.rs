//! The remote commands of a disposal.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use reach_logic::disposal::{CommandOutcome, RemoteCommand};
use tokio::time::timeout;

use super::broker;
use super::disposal::RemoteCommands;
use super::ground::{Ground, Way};
use super::host::Host;
use super::service::Inner;
use crate::ssh::Connection;
use crate::store::SessionRow;

/// The commands of one session, as its row has them.
pub(super) struct SessionCommands {
    row: SessionRow,
    /// For the cleanup script, on the host.
    cleanup: Duration,
    /// For the controller to end by itself.
    patience: Duration,
    /// What the broker's preflight said, for the one who asked for the reset.
    said: std::sync::Mutex<String>,
}

impl SessionCommands {
    pub(super) fn of(row: &SessionRow, inner: &Inner) -> Arc<Self> {
        Arc::new(Self {
            row: row.clone(),
            cleanup: inner.parts.limits.cleanup,
            patience: inner.patience(),
            said: std::sync::Mutex::default(),
        })
    }

    /// Why the last command failed.
    pub(super) fn said(&self) -> String {
        let said = self.said.lock();
        said.unwrap_or_else(std::sync::PoisonError::into_inner)
            .clone()
    }

    /// Runs a command where no session is tracked, under the same timer.
    pub(super) async fn run_on(&self, command: RemoteCommand, ground: &Ground) -> CommandOutcome {
        let run = self.by(ground.way(), command);
        match timeout(command.timeout(), run).await {
            Ok(outcome) => outcome,
            Err(_elapsed) => {
                self.note(command, "no answer in time");
                CommandOutcome::Failed
            }
        }
    }

    async fn by(&self, way: Way<'_>, command: RemoteCommand) -> CommandOutcome {
        let host = way.host(&self.row.id);
        let outcome = match command {
            RemoteCommand::BrokerPreflight => self.preflight(way).await,
            RemoteCommand::CleanupScript => self.clean_up(&host).await,
            RemoteCommand::ControllerStop => {
                let stopped = match &self.row.resume {
                    Some(resume) => host.stop(&resume.process, self.patience).await,
                    // The launch was cut short before the host had said which process it is.
                    None => host.abandon().await,
                };
                stopped.map_err(|error| error.to_string())
            }
        };
        match outcome {
            Ok(()) => CommandOutcome::Done,
            Err(said) => {
                self.note(command, &said);
                CommandOutcome::Failed
            }
        }
    }

    async fn clean_up(&self, host: &Host<'_>) -> Result<(), String> {
        let Some(text) = &self.row.spec.cleanup_script else {
            return Ok(());
        };
        let run = host.run_script_unbounded("cleanup", text, &self.row.spec, self.cleanup);
        run.await.map_err(|error| error.to_string())
    }

    async fn preflight(&self, way: Way<'_>) -> Result<(), String> {
        let Some(url) = &self.row.spec.credential_broker_url else {
            return Ok(());
        };
        broker::preflight(way, url).await
    }

    fn note(&self, command: RemoteCommand, said: &str) {
        tracing::warn!(session.id = %self.row.id, ?command, "a remote command failed: {said}");
        let mut note = self
            .said
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        said.clone_into(&mut note);
    }
}

#[async_trait]
impl RemoteCommands for SessionCommands {
    async fn run(&self, command: RemoteCommand, connection: &Connection) -> CommandOutcome {
        self.by(Way::Remote(connection), command).await
    }
}
