//! The commands' way to a running server.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use reach_logic::Executor;
use serde::de::DeserializeOwned;
use serde_json::Value;
use ureq::http::Response;
use ureq::{Agent, Body, Timeout};

use crate::auth::{Token, TokenError};
use crate::config::{Config, ConfigError, ProcessEnvironment};
use crate::store::rules::name_key;

use super::Where;
use super::address::{Address, Gone};
use super::problem::Problem;

/// Longer than the server takes for most requests.
const DEADLINE: Duration = Duration::from_mins(1);
/// Longer than it takes for those that wait for a session's host.
const HOST_DEADLINE: Duration = Duration::from_mins(7);

/// For the server's name and its socket: until then it was not asked.
const CONNECT: Duration = Duration::from_secs(10);

// Not in doc comments, whose brackets and backticks would be printed.
const SERVER: &str = "Address of the server [default: where the server on the data directory \
                      listens, else where one is configured to: http://127.0.0.1:7878]";
const TOKEN_FILE: &str =
    "File with the server's token [default: $REACH_TOKEN, else the token in the data directory]";

/// Which server, and how to get in.
#[derive(Args, Clone, Debug)]
pub struct ServerFlags {
    /// Address of the server.
    #[arg(long, value_name = "URL", help = SERVER)]
    server: Option<String>,
    /// File with the server's token.
    #[arg(long, value_name = "FILE", help = TOKEN_FILE)]
    token_file: Option<PathBuf>,
    #[command(flatten)]
    place: Where,
}

/// Why a server did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub(super) enum ClientError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("{server} answers, but not as Reach does: {cause}")]
    Foreign {
        server: String,
        cause: serde_json::Error,
    },
    #[error("no host has the name or id {0}; `reach executors list` shows them")]
    NoSuchHost(String),
    #[error("{0}")]
    Refused(Problem),
    #[error("the token file {} cannot be read: {cause}", path.display())]
    TokenFile { path: PathBuf, cause: io::Error },
    #[error("no token: {0}; name the server's --data-dir, or give --token-file or set REACH_TOKEN")]
    Token(#[from] TokenError),
    #[error(
        "{server} was asked, and did not answer in time: {cause}; it may still do what it was asked"
    )]
    Unanswered {
        server: String,
        cause: Box<ureq::Error>,
    },
    #[error("{server} does not answer: {cause}; {}", advice(*.gone))]
    Unreachable {
        server: String,
        cause: Box<ureq::Error>,
        gone: Option<Gone>,
    },
}

fn advice(gone: Option<Gone>) -> String {
    gone.map_or_else(
        || "is `reach serve` running?".to_owned(),
        |gone| format!("{gone}: start `reach serve` again"),
    )
}

/// A server that can be asked.
pub(super) struct Client {
    agent: Agent,
    server: String,
    token: String,
    gone: Option<Gone>,
}

impl Client {
    /// Finds the server and the token; connects to nothing yet.
    pub(super) fn new(flags: &ServerFlags) -> Result<Self, ClientError> {
        Self::within(DEADLINE, flags)
    }

    /// The same, for what waits for a session's host.
    pub(super) fn patient(flags: &ServerFlags) -> Result<Self, ClientError> {
        Self::within(HOST_DEADLINE, flags)
    }

    fn within(deadline: Duration, flags: &ServerFlags) -> Result<Self, ClientError> {
        let (server, gone) = if let Some(url) = &flags.server {
            (url.trim_end_matches('/').to_owned(), None)
        } else {
            let found = Address::find(&flags.config()?);
            (found.url(), found.gone)
        };
        Ok(Self {
            agent: agent(deadline),
            server,
            token: token(flags)?,
            gone,
        })
    }

    /// Returns what a success says.
    pub(super) fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ClientError> {
        let text = self.get_text(path)?;
        self.read(&text)
    }

    /// Returns the text of a success.
    pub(super) fn get_text(&self, path: &str) -> Result<String, ClientError> {
        let request = self.agent.get(self.url(path));
        self.text(request.header("authorization", self.bearer()).call())
    }

