//! Which keys a hop is offered.

use std::path::PathBuf;

use reach_logic::{ConnectionConfig, IdentitySource};

use crate::ssh::config::{Agent, KeyFile, Located, Origin, Resolved};
use crate::ssh::settings::SshSettings;

use super::file::certificate_beside;

/// Which keys to log in with, where they are, and who said so.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct IdentityPlan {
    /// Where keys may come from.
    pub source: Located<KeySource>,
    /// The agent.
    pub agent: Located<Agent>,
    /// Private keys, in the order in which they are tried.
    pub files: Vec<Located<KeyFile>>,
    /// Certificates that were named, for whichever of the keys they are.
    pub certificates: Vec<Located<KeyFile>>,
    /// An agent's keys count only if they are among the files.
    pub identities_only: Located<bool>,
    /// The files were named by the executor: one that cannot be used is an error, where `ssh`
    /// passes over those of its configuration.
    pub(super) explicit: bool,
}

/// Where keys may come from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum KeySource {
    /// The agent alone; it must be there.
    Agent,
    /// The agent if it is there, and files.
    AsSsh,
    /// Files alone. The agent signs for one whose private key is encrypted.
    Files,
}

impl IdentityPlan {
    /// For the target: the executor's fields stand above what the ssh configuration says.
    pub(in crate::ssh) fn of_target(
        connection: &ConnectionConfig,
        resolved: &Resolved,
        settings: &SshSettings,
    ) -> Self {
        let source = match connection.identity_source {
            None => Located::new(KeySource::AsSsh, Origin::Default),
            Some(IdentitySource::Agent) => Located::new(KeySource::Agent, Origin::Given),
            Some(IdentitySource::File) => Located::new(KeySource::Files, Origin::Given),
        };
        let named = connection.identity_file.as_deref();
        let named = named.filter(|_| source.value != KeySource::Agent);
        let plan = Self::of(source, resolved);
        let Some(file) = named else {
            return plan;
        };
        let file = KeyFile {
            given: file.to_owned(),
            path: settings.expand(file),
        };
        Self {
            files: vec![Located::new(file, Origin::Given)],
            explicit: true,
            ..plan
        }
    }

    /// For the bastion: the keys that the ssh configuration names for it, else the executor's,
    /// and after them those that `ssh` would take.
    pub(in crate::ssh) fn of_bastion(target: &Self, resolved: &Resolved) -> Self {
        let own = Self::of(Located::new(KeySource::AsSsh, Origin::Default), resolved);
        if has_own_identity(resolved) || !target.explicit {
            return own;
        }
        Self {
            files: [target.files.clone(), own.files].concat(),
            ..own
        }
    }

    fn of(source: Located<KeySource>, resolved: &Resolved) -> Self {
        let identities_only = resolved.identities_only.clone();
        // Of an agent that may offer all its keys, no file narrows the choice.
        let agent_alone = source.value == KeySource::Agent && !identities_only.value;
        let files = |files: &Vec<Located<KeyFile>>| {
            if agent_alone {
                Vec::new()
            } else {
                files.clone()
            }
        };
        Self {
            agent: resolved.agent.clone(),
            files: files(&resolved.identity_files),
            certificates: files(&resolved.certificate_files),
            explicit: false,
            identities_only,
            source,
        }
    }

    /// Every certificate that is looked for: beside each key, then those that were named.
    pub fn all_certificates(&self) -> Vec<Located<KeyFile>> {
        let beside = self.files.iter().map(|file| {
            let path = certificate_beside(&file.value.path);
            let given = path.display().to_string();
            Located::new(KeyFile { given, path }, file.origin.clone())
        });
        beside.chain(self.certificates.iter().cloned()).collect()
    }

    pub(super) fn file_paths(&self) -> Vec<PathBuf> {
        paths(&self.files)
    }

    pub(super) fn certificate_paths(&self) -> Vec<PathBuf> {
        paths(&self.certificates)
    }
}

fn paths(files: &[Located<KeyFile>]) -> Vec<PathBuf> {
    files.iter().map(|file| file.value.path.clone()).collect()
}

fn has_own_identity(resolved: &Resolved) -> bool {
    let files = resolved.identity_files.iter().map(|file| &file.origin);
    files
        .chain([&resolved.agent.origin])
        .any(|origin| !matches!(origin, Origin::Default))
}
