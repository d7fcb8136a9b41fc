//! Which `Host` and `Origin` headers are this server's own. A page elsewhere can make a browser
//! send requests here, under a name that it made point here (DNS rebinding) or across origins;
//! it cannot forge these two headers.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::config::PublicUrl;

/// What a request says about where it comes from.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The `Host` header, or the target's authority.
    pub host: &'a str,
    /// The `Origin` header.
    pub origin: Option<&'a str>,
    /// The address that the connection was accepted on.
    pub local: SocketAddr,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Foreign {
    /// The `Host` is not a name of this server.
    #[error(
        "the Host header does not name this server; \
         set server.publicUrl to the address that people use"
    )]
    Host,
    /// The `Origin` is another site's.
    #[error("the Origin header names another site")]
    Origin,
    /// Neither an `Origin` nor an `Authorization` header.
    #[error("a request without an Authorization header needs an Origin header")]
    NoOrigin,
}

#[derive(Debug)]
pub(super) struct Names {
    listen: SocketAddr,
    public_url: Option<PublicUrl>,
}

impl Names {
    pub(super) fn new(listen: SocketAddr, public_url: Option<PublicUrl>) -> Self {
        Self { listen, public_url }
    }

    pub(super) fn check(&self, claim: &Claim<'_>) -> Result<(), Foreign> {
        let host = claim.host.to_ascii_lowercase();
        if !self.is_own_host(&host, claim.local) {
            return Err(Foreign::Host);
        }
        match claim.origin {
            Some(origin) if self.is_own_origin(origin, &host) => Ok(()),
            Some(_) => Err(Foreign::Origin),
            None => Ok(()),
        }
    }

    fn is_own_host(&self, host: &str, local: SocketAddr) -> bool {
        let Some(name) = name_of(host) else {
            return false;
        };
        if name == "localhost" {
            return true;
        }
        if let Some(public) = &self.public_url
            && public.host().eq_ignore_ascii_case(name)
        {
            return true;
        }
        parse_literal(name).is_some_and(|address| self.is_own_address(address, local))
    }

    /// The address listened on; for "any address" the one the connection came to, and loopback,
    /// where a port that was forwarded to a container arrives.
    fn is_own_address(&self, address: IpAddr, local: SocketAddr) -> bool {
        if !self.listen.ip().is_unspecified() {
            return address == self.listen.ip();
        }
        address == local.ip().to_canonical()
            || address == Ipv4Addr::LOCALHOST
            || address == Ipv6Addr::LOCALHOST
    }

    /// The public URL's origin, or the very address that this request was sent to: a page of
    /// another server on this machine has another port, and so another origin.
    fn is_own_origin(&self, origin: &str, host: &str) -> bool {
        let origin = origin.to_ascii_lowercase();
        if let Some(public) = &self.public_url
            && public.origin() == origin
        {
            return true;
        }
        let own = host.strip_suffix(":80").unwrap_or(host);
        origin.strip_prefix("http://") == Some(own)
    }
}

/// The host of `host[:port]`, brackets kept; `None` if that is not its form.
fn name_of(host: &str) -> Option<&str> {
    let end = match host.find(']') {
        Some(bracket) => bracket + 1,
        None => host.find(':').unwrap_or(host.len()),
    };
    let (name, rest) = host.split_at_checked(end)?;
    let port_is_fine = match rest.strip_prefix(':') {
        Some(port) => port.parse::<u16>().is_ok(),
        None => rest.is_empty(),
    };
    (port_is_fine && !name.is_empty()).then_some(name)
}

