//! The `reach` command.

use std::process::ExitCode;

use clap::Parser as _;
use reach_server::app;
use reach_server::cli::{self, Cli, Command};

fn main() -> ExitCode {
    let code = match Cli::parse().command {
        Command::Serve(serve) => app::serve(&serve.flags(), serve.open),
        Command::Demo(demo) => app::demo(&demo),
        Command::Config(command) => cli::config(&command),
        Command::Executors(command) => cli::executors(&command),
        Command::Import(import) => cli::import(&import),
        Command::Probe(probe) => cli::probe(&probe),
        Command::Resolve(resolve) => cli::resolve(&resolve),
        Command::Sessions(command) => cli::sessions(&command),
        Command::Token(token) => cli::token(&token),
    };
    cli::ended(code)
}
