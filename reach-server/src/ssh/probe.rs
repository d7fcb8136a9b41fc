//! The probe: connect, and close. No channel is opened and no command runs.

use std::time::Duration;

use async_trait::async_trait;
use reach_logic::{ConnectionConfig, Executor, KeyType};
use tokio_util::sync::CancellationToken;

use super::config::Naming;
use super::dial::{DialRequest, Dialer};
use super::settings::SshSettings;
use super::target::Trust;
use super::{Cancelled, PROBE_DEADLINE, Probe, ProbeReport};

/// The real probe.
#[derive(Clone, Debug)]
pub struct SshProbe {
    dialer: Dialer,
    deadline: Duration,
}

impl SshProbe {
    /// A probe with the deadline of P1.
    pub fn new(settings: SshSettings) -> Self {
        Self::with_deadline(Dialer::new(settings), PROBE_DEADLINE)
    }

    /// A probe with another deadline, over a dialer that others may share.
    pub fn with_deadline(dialer: Dialer, deadline: Duration) -> Self {
        Self { dialer, deadline }
    }

    /// Probes a configuration that need not be saved; writes nothing (`reach probe`).
    pub async fn probe_config(
        &self,
        connection: &ConnectionConfig,
        naming: Naming,
        key_type: Option<KeyType>,
        cancel: &CancellationToken,
    ) -> Result<ProbeReport, Cancelled> {
        let request = DialRequest {
            owner: None,
            connection,
            naming,
            key_type,
            trust: Trust::Pinned,
        };
        self.run(request, cancel).await
    }

    async fn run(
        &self,
        request: DialRequest<'_>,
        cancel: &CancellationToken,
    ) -> Result<ProbeReport, Cancelled> {
        match self.dialer.connect(request, self.deadline, cancel).await? {
            Ok(connection) => {
                let report = ProbeReport {
                    host: connection.host().to_owned(),
                    failure: None,
                    key_type: Some(connection.host_key().key_type),
                };
                connection.close().await;
                Ok(report)
            }
            Err(error) => Ok(ProbeReport {
                failure: Some(error.failure()),
                host: error.host,
                key_type: None,
            }),
        }
    }
}

#[async_trait]
impl Probe for SshProbe {
    async fn probe(
        &self,
        executor: &Executor,
        cancel: &CancellationToken,
    ) -> Result<ProbeReport, Cancelled> {
        let request = DialRequest {
            owner: Some(&executor.id),
            connection: &executor.config.connection,
            naming: Naming::Alias,
            key_type: executor.config.host_key_algorithm,
            trust: Trust::Pinned,
        };
        self.run(request, cancel).await
    }
}
