//! From a name to what would be dialled.

use std::path::{Path, PathBuf};

use super::address::canonical;
use super::error::{ConfigError, ConfigFault};
use super::files::Files;
use super::jump::{HostSpec, Jump};
use super::keyword::{self, Harmless, Rule};
use super::local::Local;
use super::ports::Ports;
use super::resolved::{Agent, KeyFile, Resolved, Route};
use super::settings::{Accumulated, AddressFamily, Located, Origin, Settings};
use super::tokens::{self, Tokens};
use super::walk::{Budget, Source, Walk};

/// OpenSSH's port.
const DEFAULT_PORT: u16 = 22;

/// The files that OpenSSH tries when the configuration names none.
const DEFAULT_IDENTITIES: &[&str] = &[
    "~/.ssh/id_rsa",
    "~/.ssh/id_ecdsa",
    "~/.ssh/id_ecdsa_sk",
    "~/.ssh/id_ed25519",
    "~/.ssh/id_ed25519_sk",
    "~/.ssh/id_xmss",
    "~/.ssh/id_dsa",
];

const AUTH_SOCK: &str = "SSH_AUTH_SOCK";

/// A name to resolve, and what stands above the files, as options of the `ssh` command do.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Query {
    /// An alias, or a host name.
    pub name: String,
    /// Instead of `HostName`; taken literally.
    pub host: Option<String>,
    /// Instead of `Port`.
    pub port: Option<u16>,
    /// Instead of `User`.
    pub user: Option<String>,
    /// Instead of `ProxyJump`.
    pub proxy_jump: Option<String>,
}

/// Resolves names over a set of files. Reads them anew each time; holds nothing.
pub struct SshConfig<'a> {
    files: &'a dyn Files,
    local: &'a Local,
    sources: Vec<Source>,
}

/// Whose part a name plays on the way to the target.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Role {
    Bastion,
    Target,
}

impl<'a> SshConfig<'a> {
    /// The user's file, then the system's, as `ssh` without options.
    pub fn of_user(files: &'a dyn Files, local: &'a Local) -> Self {
        let user = Source {
            path: local.home.join(".ssh/config"),
            of_user: true,
            check_permissions: true,
            required: false,
        };
        let system = Source {
            path: PathBuf::from("/etc/ssh/ssh_config"),
            of_user: false,
            check_permissions: false,
            required: false,
        };
        Self {
            files,
            local,
            sources: vec![user, system],
        }
    }

    /// One file alone, as `ssh -F`.
    pub fn of_file(files: &'a dyn Files, local: &'a Local, path: &Path) -> Self {
        let source = Source {
            path: path.to_owned(),
            of_user: true,
            check_permissions: false,
            required: true,
        };
        Self {
            files,
            local,
            sources: vec![source],
        }
    }

    /// No file: names are taken literally.
    pub fn without_files(files: &'a dyn Files, local: &'a Local) -> Self {
        Self {
            files,
            local,
            sources: Vec::new(),
        }
    }

    /// Reads a target as a command line gives it: `[user@]host` or `ssh://[user@]host[:port]`.
    pub fn target(&self, text: &str) -> Result<Query, ConfigError> {
        let spec = HostSpec::parse_target(text, &Ports::new(self.files)).map_err(nowhere)?;
        Ok(Query {
            name: spec.host,
            user: spec.user,
            port: spec.port,
            ..Query::default()
        })
    }

    /// The target and its bastion.
    pub fn route(&self, query: &Query) -> Result<Route, ConfigError> {
        let (target, _) = self.name(query, Role::Target)?;
        self.with_bastion(target)
    }

    /// The same for a name that has to be an alias: some block names it, or gives it a
    /// `HostName` (P4).
    pub fn alias(&self, query: &Query) -> Result<Route, ConfigError> {
        let (target, named) = self.name(query, Role::Target)?;
        if !named {
            let name = query.name.chars().take(64).collect();
            return Err(nowhere(ConfigFault::UnknownAlias(name)));
        }
        self.with_bastion(target)
    }

    /// A host that is dialled literally (P11), through a bastion that is resolved over the files.
    pub fn literal(&self, query: &Query) -> Result<Route, ConfigError> {
        let (target, _) = Self::without_files(self.files, self.local).name(query, Role::Target)?;
        self.with_bastion(target)
    }

    fn with_bastion(&self, target: Resolved) -> Result<Route, ConfigError> {
        let Some(jump) = &target.jump else {
            let bastion = None;
            return Ok(Route { target, bastion });
        };
        let HostSpec { user, host, port } = jump.value.clone();
        let query = Query {
            name: host,
            user,
            port,
            ..Query::default()
        };
        let located = |fault: ConfigFault| ConfigError {
            at: jump.place().cloned(),
            fault,
        };
        jump.value.check().map_err(located)?;
        let (bastion, _) = self.name(&query, Role::Bastion)?;
        if let Some(next) = &bastion.jump {
            let chain = format!("{},{}", next.value.host, bastion.original);
            return Err(ConfigError {
                at: next.place().cloned(),
                fault: ConfigFault::JumpChain(chain),
            });
        }
        Ok(Route {
            target,
            bastion: Some(bastion),
        })
    }

