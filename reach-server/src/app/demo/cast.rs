//! Who is there to be seen: a host for every state and every reason that can be shown.

use reach_logic::{
    ConnectionConfig, ExecutorConfig, ExecutorStatus, ExecutorType, IdentitySource, NewExecutor,
};

use crate::executors::Executors;
use crate::ssh::demo::{DemoError, DemoHost, DemoHosts, Manner};

use super::super::start::StartError;

/// The account on the hosts, who let in whoever has the key.
pub(super) const USER: &str = "ada";

struct Part {
    name: &'static str,
    manner: Manner,
    is_pinned: bool,
    status: ExecutorStatus,
}

const PARTS: [Part; 8] = [
    active("build-arm", Manner::Healthy),
    active("ci-runner", Manner::Locked),
    active("gpu-1", Manner::Healthy),
    active("nas", Manner::Silent),
    Part {
        is_pinned: false,
        ..active("new-box", Manner::Healthy)
    },
    Part {
        status: ExecutorStatus::Inactive,
        ..active("old-laptop", Manner::Healthy)
    },
    active("vps-fra", Manner::Rekeyed),
    active("web-staging", Manner::Refusing),
];

/// The machine that the demonstration runs on.
const LOCAL: &str = "this-machine";

/// Hosts of the demonstration's ssh configuration, for an import; the second has no known key.
const IMPORTABLE: [&str; 2] = ["gpu-2", "lab-printer"];

const fn active(name: &'static str, manner: Manner) -> Part {
    Part {
        name,
        manner,
        is_pinned: true,
        status: ExecutorStatus::Active,
    }
}

/// What the demonstration's user knows besides the saved hosts.
pub(super) struct Known {
    /// Aliases and ports.
    pub(super) aliases: Vec<(&'static str, u16)>,
    /// Text of `known_hosts`.
    pub(super) keys: String,
}

/// Starts the hosts, and saves those that are to be seen at once.
pub(super) async fn enter(
    hosts: &mut DemoHosts,
    executors: &Executors,
) -> Result<Known, StartError> {
    for part in PARTS {
        let host = hosts.start(part.manner)?;
        let config = configuration(&part, &host, hosts);
        save(part.name, ExecutorType::Ssh, part.status, config, executors).await?;
    }
    let config = ExecutorConfig::default();
    let status = ExecutorStatus::Active;
    save(LOCAL, ExecutorType::Local, status, config, executors).await?;
    Ok(importable(hosts)?)
}

fn configuration(part: &Part, host: &DemoHost, hosts: &DemoHosts) -> ExecutorConfig {
    let pin = part.is_pinned.then(|| host.trusted.clone());
    ExecutorConfig {
        host_key_algorithm: pin.as_ref().map(|pin| pin.key_type),
        connection: ConnectionConfig {
            host: Some("127.0.0.1".to_owned()),
            port: Some(host.port),
            user: Some(USER.to_owned()),
            identity_source: Some(IdentitySource::File),
            identity_file: Some(hosts.user_key_file().display().to_string()),
            host_fingerprint: pin.map(|pin| pin.fingerprint),
            ..ConnectionConfig::default()
        },
    }
}

async fn save(
    name: &str,
    kind: ExecutorType,
    status: ExecutorStatus,
    config: ExecutorConfig,
    executors: &Executors,
) -> Result<(), StartError> {
    let new = NewExecutor {
        // The same address of the page at every demonstration.
        id: name.parse().ok(),
        name: name.to_owned(),
        kind,
        status,
        config,
    };
    executors.create(new).await?;
    Ok(())
}

fn importable(hosts: &mut DemoHosts) -> Result<Known, DemoError> {
    let mut known = Known {
        aliases: Vec::new(),
        keys: String::new(),
    };
    for alias in IMPORTABLE {
        let host = hosts.start(Manner::Healthy)?;
        if known.keys.is_empty() {
            known.keys = host.known_hosts_line()?;
        }
        known.aliases.push((alias, host.port));
    }
    Ok(known)
}
