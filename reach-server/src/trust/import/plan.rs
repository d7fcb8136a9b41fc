//! The decision, name by name.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use reach_logic::form::check_name;
use reach_logic::{
    ConfigPatch, ConnectionConfig, Executor, ExecutorConfig, ExecutorStatus, ExecutorType,
    NewExecutor, Patch,
};

use crate::ssh::HostKey;
use crate::ssh::config::{Naming, Query, Route};
use crate::ssh::known_hosts::HostName;

use super::essence::{Endpoint, literal, same_bastion, same_dial};
use super::{Outcome, Planned, SkipReason, Sources};

/// Decides about every name and pattern, once each, in the order of the configuration. `None` when
/// time was up before that: each name is resolved by reading all of the configuration, so that a
/// long one keeps a processor busy for hours.
pub fn plan(sources: &Sources<'_>) -> Option<Vec<Planned>> {
    let mut planner = Planner::new(sources)?;
    let mut seen = BTreeSet::new();
    let patterns = sources.names.patterns.iter();
    patterns
        .filter(|pattern| seen.insert(&pattern.pattern))
        .map(|pattern| {
            sources.still_wanted().then(|| Planned {
                name: pattern.pattern.clone(),
                at: pattern.place.clone(),
                outcome: if pattern.is_name() {
                    planner.name(&pattern.pattern)
                } else {
                    Outcome::Skip(SkipReason::Wildcard)
                },
            })
        })
        .collect()
}

impl Sources<'_> {
    fn still_wanted(&self) -> bool {
        Instant::now() < self.until
    }
}

struct Planner<'a> {
    sources: &'a Sources<'a>,
    aliases: BTreeMap<&'a str, &'a Executor>,
    endpoints: BTreeMap<Endpoint, &'a Executor>,
    /// By lower-case name; also of those that this import creates.
    names: BTreeSet<String>,
    /// Those that this import creates.
    created: BTreeMap<Endpoint, String>,
}

impl<'a> Planner<'a> {
    /// `None` when time was up.
    fn new(sources: &'a Sources<'a>) -> Option<Self> {
        let mut planner = Self {
            sources,
            aliases: BTreeMap::new(),
            endpoints: BTreeMap::new(),
            names: BTreeSet::new(),
            created: BTreeMap::new(),
        };
        for executor in sources.existing {
            if !sources.still_wanted() {
                return None;
            }
            planner.names.insert(executor.name.to_lowercase());
            if executor.kind != ExecutorType::Ssh {
                continue;
            }
            let connection = &executor.config.connection;
            if let Some(alias) = &connection.host_alias {
                planner.aliases.entry(alias).or_insert(executor);
            }
            if let Some(Ok(route)) = sources.own.connection(connection, Naming::Alias) {
                let endpoint = Endpoint::of(&route);
                planner.endpoints.entry(endpoint).or_insert(executor);
            }
        }
        Some(planner)
    }

    fn name(&mut self, name: &str) -> Outcome {
        let query = Query {
            name: name.to_owned(),
            ..Query::default()
        };
        let route = match self.sources.imported.route(&query) {
            Ok(route) => route,
            Err(error) => return Outcome::Skip(SkipReason::Unresolvable(error)),
        };
        let endpoint = Endpoint::of(&route);
        let host = HostName::of(&route.target);
        let keys = self.sources.known_hosts.trusted(&host);
        let existing = self.aliases.get(name);
        let existing = existing.or_else(|| self.endpoints.get(&endpoint));
        if let Some(executor) = existing {
            return completed(executor, &keys);
        }
        if let Some(twin) = self.created.get(&endpoint) {
            return Outcome::SameAs(twin.clone());
        }
        if keys.is_empty() && !self.sources.known_hosts.keys(&host).is_empty() {
            return Outcome::Skip(SkipReason::NoUsableKey);
        }
        match self.executor(name, &query, &route, keys.first()) {
            Ok(new) => {
                self.names.insert(name.to_lowercase());
                self.created.insert(endpoint, name.to_owned());
                Outcome::Create(Box::new(new))
            }
            Err(reason) => Outcome::Skip(reason),
        }
    }

    fn executor(
        &self,
        name: &str,
        query: &Query,
        route: &Route,
        key: Option<&HostKey>,
    ) -> Result<NewExecutor, SkipReason> {
        let checked = check_name(name).map_err(SkipReason::Unsuitable)?;
        if self.names.contains(&checked.to_lowercase()) {
            return Err(SkipReason::NameTaken);
        }
        let connection = self
            .connection(query, route)
            .ok_or(SkipReason::NotExpressible)?;
        let config = ExecutorConfig {
            connection: ConnectionConfig {
                host_fingerprint: key.map(|key| key.fingerprint.clone()),
                ..connection
            },
            host_key_algorithm: key.map(|key| key.key_type),
        };
        Ok(NewExecutor {
            id: None,
            name: checked,
            kind: ExecutorType::Ssh,
            status: ExecutorStatus::Active,
            config: within_limits(&config)?,
        })
    }

    /// By its alias where Reach's own ssh configuration says the same about it, so that later
    /// changes there count; by its values otherwise.
    fn connection(&self, query: &Query, route: &Route) -> Option<ConnectionConfig> {
        let own = self.sources.own;
        if let Ok(known) = own.alias(query)
            && same_dial(&known, route)
        {
            return Some(ConnectionConfig {
                host_alias: Some(query.name.clone()),
                ..ConnectionConfig::default()
            });
        }
        let connection = literal(route)?;
        let dialled = own.connection(&connection, Naming::Alias)?.ok()?;
        let same = Endpoint::of(&dialled) == Endpoint::of(route) && same_bastion(&dialled, route);
        same.then_some(connection)
    }
}

/// What the known-hosts files add to an executor that is there. A pin is never replaced.
fn completed(executor: &Executor, keys: &[HostKey]) -> Outcome {
    let (id, seen) = (executor.id.clone(), executor.updated_at);
    let pin = &executor.config.connection.host_fingerprint;
    let of_pin = keys
        .iter()
        .find(|key| Some(&key.fingerprint) == pin.as_ref());
    match (pin, of_pin, keys.first()) {
        (None, _, Some(key)) => Outcome::Complete {
            id,
            seen,
            fingerprint: Some(key.fingerprint.clone()),
            key_type: key.key_type,
        },
        (Some(_), Some(key), _) if executor.config.host_key_algorithm.is_none() => {
            Outcome::Complete {
                id,
                seen,
                fingerprint: None,
                key_type: key.key_type,
            }
        }
        (Some(_), None, Some(_)) => Outcome::Skip(SkipReason::KeyDiffers(id)),
        _ => Outcome::Skip(SkipReason::Exists(id)),
    }
}

/// The rules of a form hold for what a file says too.
fn within_limits(config: &ExecutorConfig) -> Result<ExecutorConfig, SkipReason> {
    let set = |text: &Option<String>| text.clone().map_or(Patch::Keep, Patch::Set);
    let connection = &config.connection;
    let patch = ConfigPatch {
        host: set(&connection.host),
        host_alias: set(&connection.host_alias),
        user: set(&connection.user),
        identity_file: set(&connection.identity_file),
        proxy_jump: set(&connection.proxy_jump),
        ..ConfigPatch::default()
    };
    match patch.apply(config) {
        Ok(config) => Ok(config),
        Err(mut errors) => Err(errors
            .pop()
            .map_or(SkipReason::NotExpressible, SkipReason::Unsuitable)),
    }
}
