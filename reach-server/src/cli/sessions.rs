//! `reach sessions`: the sessions of a running server, over its HTTP interface.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Subcommand};
use serde_json::{Map, Value, json};

use super::client::{Client, ClientError, ServerFlags};
use super::output::{complain, complain_about_config, print};

const FAILED: u8 = 1;
const NOT_USABLE: u8 = 2;

/// Between two looks at a launch.
const PAUSE: Duration = Duration::from_millis(300);

/// `reach sessions`.
#[derive(Debug, Subcommand)]
pub enum SessionsCommand {
    /// List sessions: id, state, transport, host, local port, name.
    List {
        /// Print the JSON that the server sent.
        #[arg(long)]
        json: bool,
        /// The server.
        #[command(flatten)]
        server: ServerFlags,
    },
    /// Start a session, and wait until it runs.
    Start(Box<Start>),
    /// Stop a session.
    Stop(One),
    /// Connect to a running session again.
    Resume(One),
    /// Stop the stale controller of a session with a credential broker.
    Reset(One),
    /// Print the end of a session's log.
    Logs {
        /// How many lines.
        #[arg(long, value_name = "LINES", default_value_t = 200)]
        tail: u32,
        /// Whose.
        #[command(flatten)]
        one: One,
    },
}

/// A session that is there.
#[derive(Args, Debug)]
pub struct One {
    /// Its id.
    id: String,
    #[command(flatten)]
    server: ServerFlags,
}

/// `reach sessions start`.
#[derive(Args, Debug)]
pub struct Start {
    /// Name or id of a saved host.
    executor: String,
    /// Shell command that listens on a TCP port of the host.
    command: String,
    /// The session's id [default: made by the server].
    #[arg(long)]
    id: Option<String>,
    /// The session's name [default: its id].
    #[arg(long)]
    name: Option<String>,
    /// Port that the command listens on [default: it writes it to `$REACH_PORT_FILE`].
    #[arg(long)]
    port: Option<u16>,
    /// Directory to run in [default: the session's own].
    #[arg(long, value_name = "DIR")]
    workdir: Option<String>,
    /// Script to run before the command; a non-zero exit ends the launch.
    #[arg(long, value_name = "FILE")]
    prepare: Option<PathBuf>,
    /// Script to run when the session is stopped.
    #[arg(long, value_name = "FILE")]
    cleanup: Option<PathBuf>,
    /// Environment of scripts and command; without a value, the one that it has here.
    #[arg(long, value_name = "NAME[=VALUE]")]
    env: Vec<String>,
    /// Credential broker that the host must reach before a reset.
    #[arg(long, value_name = "URL")]
    broker: Option<String>,
    /// Do not wait until it runs.
    #[arg(long)]
    no_wait: bool,
    #[command(flatten)]
    server: ServerFlags,
}

/// Why a command did nothing.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error("the session failed: {0}")]
    Failed(String),
    #[error("{} is not set here", .0)]
    NotSet(String),
    #[error("{} cannot be read: {cause}", path.display())]
    Unreadable {
        path: PathBuf,
        cause: std::io::Error,
    },
}

/// Runs it: 0 when it was done, 1 when the server or the host refused, 2 when nobody was asked.
pub fn run(command: &SessionsCommand) -> ExitCode {
    let done = match command {
        SessionsCommand::List { json, server } => list(server, *json),
        SessionsCommand::Start(start) => begin(start),
        SessionsCommand::Stop(one) => change(one, "stop"),
        SessionsCommand::Resume(one) => change(one, "resume"),
        SessionsCommand::Reset(one) => change(one, "reset"),
        SessionsCommand::Logs { tail, one } => logs(one, *tail),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Refused::Client(ClientError::Config(error))) => {
            complain_about_config(&error);
            ExitCode::from(NOT_USABLE)
        }
        Err(error) => {
            let was_asked = matches!(
                error,
                Refused::Failed(_)
                    | Refused::Client(ClientError::Refused(_) | ClientError::Unanswered { .. })
            );
            complain(error);
            ExitCode::from(if was_asked { FAILED } else { NOT_USABLE })
        }
    }
}