    /// Sends JSON and returns what a success says.
    pub(super) fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &Value,
    ) -> Result<T, ClientError> {
        let request = self.agent.post(self.url(path));
        let request = request.header("authorization", self.bearer());
        let text = self.text(request.send_json(body))?;
        self.read(&text)
    }

    /// The same with `PATCH`.
    pub(super) fn patch<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl serde::Serialize,
    ) -> Result<T, ClientError> {
        let request = self.agent.patch(self.url(path));
        let request = request.header("authorization", self.bearer());
        let text = self.text(request.send_json(body))?;
        self.read(&text)
    }

    /// Deletes; a success says nothing.
    pub(super) fn delete(&self, path: &str) -> Result<(), ClientError> {
        let request = self.agent.delete(self.url(path));
        self.text(request.header("authorization", self.bearer()).call())?;
        Ok(())
    }

    /// The saved host of that id, else of that name, compared as the server does.
    pub(super) fn executor(&self, wanted: &str) -> Result<Executor, ClientError> {
        let mut executors: Vec<Executor> = self.get("/api/v1/executors")?;
        let key = name_key(wanted.trim());
        let has_id = |executor: &Executor| executor.id.as_str() == wanted;
        let has_name = |executor: &Executor| name_key(&executor.name) == key;
        let found = executors.iter().position(has_id);
        let found = found.or_else(|| executors.iter().position(has_name));
        match found {
            Some(found) => Ok(executors.swap_remove(found)),
            None => Err(ClientError::NoSuchHost(wanted.to_owned())),
        }
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.server)
    }

    fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }

    fn text(&self, sent: Result<Response<Body>, ureq::Error>) -> Result<String, ClientError> {
        let failed = |cause| self.failed(cause);
        let mut response = sent.map_err(failed)?;
        let status = response.status();
        let text = response.body_mut().read_to_string();
        if status.is_success() {
            return text.map_err(failed);
        }
        let body = text.unwrap_or_default();
        Err(ClientError::Refused(Problem::read(status.as_u16(), &body)))
    }

    fn failed(&self, cause: ureq::Error) -> ClientError {
        let was_asked = if let ureq::Error::Timeout(phase) = &cause {
            !matches!(phase, Timeout::Resolve | Timeout::Connect)
        } else {
            false
        };
        let (server, cause) = (self.server.clone(), Box::new(cause));
        if was_asked {
            return ClientError::Unanswered { server, cause };
        }
        let gone = self.gone;
        ClientError::Unreachable {
            server,
            cause,
            gone,
        }
    }

    fn read<T: DeserializeOwned>(&self, text: &str) -> Result<T, ClientError> {
        serde_json::from_str(text).map_err(|cause| ClientError::Foreign {
            server: self.server.clone(),
            cause,
        })
    }
}

impl ServerFlags {
    fn config(&self) -> Result<Config, ConfigError> {
        Config::load(&self.place.flags(), &ProcessEnvironment)
    }
}

fn agent(deadline: Duration) -> Agent {
    Agent::config_builder()
        .http_status_as_error(false)
        .timeout_resolve(Some(CONNECT))
        .timeout_connect(Some(CONNECT))
        .timeout_global(Some(deadline))
        .build()
        .into()
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
    let config = flags.config()?;
    Ok(Token::read(&config.data_dir.value)?.expose().to_owned())
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_server_that_was_asked_and_is_too_slow_is_told_from_one_that_is_not_there() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = Client {
            agent: agent(Duration::from_millis(300)),
            server: format!("http://{}", listener.local_addr().unwrap()),
            token: String::new(),
            gone: None,
        };
        // The system accepts for it, and nobody reads.
        let asked = client.get_text("/");
        assert!(
            matches!(asked, Err(ClientError::Unanswered { .. })),
            "{asked:?}"
        );
        drop(listener);
        let refused = client.get_text("/");
        assert!(
            matches!(refused, Err(ClientError::Unreachable { .. })),
            "{refused:?}"
        );
    }
}
