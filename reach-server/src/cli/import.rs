//! `reach import`: hosts of the user's SSH files become executors of a running server.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use crate::ssh::config::{ConfigFault, Disk, Files as _};

use super::client::{Client, ClientError, ServerFlags};
use super::output::{complain, complain_about_config, print};

/// `reach import`.
#[derive(Args, Debug)]
pub struct Import {
    /// ssh configuration to import [default: the one of the user that the server runs as].
    #[arg(long, value_name = "FILE")]
    ssh_config: Option<PathBuf>,
    /// Known hosts to take pins from [default: those of the user that the server runs as].
    #[arg(long, value_name = "FILE")]
    known_hosts: Option<PathBuf>,
    /// Only say what would be done.
    #[arg(long)]
    dry_run: bool,
    /// Print the server's answer.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: ServerFlags,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
enum NotImported {
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error("{flag} {}: {fault}", path.display())]
    File {
        flag: &'static str,
        path: PathBuf,
        fault: ConfigFault,
    },
}

/// Runs it: 2 when nothing could be imported.
pub fn run(command: &Import) -> ExitCode {
    match import(command) {
        Ok(report) => {
            tell(command, &report);
            ExitCode::SUCCESS
        }
        Err(error) => {
            if let NotImported::Client(ClientError::Config(problems)) = &error {
                complain_about_config(problems);
            } else {
                complain(error);
            }
            ExitCode::from(2)
        }
    }
}

fn import(command: &Import) -> Result<Value, NotImported> {
    let mut request = json!({ "dry_run": command.dry_run });
    let files = [
        ("ssh_config", "--ssh-config", &command.ssh_config),
        ("known_hosts", "--known-hosts", &command.known_hosts),
    ];
    for (member, flag, path) in files {
        if let Some(path) = path {
            request[member] = text(flag, path)?.into();
        }
    }
    let client = Client::new(&command.server)?;
    Ok(client.post("/api/v1/ssh/import", &request)?)
}

/// Bytes that are no text are in comments, mostly; elsewhere the line counts as a bad one.
fn text(flag: &'static str, path: &Path) -> Result<String, NotImported> {
    let file = |fault| NotImported::File {
        flag,
        path: path.to_owned(),
        fault,
    };
    let text = Disk.read(path).map_err(file)?;
    let text = text.ok_or_else(|| file(ConfigFault::Missing))?;
    Ok(String::from_utf8_lossy(&text.bytes).into_owned())
}

fn tell(command: &Import, report: &Value) {
    if command.json {
        print(report);
        return;
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    for warning in report["warnings"].as_array().into_iter().flatten() {
        complain(text(warning));
    }
    let hosts = report["hosts"].as_array().map_or(&[][..], Vec::as_slice);
    let width = hosts.iter().map(|host| text(&host["name"]).chars().count());
    let width = width.max().unwrap_or(0);
    for host in hosts {
        let (name, outcome) = (text(&host["name"]), text(&host["outcome"]));
        let why = match (host["message"].as_str(), host["fingerprint"].as_str()) {
            (Some(message), _) => message.to_owned(),
            (None, Some(pin)) => format!("trusts {pin}, {}", text(&host["key_algorithm"])),
            (None, None) => String::new(),
        };
        print(format_args!("{outcome:7}  {name:width$}  {why}"));
    }
    let count = |outcome: &str| {
        hosts
            .iter()
            .filter(|host| host["outcome"] == outcome)
            .count()
    };
    let (created, merged, skipped) = (count("created"), count("merged"), count("skipped"));
    let dry = if command.dry_run {
        " (nothing was changed)"
    } else {
        ""
    };
    print(format_args!(
        "{created} created, {merged} merged, {skipped} skipped{dry}"
    ));
}