    /// Resolves one name; also whether the files know it.
    fn name(&self, query: &Query, role: Role) -> Result<(Resolved, bool), ConfigError> {
        let ports = Ports::new(self.files);
        let as_spec = HostSpec {
            user: query.user.clone(),
            host: query.name.clone(),
            port: None,
        };
        as_spec.check().map_err(nowhere)?;
        let mut settings = given(query, &ports)?;
        let mut budget = Budget::default();
        let wants_final = self.pass(&mut settings, &mut budget, &ports, query, None)?;
        let host_known = settings.host_name.is_some();
        let family = settings.address_family.as_ref();
        let family = family.map_or(AddressFamily::Any, |family| family.value);
        let host = match &settings.host_name {
            Some(named) => {
                let expanded = tokens::host_name(&named.value, &query.name)
                    .map_err(|fault| located(fault, named))?;
                Located::new(canonical(&expanded, family), named.origin.clone())
            }
            None => Located::new(canonical(&query.name, family), Origin::Given),
        };
        if wants_final {
            settings.host_name = Some(host.clone());
            let pass = Some(host.value.as_str());
            self.pass(&mut settings, &mut budget, &ports, query, pass)?;
        }
        check_refused(&settings, role)?;
        let named = settings.named || host_known;
        Ok((self.finish(query, settings, host)?, named))
    }

    /// One pass over all files; the final one compares with the resolved host. Whether a final
    /// one is wanted.
    fn pass(
        &self,
        settings: &mut Settings,
        budget: &mut Budget,
        ports: &Ports<'_>,
        query: &Query,
        resolved: Option<&str>,
    ) -> Result<bool, ConfigError> {
        let mut walk = Walk {
            files: self.files,
            local: self.local,
            ports,
            host: resolved.unwrap_or(&query.name),
            original: &query.name,
            final_pass: resolved.is_some(),
            settings,
            budget,
            wants_final: false,
        };
        for source in &self.sources {
            walk.source(source)?;
        }
        Ok(walk.wants_final)
    }

    fn finish(
        &self,
        query: &Query,
        settings: Settings,
        host: Located<String>,
    ) -> Result<Resolved, ConfigError> {
        let port = or_default(settings.port, DEFAULT_PORT);
        let user = settings
            .user
            .unwrap_or_else(|| Located::new(self.local.user.clone(), Origin::Default));
        let host_key_alias = settings.host_key_alias.map(|alias| {
            let value = alias.value.to_ascii_lowercase();
            Located::new(value, alias.origin)
        });
        let key_alias = host_key_alias.as_ref().map(|alias| alias.value.as_str());
        let tokens = Tokens {
            local: self.local,
            host: &host.value,
            original: &query.name,
            port: port.value,
            user: &user.value,
            key_alias: key_alias.unwrap_or(&query.name),
        };
        let jump = jump(settings.jump, &tokens)?;
        let agent = agent(settings.identity_agent, &tokens)?;
        let identity_files = if settings.identity_files.is_empty() {
            default_identities(self.local)
        } else {
            let files = settings.identity_files.iter();
            let files = files.filter(|file| !file.text.eq_ignore_ascii_case("none"));
            files
                .map(|file| key_file("IdentityFile", file, &tokens))
                .collect::<Result<_, _>>()?
        };
        let certificate_files = settings.certificate_files.iter();
        let certificate_files = certificate_files
            .map(|file| key_file("CertificateFile", file, &tokens))
            .collect::<Result<_, _>>()?;
        Ok(Resolved {
            original: query.name.clone(),
            jump,
            identity_files,
            certificate_files,
            identities_only: or_default(settings.identities_only, false),
            agent,
            address_family: or_default(settings.address_family, AddressFamily::Any),
            strict_host_keys: or_default(settings.strict, false),
            ignored: settings.ignored.into_iter().collect(),
            host,
            port,
            user,
            host_key_alias,
        })
    }
}

fn given(query: &Query, ports: &Ports<'_>) -> Result<Settings, ConfigError> {
    let mut settings = Settings::default();
    // The name is taken literally, so its percent signs are no tokens.
    let literal = |host: &String| Located::new(host.replace('%', "%%"), Origin::Given);
    settings.host_name = query.host.as_ref().map(literal);
    settings.port = query.port.map(|port| Located::new(port, Origin::Given));
    let user = query.user.clone();
    settings.user = user.map(|user| Located::new(user, Origin::Given));
    if let Some(jump) = &query.proxy_jump {
        let jump = Jump::parse(jump, ports).map_err(nowhere)?;
        settings.jump = Some(Located::new(jump, Origin::Given));
    }
    Ok(settings)
}

