//! The commands' way to a running server.

use std::fmt;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::Value;
use ureq::Agent;

use crate::auth::{Token, TokenError};
use crate::config::{Config, ConfigError, ProcessEnvironment};

use super::Where;

/// Longer than the server takes for most requests.
const DEADLINE: Duration = Duration::from_mins(1);
/// Longer than it takes for those that wait for a session's host.
const HOST_DEADLINE: Duration = Duration::from_mins(7);

/// Which server, and how to get in.
#[derive(Args, Clone, Debug)]
pub struct ServerFlags {
    /// Address of the server.
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:7878")]
    server: String,
    /// File with the server's token [default: $`REACH_TOKEN`, else the token in the data directory].
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    #[command(flatten)]
    place: Where,
}

/// Why a server did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub(super) enum ClientError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("{0}")]
    Refused(Problem),
    #[error("the token file {} cannot be read: {cause}", path.display())]
    TokenFile { path: PathBuf, cause: io::Error },
    #[error("no token: {0}; give --token-file or set REACH_TOKEN")]
    Token(#[from] TokenError),
    #[error("{server} does not answer: {cause}; is `reach serve` running?")]
    Unreachable {
        server: String,
        cause: Box<ureq::Error>,
    },
}

/// What the server said no with (RFC 9457).
#[derive(Debug)]
pub(super) struct Problem {
    status: u16,
    body: Value,
}

/// A server that can be asked.
pub(super) struct Client {
    agent: Agent,
    server: String,
    token: String,
}

impl Client {
    /// Finds the token; connects to nothing yet.
    pub(super) fn new(flags: &ServerFlags) -> Result<Self, ClientError> {
        Self::within(DEADLINE, flags)
    }

    /// The same, for what waits for a session's host.
    pub(super) fn patient(flags: &ServerFlags) -> Result<Self, ClientError> {
        Self::within(HOST_DEADLINE, flags)
    }

    fn within(deadline: Duration, flags: &ServerFlags) -> Result<Self, ClientError> {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(deadline))
            .build();
        Ok(Self {
            agent: config.into(),
            server: flags.server.trim_end_matches('/').to_owned(),
            token: token(flags)?,
        })
    }

    /// Returns the JSON of a success.
    pub(super) fn get(&self, path: &str) -> Result<Value, ClientError> {
        let text = self.get_text(path)?;
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }

    /// Returns the text of a success.
    pub(super) fn get_text(&self, path: &str) -> Result<String, ClientError> {
        let unreachable = |cause| ClientError::Unreachable {
            server: self.server.clone(),
            cause: Box::new(cause),
        };
        let request = self.agent.get(format!("{}{path}", self.server));
        let request = request.header("authorization", format!("Bearer {}", self.token));
        let mut response = request.call().map_err(unreachable)?;
        let status = response.status();
        let text = response.body_mut().read_to_string();
        if status.is_success() {
            return text.map_err(unreachable);
        }
        let body = text.unwrap_or_default();
        Err(ClientError::Refused(Problem {
            status: status.as_u16(),
            body: serde_json::from_str(&body).unwrap_or_default(),
        }))
    }

    /// Sends JSON and returns the JSON of a success.
    pub(super) fn post(&self, path: &str, body: &Value) -> Result<Value, ClientError> {
        let unreachable = |cause| ClientError::Unreachable {
            server: self.server.clone(),
            cause: Box::new(cause),
        };
        let request = self.agent.post(format!("{}{path}", self.server));
        let request = request.header("authorization", format!("Bearer {}", self.token));
        let mut response = request.send_json(body).map_err(unreachable)?;
        let status = response.status();
        let answer = response.body_mut().read_json();
        if status.is_success() {
            return answer.map_err(unreachable);
        }
        Err(ClientError::Refused(Problem {
            status: status.as_u16(),
            body: answer.unwrap_or_default(),
        }))
    }
}

fn token(flags: &ServerFlags) -> Result<String, ClientError> {
    if let Some(path) = &flags.token_file {
        let text = fs::read_to_string(path).map_err(|cause| ClientError::TokenFile {
            path: path.clone(),
            cause,
        })?;
        return Ok(text.trim().to_owned());
    }
    if let Ok(token) = std::env::var("REACH_TOKEN")
        && !token.trim().is_empty()
    {
        return Ok(token.trim().to_owned());
    }
    let config = Config::load(&flags.place.flags(), &ProcessEnvironment)?;
    Ok(Token::read(&config.data_dir.value)?.expose().to_owned())
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |name: &str| self.body[name].as_str();
        match (text("title"), text("detail")) {
            (Some(title), Some(detail)) => write!(f, "{title}: {detail}")?,
            _ => write!(f, "the server answered with status {}", self.status)?,
        }
        for error in self.body["errors"].as_array().into_iter().flatten() {
            let (field, message) = (error["field"].as_str(), error["message"].as_str());
            write!(
                f,
                "; {}: {}",
                field.unwrap_or_default(),
                message.unwrap_or_default()
            )?;
        }
        Ok(())
    }
}
