//! An import: reads this machine's files, and saves executors.

use std::path::Path;
use std::time::Instant;

use reach_logic::{ConfigPatch, Executor, ExecutorId, ExecutorPatch, Fingerprint, KeyType, Patch};
use serde::Serialize;
use tracing::info;

use crate::executors::{ExecutorError, Executors};
use crate::ssh::config::{Disk, OneText, SshConfig};
use crate::ssh::known_hosts::KnownHosts;
use crate::ssh::{FilesError, PROBE_DEADLINE, SshFiles, SshSettings};
use crate::store::StoreError;
use crate::trust::TrustError;

use super::{Outcome, Planned, SkipReason, Sources, plan};

/// What to call the texts that somebody sent.
const SENT_CONFIG: &str = "ssh_config";
const SENT_KNOWN_HOSTS: &str = "known_hosts";

/// What to import.
#[derive(Clone, Debug, Default)]
pub struct ImportRequest {
    /// The text of an ssh configuration; absent: this machine's own files.
    pub ssh_config: Option<String>,
    /// The text of a known-hosts file; absent: this machine's own files.
    pub known_hosts: Option<String>,
    /// Only say what would be done.
    pub dry_run: bool,
}

/// What an import did, or would do.
#[derive(Clone, Debug, Serialize)]
pub struct ImportReport {
    /// Whether nothing was changed.
    pub dry_run: bool,
    /// Every name and pattern of the configuration, once, in its order.
    pub hosts: Vec<ImportedHost>,
    /// Lines of known hosts that were skipped, and includes that were not followed.
    pub warnings: Vec<String>,
}

/// What became of one name.
#[derive(Clone, Debug, Serialize)]
pub struct ImportedHost {
    /// The name.
    pub name: String,
    /// `created`, `merged` or `skipped`.
    pub outcome: &'static str,
    /// Why, as a stable token; absent for a host that was created with a pin.
    pub reason: Option<&'static str>,
    /// The same for people.
    pub message: Option<String>,
    /// The executor that was created or found.
    pub executor_id: Option<ExecutorId>,
    /// The pin that was taken from known hosts.
    pub fingerprint: Option<Fingerprint>,
    /// Its type.
    pub key_algorithm: Option<KeyType>,
    /// The file of its `Host` line.
    pub file: String,
    /// The line.
    pub line: u32,
}

/// Makes executors of the hosts that the files name. Doing it again changes nothing.
pub(in crate::trust) async fn run(
    executors: Executors,
    files: SshFiles,
    request: ImportRequest,
) -> Result<ImportReport, TrustError> {
    let dry_run = request.dry_run;
    let existing = executors.list().await?;
    let until = Instant::now() + PROBE_DEADLINE;
    let work = move |settings: &SshSettings| planned(&request, &existing, until, settings);
    let (plan, warnings) = files.with(work).await??;
    let mut hosts = Vec::with_capacity(plan.len());
    for planned in plan {
        let id = if dry_run {
            Ok(None)
        } else {
            carry_out(&executors, &planned.outcome).await
        };
        hosts.push(match id {
            Ok(id) => ImportedHost::of(&planned, id),
            Err(ExecutorError::Store(StoreError::NameTaken)) => {
                ImportedHost::of(&planned.skipped(SkipReason::NameTaken), None)
            }
            Err(ExecutorError::Store(StoreError::Stale | StoreError::NotFound)) => {
                ImportedHost::of(&planned.skipped(SkipReason::Changed), None)
            }
            Err(error) => return Err(error.into()),
        });
    }
    if !dry_run {
        let count = |outcome| hosts.iter().filter(|host| host.outcome == outcome).count();
        let (created, merged) = (count("created"), count("merged"));
        info!(created, merged, "imported {created} hosts from SSH files");
    }
    Ok(ImportReport {
        dry_run,
        hosts,
        warnings,
    })
}

