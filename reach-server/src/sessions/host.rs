//! What Reach does on the machine of a session's controller (S4, S19).

use std::time::Duration;

use reach_logic::SessionId;
use reach_logic::session::SessionSpec;
use tokio::time::timeout;

use super::script::{Script, complaint, last_lines};
use super::shell::{Shell, ShellError};
use crate::ssh::{ChannelError, one_line};
use crate::store::RemoteProcess;

/// For a script of Reach's own, which has little to do.
const SHORT: Duration = Duration::from_secs(30);
/// What is kept of a script's output.
const KEEP: usize = 16 << 10;
/// What is kept of a log's tail.
const KEEP_LOG: usize = 300 << 10;
/// Longer than the host's own limit of a script, which ends it there.
const GRACE: Duration = Duration::from_secs(10);
/// How long a controller may take to end by itself, before it is killed.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// The same when Reach itself is ending, which it does in 5 s (A2).
pub(super) const LITTLE_PATIENCE: Duration = Duration::from_secs(1);
/// How often, in tenths of a second, the host looks for the port before it answers.
const PORT_LOOKS: &str = "20";

/// Ends a script on the host when its time is up.
const DEADLINE: &str = concat!(
    include_str!("remote/common.sh"),
    "\n",
    include_str!("remote/deadline.sh"),
);

/// What did not work there.
#[derive(Debug, thiserror::Error)]
pub(super) enum HostError {
    /// The connection ended.
    #[error("{0}")]
    Channel(ChannelError),
    /// This machine's shell.
    #[error("{0}")]
    Local(std::io::Error),
    /// Said by a script of ours.
    #[error("{0}")]
    Refused(String),
    /// A script of the session's ended badly.
    #[error("the {script} script ended with {code}{}", after(.said))]
    Script {
        script: &'static str,
        code: u32,
        said: String,
    },
    /// No answer of ours came back.
    #[error(
        "the login shell did not run our script{}; does a login script read input or exit?",
        after(.0)
    )]
    Silent(String),
    /// It took too long.
    #[error("no answer within {} s", .0.as_secs())]
    TimedOut(Duration),
    /// The script of the session's took too long, and was ended.
    #[error("the {script} script was ended after {} s", limit.as_secs())]
    TooLong {
        script: &'static str,
        limit: Duration,
    },
    /// Not Linux, not macOS.
    #[error("sessions run on Linux and macOS; this is {0}")]
    Platform(String),
}

impl From<ShellError> for HostError {
    fn from(error: ShellError) -> Self {
        match error {
            ShellError::Channel(error) => Self::Channel(error),
            ShellError::Local(error) => Self::Local(error),
        }
    }
}

/// What is known of a controller.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Look {
    /// It runs, or something that it has started.
    pub(super) is_alive: bool,
    /// What it wrote into its port file.
    pub(super) port: Option<String>,
}

/// The machine, for one session.
pub(super) struct Host<'a> {
    pub(super) shell: &'a dyn Shell,
    pub(super) session: &'a SessionId,
}

