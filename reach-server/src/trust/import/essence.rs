//! What makes two resolutions the same dial.

use std::path::PathBuf;

use reach_logic::{ConnectionConfig, IdentitySource};

use crate::ssh::config::{
    AddressFamily, Agent, HostSpec, KeyFile, Located, Origin, Resolved, Route,
};
use crate::ssh::known_hosts::HostName;

/// The server at the end, and the bastion in front: the host as a person means it.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Endpoint {
    target: (String, u16, String),
    bastion: Option<(String, u16, String)>,
}

impl Endpoint {
    pub(super) fn of(route: &Route) -> Self {
        let server = |resolved: &Resolved| {
            let Resolved {
                host, port, user, ..
            } = resolved;
            (host.value.clone(), port.value, user.value.clone())
        };
        Self {
            target: server(&route.target),
            bastion: route.bastion.as_ref().map(server),
        }
    }
}

/// All that decides how one server is dialled, without where it was said.
#[derive(Debug, Eq, PartialEq)]
struct Values<'a> {
    host: &'a str,
    port: u16,
    user: &'a str,
    identity_files: Vec<&'a PathBuf>,
    certificate_files: Vec<&'a PathBuf>,
    identities_only: bool,
    agent: &'a Agent,
    address_family: AddressFamily,
}

impl<'a> Values<'a> {
    fn of(resolved: &'a Resolved) -> Self {
        let paths =
            |files: &'a [Located<KeyFile>]| files.iter().map(|file| &file.value.path).collect();
        Self {
            host: &resolved.host.value,
            port: resolved.port.value,
            user: &resolved.user.value,
            identity_files: paths(&resolved.identity_files),
            certificate_files: paths(&resolved.certificate_files),
            identities_only: resolved.identities_only.value,
            agent: &resolved.agent.value,
            address_family: resolved.address_family.value,
        }
    }
}

/// Whether both dial the same hosts in the same way.
pub(super) fn same_dial(one: &Route, other: &Route) -> bool {
    Values::of(&one.target) == Values::of(&other.target) && same_bastion(one, other)
}

/// Whether both go the same way to the target.
pub(super) fn same_bastion(one: &Route, other: &Route) -> bool {
    match (&one.bastion, &other.bastion) {
        (None, None) => true,
        (Some(one), Some(other)) => {
            Values::of(one) == Values::of(other) && HostName::of(one) == HostName::of(other)
        }
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// The resolution as values of an executor that is dialled literally; `None` when the target has
/// settings for which an executor has no field.
pub(super) fn literal(route: &Route) -> Option<ConnectionConfig> {
    let Resolved {
        host,
        port,
        user,
        identity_files,
        certificate_files,
        identities_only,
        agent,
        address_family,
        ..
    } = &route.target;
    let usual_agent = matches!(agent.origin, Origin::Default);
    let any_family = address_family.value == AddressFamily::Any;
    if !usual_agent || !any_family || !certificate_files.is_empty() {
        return None;
    }
    let named = identity_files
        .iter()
        .filter(|file| !matches!(file.origin, Origin::Default));
    let named: Vec<_> = named.collect();
    let (identity_source, identity_file) = match named[..] {
        [] if identities_only.value || identity_files.is_empty() => return None,
        [] => (None, None),
        [one] => {
            let path = one.value.path.to_str()?.to_owned();
            let source = identities_only.value.then_some(IdentitySource::File);
            (source, Some(path))
        }
        _ => return None,
    };
    let jump = route.bastion.as_ref().map(|bastion| HostSpec {
        user: Some(bastion.user.value.clone()),
        host: bastion.host.value.clone(),
        port: Some(bastion.port.value),
    });
    Some(ConnectionConfig {
        host: Some(host.value.clone()),
        host_alias: None,
        port: Some(port.value),
        user: Some(user.value.clone()),
        identity_source,
        identity_file,
        proxy_jump: jump.map(|jump| jump.to_string()),
        host_fingerprint: None,
    })
}
