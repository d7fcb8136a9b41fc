//! From a connection configuration to what is dialled.

use std::sync::Arc;

use reach_logic::{ConnectionConfig, Fingerprint, KeyType};

use super::bastion_keys::{BastionKeys, BastionRecord};
use super::config::{AddressFamily, Disk, Query, Resolved, Route, SshConfig};
use super::error::Fault;
use super::host_key::HostKey;
use super::identity::IdentityPlan;
use super::known_hosts::{HostName, KnownHosts};
use super::settings::SshSettings;
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
    /// What the configuration means (P11). Reads files, so that it can hang.
    pub(super) fn resolve(
        connection: &ConnectionConfig,
        key_type: Option<KeyType>,
        settings: &SshSettings,
        bastions: &Arc<BastionKeys>,
    ) -> Result<Self, Fault> {
        let pin = connection.host_fingerprint.clone();
        let Route { target, bastion } = route(connection, settings)?;
        let identities = IdentityPlan::of_target(connection, &target, settings);
        let bastion = bastion.map(|bastion| Bastion::new(&bastion, &identities, bastions));
        Ok(Self {
            endpoint: Endpoint::new(&target, identities)?,
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
    fn new(
        resolved: &Resolved,
        target: &IdentityPlan,
        bastions: &Arc<BastionKeys>,
    ) -> Result<Self, Fault> {
        let identities = IdentityPlan::of_bastion(target, resolved);
        let endpoint = Endpoint::new(resolved, identities)?;
        let known_as = match &resolved.host_key_alias {
            Some(alias) => HostName::alias(&alias.value),
            None => HostName::new(&endpoint.host, endpoint.port),
        };
        Ok(Self {
            record: bastions.record(known_as, resolved.strict_host_keys.value)?,
            name: resolved.original.clone(),
            endpoint,
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
    fn new(resolved: &Resolved, identities: IdentityPlan) -> Result<Self, TargetFault> {
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

/// The keys that the user's and the system's known-hosts files have for the host of a
/// configuration; the one to ask for first stands first (P7). Reads files, so that it can hang.
pub fn recorded_keys(
    connection: &ConnectionConfig,
    settings: &SshSettings,
) -> Result<Vec<HostKey>, Fault> {
    let target = route(connection, settings)?.target;
    let files = KnownHosts::standard_paths(&settings.local);
    let (known, _) = KnownHosts::load(&Disk, &files)?;
    Ok(known.trusted(&HostName::of(&target)))
}

fn route(connection: &ConnectionConfig, settings: &SshSettings) -> Result<Route, Fault> {
    let files = SshConfig::of_user(&Disk, &settings.local);
    let query = |name: &String| Query {
        name: name.clone(),
        host: None,
        port: connection.port,
        user: connection.user.clone(),
        proxy_jump: connection.proxy_jump.clone(),
    };
    match (&connection.host_alias, &connection.host) {
        (Some(alias), host) => {
            let host = host.clone();
            Ok(files.alias(&Query {
                host,
                ..query(alias)
            })?)
        }
        (None, Some(host)) => Ok(files.literal(&query(host))?),
        (None, None) => Err(TargetFault::NoHost.into()),
    }
}
