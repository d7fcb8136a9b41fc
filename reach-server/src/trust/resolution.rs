//! What would be dialled, each value with its file and line, as it is shown.

use reach_logic::{ConnectionConfig, Fingerprint, KeyType};
use serde::Serialize;

use crate::ssh::config::{
    AddressFamily, Agent, Disk, HostSpec, KeyFile, Located, Naming, Origin, Place, SshConfig,
};
use crate::ssh::known_hosts::{HostName, KnownHosts};
use crate::ssh::{DialPlan, Fault, HopPlan, KeySource, SshSettings};

/// What to resolve.
#[derive(Clone, Debug)]
pub enum Asked {
    /// An executor's configuration.
    Connection(ConnectionConfig),
    /// `[user@]host`, as on the command line of `ssh`.
    Target(String),
}

/// The answer: what would be dialled, or what is in the way.
#[derive(Clone, Debug, Serialize)]
pub struct Resolution {
    /// The target; absent when it does not resolve.
    pub target: Option<Hop>,
    /// The bastion in front of it.
    pub bastion: Option<Hop>,
    /// Why it does not resolve.
    pub error: Option<Obstacle>,
}

/// What keeps a name from being resolved.
#[derive(Clone, Debug, Serialize)]
pub struct Obstacle {
    /// For people; names file and line too.
    pub message: String,
    /// The file at fault.
    pub file: Option<String>,
    /// Its line; absent when the whole file is at fault.
    pub line: Option<u32>,
}

/// One server.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the option of ssh_config of that name")]
pub struct Hop {
    /// The name as it was given.
    pub name: String,
    pub host: Value<String>,
    pub port: Value<u16>,
    pub user: Value<String>,
    pub proxy_jump: Option<Value<String>>,
    /// `agent` alone, `file`s alone, or both as `ssh` does.
    pub identity_source: Value<&'static str>,
    /// Expanded, in the order in which they are tried.
    pub identity_files: Vec<Value<String>>,
    /// Those that are there: beside each key, and those that were named.
    pub certificate_files: Vec<Value<String>>,
    pub identities_only: Value<bool>,
    /// A socket, `none`, or the variable that is not set.
    pub identity_agent: Value<String>,
    pub host_key_alias: Option<Value<String>>,
    pub address_family: Value<&'static str>,
    pub strict_host_key_checking: Value<bool>,
    /// Options that apply and that Reach passes over.
    pub ignored: Vec<Value<&'static str>>,
    /// The keys on record in the user's known-hosts files.
    pub host_keys: Vec<RecordedKey>,
}

/// A value and where it comes from.
#[derive(Clone, Debug, Serialize)]
pub struct Value<T> {
    /// The value.
    pub value: T,
    /// `default`, `file` or `given`.
    pub source: &'static str,
    /// The file that says it.
    pub file: Option<String>,
    /// Its line.
    pub line: Option<u32>,
}

/// A key on record that may be trusted.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "as in an executor's configuration")]
pub struct RecordedKey {
    pub fingerprint: Fingerprint,
    pub key_algorithm: KeyType,
}

impl Resolution {
    /// Resolves over this machine's files; may block.
    pub fn read(asked: &Asked, settings: &SshSettings) -> Self {
        Self::found(asked, settings).unwrap_or_else(|fault| Self {
            target: None,
            bastion: None,
            error: Some(Obstacle::of(&fault)),
        })
    }

    /// What a dial would come to, by its own function.
    fn found(asked: &Asked, settings: &SshSettings) -> Result<Self, Fault> {
        let paths = KnownHosts::standard_paths(&settings.local);
        let (known, _) = KnownHosts::load(&Disk, &paths)?;
        let plan = match asked {
            Asked::Connection(connection) => DialPlan::of(connection, Naming::Alias, settings)?,
            Asked::Target(target) => {
                let target = SshConfig::of_user(&Disk, &settings.local).target(target)?;
                let connection = ConnectionConfig {
                    host_alias: Some(target.name),
                    port: target.port,
                    user: target.user,
                    ..ConnectionConfig::default()
                };
                DialPlan::of(&connection, Naming::CommandLine, settings)?
            }
        };
        Ok(Self {
            target: Some(Hop::of(&plan.target, &known)),
            bastion: plan.bastion.as_ref().map(|hop| Hop::of(hop, &known)),
            error: None,
        })
    }

    /// One line for each value: what, the value, where it comes from.
    pub fn rows(&self) -> Vec<[String; 3]> {
        let hops = [("", &self.target), ("bastion ", &self.bastion)];
        let hops = hops
            .into_iter()
            .filter_map(|(of, hop)| Some((of, hop.as_ref()?)));
        hops.flat_map(|(of, hop)| hop.rows(of)).collect()
    }
}

impl Obstacle {
    fn of(fault: &Fault) -> Self {
        let place = if let Fault::Config(error) = fault {
            error.at.as_ref()
        } else {
            None
        };
        Self {
            message: fault.to_string(),
            file: place.map(|place| place.file.display().to_string()),
            line: place.map(|place| place.line).filter(|line| *line != 0),
        }
    }
}

