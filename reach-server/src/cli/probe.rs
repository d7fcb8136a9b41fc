//! `reach probe`: one probe for scripts, cron and Nagios. It writes no record, needs no running
//! server, and never dials a host whose key is not known.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use reach_logic::{ConfigPatch, Executor, ExecutorConfig, ExecutorType, FieldError, Patch, Reason};
use serde_json::json;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use crate::config::{Config, ConfigError, ProcessEnvironment};
use crate::ssh::config::{Disk, Naming, SshConfig};
use crate::ssh::{
    self, Fault, FilesError, HostKey, ProbeReport, SshFiles, SshProbe, SshSettings, recorded_keys,
};
use crate::store::rules::name_key;
use crate::store::{self, LocationError, OpenError, StoreLocation};

use super::Where;
use super::output::{complain, complain_about_config, print};

const UNREACHABLE: u8 = 1;
const NOT_USABLE: u8 = 2;

/// `reach probe`.
#[derive(Args, Debug)]
#[command(after_help = EXIT_CODES)]
pub struct Probe {
    #[arg(
        help = "Name or id of a saved host, else what `ssh` would be given: [USER@]HOST, the port by --port"
    )]
    target: String,
    /// The host key to insist on [default: the saved host's, else those in `known_hosts`].
    #[arg(long, value_name = "SHA256:…")]
    fingerprint: Option<String>,
    /// User to log in as.
    #[arg(long)]
    user: Option<String>,
    /// Port [default: the ssh configuration's, else 22].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    /// Private key to log in with.
    #[arg(long, value_name = "FILE")]
    identity_file: Option<String>,
    #[arg(
        long,
        value_name = "HOST",
        help = "Bastion to go through: [USER@]HOST[:PORT]"
    )]
    jump: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: Where,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  the host is reachable
  1  it is not; the first line says why: unreachable: REASON: HOST
  2  this command, or the host's configuration, cannot be used
  3  the host is reachable, and the result cannot be written";

