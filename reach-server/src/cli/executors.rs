//! `reach executors`: the saved hosts of a running server, over its HTTP interface.

mod outcome;
mod settings;
mod table;
mod trust;

use std::process::ExitCode;

use clap::{ArgGroup, Args, Subcommand};
use reach_logic::{Executor, ExecutorPatch, ExecutorStatus, ExecutorType, ReachabilityView};
use serde_json::{Value, json};

use self::settings::{Clearable, Contradiction, Settings};
use self::trust::NotTrusted;
use super::client::{Client, ClientError, ServerFlags};
use super::output::{complain, complain_about_config, print};

const FAILED: u8 = 1;
const NOT_USABLE: u8 = 2;

/// `reach executors`.
#[derive(Debug, Subcommand)]
pub enum ExecutorsCommand {
    /// List hosts: name, address, state, last check, reason.
    List {
        /// Print JSON: each host with its record.
        #[arg(long)]
        json: bool,
        /// The server.
        #[command(flatten)]
        server: ServerFlags,
    },
    /// Save a host; it is probed at once. Without --fingerprint its key is shown first.
    Add(Box<Add>),
    /// Change a host; what is not mentioned stays.
    Edit(Box<Edit>),
    /// Delete a host that has no running sessions.
    Rm(One),
    /// Let the server probe a host now, and store the result.
    #[command(after_help = EXIT_CODES)]
    Probe {
        /// Print the record that the server sent.
        #[arg(long)]
        json: bool,
        /// Which.
        #[command(flatten)]
        one: One,
    },
}

const EXIT_CODES: &str = "\
Exit codes:
  0  the host is reachable
  1  it is not; the first line says why: unreachable: REASON: HOST
  2  the host's configuration cannot be used, or no probe was made
  3  the host is reachable, and the result cannot be written";

/// A host that is there.
#[derive(Args, Debug)]
pub struct One {
    #[arg(value_name = "NAME_OR_ID", help = "Its name or id")]
    wanted: String,
    #[command(flatten)]
    server: ServerFlags,
}

/// `reach executors add`.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("what").args(["host", "alias", "local"]).required(true).multiple(true))]
pub struct Add {
    /// Its name.
    name: String,
    /// This machine, for sessions; it is not probed.
    #[arg(long, conflicts_with_all = settings::FLAGS)]
    local: bool,
    #[command(flatten)]
    settings: Settings,
    /// Trust whatever key the host shows, unseen.
    #[arg(long, conflicts_with_all = ["fingerprint", "inactive", "local"])]
    trust_on_first_use: bool,
    /// Save it without looking at it, and do not probe it.
    #[arg(long)]
    inactive: bool,
    /// Print the JSON that the server sent.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: ServerFlags,
}

/// `reach executors edit`.
#[derive(Args, Debug)]
pub struct Edit {
    #[arg(value_name = "NAME_OR_ID", help = "Its name or id")]
    wanted: String,
    /// A new name.
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    settings: Settings,
    /// Remove a setting; may be given more than once.
    #[arg(long, value_name = "SETTING", value_delimiter = ',')]
    clear: Vec<Clearable>,
    /// Probe and use it.
    #[arg(long, conflicts_with = "inactive")]
    active: bool,
    /// Neither probe nor use it; its last result is kept.
    #[arg(long)]
    inactive: bool,
    /// Print the JSON that the server sent.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: ServerFlags,
}

/// Why a command did nothing, or not all.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    #[error("the hosts' results could not be loaded: {0}")]
    NotKnown(ClientError),
    #[error("nothing to change: give the setting, as in --user ada")]
    Nothing,
    #[error(transparent)]
    NotTrusted(NotTrusted),
}

/// Runs it: 0 when it was done, 1 when the server refused, 2 when nobody was asked. A probe's
/// outcome has the exit codes of `reach probe`.
pub fn run(command: &ExecutorsCommand) -> ExitCode {
    let done = match command {
        ExecutorsCommand::List { json, server } => list(server, *json),
        ExecutorsCommand::Add(command) => add(command),
        ExecutorsCommand::Edit(command) => edit(command),
        ExecutorsCommand::Rm(one) => remove(one),
        ExecutorsCommand::Probe { json, one } => return probe(one, *json),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let code = error.code();
            error.tell();
            ExitCode::from(code)
        }
    }
}

