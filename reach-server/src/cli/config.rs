//! `reach config show`.

use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::config::{Config, ProcessEnvironment, ReportedSetting};

use super::ConfigFlags;
use super::output::{complain, complain_about_config, print};

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print the effective configuration, each value with its source; secrets are masked.
    Show(Show),
}

/// `reach config show`.
#[derive(Args, Debug)]
pub struct Show {
    #[command(flatten)]
    flags: ConfigFlags,
    /// Print JSON, as `GET /api/v1/config` gives it.
    #[arg(long)]
    json: bool,
}

/// Runs it: 0, or 2 when a server would refuse to start.
pub fn run(command: &ConfigCommand) -> ExitCode {
    let ConfigCommand::Show(show) = command;
    let config = match Config::load(&show.flags.flags(), &ProcessEnvironment) {
        Ok(config) => config,
        Err(error) => {
            complain_about_config(&error);
            return ExitCode::from(2);
        }
    };
    for notice in &config.notices {
        complain(&notice.text);
    }
    let report = config.report();
    if show.json {
        print(serde_json::to_string_pretty(&report).unwrap_or_default());
    } else {
        report.settings.iter().map(line).for_each(print);
    }
    ExitCode::SUCCESS
}

fn line(setting: &ReportedSetting) -> String {
    let value = match (&setting.value, setting.value.as_str()) {
        (_, Some(text)) => text.to_owned(),
        (value, None) if value.is_null() => "-".to_owned(),
        (value, None) => value.to_string(),
    };
    let source = match &setting.origin {
        None => setting.source.to_owned(),
        Some(origin) => format!("{} {origin}", setting.source),
    };
    format!("{:<42} {value:<32} {source}", setting.key)
}
