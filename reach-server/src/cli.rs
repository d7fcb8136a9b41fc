//! The command line: what may be typed, and the commands that are no server.

mod address;
mod client;
mod config;
mod executors;
mod import;
mod link;
mod output;
mod probe;
mod problem;
mod resolve;
mod sessions;
mod token;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::config::Flags;

pub use client::ServerFlags;
pub use config::{ConfigCommand, run as config};
pub use executors::{ExecutorsCommand, run as executors};
pub use import::{Import, run as import};
pub use link::{LoginFile, LoginLink};
pub use output::{complain, complain_about_config, ended};
pub use probe::{Probe, run as probe};
pub use resolve::{Resolve, run as resolve};
pub use sessions::{SessionsCommand, run as sessions};
pub use token::{TokenCommand, run as token};

/// Tells you whether the SSH hosts you depend on are there.
#[derive(Debug, Parser)]
#[command(name = "reach", version, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run the server and its page.
    Serve(Serve),
    /// Run a server over made-up hosts and a store that is thrown away, to look around.
    Demo(Demo),
    /// Probe one host now, and say whether it is reachable.
    Probe(Probe),
    /// Make executors of the hosts that your ssh configuration names.
    Import(Import),
    /// Show what would be dialled for a name, each value with its file and line.
    Resolve(Resolve),
    /// List, add, change, delete and probe the hosts of a running server.
    #[command(subcommand)]
    Executors(ExecutorsCommand),
    /// Start, stop and look at sessions of a running server.
    #[command(subcommand)]
    Sessions(SessionsCommand),
    /// Look at the configuration.
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Print the login link of this machine's server.
    Token(TokenCommand),
}

/// Where Reach keeps its things.
#[derive(Args, Clone, Debug)]
#[expect(clippy::doc_markdown, reason = "these comments are the text of --help")]
pub struct Where {
    /// Directory of the database, the token and config.yaml [default: $REACH_DATA_DIR, else the
    /// platform's data directory + /reach]
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// Configuration file, which must exist [default: config.yaml in the data directory, if it is
    /// there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Database [default: SQLite in the data directory]: postgres://… or sqlite:PATH
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,
}

impl Where {
    fn flags(&self) -> Flags {
        Flags {
            config: self.config.clone(),
            data_dir: self.data_dir.clone(),
            database_url: self.database_url.clone(),
            ..Flags::default()
        }
    }
}

/// How a server listens and logs.
#[derive(Args, Clone, Debug)]
pub struct How {
    /// Address to listen on [default: 127.0.0.1:7878]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<String>,
    /// Ask for no token; refused when listening beyond this machine.
    #[arg(long)]
    no_auth: bool,
    /// error, warn, info, debug or trace [default: info]
    #[arg(long, value_name = "LEVEL")]
    log_level: Option<String>,
    /// text or json [default: text on a terminal, json otherwise]
    #[arg(long, value_name = "FORMAT")]
    log_format: Option<String>,
}

/// Every flag that has a configuration key.
#[derive(Args, Clone, Debug)]
pub struct ConfigFlags {
    #[command(flatten)]
    place: Where,
    #[command(flatten)]
    how: How,
}

impl ConfigFlags {
    fn flags(&self) -> Flags {
        let how = self.how.clone();
        Flags {
            listen: how.listen,
            log_format: how.log_format,
            log_level: how.log_level,
            no_auth: how.no_auth,
            ..self.place.flags()
        }
    }
}

/// `reach serve`.
#[derive(Args, Debug)]
pub struct Serve {
    #[command(flatten)]
    flags: ConfigFlags,
    /// Open the page in a browser, logged in.
    #[arg(long)]
    pub open: bool,
}

impl Serve {
    /// The flags that are configuration.
    pub fn flags(&self) -> Flags {
        self.flags.flags()
    }
}

/// `reach demo`.
#[derive(Args, Debug)]
pub struct Demo {
    #[command(flatten)]
    how: How,
    /// Open the page in a browser, logged in.
    #[arg(long)]
    pub open: bool,
}

impl Demo {
    /// The flags that are configuration, over a data directory of its own.
    pub fn flags(&self, data_dir: PathBuf) -> Flags {
        let flags = ConfigFlags {
            place: Where {
                data_dir: Some(data_dir),
                config: None,
                database_url: None,
            },
            how: self.how.clone(),
        };
        flags.flags()
    }
}
