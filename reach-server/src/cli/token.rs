//! `reach token`.

use std::net::SocketAddr;
use std::process::ExitCode;

use clap::Args;

use crate::auth::{Token, TokenError};
use crate::config::{Config, Flags, ProcessEnvironment};
use crate::store::{self, StoreLocation};

use super::output::{complain, complain_about_config, print};
use super::{LoginLink, Where};

/// `reach token`.
#[derive(Args, Clone, Debug)]
pub struct TokenCommand {
    /// Address that the server listens on [default: where it listens; with PostgreSQL, where it is
    /// configured to]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<String>,
    #[command(flatten)]
    place: Where,
}

/// Runs it: prints the login link; 2 without a token.
pub fn run(command: &TokenCommand) -> ExitCode {
    let flags = Flags {
        listen: command.listen.clone(),
        ..command.place.flags()
    };
    let config = match Config::load(&flags, &ProcessEnvironment) {
        Ok(config) => config,
        Err(error) => {
            complain_about_config(&error);
            return ExitCode::from(2);
        }
    };
    match Token::read(&config.data_dir.value) {
        Ok(token) => {
            let address = match &command.listen {
                Some(_) => config.server.listen.value,
                None => served_at(&config).unwrap_or(config.server.listen.value),
            };
            print(LoginLink::new(&config, address, Some(&token)));
            ExitCode::SUCCESS
        }
        Err(error) => {
            complain(advice(&error));
            ExitCode::from(2)
        }
    }
}

fn served_at(config: &Config) -> Option<SocketAddr> {
    store::served_at(&StoreLocation::configured(config).ok()?)
}

fn advice(error: &TokenError) -> String {
    match error {
        TokenError::File { path, cause } if cause.kind() == std::io::ErrorKind::NotFound => {
            let path = path.display();
            format!("there is no token at {path}; it is made at the first `reach serve`")
        }
        TokenError::File { .. } | TokenError::Malformed(_) | TokenError::Random(_) => {
            error.to_string()
        }
    }
}
