//! `reach resolve`: what would be dialled, each value with its file and line. Needs no server, and
//! dials nothing.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::ssh::SshSettings;
use crate::trust::resolution::{Asked, Resolution};

use super::output::{complain, print};

/// `reach resolve`.
#[derive(Args, Debug)]
pub struct Resolve {
    #[arg(
        help = "An alias of the ssh configuration, or [USER@]HOST; saved hosts are not looked at"
    )]
    target: String,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs it: 2 when the target does not resolve.
pub fn run(command: &Resolve) -> ExitCode {
    // Reach's own directory has no part in it.
    let settings = SshSettings::from_environment(PathBuf::new());
    let resolution = Resolution::read(&Asked::Target(command.target.clone()), &settings);
    if command.json {
        print(serde_json::to_value(&resolution).unwrap_or_default());
    } else if let Some(error) = &resolution.error {
        complain(&error.message);
    } else {
        let rows = resolution.rows();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let (names, values) = (width(0).unwrap_or(0), width(1).unwrap_or(0));
        for [name, value, origin] in &rows {
            print(format_args!("{name:names$}  {value:values$}  {origin}"));
        }
    }
    if resolution.error.is_none() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(2)
    }
}