fn parse_literal(name: &str) -> Option<IpAddr> {
    match name.strip_prefix('[') {
        Some(rest) => {
            let address: Ipv6Addr = rest.strip_suffix(']')?.parse().ok()?;
            Some(IpAddr::V6(address).to_canonical())
        }
        None => name.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCAL: &str = "127.0.0.1:7878";

    fn names(listen: &str, public_url: Option<&str>) -> Names {
        let public_url = public_url.map(|url| PublicUrl::parse(url).unwrap());
        Names::new(listen.parse().unwrap(), public_url)
    }

    fn check(names: &Names, host: &str, origin: Option<&str>) -> Result<(), Foreign> {
        names.check(&Claim {
            host,
            origin,
            local: LOCAL.parse().unwrap(),
        })
    }

    #[test]
    fn only_names_of_this_server_are_hosts() {
        let names = names(LOCAL, Some("https://reach.example/r"));
        for own in [
            "localhost",
            "LOCALHOST:7878",
            "127.0.0.1:7878",
            "127.0.0.1",
            "Reach.Example",
            "reach.example:443",
        ] {
            assert_eq!(check(&names, own, None), Ok(()), "{own}");
        }
        for foreign in [
            "",
            "evil.example",
            "evil.example:7878",
            "localhost.evil.example",
            "reach.example.evil.example",
            "127.0.0.2:7878",
            "10.0.0.1",
            "[::1]:7878",
            "127.0.0.1:7878:1",
            "127.0.0.1:port",
            "2130706433",
            "localhost ",
            "ada@localhost",
        ] {
            let outcome = check(&names, foreign, None);
            assert_eq!(outcome, Err(Foreign::Host), "{foreign:?}");
        }
    }

    #[test]
    fn a_server_on_any_address_knows_the_one_it_was_reached_at() {
        let names = names("0.0.0.0:7878", None);
        let at = |host: &str, local: &str| {
            names.check(&Claim {
                host,
                origin: None,
                local: local.parse().unwrap(),
            })
        };
        assert_eq!(at("192.168.1.5:7878", "192.168.1.5:7878"), Ok(()));
        assert_eq!(at("127.0.0.1:7878", "172.17.0.2:7878"), Ok(()));
        let elsewhere = at("192.168.1.6:7878", "192.168.1.5:7878");
        assert_eq!(elsewhere, Err(Foreign::Host));
    }

    #[test]
    fn only_this_servers_pages_are_origins() {
        let names = names(LOCAL, Some("https://reach.example/r"));
        let ok = [
            ("127.0.0.1:7878", "http://127.0.0.1:7878"),
            ("localhost:7878", "http://localhost:7878"),
            ("localhost", "http://localhost"),
            ("reach.example", "https://reach.example"),
            ("127.0.0.1:7878", "https://reach.example"),
        ];
        for (host, origin) in ok {
            assert_eq!(check(&names, host, Some(origin)), Ok(()), "{origin}");
        }
        let foreign = [
            // A forwarded notebook on another port of this machine.
            ("127.0.0.1:7878", "http://127.0.0.1:8888"),
            ("127.0.0.1:7878", "http://localhost:7878"),
            ("127.0.0.1:7878", "https://127.0.0.1:7878"),
            ("127.0.0.1:7878", "http://evil.example"),
            ("127.0.0.1:7878", "https://reach.example.evil.example"),
            ("127.0.0.1:7878", "https://reach.example:8443"),
            ("127.0.0.1:7878", "null"),
            ("127.0.0.1:7878", ""),
            ("127.0.0.1:7878", "http://127.0.0.1:7878/"),
        ];
        for (host, origin) in foreign {
            let outcome = check(&names, host, Some(origin));
            assert_eq!(outcome, Err(Foreign::Origin), "{origin:?}");
        }
    }

    #[test]
    fn an_ipv6_literal_stands_in_brackets() {
        let names = names("[::1]:7878", None);
        let origin = Some("http://[::1]:7878");
        assert_eq!(check(&names, "[::1]:7878", origin), Ok(()));
        assert_eq!(check(&names, "[0:0::1]", None), Ok(()));
        for foreign in ["::1", "[::2]", "[::1", "[::1]x", "127.0.0.1:7878"] {
            assert_eq!(
                check(&names, foreign, None),
                Err(Foreign::Host),
                "{foreign}"
            );
        }
    }
}
