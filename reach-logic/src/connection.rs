//! The connection configuration: the eight fields that decide what is dialled, and with which
//! key (R1).

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::Fingerprint;

/// Where the user's key comes from.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum IdentitySource {
    /// An SSH agent.
    Agent,
    /// A private key file.
    File,
}

impl IdentitySource {
    /// The token used in JSON and in the store.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::File => "file",
        }
    }

    /// The source of a token.
    pub fn from_token(token: &str) -> Option<Self> {
        [Self::Agent, Self::File]
            .into_iter()
            .find(|source| source.token() == token)
    }
}

/// Exactly the fields whose change resets a record and starts a probe. Name, status
/// and the learned host-key type are not among them. Absent values are `None`, never blank text.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct ConnectionConfig {
    /// Host name or address, dialled literally when there is no alias.
    pub host: Option<String>,
    /// A name to look up in the user's ssh config; the other fields win over what it says.
    pub host_alias: Option<String>,
    /// TCP port; absent: the alias's, else 22.
    pub port: Option<u16>,
    /// Remote user; absent: the alias's, else the user Reach runs as.
    pub user: Option<String>,
    /// Where the key comes from; absent: as `ssh` would.
    pub identity_source: Option<IdentitySource>,
    /// Path of the private key, `~` allowed.
    pub identity_file: Option<String>,
    /// One bastion: `[user@]host[:port]` or an alias.
    pub proxy_jump: Option<String>,
    /// The pinned host key.
    pub host_fingerprint: Option<Fingerprint>,
}

/// The names of the eight fields.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is the field of the same name above")]
pub enum ConnectionField {
    Host,
    HostAlias,
    Port,
    User,
    IdentitySource,
    IdentityFile,
    ProxyJump,
    HostFingerprint,
}

impl ConnectionConfig {
    /// The fields that differ between the two, in declaration order. Empty exactly when
    /// [`digest`](Self::digest) is the same.
    pub fn changed_fields(&self, other: &Self) -> Vec<ConnectionField> {
        let differs = [
            (ConnectionField::Host, self.host != other.host),
            (
                ConnectionField::HostAlias,
                self.host_alias != other.host_alias,
            ),
            (ConnectionField::Port, self.port != other.port),
            (ConnectionField::User, self.user != other.user),
            (
                ConnectionField::IdentitySource,
                self.identity_source != other.identity_source,
            ),
            (
                ConnectionField::IdentityFile,
                self.identity_file != other.identity_file,
            ),
            (
                ConnectionField::ProxyJump,
                self.proxy_jump != other.proxy_jump,
            ),
            (
                ConnectionField::HostFingerprint,
                self.host_fingerprint != other.host_fingerprint,
            ),
        ];
        differs
            .into_iter()
            .filter_map(|(field, differs)| differs.then_some(field))
            .collect()
    }

    /// SHA-256, in lower-case hexadecimal, over a version byte and each field as a presence byte
    /// and, when present, its length (8 bytes, big-endian) and its text.
    pub fn digest(&self) -> String {
        let port = self.port.map(|port| port.to_string());
        let fields: [Option<&str>; 8] = [
            self.host.as_deref(),
            self.host_alias.as_deref(),
            port.as_deref(),
            self.user.as_deref(),
            self.identity_source.map(IdentitySource::token),
            self.identity_file.as_deref(),
            self.proxy_jump.as_deref(),
            self.host_fingerprint.as_ref().map(Fingerprint::as_str),
        ];
        let mut hash = Sha256::new();
        hash.update([1_u8]);
        for field in fields {
            match field {
                None => hash.update([0_u8]),
                Some(text) => {
                    hash.update([1_u8]);
                    hash.update((text.len() as u64).to_be_bytes());
                    hash.update(text);
                }
            }
        }
        hash.finalize().iter().fold(String::new(), |mut hex, byte| {
            // Writing to a String cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }

    /// What to call the target before anything was resolved: the host, else the alias, else
    /// nothing (P11).
    pub fn display_host(&self) -> &str {
        self.host
            .as_deref()
            .or(self.host_alias.as_deref())
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> ConnectionConfig {
        ConnectionConfig {
            host: Some("10.0.0.5".to_string()),
            host_alias: Some("gpu".to_string()),
            port: Some(22),
            user: Some("ada".to_string()),
            identity_source: Some(IdentitySource::File),
            identity_file: Some("~/.ssh/id_ed25519".to_string()),
            proxy_jump: Some("jump".to_string()),
            host_fingerprint: "SHA256:uNiVztksCsDhcc0u9e8BrrJXVGDeEMOhXt3mUzGWFZw"
                .parse()
                .ok(),
        }
    }

    // covers: SSH-REACHABILITY-001.18
    #[test]
    fn each_of_the_eight_fields_is_compared_and_digested() {
        let base = full();
        assert_eq!(base.changed_fields(&full()), []);
        let with = |change: fn(&mut ConnectionConfig)| {
            let mut config = full();
            change(&mut config);
            config
        };
        for (field, other) in [
            (ConnectionField::Host, with(|c| c.host = None)),
            (ConnectionField::HostAlias, with(|c| c.host_alias = None)),
            (ConnectionField::Port, with(|c| c.port = Some(2222))),
            (ConnectionField::User, with(|c| c.user = None)),
            (
                ConnectionField::IdentitySource,
                with(|c| c.identity_source = Some(IdentitySource::Agent)),
            ),
            (
                ConnectionField::IdentityFile,
                with(|c| c.identity_file = None),
            ),
            (ConnectionField::ProxyJump, with(|c| c.proxy_jump = None)),
            (
                ConnectionField::HostFingerprint,
                with(|c| c.host_fingerprint = None),
            ),
        ] {
            assert_eq!(other.changed_fields(&base), [field]);
            assert_ne!(other.digest(), base.digest(), "{field:?}");
        }
    }

    #[test]
    fn text_that_moves_between_fields_changes_the_digest() {
        let of = |host: Option<&str>, host_alias: Option<&str>| {
            let to_text = |text: Option<&str>| text.map(ToString::to_string);
            ConnectionConfig {
                host: to_text(host),
                host_alias: to_text(host_alias),
                ..ConnectionConfig::default()
            }
            .digest()
        };
        assert_ne!(of(Some("ab"), Some("c")), of(Some("a"), Some("bc")));
        assert_ne!(of(Some("ab"), None), of(None, Some("ab")));
        assert_ne!(of(Some(""), None), of(None, None));
    }

    /// The digest is stored: another form would reset every record at the next reactivation.
    #[test]
    fn the_digest_keeps_its_form() {
        assert_eq!(
            ConnectionConfig::default().digest(),
            "a536aa3cede6ea3c1f3e0357c3c60e0f216a8c89b853df13b29daa8f85065dfb"
        );
        assert_eq!(
            full().digest(),
            "d58bd6d944bf47ef2da3df20656fa728069866550206081cf5bb943b63b5a8be"
        );
    }

    #[test]
    fn the_host_is_named_before_the_alias() {
        let mut config = full();
        assert_eq!(config.display_host(), "10.0.0.5");
        config.host = None;
        assert_eq!(config.display_host(), "gpu");
        config.host_alias = None;
        assert_eq!(config.display_host(), "");
    }
}
