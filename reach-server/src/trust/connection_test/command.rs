//! What a test runs on a trusted host.

use tokio::time::{Instant, timeout_at};

use crate::ssh::{ChannelError, Connection, Exit, one_line};

/// What is kept of the output of a command.
const KEEP: usize = 4 << 10;
/// What a shell exits with when there is no such command.
const NO_SUCH_COMMAND: u32 = 127;

/// Why a command gave no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum CommandError {
    /// The channel, or the connection.
    #[error("{0}")]
    Channel(#[from] ChannelError),
    /// It ended badly.
    #[error("`{command}` ended with {code}{}", after(.said))]
    Failed {
        command: &'static str,
        code: String,
        said: String,
    },
    /// There is no such command.
    #[error("`{0}`: no such command on the host")]
    Missing(&'static str),
    /// It ended well, and said something else.
    #[error("`{command}` was answered with {answer:?}; does a login script of the user interfere?")]
    Odd {
        command: &'static str,
        answer: String,
    },
    /// The time of the test was up.
    #[error("`{0}` did not answer in time")]
    TimedOut(&'static str),
    /// Neither Linux nor macOS (S19).
    #[error("sessions run on Linux and macOS; this is {0}")]
    Platform(String),
}

/// Kernel and machine.
pub(super) async fn platform(
    connection: &Connection,
    deadline: Instant,
) -> Result<String, CommandError> {
    let command = "uname -sm";
    let answer = ask(connection, command, deadline).await?;
    if answer.starts_with("Linux ") || answer.starts_with("Darwin ") {
        return Ok(answer);
    }
    if answer.is_empty() {
        return Err(CommandError::Odd { command, answer });
    }
    Err(CommandError::Platform(answer))
}

/// Git's version.
pub(super) async fn git(
    connection: &Connection,
    deadline: Instant,
) -> Result<String, CommandError> {
    let command = "git --version";
    let answer = ask(connection, command, deadline).await?;
    if answer.starts_with("git version ") {
        return Ok(answer);
    }
    Err(CommandError::Odd { command, answer })
}

/// The last line of a command's output.
async fn ask(
    connection: &Connection,
    command: &'static str,
    deadline: Instant,
) -> Result<String, CommandError> {
    let script = format!("{command} </dev/null\n");
    let output = timeout_at(deadline, connection.run(&script, KEEP)).await;
    let output = output.map_err(|_elapsed| CommandError::TimedOut(command))??;
    let code = match output.exit {
        Exit::Code(0) => return Ok(output.stdout.last_line()),
        Exit::Code(NO_SUCH_COMMAND) => return Err(CommandError::Missing(command)),
        Exit::Code(code) => format!("exit status {code}"),
        Exit::Signal(name) => format!("signal {}", one_line(&name)),
        Exit::Unsaid => "no exit status".to_owned(),
    };
    Err(CommandError::Failed {
        command,
        code,
        said: output.stderr.last_line(),
    })
}

fn after(said: &str) -> String {
    if said.is_empty() {
        String::new()
    } else {
        format!(", saying \"{said}\"")
    }
}
