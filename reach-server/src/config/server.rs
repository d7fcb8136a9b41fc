//! Where the server listens, and how the outside reaches it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use url::Url;

use super::Setting;
use super::reader::{LISTEN, PUBLIC_URL, Reader};

const DEFAULT_LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 7878);

/// HTTP.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// The address to listen on.
    pub listen: Setting<SocketAddr>,
    /// The address that people use, when a proxy stands in front.
    pub public_url: Setting<Option<PublicUrl>>,
    /// Whether a token is asked for.
    pub auth: bool,
}

impl ServerConfig {
    pub(super) fn read(reader: &mut Reader<'_>, no_auth: bool) -> Self {
        let listen = reader.text(&LISTEN, DEFAULT_LISTEN, parse_listen);
        let public_url = reader.text(&PUBLIC_URL, None, |text| PublicUrl::parse(text).map(Some));
        if no_auth && !listen.value.ip().is_loopback() {
            let complaint = format!(
                "refused, since the server would listen on {}, beyond this machine; \
                 listen on 127.0.0.1 or keep the token",
                listen.value
            );
            reader.problem("--no-auth".to_owned(), complaint);
        }
        Self {
            listen,
            public_url,
            auth: !no_auth,
        }
    }
}

fn parse_listen(text: &str) -> Result<SocketAddr, String> {
    let literal = match text.strip_prefix("localhost:") {
        Some(port) => format!("127.0.0.1:{port}"),
        None => text.to_owned(),
    };
    literal
        .parse()
        .map_err(|_| "expected ADDRESS:PORT, such as 127.0.0.1:7878 or [::]:7878".to_owned())
}

/// `https://host[:port][/prefix]`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PublicUrl(Url);

impl PublicUrl {
    /// Reads an `http` or `https` URL with a host, and nothing after the path.
    pub fn parse(text: &str) -> Result<Self, String> {
        let url = Url::parse(text).map_err(|_| EXPECTED.to_owned())?;
        let plain = url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none();
        if !plain || !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
            return Err(EXPECTED.to_owned());
        }
        Ok(Self(url))
    }

    /// The host name, or the address (an IPv6 one in brackets), in lower case.
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// The origin of pages under this URL, as browsers write it.
    pub fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// The path prefix without a slash at its end; empty when there is none.
    pub fn prefix(&self) -> &str {
        self.0.path().trim_end_matches('/')
    }
}

const EXPECTED: &str = "expected http(s)://HOST[:PORT][/PREFIX]";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_has_a_host_an_origin_and_a_prefix() {
        let url = PublicUrl::parse("https://Reach.Example:8443/tools/reach/").unwrap();
        assert_eq!(url.host(), "reach.example");
        assert_eq!(url.origin(), "https://reach.example:8443");
        assert_eq!(url.prefix(), "/tools/reach");
        let bare = PublicUrl::parse("https://reach.example").unwrap();
        assert_eq!(bare.origin(), "https://reach.example");
        assert_eq!(bare.prefix(), "");
    }

    #[test]
    fn a_public_url_is_nothing_but_scheme_host_port_and_path() {
        for text in [
            "reach.example",
            "ftp://reach.example",
            "https://ada:pw@reach.example",
            "https://reach.example/?a=b",
            "https://reach.example/#x",
            "https://",
        ] {
            assert!(PublicUrl::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn localhost_stands_for_the_loopback_address() {
        assert_eq!(parse_listen("localhost:0"), Ok(([127, 0, 0, 1], 0).into()));
        assert!(parse_listen("reach.example:80").is_err());
        assert!(parse_listen("127.0.0.1").is_err());
        assert!(parse_listen("127.0.0.1:70000").is_err());
    }
}
