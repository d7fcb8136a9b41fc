//! The configuration: defaults, then `config.yaml`, then the environment, then flags; each later
//! one wins, and every value remembers where it came from.

mod data_dir;
mod database;
mod file;
mod log;
mod node;
mod reachability;
mod reader;
mod report;
mod server;
mod source;

use std::path::PathBuf;

pub use database::DatabaseConfig;
pub use log::{LogConfig, LogFormat, LogLevel};
pub use reachability::{ReachabilityConfig, Replaced};
pub use report::{Report, ReportedSetting};
pub use server::{PublicUrl, ServerConfig};
pub use source::{Flags, ProcessEnvironment, Setting, Source, Strings};

use file::ConfigFile;
use reader::Reader;

/// Everything that is configured.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the database, the token and the lock are.
    pub data_dir: Setting<PathBuf>,
    /// The store.
    pub database: DatabaseConfig,
    /// Logs.
    pub log: LogConfig,
    /// Probing.
    pub reachability: ReachabilityConfig,
    /// HTTP.
    pub server: ServerConfig,
    /// What to tell the operator once, when logs are up.
    pub notices: Vec<Notice>,
}

/// One value that was accepted, though not as written.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Notice {
    /// The configuration key.
    pub key: &'static str,
    /// What was done, as a sentence.
    pub text: String,
}

/// One reason not to start.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{subject}: {text}")]
pub struct Problem {
    /// The key, variable, flag or file at fault.
    pub subject: String,
    /// What is wrong, and what would be right.
    pub text: String,
}

/// Every reason not to start, found in one go.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("the configuration cannot be used")]
pub struct ConfigError {
    /// At least one.
    pub problems: Vec<Problem>,
}

impl Config {
    /// Reads the configuration file, if there is one, and everything else.
    pub fn load(flags: &Flags, environment: &dyn Strings) -> Result<Self, ConfigError> {
        let mut problems = Vec::new();
        let data_dir = data_dir::read(flags, environment, &mut problems);
        let file = ConfigFile::find(flags.config.as_deref(), &data_dir.value, &mut problems);
        Self::assemble(flags, environment, &file, data_dir, problems)
    }

    fn assemble(
        flags: &Flags,
        environment: &dyn Strings,
        file: &ConfigFile,
        data_dir: Setting<PathBuf>,
        problems: Vec<Problem>,
    ) -> Result<Self, ConfigError> {
        let mut reader = Reader::new(flags, environment, file, problems);
        let config = Self {
            data_dir,
            database: DatabaseConfig::read(&mut reader),
            log: LogConfig::read(&mut reader),
            reachability: ReachabilityConfig::read(&mut reader),
            server: ServerConfig::read(&mut reader, flags.no_auth),
            notices: Vec::new(),
        };
        let (notices, problems) = reader.finish();
        if problems.is_empty() {
            Ok(Self { notices, ..config })
        } else {
            Err(ConfigError { problems })
        }
    }

    /// The effective configuration without its secrets, for people.
    pub fn report(&self) -> Report {
        Report::of(self)
    }
}

#[cfg(test)]
mod tests;
