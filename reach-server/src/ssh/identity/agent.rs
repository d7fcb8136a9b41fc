//! The SSH agent: its socket, and its list of keys.

use std::io;
use std::os::unix::net::UnixStream as BlockingUnixStream;
use std::path::Path;

use reach_logic::ExecutorId;
use russh::keys::Certificate;
use russh::keys::agent::client::AgentClient;
use russh::keys::key::parse_public_key;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::UnixStream;

use super::{AgentKey, AgentKeyKind};
use crate::ssh::blocking::{BlockingError, BlockingPool};
use crate::ssh::message::quoted;

/// SSH agent protocol, §5.1.
const REQUEST_IDENTITIES: u8 = 11;
const IDENTITIES_ANSWER: u8 = 12;
/// OpenSSH's own bound.
const LONGEST_ANSWER: u32 = 256 * 1024;

/// Signs for a login.
pub(in crate::ssh) type Signer = AgentClient<UnixStream>;

/// An agent that took our connection.
pub(super) struct Agent(UnixStream);

impl Agent {
    /// Connects. The system call can hang, on a dead mount or when the agent's queue is full.
    pub(super) async fn open(
        socket: &Path,
        pool: &BlockingPool,
        owner: Option<&ExecutorId>,
    ) -> Result<io::Result<Self>, BlockingError> {
        let socket = socket.to_owned();
        let connect = move || {
            let stream = BlockingUnixStream::connect(socket)?;
            stream.set_nonblocking(true)?;
            Ok(stream)
        };
        let connected: io::Result<BlockingUnixStream> = pool.run(owner, connect).await?;
        Ok(connected.and_then(UnixStream::from_std).map(Self))
    }

    /// Its keys, in its order. A key of an unknown kind is passed over: russh's own listing would
    /// fail for all of them.
    pub(super) async fn list(&mut self) -> io::Result<Vec<AgentKey>> {
        self.0.write_all(&[0, 0, 0, 1, REQUEST_IDENTITIES]).await?;
        let length = self.0.read_u32().await?;
        if !(5..=LONGEST_ANSWER).contains(&length) || self.0.read_u8().await? != IDENTITIES_ANSWER {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut answer = vec![0; length as usize - 1];
        self.0.read_exact(&mut answer).await?;
        let mut rest = answer.get(4..).unwrap_or_default();
        let mut keys = Vec::new();
        while !rest.is_empty() {
            let (Some(blob), Some(comment)) = (take_string(&mut rest), take_string(&mut rest))
            else {
                return Err(io::ErrorKind::InvalidData.into());
            };
            keys.extend(key_of(blob).map(|key| AgentKey {
                key,
                name: format!(
                    "the agent's key {}",
                    quoted(&String::from_utf8_lossy(comment))
                ),
            }));
        }
        Ok(keys)
    }

    /// Ready to sign.
    pub(super) fn into_signer(self) -> Signer {
        AgentClient::connect(self.0)
    }
}

/// A string of the SSH encoding: its length in four bytes, then itself (RFC 4251 §5).
fn take_string<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, tail) = rest.split_first_chunk::<4>()?;
    let (string, tail) = tail.split_at_checked(u32::from_be_bytes(*length) as usize)?;
    *rest = tail;
    Some(string)
}

fn key_of(blob: &[u8]) -> Option<AgentKeyKind> {
    let algorithm = take_string(&mut &*blob)?;
    if algorithm.ends_with(b"-cert-v01@openssh.com") {
        let certificate = Certificate::from_bytes(blob).ok()?;
        return Some(AgentKeyKind::Certificate(Box::new(certificate)));
    }
    Some(AgentKeyKind::Plain(parse_public_key(blob).ok()?))
}