/// Why no probe was made.
#[derive(Debug, thiserror::Error)]
enum NoProbe {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Target(#[from] ssh::config::ConfigError),
    #[error("{}", complaints(.0))]
    Fields(Vec<FieldError>),
    #[error(transparent)]
    Location(#[from] LocationError),
    #[error(transparent)]
    Files(#[from] FilesError),
    #[error("no host key could be looked up: {0}")]
    NoKey(#[from] Fault),
    #[error("{0} is not an SSH host")]
    NotSsh(String),
    #[error(
        "no host key is known for {0}, and a host is never dialled without one: give \
         --fingerprint SHA256:…, save the host in Reach, or log in with `ssh` once. On the host, \
         `ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub` shows it"
    )]
    NoPin(String),
    #[error(transparent)]
    Store(#[from] OpenError),
    #[error("the system refuses what a probe needs: {0}")]
    System(#[from] std::io::Error),
}

/// Runs it.
pub fn run(command: &Probe) -> ExitCode {
    match probe(command) {
        Ok((report, took)) => tell(command, &report, took),
        Err(NoProbe::Config(error)) => {
            complain_about_config(&error);
            ExitCode::from(NOT_USABLE)
        }
        Err(error) => {
            complain(error);
            ExitCode::from(NOT_USABLE)
        }
    }
}

fn probe(command: &Probe) -> Result<(ProbeReport, Duration), NoProbe> {
    let config = Config::load(&command.place.flags(), &ProcessEnvironment)?;
    let runtime = Runtime::new()?;
    let saved = runtime.block_on(saved(command, &config))?;
    let settings = SshSettings::from_environment(config.data_dir.value);
    let (wanted, naming) = match &saved {
        Some(saved) => (command.over(saved)?, Naming::Alias),
        None => (command.as_ssh(&settings)?, Naming::CommandLine),
    };
    let start = Instant::now();
    let report = runtime.block_on(async {
        let pinned = pinned(wanted, naming, &settings).await?;
        Ok::<_, NoProbe>(first_met(&SshProbe::new(settings), naming, pinned).await)
    });
    runtime.shutdown_background();
    let report = report?.ok_or_else(|| NoProbe::NoPin(command.target.clone()))?;
    Ok((report, start.elapsed()))
}

/// The configuration with its pin, or else with each key on record in turn.
async fn pinned(
    wanted: ExecutorConfig,
    naming: Naming,
    settings: &SshSettings,
) -> Result<Vec<ExecutorConfig>, NoProbe> {
    if wanted.connection.host_fingerprint.is_some() {
        return Ok(vec![wanted]);
    }
    let connection = wanted.connection.clone();
    let reading = SshFiles::new(settings.clone());
    let reading = reading.with(move |settings| recorded_keys(&connection, naming, settings));
    let keys = reading.await??;
    let with = |key: HostKey| {
        let mut config = wanted.clone();
        config.connection.host_fingerprint = Some(key.fingerprint);
        config.host_key_algorithm = Some(key.key_type);
        config
    };
    Ok(keys.into_iter().map(with).collect())
}

/// Probes until one of the pins is met, as a client that knows several keys of a host trusts each
/// of them; else reports what the first met. `None` without a pin.
async fn first_met(
    prober: &SshProbe,
    naming: Naming,
    pinned: Vec<ExecutorConfig>,
) -> Option<ProbeReport> {
    // Nothing cancels it: an interrupt ends the whole process.
    let never = CancellationToken::new();
    let mut first = None;
    for wanted in pinned {
        let (connection, key_type) = (&wanted.connection, wanted.host_key_algorithm);
        let report = prober.probe_config(connection, naming, key_type, &never);
        let report = report.await.ok()?;
        let reason = report.failure.as_ref().map(|failure| failure.reason);
        if reason != Some(Reason::HostKey) {
            return Some(report);
        }
        first.get_or_insert(report);
    }
    first
}

/// The saved host of that name or id. With a pin given, a store that cannot be read is no matter.
async fn saved(command: &Probe, config: &Config) -> Result<Option<Executor>, NoProbe> {
    let location = StoreLocation::configured(config)?;
    let executors = match store::saved_executors(&location).await {
        Ok(executors) => executors,
        Err(_) if command.fingerprint.is_some() => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    let target = name_key(&command.target);
    let mut executors = executors.into_iter().map(|stored| stored.executor);
    let found = executors.find(|executor| {
        name_key(&executor.name) == target || executor.id.as_str() == command.target
    });
    match found {
        Some(executor) if executor.kind != ExecutorType::Ssh => Err(NoProbe::NotSsh(executor.name)),
        found => Ok(found),
    }
}

impl Probe {
    /// The saved configuration; flags win.
    fn over(&self, saved: &Executor) -> Result<ExecutorConfig, NoProbe> {
        let patch = self.flags();
        patch.apply(&saved.config).map_err(NoProbe::Fields)
    }

    /// What `ssh` would be told to dial; flags win over the ssh configuration as well.
    fn as_ssh(&self, settings: &SshSettings) -> Result<ExecutorConfig, NoProbe> {
        let target = SshConfig::of_user(&Disk, &settings.local).target(&self.target)?;
        let mut patch = self.flags();
        patch.host_alias = Patch::Set(target.name);
        if let (Patch::Keep, Some(user)) = (&patch.user, target.user) {
            patch.user = Patch::Set(user);
        }
        if let (Patch::Keep, Some(port)) = (&patch.port, target.port) {
            patch.port = Patch::Set(port.into());
        }
        let nothing = ExecutorConfig::default();
        patch.apply(&nothing).map_err(NoProbe::Fields)
    }

    fn flags(&self) -> ConfigPatch {
        let set = |value: &Option<String>| value.clone().map_or(Patch::Keep, Patch::Set);
        let mut patch = ConfigPatch {
            user: set(&self.user),
            port: self
                .port
                .map_or(Patch::Keep, |port| Patch::Set(port.into())),
            identity_file: set(&self.identity_file),
            proxy_jump: set(&self.jump),
            host_fingerprint: set(&self.fingerprint),
            ..ConfigPatch::default()
        };
        if self.identity_file.is_some() {
            patch.identity_source = Patch::Set("file".to_owned());
        }
        patch
    }
}

fn complaints(errors: &[FieldError]) -> String {
    let lines = errors.iter().map(|error| {
        let field = error.field.trim_start_matches("config.");
        format!("{field}: {}", error.message)
    });
    lines.collect::<Vec<_>>().join("; ")
}

fn tell(command: &Probe, report: &ProbeReport, took: Duration) -> ExitCode {
    let ms = took.as_millis();
    let failure = report.failure.as_ref();
    if command.json {
        print(json!({
            "target": command.target,
            "host": report.host,
            "state": if failure.is_none() { "reachable" } else { "unreachable" },
            "reason": failure.map_or("", |failure| failure.reason.token()),
            "message": failure.map_or("", |failure| failure.message.as_str()),
            "host_key_algorithm": report.key_type,
            "duration_ms": u64::try_from(ms).unwrap_or(u64::MAX),
        }));
    } else {
        match failure {
            None => print(format_args!("reachable: {} in {ms} ms", report.host)),
            Some(failure) => {
                let reason = failure.reason.token();
                print(format_args!("unreachable: {reason}: {}", report.host));
                print(&failure.message);
            }
        }
    }
    match failure.map(|failure| failure.reason) {
        None => ExitCode::SUCCESS,
        Some(Reason::Config) => ExitCode::from(NOT_USABLE),
        Some(
            Reason::Timeout | Reason::HostKey | Reason::Auth | Reason::Network | Reason::Unknown,
        ) => ExitCode::from(UNREACHABLE),
    }
}
