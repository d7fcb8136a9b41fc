//! Where a session's scripts run: on a host over its connection, or on this machine.

use std::ffi::OsStr;
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

/// What a script on this machine finds of the server's environment: what a login sets. The rest is
/// the server's own, its secrets among it.
const LOGIN: [&str; 9] = [
    "HOME",
    "LANG",
    "LOGNAME",
    "PATH",
    "SHELL",
    "TMPDIR",
    "TZ",
    "USER",
    "XDG_RUNTIME_DIR",
];

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
        shell
            .arg("-s")
            .current_dir("/")
            .env_clear()
            .envs(std::env::vars_os().filter(|(name, _)| is_of_login(name)));
        Ok(feed(shell, script, keep).await?)
    }
}

fn is_of_login(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(b"LC_") || LOGIN.iter().any(|known| known.as_bytes() == name)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_script_on_this_machine_finds_no_more_than_a_login_sets() {
        assert!(!is_of_login("REACH_DATABASE_URL".as_ref()));
        let is_more = std::env::vars_os().any(|(name, _)| !is_of_login(&name));
        assert!(is_more, "cargo sets its own");
        let output = LocalShell.run("exec env", 64 << 10).await.unwrap();
        let text = output.stdout.text();
        assert!(text.contains("PATH="), "{text}");
        // The shell's own.
        let own = ["PWD", "OLDPWD", "SHLVL", "_"];
        for (name, _) in text.lines().filter_map(|line| line.split_once('=')) {
            assert!(own.contains(&name) || is_of_login(name.as_ref()), "{text}");
        }
    }
}
