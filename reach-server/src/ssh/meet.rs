//! From an endpoint to a session whose host key was checked.

use std::io;
use std::time::Duration;

use reach_logic::{ExecutorId, KeyType};
use russh::client::connect_stream;
use russh::{ChannelOpenFailure, client};
use tokio::time::timeout;
use tokio_util::task::TaskTracker;

use super::algorithms::client_config;
use super::bastion_keys::Allowed;
use super::blocking::BlockingPool;
use super::classify::handshake_fault;
use super::connection::Link;
use super::error::{Fault, Phase};
use super::handler::{ClientHandler, Ear};
use super::host_key::{HostKeyFault, HostKeyRule};
use super::kill::{Carrier, KillOnDrop, KillStream, Wire};
use super::message::quoted;
use super::resolve;
use super::target::{Bastion, Endpoint, Target};
use super::trail::{Sighting, Trail};
use super::uplink::Paced;

/// How long the end of a bastion may take to show after what it carried has ended.
const AFTERMATH: Duration = Duration::from_millis(50);

/// One attempt's surroundings.
pub(super) struct Meeting<'a> {
    pub(super) pool: &'a BlockingPool,
    pub(super) owner: Option<&'a ExecutorId>,
    pub(super) trail: &'a Trail,
    pub(super) tasks: &'a TaskTracker,
}