fn list(server: &ServerFlags, json: bool) -> Result<(), Refused> {
    let sessions: Value = Client::new(server)?.get("/api/v1/sessions")?;
    if json {
        print(sessions);
        return Ok(());
    }
    let sessions = sessions.as_array().map_or(&[][..], Vec::as_slice);
    sessions.iter().map(line).for_each(print);
    if sessions.is_empty() {
        complain("no sessions yet: `reach sessions start` makes one");
    }
    Ok(())
}

fn begin(start: &Start) -> Result<(), Refused> {
    let body = start.body()?;
    let client = Client::patient(&start.server)?;
    let executor = client.executor(&start.executor)?;
    let mut body = body;
    body.insert("executor_id".to_owned(), executor.id.as_str().into());
    let mut session: Value = client.post("/api/v1/sessions", &Value::Object(body))?;
    let id = text(&session, "id").to_owned();
    while !start.no_wait && text(&session, "state") == "starting" {
        std::thread::sleep(PAUSE);
        session = client.get(&format!("/api/v1/sessions/{id}"))?;
    }
    print(line(&session));
    if text(&session, "state") == "failed" {
        return Err(Refused::Failed(
            text(&session["failure"], "message").to_owned(),
        ));
    }
    Ok(())
}

fn change(one: &One, what: &str) -> Result<(), Refused> {
    let path = format!("/api/v1/sessions/{}/{what}", one.path());
    let session: Value = Client::patient(&one.server)?.post(&path, &json!({}))?;
    print(line(&session));
    if session["controller_may_remain"] == json!(true) {
        complain("the controller may still run on the host; stop the session again to end it");
    }
    Ok(())
}

fn logs(one: &One, tail: u32) -> Result<(), Refused> {
    let path = format!("/api/v1/sessions/{}/logs?tail={tail}", one.path());
    let text = Client::patient(&one.server)?.get_text(&path)?;
    for line in text.lines() {
        print(line);
    }
    Ok(())
}

impl One {
    /// The id as a part of a path; what is no id is refused by the server.
    fn path(&self) -> String {
        let is_plain = |one: &char| one.is_ascii_alphanumeric() || matches!(one, '-' | '_');
        let plain = self.id.chars().all(|one| is_plain(&one));
        if plain && !self.id.is_empty() {
            self.id.clone()
        } else {
            "no-such-id".to_owned()
        }
    }
}

impl Start {
    fn body(&self) -> Result<Map<String, Value>, Refused> {
        let mut env = Map::new();
        for one in &self.env {
            let (name, value) = if let Some((name, value)) = one.split_once('=') {
                (name, value.to_owned())
            } else {
                let value = std::env::var(one);
                (
                    one.as_str(),
                    value.map_err(|_| Refused::NotSet(one.clone()))?,
                )
            };
            env.insert(name.to_owned(), value.into());
        }
        let body = json!({
            "id": self.id,
            "name": self.name,
            "controller": {
                "command": self.command,
                "port": self.port.unwrap_or(0),
                "workdir": self.workdir,
            },
            "prepare_script": script(self.prepare.as_ref())?,
            "cleanup_script": script(self.cleanup.as_ref())?,
            "env": env,
            "credential_broker_url": self.broker,
        });
        Ok(body.as_object().cloned().unwrap_or_default())
    }
}

fn script(path: Option<&PathBuf>) -> Result<Option<String>, Refused> {
    let read = |path: &PathBuf| {
        std::fs::read_to_string(path).map_err(|cause| Refused::Unreadable {
            path: path.clone(),
            cause,
        })
    };
    path.map(read).transpose()
}

fn line(session: &Value) -> String {
    let port = session["local_port"].as_u64();
    let port = port.map_or_else(|| "-".to_owned(), |port| port.to_string());
    [
        text(session, "id"),
        text(session, "state"),
        text(session, "transport"),
        text(session, "host"),
        &port,
        text(session, "name"),
    ]
    .join("\t")
}

fn text<'a>(value: &'a Value, member: &str) -> &'a str {
    value[member].as_str().unwrap_or_default()
}
