//! Running scripts on the host.

use std::collections::VecDeque;

use russh::ChannelMsg;
use tokio::io::AsyncWriteExt;

use super::channel::{ChannelError, CloseOnDrop};
use super::connection::Connection;
use super::message::one_line;

/// What every script is given to, whatever the user's login shell is (S19).
const SHELL: &str = "/bin/sh -s";

/// How a script ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Exit {
    /// It exited with this code.
    Code(u32),
    /// A signal ended it.
    Signal(String),
    /// The host closed the channel without saying.
    Unsaid,
}

/// What a script left.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ScriptOutput {
    /// How it ended.
    pub exit: Exit,
    /// The end of its standard output.
    pub stdout: Tail,
    /// The end of its standard error.
    pub stderr: Tail,
}

impl ScriptOutput {
    /// Whether it exited with 0.
    pub fn succeeded(&self) -> bool {
        self.exit == Exit::Code(0)
    }
}

/// The last bytes of a stream of any length.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Tail {
    bytes: VecDeque<u8>,
    keep: usize,
    dropped: u64,
}

impl Tail {
    /// Keeps the last `keep` bytes.
    pub fn new(keep: usize) -> Self {
        Self {
            bytes: VecDeque::new(),
            keep,
            dropped: 0,
        }
    }

    /// Adds bytes at the end.
    pub fn push(&mut self, bytes: &[u8]) {
        let fits = &bytes[bytes.len().saturating_sub(self.keep)..];
        let excess = (self.bytes.len() + fits.len()).saturating_sub(self.keep);
        self.bytes.drain(..excess);
        self.bytes.extend(fits);
        self.dropped += (excess + bytes.len() - fits.len()) as u64;
    }

    /// Bytes that were not kept.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// What was kept, as text.
    pub fn text(&self) -> String {
        let (front, back) = self.bytes.as_slices();
        String::from_utf8_lossy(&[front, back].concat()).into_owned()
    }

    /// The last line that is not blank, fit for a message.
    pub fn last_line(&self) -> String {
        let text = self.text();
        let line = text.lines().rev().find(|line| !line.trim().is_empty());
        line.map(one_line).unwrap_or_default()
    }
}

impl Connection {
    /// Runs a script by `/bin/sh` on the host and waits for its end, however long that takes;
    /// script and environment travel by standard input, since arguments are visible to every user
    /// of the host. All output is read at once, and the last `keep` bytes of each stream kept.
    ///
    /// Dropping the future closes the channel; the script itself goes on.
    pub async fn run(&self, script: &str, keep: usize) -> Result<ScriptOutput, ChannelError> {
        let channel = self
            .open(|handle| async move { handle.channel_open_session().await })
            .await?;
        let (mut from_host, to_host) = channel.split();
        let to_host = CloseOnDrop::new(to_host, self.tasks.clone());
        let Some(half) = to_host.half() else {
            return Err(ChannelError::TransportEnded);
        };
        half.exec(true, SHELL)
            .await
            .map_err(|_| ChannelError::TransportEnded)?;
        let mut stdin = half.make_writer();
        let feed = async {
            // A shell that exits early closes its end; its status says more than this error.
            let _ = stdin.write_all(script.as_bytes()).await;
            let _ = stdin.shutdown().await;
            std::future::pending::<()>().await;
        };
        let mut output = ScriptOutput {
            exit: Exit::Unsaid,
            stdout: Tail::new(keep),
            stderr: Tail::new(keep),
        };
        let read = async {
            loop {
                match from_host.wait().await {
                    Some(ChannelMsg::Data { data }) => output.stdout.push(&data),
                    Some(ChannelMsg::ExtendedData { data, .. }) => output.stderr.push(&data),
                    Some(ChannelMsg::ExitStatus { exit_status }) => {
                        output.exit = Exit::Code(exit_status);
                    }
                    Some(ChannelMsg::ExitSignal { signal_name, .. }) => {
                        output.exit = Exit::Signal(format!("{signal_name:?}"));
                    }
                    Some(ChannelMsg::Failure) => {
                        let text = "it runs no commands".to_owned();
                        return Err(ChannelError::Prohibited(text));
                    }
                    Some(ChannelMsg::Close) => return Ok(()),
                    // A channel of a lost connection ends without a close.
                    None => return Err(ChannelError::TransportEnded),
                    Some(_) => {}
                }
            }
        };
        tokio::select! {
            ended = read => ended?,
            () = feed => {}
        }
        Ok(output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_keeps_the_last_bytes() {
        let mut tail = Tail::new(5);
        tail.push(b"abc");
        tail.push(b"defg");
        assert_eq!((tail.text().as_str(), tail.dropped()), ("cdefg", 2));
        tail.push(b"0123456789");
        assert_eq!((tail.text().as_str(), tail.dropped()), ("56789", 12));
    }

    #[test]
    fn the_last_line_is_the_last_that_says_something() {
        let mut tail = Tail::new(100);
        tail.push(b"first\nno space left\x07 on device\n\n  \n");
        assert_eq!(tail.last_line(), "no space left on device");
    }
}