impl Meeting<'_> {
    /// A session with the bastion, by what is on record for it.
    pub(super) async fn bastion(&self, bastion: &Bastion) -> Result<Link, Fault> {
        let record = bastion.record.clone();
        record.warn_of_lines();
        let on_record = record.key_types();
        let types = if on_record.is_empty() {
            KeyType::ALL.to_vec()
        } else {
            on_record.clone()
        };
        let wire = self.connect(&bastion.endpoint).await?;
        let rule = HostKeyRule::OnRecord(record.clone());
        let link = match self.handshake(wire, &rule, &types, None).await {
            Ok(link) => link,
            Err(Fault::NoHostKeyAlgorithm(_)) if !on_record.is_empty() => {
                return Err(HostKeyFault::TypesMissing(on_record).into());
            }
            Err(fault) => return Err(fault),
        };
        let allowed = link.ear.heard().allowed.take();
        if let Some(Allowed::New { key, by_authority }) = allowed {
            let (to_write, new) = (record.clone(), key.clone());
            let written = self.pool.run(self.owner, move || to_write.write(&new));
            record.warn_of(&key, by_authority, &written.await?);
        }
        Ok(link)
    }

    /// A session with the right target. With a pin of unknown type the server may hold the pinned
    /// key beside others, and shows one per dial: then at most one dial per type (P10).
    pub(super) async fn target(
        &self,
        target: &Target,
        bastion: Option<&Link>,
    ) -> Result<Link, Fault> {
        let mut types = KeyType::ALL.to_vec();
        if let Some(known) = target.key_type {
            // First, not alone: what else the server shows belongs into the message.
            types.retain(|kind| *kind != known);
            types.insert(0, known);
        }
        let rule = target
            .pin
            .clone()
            .map_or(HostKeyRule::Shown, HostKeyRule::Pinned);
        loop {
            match self.try_target(target, bastion, &rule, &types).await {
                Ok(link) => {
                    self.trail.matched();
                    return Ok(link);
                }
                Err(Fault::HostKey(mismatch)) => {
                    if let HostKeyFault::Changed { presented, .. } = &mismatch {
                        types.retain(|kind| *kind != presented.key_type);
                    }
                    if target.key_type.is_some() || types.is_empty() {
                        return Err(mismatch.into());
                    }
                    self.trail.mismatched(mismatch);
                }
                // The server has shown every key it has.
                Err(Fault::NoHostKeyAlgorithm(offered)) => {
                    return Err(match (self.trail.mismatch(), target.key_type) {
                        (Some(mismatch), _) => mismatch.into(),
                        (None, Some(known)) => HostKeyFault::TypesMissing(vec![known]).into(),
                        (None, None) => Fault::NoHostKeyAlgorithm(offered),
                    });
                }
                Err(fault) => return Err(fault),
            }
        }
    }

    async fn try_target(
        &self,
        target: &Target,
        bastion: Option<&Link>,
        rule: &HostKeyRule,
        types: &[KeyType],
    ) -> Result<Link, Fault> {
        let Some(bastion) = bastion else {
            let wire = self.connect(&target.endpoint).await?;
            return self.handshake(wire, rule, types, None).await;
        };
        let wire = self.connect_through(&target.endpoint, bastion).await?;
        let carrier = Some(bastion.carrier());
        self.handshake(wire, rule, types, carrier).await
    }

    /// TCP, by Reach itself.
    async fn connect(&self, endpoint: &Endpoint) -> Result<Box<dyn Wire>, Fault> {
        let Endpoint {
            host, port, family, ..
        } = endpoint;
        self.trail.enter(Phase::Resolve);
        let found = resolve::addresses(host, *port, *family, self.pool, self.owner).await?;
        let addresses = found.map_err(Fault::Resolve)?;
        self.trail.enter(Phase::Connect);
        let stream = resolve::connect(addresses).await.map_err(not_connected)?;
        Ok(Box::new(stream))
    }

    /// TCP, by the bastion, which resolves the name too (P12).
    async fn connect_through(
        &self,
        endpoint: &Endpoint,
        bastion: &Link,
    ) -> Result<Box<dyn Wire>, Fault> {
        self.trail.enter(Phase::Connect);
        let (host, port) = (endpoint.host.clone(), u32::from(endpoint.port));
        let opened = bastion
            .handle
            .channel_open_direct_tcpip(host, port, "127.0.0.1", 0)
            .await;
        let refusal = match opened {
            Ok(channel) => {
                let uplink = bastion.uplink().clone();
                return Ok(Box::new(Paced::new(channel.into_stream(), uplink)));
            }
            Err(russh::Error::ChannelOpenFailure(refusal)) => Some(refusal),
            Err(_) => None,
        };
        let said = bastion.ear.heard().open_failure.take();
        let said = quoted(&said.unwrap_or_default());
        match refusal {
            Some(ChannelOpenFailure::ConnectFailed) => Err(Fault::ConnectOnward(said)),
            Some(_) => {
                self.trail.blame_bastion();
                Err(Fault::ForwardingRefused(said))
            }
            None => {
                self.trail.blame_bastion();
                Err(Fault::Closed(String::new()))
            }
        }
    }

    /// SSH over a wire, up to a host key that the rule allows.
    pub(super) async fn handshake(
        &self,
        wire: Box<dyn Wire>,
        rule: &HostKeyRule,
        types: &[KeyType],
        carrier: Option<Carrier>,
    ) -> Result<Link, Fault> {
        self.trail.enter(Phase::Handshake);
        let config = client_config(types).map_err(|error| Fault::Protocol(error.to_string()))?;
        let ear = Ear::default();
        let (stream, kill) = KillStream::new(wire);
        let kill = KillOnDrop(kill);
        let task = self.tasks.token();
        let (handler, ended) = ClientHandler::new(rule.clone(), ear.clone(), carrier, task);
        let connected: Result<client::Handle<ClientHandler>, _> =
            connect_stream(config, stream, handler).await;
        let banner = kill.0.banner();
        self.trail.saw(Sighting {
            host_key: ear.heard().host_key.clone(),
            server_version: banner.identification().unwrap_or_default().to_owned(),
        });
        match connected {
            Ok(handle) => Ok(Link::new(handle, kill, ear, ended)),
            Err(error) => Err(handshake_fault(error, &ear, &banner)),
        }
    }

    /// A target's connection that just ended may have ended because the bastion's did.
    pub(super) async fn attribute(&self, fault: Fault, bastion: Option<&Link>) -> Fault {
        if let (Fault::Closed(_), Some(bastion)) = (&fault, bastion)
            && timeout(AFTERMATH, bastion.ended.cancelled()).await.is_ok()
        {
            self.trail.blame_bastion();
        }
        fault
    }
}

/// A connection that is reset at once can look as if it had never been made.
fn not_connected(error: io::Error) -> Fault {
    if error.kind() == io::ErrorKind::ConnectionReset {
        return Fault::Closed(String::new());
    }
    Fault::Connect(error)
}