impl Host<'_> {
    /// Refuses what is neither Linux nor macOS.
    pub(super) async fn check_platform(&self) -> Result<(), HostError> {
        let script = self.script(include_str!("remote/platform.sh"));
        let platform = self.ask(&script, "platform").await?;
        let known = ["Linux ", "Darwin "];
        if known.iter().any(|name| platform.starts_with(name)) {
            return Ok(());
        }
        Err(HostError::Platform(one_line(&platform)))
    }

    /// Makes the session directory, and returns its absolute path.
    pub(super) async fn make_directory(&self) -> Result<String, HostError> {
        let script = self.script(include_str!("remote/directory.sh"));
        self.ask(&script, "dir").await
    }

    /// Runs one of the session's own scripts in a process group of its own. The host itself ends
    /// it after `limit`, also when nobody waits any more.
    pub(super) async fn run_script(
        &self,
        name: &'static str,
        text: &str,
        spec: &SessionSpec,
        limit: Duration,
    ) -> Result<(), HostError> {
        let run = self.run_script_unbounded(name, text, spec, limit);
        let ended = timeout(limit + GRACE, run).await;
        ended.unwrap_or(Err(HostError::TooLong {
            script: name,
            limit,
        }))
    }

    /// The same, waiting for the host as long as it takes: the caller has a time limit (S5).
    pub(super) async fn run_script_unbounded(
        &self,
        name: &'static str,
        text: &str,
        spec: &SessionSpec,
        limit: Duration,
    ) -> Result<(), HostError> {
        let seconds = limit.as_secs().max(1).to_string();
        let script = self
            .script(include_str!("remote/script.sh"))
            .with("name", name)
            .with("script", text)
            .with("limit", &seconds)
            .with("deadline", DEADLINE)
            .with("keep", &KEEP.to_string())
            .with_env(&spec.env);
        let script_text = script.text();
        let started = tokio::time::Instant::now();
        let output = self.shell.run(&script_text, KEEP).await?;
        let stdout = output.stdout.text();
        let said = script.read(&stdout);
        if let Some(error) = said.get("error") {
            return Err(refused(error, &output.stderr.last_line()));
        }
        match said.get("code").and_then(|code| code.parse().ok()) {
            Some(0) => Ok(()),
            Some(_) if started.elapsed() >= limit => Err(HostError::TooLong {
                script: name,
                limit,
            }),
            Some(code) => Err(HostError::Script {
                script: name,
                code,
                said: last_lines(said.before()),
            }),
            None => Err(HostError::Silent(complaint(&output))),
        }
    }

    /// Starts the controller, detached.
    pub(super) async fn start(&self, spec: &SessionSpec) -> Result<RemoteProcess, HostError> {
        let controller = &spec.controller;
        let script = self
            .script(include_str!("remote/start.sh"))
            .with("command", &controller.command)
            .with("workdir", controller.workdir.as_deref().unwrap_or_default())
            .with_env(&spec.env);
        self.answer(&script, SHORT, KEEP, |said| {
            Some(RemoteProcess {
                pid: said.get("pid")?.parse().ok()?,
                start_time: said.get("start")?.to_owned(),
                boot_id: said.get("boot")?.to_owned(),
                node: said.get("node")?.to_owned(),
            })
        })
        .await
    }

    /// Looks whether the controller runs; waits a little for its port when `for_port`.
    pub(super) async fn look(
        &self,
        process: &RemoteProcess,
        for_port: bool,
    ) -> Result<Look, HostError> {
        let script = self
            .about(process, include_str!("remote/check.sh"))
            .with("wait", if for_port { PORT_LOOKS } else { "0" });
        self.answer(&script, SHORT, KEEP, |said| {
            Some(Look {
                is_alive: said.get("alive")? == "yes",
                port: said.get("port").map(str::to_owned),
            })
        })
        .await
    }

    /// Ends the controller and all that it has started, and returns when they have ended. No time
    /// limit: the caller has one (S5).
    pub(super) async fn stop(
        &self,
        process: &RemoteProcess,
        patience: Duration,
    ) -> Result<(), HostError> {
        let tenths = patience.as_millis() / 100;
        let script = self
            .about(process, include_str!("remote/stop.sh"))
            .with("patience", &tenths.to_string());
        let output = self.shell.run(&script.text(), KEEP).await?;
        let stdout = output.stdout.text();
        let said = script.read(&stdout);
        match (said.get("stopped"), said.get("error")) {
            (Some(_), _) => Ok(()),
            (None, Some(error)) => Err(refused(error, &output.stderr.last_line())),
            (None, None) => Err(HostError::Silent(complaint(&output))),
        }
    }

    /// Ends whatever runs for the session, for a launch that failed.
    pub(super) async fn abandon(&self) -> Result<(), HostError> {
        let script = self.script(include_str!("remote/abandon.sh"));
        self.ask(&script, "done").await.map(drop)
    }

    /// The last lines of the controller's log.
    pub(super) async fn log_tail(&self, lines: u32) -> Result<String, HostError> {
        let script = self
            .script(include_str!("remote/logs.sh"))
            .with("lines", &lines.to_string());
        self.answer(&script, SHORT, KEEP_LOG, |said| {
            said.get("log").map(|_| said.after().to_owned())
        })
        .await
    }

    /// Removes the session directory.
    pub(super) async fn remove_directory(&self) -> Result<(), HostError> {
        let script = self.script(include_str!("remote/remove.sh"));
        self.ask(&script, "removed").await.map(drop)
    }

    fn script(&self, body: &'static str) -> Script {
        Script::new(self.session, body)
    }

    fn about(&self, process: &RemoteProcess, body: &'static str) -> Script {
        self.script(body)
            .with("process", &process.pid.to_string())
            .with("start", &process.start_time)
            .with("boot", &process.boot_id)
            .with("node", &process.node)
    }

    async fn ask(&self, script: &Script, name: &str) -> Result<String, HostError> {
        self.answer(script, SHORT, KEEP, |said| {
            said.get(name).map(str::to_owned)
        })
        .await
    }

    async fn answer<T>(
        &self,
        script: &Script,
        limit: Duration,
        keep: usize,
        read: impl FnOnce(&super::script::Said<'_>) -> Option<T> + Send,
    ) -> Result<T, HostError> {
        let text = script.text();
        let run = self.shell.run(&text, keep);
        let output = timeout(limit, run).await;
        let output = output.map_err(|_| HostError::TimedOut(limit))??;
        let stdout = output.stdout.text();
        let said = script.read(&stdout);
        if let Some(error) = said.get("error") {
            return Err(refused(error, &output.stderr.last_line()));
        }
        read(&said).ok_or_else(|| HostError::Silent(complaint(&output)))
    }
}

