//! What a configuration comes to before anything is dialled: where to, and with which keys. Dials
//! and `reach resolve` ask the same function (P13).

use reach_logic::ConnectionConfig;

use super::config::{Disk, Naming, Resolved, Route, SshConfig};
use super::error::Fault;
use super::host_key::HostKey;
use super::identity::IdentityPlan;
use super::known_hosts::{HostName, KnownHosts};
use super::settings::SshSettings;
use super::target::TargetFault;

/// The way to a target.
#[derive(Clone, Debug)]
pub struct DialPlan {
    /// The target.
    pub target: HopPlan,
    /// The bastion in front of it.
    pub bastion: Option<HopPlan>,
}

/// One server on the way.
#[derive(Clone, Debug)]
pub struct HopPlan {
    /// What its name means.
    pub resolved: Resolved,
    /// The keys that it is offered.
    pub identities: IdentityPlan,
}

impl DialPlan {
    /// What the configuration means (P11). Reads files, so that it can hang.
    pub fn of(
        connection: &ConnectionConfig,
        naming: Naming,
        settings: &SshSettings,
    ) -> Result<Self, Fault> {
        let files = SshConfig::of_user(&Disk, &settings.local);
        let route = files.connection(connection, naming);
        let Route { target, bastion } = route.ok_or(TargetFault::NoHost)??;
        let identities = IdentityPlan::of_target(connection, &target, settings);
        let bastion = bastion.map(|resolved| HopPlan {
            identities: IdentityPlan::of_bastion(&identities, &resolved),
            resolved,
        });
        Ok(Self {
            target: HopPlan {
                resolved: target,
                identities,
            },
            bastion,
        })
    }
}

/// The keys that the user's and the system's known-hosts files have for the host of a
/// configuration; the one to ask for first stands first (P7). Reads files, so that it can hang.
pub fn recorded_keys(
    connection: &ConnectionConfig,
    naming: Naming,
    settings: &SshSettings,
) -> Result<Vec<HostKey>, Fault> {
    let target = DialPlan::of(connection, naming, settings)?.target;
    let files = KnownHosts::standard_paths(&settings.local);
    let (known, _) = KnownHosts::load(&Disk, &files)?;
    Ok(known.trusted(&HostName::of(&target.resolved)))
}
