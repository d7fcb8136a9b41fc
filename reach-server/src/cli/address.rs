//! Where the running server is: one rule for every command that asks it.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::config::Config;
use crate::store::{self, ServedAt, StoreLocation};

/// Where the server that holds the store listens, else where one is configured to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Address {
    pub(super) address: SocketAddr,
    pub(super) gone: Option<Gone>,
}

/// A server that held the store, listened here, and did not end in order.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Gone(SocketAddr);

impl Address {
    /// Looks at the lock beside the store.
    pub(super) fn find(config: &Config) -> Self {
        let served = match StoreLocation::configured(config) {
            Ok(location) => store::served_at(&location),
            // Whoever needs the store complains.
            Err(_) => ServedAt::Unknown,
        };
        let configured = config.server.listen.value;
        match served {
            ServedAt::Here(address) => Self {
                address,
                gone: None,
            },
            ServedAt::NoLonger(last) => Self {
                address: configured,
                gone: Some(Gone(last)),
            },
            ServedAt::Unknown => Self {
                address: configured,
                gone: None,
            },
        }
    }

    /// The address as a client's URL.
    pub(super) fn url(self) -> String {
        format!("http://{}", reachable(self.address))
    }
}

impl fmt::Display for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(address) = self;
        write!(
            f,
            "the last server on this store, on {address}, ended without a goodbye, and none has \
             taken its place"
        )
    }
}

/// "Any address" is none that a client can go to.
pub(super) fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    let loopback = match address.ip() {
        IpAddr::V4(_) => IpAddr::from(Ipv4Addr::LOCALHOST),
        IpAddr::V6(_) => IpAddr::from(Ipv6Addr::LOCALHOST),
    };
    SocketAddr::new(loopback, address.port())
}
