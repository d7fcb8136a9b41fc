//! `reach token`.

use std::process::ExitCode;

use crate::auth::{Token, TokenError};
use crate::config::{Config, ProcessEnvironment};

use super::output::{complain, complain_about_config, print};
use super::{LoginLink, Where};

/// Runs it: prints the login link; 2 without a token.
pub fn run(place: &Where) -> ExitCode {
    let config = match Config::load(&place.flags(), &ProcessEnvironment) {
        Ok(config) => config,
        Err(error) => {
            complain_about_config(&error);
            return ExitCode::from(2);
        }
    };
    match Token::read(&config.data_dir.value) {
        Ok(token) => {
            let address = config.server.listen.value;
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
