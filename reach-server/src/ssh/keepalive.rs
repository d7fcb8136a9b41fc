//! Whether a connection still answers.

use super::connection::{Connection, settle};

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
        match self.handle.send_global_request(REQUEST, &[], true).await {
            Ok(_) | Err(russh::Error::RequestDenied) => Ok(()),
            Err(_) => Err(TransportEnded),
        }
    }

    /// Closes the socket at once (S15), and returns when no task of the connection is left.
    pub async fn sever(&self) {
        self.kill();
        settle(&self.tasks).await;
    }
}
