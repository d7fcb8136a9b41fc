//! Which keys a hop is offered.

use std::path::PathBuf;

use reach_logic::{ConnectionConfig, IdentitySource};

use crate::ssh::config::{Agent, KeyFile, Located, Origin, Resolved};
use crate::ssh::settings::SshSettings;

/// Which keys to log in with, and where they are.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::ssh) struct IdentityPlan {
    pub(super) source: Source,
    pub(super) agent: Agent,
    pub(super) files: Vec<PathBuf>,
    pub(super) certificates: Vec<PathBuf>,
    /// The files were named by the executor: one that cannot be used is an error, where `ssh`
    /// passes over those of its configuration.
    pub(super) explicit: bool,
    /// An agent's keys count only if they are among the files.
    pub(super) identities_only: bool,
}

/// Where keys may come from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Source {
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
            None => Source::AsSsh,
            Some(IdentitySource::Agent) => Source::Agent,
            Some(IdentitySource::File) => Source::Files,
        };
        let named = connection.identity_file.as_deref();
        let named = named.filter(|_| source != Source::Agent);
        let plan = Self::of(source, resolved);
        match named {
            Some(file) => Self {
                files: vec![settings.expand(file)],
                explicit: true,
                ..plan
            },
            None => plan,
        }
    }

    /// For the bastion: the keys that the ssh configuration names for it, else the executor's,
    /// and after them those that `ssh` would take.
    pub(in crate::ssh) fn of_bastion(target: &Self, resolved: &Resolved) -> Self {
        let own = Self::of(Source::AsSsh, resolved);
        if has_own_identity(resolved) || !target.explicit {
            return own;
        }
        Self {
            files: [target.files.clone(), own.files].concat(),
            explicit: false,
            ..own
        }
    }

    fn of(source: Source, resolved: &Resolved) -> Self {
        let paths = |files: &[Located<KeyFile>]| -> Vec<PathBuf> {
            files.iter().map(|file| file.value.path.clone()).collect()
        };
        Self {
            source,
            agent: resolved.agent.value.clone(),
            files: paths(&resolved.identity_files),
            certificates: paths(&resolved.certificate_files),
            explicit: false,
            identities_only: resolved.identities_only.value,
        }
    }
}

fn has_own_identity(resolved: &Resolved) -> bool {
    let files = resolved.identity_files.iter().map(|file| &file.origin);
    files
        .chain([&resolved.agent.origin])
        .any(|origin| !matches!(origin, Origin::Default))
}