fn check_refused(settings: &Settings, role: Role) -> Result<(), ConfigError> {
    for (name, value) in &settings.refused {
        let harmless = match keyword::rule(name) {
            Some((_, Rule::Refused(_, harmless))) => harmless.allows(&value.value, role),
            Some(_) | None => false,
        };
        if !harmless {
            let keyword = (*name).to_owned();
            return Err(located(ConfigFault::Refused { keyword }, value));
        }
    }
    Ok(())
}

impl Harmless {
    fn allows(self, words: &[Vec<u8>], role: Role) -> bool {
        let among = |choices: &[&str], word: &Vec<u8>| {
            let mut choices = choices.iter();
            choices.any(|choice| word.eq_ignore_ascii_case(choice.as_bytes()))
        };
        match self {
            Self::Values(choices) => words.iter().all(|word| among(choices, word)),
            Self::KnownHosts(defaults) => words.iter().all(|word| {
                let nothing = role == Role::Target && among(&["none", "/dev/null"], word);
                nothing || defaults.iter().any(|path| word == path.as_bytes())
            }),
            Self::Listing(member) => words
                .iter()
                .flat_map(|word| word.split(|byte| *byte == b','))
                .any(|word| word == member.as_bytes()),
        }
    }
}

fn jump(
    jump: Option<Located<Jump>>,
    tokens: &Tokens<'_>,
) -> Result<Option<Located<HostSpec>>, ConfigError> {
    let Some(jump) = jump else {
        return Ok(None);
    };
    match &jump.value {
        Jump::Direct => Ok(None),
        Jump::Chain(chain) => {
            let chain = chain.chars().take(64).collect();
            Err(located(ConfigFault::JumpChain(chain), &jump))
        }
        Jump::Via(spec) => {
            let expand = |text: &String| tokens.jump(text);
            let host = expand(&spec.host).map_err(|fault| located(fault, &jump))?;
            let user = spec.user.as_ref().map(expand).transpose();
            let user = user.map_err(|fault| located(fault, &jump))?;
            let same_user = user.as_deref().is_none_or(|user| user == tokens.user);
            let same_port = spec.port.unwrap_or(DEFAULT_PORT) == tokens.port;
            if host == tokens.host && same_user && same_port {
                return Err(located(ConfigFault::JumpLoop(host), &jump));
            }
            let port = spec.port;
            let spec = HostSpec { user, host, port };
            Ok(Some(Located::new(spec, jump.origin)))
        }
    }
}

fn agent(
    named: Option<Located<String>>,
    tokens: &Tokens<'_>,
) -> Result<Located<Agent>, ConfigError> {
    let variable = |name: &str| match tokens.local.variables.get(name) {
        Some(path) => Agent::Socket(PathBuf::from(path)),
        None => Agent::Unset {
            variable: name.to_owned(),
        },
    };
    let Some(named) = named else {
        return Ok(Located::new(variable(AUTH_SOCK), Origin::Default));
    };
    let text = tokens
        .text("IdentityAgent", &named.value)
        .map_err(|fault| located(fault, &named))?;
    let agent = match text.strip_prefix('$') {
        _ if text == "none" => Agent::Disabled,
        _ if text == AUTH_SOCK => variable(AUTH_SOCK),
        Some(name) if !name.starts_with('{') => variable(name),
        Some(_) | None => Agent::Socket(PathBuf::from(text)),
    };
    Ok(Located::new(agent, named.origin))
}

fn key_file(
    keyword: &str,
    file: &Accumulated,
    tokens: &Tokens<'_>,
) -> Result<Located<KeyFile>, ConfigError> {
    let path = tokens
        .path(keyword, &file.text)
        .map_err(|fault| fault.at(&file.place))?;
    let given = file.text.clone();
    let origin = Origin::File(file.place.clone());
    Ok(Located::new(KeyFile { given, path }, origin))
}

fn default_identities(local: &Local) -> Vec<Located<KeyFile>> {
    let file = |given: &&str| {
        let path = local.home.join(given.trim_start_matches("~/"));
        let given = (*given).to_owned();
        Located::new(KeyFile { given, path }, Origin::Default)
    };
    DEFAULT_IDENTITIES.iter().map(file).collect()
}

fn or_default<T>(value: Option<Located<T>>, default: T) -> Located<T> {
    value.unwrap_or_else(|| Located::new(default, Origin::Default))
}

fn located<T>(fault: ConfigFault, value: &Located<T>) -> ConfigError {
    let at = value.place().cloned();
    ConfigError { at, fault }
}

fn nowhere(fault: ConfigFault) -> ConfigError {
    ConfigError { at: None, fault }
}
