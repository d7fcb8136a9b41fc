//! Where a session's scripts run: on a host over its connection, or on this machine.

use std::io;
use std::process::Stdio;

use async_trait::async_trait;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::Command;

use crate::ssh::{ChannelError, Connection, Exit, ScriptOutput, Tail};

/// Runs scripts by `/bin/sh`, given by standard input (S19).
#[async_trait]
pub(super) trait Shell: Send + Sync {
    /// Runs one to its end and keeps the last `keep` bytes of each stream. No time limit.
    async fn run(&self, script: &str, keep: usize) -> Result<ScriptOutput, ShellError>;
}

/// The script could not be run, or not to its end.
#[derive(Debug, thiserror::Error)]
pub(super) enum ShellError {
    /// On a host.
    #[error(transparent)]
    Channel(#[from] ChannelError),
    /// On this machine.
    #[error("/bin/sh cannot be run: {0}")]
    Local(#[from] io::Error),
}

#[async_trait]
impl Shell for Connection {
    async fn run(&self, script: &str, keep: usize) -> Result<ScriptOutput, ShellError> {
        Ok(Self::run(self, script, keep).await?)
    }
}

/// This machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct LocalShell;

#[async_trait]
impl Shell for LocalShell {
    async fn run(&self, script: &str, keep: usize) -> Result<ScriptOutput, ShellError> {
        let mut shell = Command::new("/bin/sh");
        shell.arg("-s").current_dir("/");
        Ok(feed(shell, script, keep).await?)
    }
}

/// Runs a command to its end, with this text as its input.
pub(super) async fn feed(
    mut command: Command,
    text: &str,
    keep: usize,
) -> io::Result<ScriptOutput> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let mut stdin = child.stdin.take();
    let write = async move {
        if let Some(stdin) = &mut stdin {
            // A shell that exits early closes its end; its status says more than this error.
            let _ = stdin.write_all(text.as_bytes()).await;
        }
    };
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let ((), stdout, stderr, status) = tokio::join!(
        write,
        tail_of(stdout, keep),
        tail_of(stderr, keep),
        child.wait(),
    );
    let exit = status?.code().and_then(|code| u32::try_from(code).ok());
    Ok(ScriptOutput {
        exit: exit.map_or(Exit::Unsaid, Exit::Code),
        stdout: stdout?,
        stderr: stderr?,
    })
}

async fn tail_of(
    stream: Option<impl tokio::io::AsyncRead + Unpin>,
    keep: usize,
) -> io::Result<Tail> {
    let mut tail = Tail::new(keep);
    let Some(mut stream) = stream else {
        return Ok(tail);
    };
    let mut buffer = vec![0; 16 << 10];
    loop {
        match stream.read(&mut buffer).await? {
            0 => return Ok(tail),
            read => tail.push(&buffer[..read]),
        }
    }
}
