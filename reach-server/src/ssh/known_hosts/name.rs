//! The names under which a host is on record.

use super::super::config::Resolved;

/// A host and port as known-hosts files name them, or a `HostKeyAlias` in their place.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct HostName {
    exact: String,
    bare: Option<String>,
}

impl HostName {
    /// A host and its port: `host`, or `[host]:port` beside the standard port.
    pub fn new(host: &str, port: u16) -> Self {
        let host = host.to_ascii_lowercase();
        match port {
            22 => Self {
                exact: host,
                bare: None,
            },
            port => Self {
                exact: format!("[{host}]:{port}"),
                bare: Some(host),
            },
        }
    }

    /// A `HostKeyAlias`, which stands for all ports.
    pub fn alias(alias: &str) -> Self {
        Self {
            exact: alias.to_ascii_lowercase(),
            bare: None,
        }
    }

    /// The name of a resolved host: its `HostKeyAlias`, else its host and port.
    pub fn of(resolved: &Resolved) -> Self {
        match &resolved.host_key_alias {
            Some(alias) => Self::alias(&alias.value),
            None => Self::new(&resolved.host.value, resolved.port.value),
        }
    }

    /// The name that a new key is recorded under.
    pub fn exact(&self) -> &str {
        &self.exact
    }

    /// The host without its port, where the port is not the standard one.
    pub(super) fn bare(&self) -> Option<&str> {
        self.bare.as_deref()
    }
}