fn list(server: &ServerFlags, json: bool) -> Result<(), Refused> {
    let client = Client::new(server)?;
    let executors: Vec<Executor> = client.get("/api/v1/executors")?;
    // Hosts whose result is not known are still listed, and are never called unreachable.
    let records = client.get("/api/v1/ssh/reachability");
    let (records, error): (Vec<ReachabilityView>, _) = match records {
        Ok(records) => (records, None),
        Err(error) => (Vec::new(), Some(error)),
    };
    if json {
        print(json_of(&executors, &records));
    } else {
        table::lines(&executors, &records).iter().for_each(print);
        if executors.is_empty() {
            complain("no hosts yet: `reach executors add` saves one, `reach import` many");
        }
    }
    error.map_or(Ok(()), |error| Err(Refused::NotKnown(error)))
}

fn json_of(executors: &[Executor], records: &[ReachabilityView]) -> Value {
    let with_record = |executor: &Executor| {
        let record = records
            .iter()
            .find(|record| record.executor_id == executor.id);
        let mut json = json!(executor);
        json["reachability"] = json!(record);
        json
    };
    executors.iter().map(with_record).collect()
}

fn add(command: &Add) -> Result<(), Refused> {
    let kind = if command.local {
        ExecutorType::Local
    } else {
        ExecutorType::Ssh
    };
    let status = if command.inactive {
        ExecutorStatus::Inactive
    } else {
        ExecutorStatus::Active
    };
    let mut config = command.settings.patch(&[])?;
    let client = Client::new(&command.server)?;
    if !command.local && !command.inactive && config.host_fingerprint.is_keep() {
        trust::pin(&mut config, &client, command.trust_on_first_use)?;
    }
    let body = json!({
        "name": command.name,
        "type": kind,
        "status": status,
        "config": config,
    });
    let made: Executor = client.post("/api/v1/executors", &body)?;
    tell(&made, "added", command.json);
    Ok(())
}

fn edit(command: &Edit) -> Result<(), Refused> {
    let status = match (command.active, command.inactive) {
        (true, _) => Some(ExecutorStatus::Active),
        (false, true) => Some(ExecutorStatus::Inactive),
        (false, false) => None,
    };
    let patch = ExecutorPatch {
        name: command.name.clone(),
        status,
        config: command.settings.patch(&command.clear)?,
    };
    if patch == ExecutorPatch::default() {
        return Err(Refused::Nothing);
    }
    let client = Client::new(&command.server)?;
    let id = client.executor(&command.wanted)?.id;
    let saved: Executor = client.patch(&format!("/api/v1/executors/{id}"), &patch)?;
    tell(&saved, "saved", command.json);
    Ok(())
}

fn remove(one: &One) -> Result<(), Refused> {
    let client = Client::new(&one.server)?;
    let executor = client.executor(&one.wanted)?;
    client.delete(&format!("/api/v1/executors/{}", executor.id))?;
    tell(&executor, "removed", false);
    Ok(())
}

fn probe(one: &One, json: bool) -> ExitCode {
    let asked = || {
        let client = Client::new(&one.server)?;
        let id = client.executor(&one.wanted)?.id;
        let path = format!("/api/v1/ssh/executors/{id}/reachability/probe");
        client.post::<ReachabilityView>(&path, &json!({}))
    };
    match asked() {
        Ok(view) => outcome::tell(&view, json),
        Err(error) => {
            Refused::Client(error).tell();
            ExitCode::from(NOT_USABLE)
        }
    }
}

fn tell(executor: &Executor, what: &str, json: bool) {
    if json {
        print(json!(executor));
    } else {
        print(format_args!("{what} {} ({})", executor.name, executor.id));
    }
}

impl From<NotTrusted> for Refused {
    fn from(error: NotTrusted) -> Self {
        match error {
            NotTrusted::Client(error) => Self::Client(error),
            NotTrusted::Declined | NotTrusted::NobodyToAsk(..) | NotTrusted::NoKey(_) => {
                Self::NotTrusted(error)
            }
        }
    }
}

impl Refused {
    fn code(&self) -> u8 {
        match self {
            Self::Client(ClientError::Refused(_))
            | Self::NotKnown(_)
            | Self::NotTrusted(NotTrusted::Declined | NotTrusted::NoKey(_)) => FAILED,
            Self::Client(_) | Self::Contradiction(_) | Self::Nothing | Self::NotTrusted(_) => {
                NOT_USABLE
            }
        }
    }

    fn tell(&self) {
        match self {
            Self::Client(ClientError::Config(problems)) => complain_about_config(problems),
            Self::Client(ClientError::Refused(problem)) => {
                complain(problem.with_flags(settings::flag_of));
            }
            Self::Client(_)
            | Self::Contradiction(_)
            | Self::NotKnown(_)
            | Self::Nothing
            | Self::NotTrusted(_) => complain(self),
        }
    }
}