fn refused(error: &str, stderr: &str) -> HostError {
    HostError::Refused(one_line(&format!("{error}{}", after(stderr))))
}

fn after(said: &str) -> String {
    if said.is_empty() {
        String::new()
    } else {
        format!(": {said}")
    }
}

#[cfg(test)]
mod tests {
    use async_trait::async_trait;

    use super::*;
    use crate::ssh::{Exit, ScriptOutput, Tail};

    /// Answers every script with this code.
    struct Says(String);

    #[async_trait]
    impl Shell for Says {
        async fn run(&self, script: &str, keep: usize) -> Result<ScriptOutput, ShellError> {
            let mark = script.split("reach_mark='").nth(1).unwrap();
            let (mark, _) = mark.split_once('\'').unwrap();
            let mut stdout = Tail::new(keep);
            stdout.push(format!("{mark} code={}\n", self.0).as_bytes());
            Ok(ScriptOutput {
                exit: Exit::Code(0),
                stdout,
                stderr: Tail::default(),
            })
        }
    }

    #[tokio::test]
    async fn what_a_host_says_instead_of_a_code_is_not_quoted_as_it_is() {
        let spec: SessionSpec = serde_json::from_value(serde_json::json!({
            "controller": { "command": "x", "port": 0, "workdir": null },
            "prepare_script": null, "cleanup_script": null, "env": {},
            "credential_broker_url": null,
        }))
        .unwrap();
        let session = "s".parse().unwrap();
        for (code, expected) in [("7", "ended with 7"), ("\x1b[2J", "did not run our script")] {
            let shell = Says(format!(
                "{code}{}",
                "x".repeat(if code == "7" { 0 } else { 9000 })
            ));
            let host = Host {
                shell: &shell,
                session: &session,
            };
            let run = host.run_script("prepare", "true", &spec, SHORT).await;
            let message = run.unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
            assert!(
                !message.contains('\x1b') && message.len() < 2000,
                "{}",
                message.len()
            );
        }
    }
}

#[cfg(test)]
mod remote_tests;
