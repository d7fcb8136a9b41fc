//! From a name to what would be dialled.

use std::path::Path;

use reach_logic::ConnectionConfig;

use super::address::canonical;
use super::error::{ConfigError, ConfigFault};
use super::files::Files;
use super::finish::finish;
use super::include::Budget;
use super::jump::{HostSpec, Jump};
use super::listing::{Listing, Names};
use super::local::Local;
use super::ports::Ports;
use super::refusal::{self, Role};
use super::resolved::{Resolved, Route};
use super::settings::{AddressFamily, Located, Origin, Settings};
use super::tokens;
use super::walk::{Source, Walk};

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

/// What an alias in a configuration is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Naming {
    /// An executor's: some block of the files has to name it (P4).
    Alias,
    /// What somebody would give to `ssh` on its command line: any name goes through the files.
    CommandLine,
}

/// Resolves names over a set of files. Reads them anew each time; holds nothing.
pub struct SshConfig<'a> {
    files: &'a dyn Files,
    local: &'a Local,
    sources: Vec<Source>,
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
            path: local.system.join("ssh_config"),
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

    /// What an executor's configuration means (P11): its alias, with the other values above the
    /// files, else its host, which is dialled literally. `None` without either.
    pub fn connection(
        &self,
        connection: &ConnectionConfig,
        naming: Naming,
    ) -> Option<Result<Route, ConfigError>> {
        let query = |name: &String, host: Option<&String>| Query {
            name: name.clone(),
            host: host.cloned(),
            port: connection.port,
            user: connection.user.clone(),
            proxy_jump: connection.proxy_jump.clone(),
        };
        match (&connection.host_alias, &connection.host) {
            (Some(alias), host) => {
                let query = query(alias, host.as_ref());
                Some(match naming {
                    Naming::Alias => self.alias(&query),
                    Naming::CommandLine => self.route(&query),
                })
            }
            (None, Some(host)) => Some(self.literal(&query(host, None))),
            (None, None) => None,
        }
    }

    /// The names that the files give to hosts.
    pub fn names(&self) -> Result<Names, ConfigError> {
        let mut listing = Listing {
            files: self.files,
            local: self.local,
            budget: Budget::default(),
            names: Names::default(),
        };
        for source in &self.sources {
            listing.source(source)?;
        }
        Ok(listing.names)
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
                    .map_err(|fault| fault.of(named))?;
                Located::new(canonical(&expanded, family), named.origin.clone())
            }
            None => Located::new(canonical(&query.name, family), Origin::Given),
        };
        if wants_final {
            settings.host_name = Some(host.clone());
            let pass = Some(host.value.as_str());
            self.pass(&mut settings, &mut budget, &ports, query, pass)?;
        }
        refusal::check(&settings, role)?;
        let named = settings.named || host_known;
        Ok((finish(self.local, query, settings, host)?, named))
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

fn nowhere(fault: ConfigFault) -> ConfigError {
    ConfigError { at: None, fault }
}
