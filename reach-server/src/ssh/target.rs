//! From a connection configuration to what is dialled.

use std::sync::Arc;

use reach_logic::{Fingerprint, KeyType};

use super::bastion_keys::{BastionKeys, BastionRecord};
use super::config::AddressFamily;
use super::error::Fault;
use super::identity::IdentityPlan;
use super::known_hosts::HostName;
use super::plan::{DialPlan, HopPlan};
use super::trail::Itinerary;

/// Why a configuration cannot be dialled; found before any connection (P4).
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum TargetFault {
    /// Neither a host nor an alias.
    #[error("no host is configured: give a host name or address")]
    NoHost,
    /// Nothing to tell the host from an impostor.
    #[error("the host's key is not trusted yet: test the connection and trust the key it shows")]
    NoPin,
    /// Nobody to log in as.
    #[error("no user is configured, and the user that Reach runs as has no name")]
    NoUser,
}

/// Whom Reach expects to meet.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Trust {
    /// The holder of the pinned key, and nobody else.
    Pinned,
    /// Anyone: a user wants to see who is there. A pin, if there is one, is checked all the same.
    FirstContact,
}

/// A configuration, ready to be dialled.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) endpoint: Endpoint,
    pub(super) bastion: Option<Bastion>,
    pub(super) pin: Option<Fingerprint>,
    pub(super) key_type: Option<KeyType>,
}

/// The jump host before the target.
#[derive(Clone, Debug)]
pub(super) struct Bastion {
    pub(super) endpoint: Endpoint,
    pub(super) record: BastionRecord,
    /// As the configuration names it.
    name: String,
}

/// One SSH server on the way.
#[derive(Clone, Debug)]
pub(super) struct Endpoint {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) user: String,
    pub(super) family: AddressFamily,
    pub(super) identities: IdentityPlan,
}

impl Target {
    /// The plan, with what is on record for its hosts. Reads files, so that it can hang.
    pub(super) fn of(
        plan: DialPlan,
        pin: Option<Fingerprint>,
        key_type: Option<KeyType>,
        bastions: &Arc<BastionKeys>,
    ) -> Result<Self, Fault> {
        let bastion = plan.bastion.map(|hop| Bastion::new(hop, bastions));
        Ok(Self {
            endpoint: Endpoint::new(plan.target)?,
            bastion: bastion.transpose()?,
            key_type: key_type.filter(|_| pin.is_some()),
            pin,
        })
    }

    /// The way to it.
    pub(super) fn itinerary(&self) -> Itinerary {
        Itinerary {
            user: self.endpoint.user.clone(),
            place: self.endpoint.place(),
            bastion: self.bastion.as_ref().map(Bastion::place),
        }
    }
}

impl Bastion {
    fn new(hop: HopPlan, bastions: &Arc<BastionKeys>) -> Result<Self, Fault> {
        let resolved = &hop.resolved;
        let known_as = HostName::of(resolved);
        Ok(Self {
            record: bastions.record(known_as, resolved.strict_host_keys.value)?,
            name: resolved.original.clone(),
            endpoint: Endpoint::new(hop)?,
        })
    }

    /// As a person would call it: by its name, and by its address if that is another.
    fn place(&self) -> String {
        let place = self.endpoint.place();
        if self.name.eq_ignore_ascii_case(&self.endpoint.host) {
            place
        } else {
            format!("{} ({place})", self.name)
        }
    }
}

impl Endpoint {
    fn new(hop: HopPlan) -> Result<Self, TargetFault> {
        let HopPlan {
            resolved,
            identities,
        } = hop;
        let user = resolved.user.value.clone();
        if user.is_empty() {
            return Err(TargetFault::NoUser);
        }
        Ok(Self {
            host: resolved.host.value.clone(),
            port: resolved.port.value,
            user,
            family: resolved.address_family.value,
            identities,
        })
    }

    /// `host:port`, as a person would call it: with brackets round an IPv6 address.
    pub(super) fn place(&self) -> String {
        let Self { host, port, .. } = self;
        if host.contains(':') {
            format!("[{host}]:{port}")
        } else {
            format!("{host}:{port}")
        }
    }
}