impl Hop {
    fn of(plan: &HopPlan, known: &KnownHosts) -> Self {
        let HopPlan {
            resolved,
            identities,
        } = plan;
        let certificates = identities.all_certificates().into_iter();
        let certificates: Vec<_> = certificates
            .filter(|certificate| certificate.value.path.exists())
            .collect();
        let files = |files: &[Located<KeyFile>]| -> Vec<Value<String>> {
            let shown = |file: &Located<KeyFile>| {
                Value::of(file, |file: &KeyFile| file.path.display().to_string())
            };
            files.iter().map(shown).collect()
        };
        let ignored = resolved.ignored.iter();
        let host_keys = known.trusted(&HostName::of(resolved)).into_iter();
        Self {
            name: resolved.original.clone(),
            host: Value::of(&resolved.host, String::clone),
            port: Value::of(&resolved.port, |port| *port),
            user: Value::of(&resolved.user, String::clone),
            proxy_jump: resolved
                .jump
                .as_ref()
                .map(|jump| Value::of(jump, HostSpec::to_string)),
            identity_source: Value::of(&identities.source, |source| match source {
                KeySource::Agent => "agent",
                KeySource::AsSsh => "ssh",
                KeySource::Files => "file",
            }),
            identity_files: files(&identities.files),
            certificate_files: files(&certificates),
            identities_only: Value::of(&identities.identities_only, |only| *only),
            identity_agent: Value::of(&identities.agent, agent),
            host_key_alias: resolved
                .host_key_alias
                .as_ref()
                .map(|alias| Value::of(alias, String::clone)),
            address_family: Value::of(&resolved.address_family, |family| match family {
                AddressFamily::Any => "any",
                AddressFamily::Inet => "inet",
                AddressFamily::Inet6 => "inet6",
            }),
            strict_host_key_checking: Value::of(&resolved.strict_host_keys, |strict| *strict),
            ignored: ignored
                .map(|(option, place)| Value::at(*option, "file", Some(place)))
                .collect(),
            host_keys: host_keys
                .map(|key| RecordedKey {
                    fingerprint: key.fingerprint,
                    key_algorithm: key.key_type,
                })
                .collect(),
        }
    }

    fn rows(&self, of: &str) -> Vec<[String; 3]> {
        let mut rows = Vec::new();
        let mut row = |name: &str, value: String, origin: String| {
            rows.push([format!("{of}{name}"), value, origin]);
        };
        row("host", self.host.value.clone(), self.host.origin());
        row("port", self.port.value.to_string(), self.port.origin());
        row("user", self.user.value.clone(), self.user.origin());
        if let Some(jump) = &self.proxy_jump {
            row("proxy jump", jump.value.clone(), jump.origin());
        }
        let source = &self.identity_source;
        row("identity source", source.value.to_owned(), source.origin());
        for file in &self.identity_files {
            row("identity file", file.value.clone(), file.origin());
        }
        for file in &self.certificate_files {
            row("certificate file", file.value.clone(), file.origin());
        }
        let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        let only = &self.identities_only;
        row("identities only", yes(only.value), only.origin());
        let agent = &self.identity_agent;
        row("identity agent", agent.value.clone(), agent.origin());
        if let Some(alias) = &self.host_key_alias {
            row("host key alias", alias.value.clone(), alias.origin());
        }
        let family = &self.address_family;
        row("address family", family.value.to_owned(), family.origin());
        let strict = &self.strict_host_key_checking;
        row("strict host keys", yes(strict.value), strict.origin());
        for key in &self.host_keys {
            let kind = key.key_algorithm.token();
            row(
                "host key",
                format!("{} {kind}", key.fingerprint),
                "known hosts".to_owned(),
            );
        }
        for option in &self.ignored {
            row("not used", option.value.to_owned(), option.origin());
        }
        rows
    }
}

impl<T> Value<T> {
    fn of<V>(located: &Located<V>, shown: impl Fn(&V) -> T) -> Self {
        let value = shown(&located.value);
        match &located.origin {
            Origin::Default => Self::at(value, "default", None),
            Origin::File(place) => Self::at(value, "file", Some(place)),
            Origin::Given => Self::at(value, "given", None),
        }
    }

    fn at(value: T, source: &'static str, place: Option<&Place>) -> Self {
        Self {
            value,
            source,
            file: place.map(|place| place.file.display().to_string()),
            line: place.map(|place| place.line),
        }
    }

    fn origin(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            (Some(_) | None, Some(_) | None) => self.source.to_owned(),
        }
    }
}

fn agent(agent: &Agent) -> String {
    match agent {
        Agent::Disabled => "none".to_owned(),
        Agent::Socket(path) => path.display().to_string(),
        Agent::Unset { variable } => format!("${variable} (not set)"),
    }
}
