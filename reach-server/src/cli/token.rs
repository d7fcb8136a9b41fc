//! `reach token`.

use std::process::ExitCode;

use clap::Args;

use crate::auth::{Token, TokenError};
use crate::config::{Config, Flags, ProcessEnvironment};

use super::address::Address;
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
            let address = if command.listen.is_some() {
                config.server.listen.value
            } else {
                let found = Address::find(&config);
                if let Some(gone) = found.gone {
                    complain(gone);
                }
                found.address
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
