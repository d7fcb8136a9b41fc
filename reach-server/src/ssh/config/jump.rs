//! Names of hosts as people give them: `ProxyJump` values, and targets on a command line.

use super::error::ConfigFault;
use super::ports::Ports;

/// A bastion, or a target: `[user@]host[:port]` or `ssh://[user@]host[:port]`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct HostSpec {
    /// The remote user, if named.
    pub user: Option<String>,
    /// A host name, an address without brackets, or an alias.
    pub host: String,
    /// The port, if named.
    pub port: Option<u16>,
}

/// What a `ProxyJump` says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Jump {
    /// More than one hop, as written.
    Chain(String),
    /// `none`.
    Direct,
    /// One hop.
    Via(HostSpec),
}

impl std::fmt::Display for HostSpec {
    /// As one writes it: with brackets round an IPv6 address.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(user) = &self.user {
            write!(f, "{user}@")?;
        }
        if self.host.contains(':') {
            write!(f, "[{}]", self.host)?;
        } else {
            f.write_str(&self.host)?;
        }
        match self.port {
            Some(port) => write!(f, ":{port}"),
            None => Ok(()),
        }
    }
}

impl HostSpec {
    /// Reads one bastion, as a form's `proxy_jump` holds it.
    pub(super) fn parse(text: &str, ports: &Ports<'_>) -> Result<Self, ConfigFault> {
        let spec = match text.strip_prefix("ssh://") {
            Some(uri) => from_uri(uri, ports),
            None => from_parts(text, ports),
        };
        spec.ok_or_else(|| ConfigFault::BadJump(text.chars().take(64).collect()))
    }

    /// Reads a target as `ssh` reads its first argument, where a `:` is part of the host.
    pub(super) fn parse_target(text: &str, ports: &Ports<'_>) -> Result<Self, ConfigFault> {
        if text.starts_with("ssh://") {
            return Self::parse(text, ports);
        }
        let (user, host) = match text.rsplit_once('@') {
            Some((user, host)) => (Some(user.to_owned()), host),
            None => (None, text),
        };
        let spec = Self {
            user,
            host: host.to_owned(),
            port: None,
        };
        spec.check()?;
        Ok(spec)
    }

    /// Refuses the names that `ssh` refuses on its command line, where a shell might see them.
    pub(super) fn check(&self) -> Result<(), ConfigFault> {
        if !is_host(&self.host) {
            return Err(ConfigFault::InvalidHost);
        }
        match &self.user {
            Some(user) if !is_user(user) => Err(ConfigFault::InvalidUser),
            Some(_) | None => Ok(()),
        }
    }
}

impl Jump {
    /// Reads the rest of a `ProxyJump` line: the value ends at a blank or a comment.
    pub(super) fn parse(line: &str, ports: &Ports<'_>) -> Result<Self, ConfigFault> {
        // OpenSSH compares the uncut line, so "none # why" is a bastion called "none".
        if line.trim_end().eq_ignore_ascii_case("none") {
            return Ok(Self::Direct);
        }
        let value = line.split([' ', '\t', '#']).next().unwrap_or_default();
        let mut hops = value.split(',').map(|hop| HostSpec::parse(hop, ports));
        let first = hops.next().unwrap_or_else(|| HostSpec::parse("", ports))?;
        match hops
            .map(|hop| hop.map(|_| ()))
            .collect::<Result<Vec<_>, _>>()?
        {
            rest if rest.is_empty() => Ok(Self::Via(first)),
            _ => Ok(Self::Chain(value.to_owned())),
        }
    }
}

fn from_parts(text: &str, ports: &Ports<'_>) -> Option<HostSpec> {
    let (user, rest) = match text.rsplit_once('@') {
        Some(("", _)) => return None,
        Some((user, rest)) => (Some(user.to_owned()), rest),
        None => (None, text),
    };
    let (host, port) = host_and_port(rest, ports)?;
    Some(HostSpec { user, host, port })
}

fn from_uri(uri: &str, ports: &Ports<'_>) -> Option<HostSpec> {
    let (user, rest) = match uri.split_once('@') {
        Some((info, rest)) => {
            let user = info.split(';').next().filter(|user| !user.is_empty())?;
            (Some(percent_decoded(user)?), rest)
        }
        None => (None, uri),
    };
    // The one path that is allowed is none: a single slash at the end.
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let (host, port) = host_and_port(rest, ports)?;
    is_domain(&host).then_some(HostSpec { user, host, port })
}

/// Splits at the `:` outside brackets, and reads the port.
fn host_and_port(text: &str, ports: &Ports<'_>) -> Option<(String, Option<u16>)> {
    let (host, rest) = match text.strip_prefix('[') {
        Some(inner) => {
            let close = inner.find(']')?;
            (&inner[..close], &inner[close + 1..])
        }
        None => text.split_at(text.find([':', '/']).unwrap_or(text.len())),
    };
    let port = match rest.strip_prefix(':') {
        Some("") => None,
        Some(port) => Some(ports.parse(port.as_bytes())?),
        None if rest.is_empty() => None,
        None => return None,
    };
    (!host.is_empty()).then(|| (host.to_owned(), port))
}

fn is_domain(name: &str) -> bool {
    let first = name.bytes().next();
    first.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
        && !name.contains("..")
}

fn is_host(host: &str) -> bool {
    let refused = |c: char| "'`\"$\\;&<>|(){},".contains(c) || c.is_whitespace() || c.is_control();
    !host.is_empty() && !host.starts_with('-') && !host.contains(refused)
}

fn is_user(user: &str) -> bool {
    let bytes = user.as_bytes();
    !user.is_empty()
        && !user.starts_with('-')
        && !user.contains(|c: char| "'`\";&<>|(){}".contains(c) || c.is_control())
        && !bytes
            .windows(2)
            .any(|pair| pair[0].is_ascii_whitespace() && pair[1] == b'-')
        && !user.ends_with('\\')
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                let (high, low) = (digit(rest.next())?, digit(rest.next())?);
                u8::try_from(high * 16 + low)
                    .ok()
                    .filter(|byte| *byte != 0)?
            }
            b'+' => b' ',
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}