async fn carry_out(
    executors: &Executors,
    outcome: &Outcome,
) -> Result<Option<ExecutorId>, ExecutorError> {
    match outcome {
        Outcome::Create(new) => {
            let executor = executors.create((**new).clone()).await?;
            Ok(Some(executor.id))
        }
        Outcome::Complete {
            id,
            seen,
            fingerprint,
            key_type,
        } => {
            let set = |text: String| Patch::Set(text);
            let patch = ExecutorPatch {
                config: ConfigPatch {
                    host_fingerprint: fingerprint
                        .as_ref()
                        .map_or(Patch::Keep, |pin| set(pin.to_string())),
                    host_key_algorithm: set(key_type.token().to_owned()),
                    ..ConfigPatch::default()
                },
                ..ExecutorPatch::default()
            };
            executors.save(id.clone(), patch, Some(*seen)).await?;
            Ok(None)
        }
        Outcome::SameAs(_) | Outcome::Skip(_) => Ok(None),
    }
}

/// Reads the files, or the texts in their place, and plans.
fn planned(
    request: &ImportRequest,
    existing: &[Executor],
    until: Instant,
    settings: &SshSettings,
) -> Result<(Vec<Planned>, Vec<String>), TrustError> {
    let local = &settings.local;
    let own = SshConfig::of_user(&Disk, local);
    let sent = request.ssh_config.as_ref().map(|text| OneText {
        path: SENT_CONFIG.into(),
        text: text.clone().into_bytes(),
    });
    let sent = sent
        .as_ref()
        .map(|sent| SshConfig::of_file(sent, local, &sent.path));
    let imported = sent.as_ref().unwrap_or(&own);
    let names = imported.names().map_err(TrustError::Config)?;
    let (known_hosts, bad_lines) = match &request.known_hosts {
        Some(text) => KnownHosts::parse(Path::new(SENT_KNOWN_HOSTS), text.as_bytes()),
        None => KnownHosts::load(&Disk, &KnownHosts::standard_paths(local))
            .map_err(TrustError::KnownHosts)?,
    };
    let plan = plan(&Sources {
        imported,
        names: &names,
        own: &own,
        known_hosts: &known_hosts,
        existing,
        until,
    })
    .ok_or(FilesError::Deadline(PROBE_DEADLINE))?;
    let bad_lines = bad_lines.iter().map(ToString::to_string);
    let includes = names.includes.iter().filter(|_| sent.is_some());
    let includes = includes.map(|place| {
        format!("{place}: an Include is only followed in the server's own ssh config")
    });
    Ok((plan, bad_lines.chain(includes).collect()))
}

impl ImportedHost {
    fn of(planned: &Planned, created: Option<ExecutorId>) -> Self {
        let host = Self {
            name: planned.name.clone(),
            outcome: "skipped",
            reason: None,
            message: None,
            executor_id: created,
            fingerprint: None,
            key_algorithm: None,
            file: planned.at.file.display().to_string(),
            line: planned.at.line,
        };
        match &planned.outcome {
            Outcome::Create(new) => {
                let pin = new.config.connection.host_fingerprint.clone();
                let unpinned = pin.is_none();
                let advice = "no key of it is on record: test the connection and trust the key it \
                              shows";
                Self {
                    outcome: "created",
                    reason: unpinned.then_some("no-known-key"),
                    message: unpinned.then(|| advice.to_owned()),
                    fingerprint: pin,
                    key_algorithm: new.config.host_key_algorithm,
                    ..host
                }
            }
            Outcome::Complete {
                id,
                fingerprint,
                key_type,
                ..
            } => {
                let learned = if fingerprint.is_some() {
                    "the executor that is there takes its pin from known hosts"
                } else {
                    "the executor that is there learns the type of its pinned key"
                };
                Self {
                    outcome: "merged",
                    reason: Some("completed"),
                    message: Some(learned.to_owned()),
                    executor_id: Some(id.clone()),
                    fingerprint: fingerprint.clone(),
                    key_algorithm: Some(*key_type),
                    ..host
                }
            }
            Outcome::SameAs(twin) => Self {
                outcome: "merged",
                reason: Some("same-host"),
                message: Some(format!("it is the same host as {twin}")),
                ..host
            },
            Outcome::Skip(reason) => Self {
                reason: Some(reason.token()),
                message: Some(reason.to_string()),
                executor_id: reason.executor().cloned(),
                ..host
            },
        }
    }
}
