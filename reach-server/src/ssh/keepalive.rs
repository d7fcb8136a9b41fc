//! Whether a connection still answers.

use std::time::Duration;

use tokio::time::timeout;

use super::connection::{Connection, TasksRemain, settle};

/// How long reading what a socket holds may take.
const READ_OUT: Duration = Duration::from_millis(500);

/// OpenSSH's name for the request; a host that does not know it answers with a failure, which
/// proves just as much.
const REQUEST: &str = "keepalive@openssh.com";

/// The connection has ended; no later request on it can succeed.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("the connection has ended")]
pub struct TransportEnded;

impl Connection {
    /// One liveness probe (L-001.2): returns when the host has answered, either way. It may never
    /// return, and may be dropped at any time: the reply is then counted to no other request.
    pub async fn keepalive(&self) -> Result<(), TransportEnded> {
        let reply = self.handle.send_global_request(REQUEST, &[], true).await;
        answered(&reply)
    }

    /// Returns when the session has read all that the socket holds, with the replies in it; at
    /// the latest after half a second, since a session that cannot write does not read either.
    pub async fn read_out(&self) {
        let _ = timeout(READ_OUT, self.until_read_out()).await;
    }

    /// Closes the socket at once (S15), and returns when no task of the connection is left. An
    /// error says that some stayed beyond all reason.
    pub async fn sever(&self) -> Result<(), TasksRemain> {
        self.kill();
        settle(&self.tasks).await
    }
}

/// Accepted or declined, bytes crossed both ways.
fn answered<T>(reply: &Result<T, russh::Error>) -> Result<(), TransportEnded> {
    match reply {
        Ok(_) | Err(russh::Error::RequestDenied) => Ok(()),
        Err(_) => Err(TransportEnded),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // covers: SSH-TRANSPORT-LIVENESS-001.2
    #[test]
    fn a_probe_that_is_accepted_counts_as_one_that_is_declined() {
        assert_eq!(answered(&Ok(())), Ok(()));
        assert_eq!(answered::<()>(&Err(russh::Error::RequestDenied)), Ok(()));
        let ended = answered::<()>(&Err(russh::Error::Disconnect));
        assert_eq!(ended, Err(TransportEnded));
    }
}
