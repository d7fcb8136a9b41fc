//! TCP connections made by the host (RFC 4254 §7.2, direct-tcpip).

use bytes::Bytes;
use russh::{ChannelMsg, ChannelReadHalf};
use tokio::io::AsyncWrite;

use super::channel::{ChannelError, CloseOnDrop};
use super::connection::Connection;
use super::uplink::{Paced, Uplink};

/// One connection from the host to somewhere. Dropping the writer closes it.
pub struct Tunnel {
    /// What comes from there.
    pub reader: TunnelReader,
    /// What goes there.
    pub writer: TunnelWriter,
}

/// The receiving side. Whoever holds it must read on at all times: what is not read fills the
/// session's queue, and then every other channel and the keepalive wait behind it (S14, S16).
pub struct TunnelReader(ChannelReadHalf);

/// The sending side.
pub struct TunnelWriter {
    half: CloseOnDrop,
    uplink: Uplink,
}

/// What a tunnel received.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Received {
    /// Some bytes.
    Data(Bytes),
    /// The far end sends no more; it may still receive.
    Eof,
    /// The far end is gone.
    Closed,
    /// The connection under the tunnel has ended: what came so far may be cut short.
    Lost,
}

impl Connection {
    /// Lets the host connect to `host` and `port`; the name is resolved there.
    pub async fn open_tcp(&self, host: &str, port: u16) -> Result<Tunnel, ChannelError> {
        let host = host.to_owned();
        let channel = self
            .open(move |handle| async move {
                handle
                    .channel_open_direct_tcpip(host, u32::from(port), "127.0.0.1", 0)
                    .await
            })
            .await?;
        let (reader, writer) = channel.split();
        Ok(Tunnel {
            reader: TunnelReader(reader),
            writer: TunnelWriter {
                half: CloseOnDrop::new(writer, self.tasks.clone()),
                uplink: self.uplink().clone(),
            },
        })
    }
}

impl TunnelReader {
    /// The next thing that came. After [`Received::Closed`] or [`Received::Lost`] it is the last.
    pub async fn next(&mut self) -> Received {
        loop {
            match self.0.wait().await {
                Some(ChannelMsg::Data { data }) => return Received::Data(data),
                Some(ChannelMsg::Eof) => return Received::Eof,
                Some(ChannelMsg::Close) => return Received::Closed,
                None => return Received::Lost,
                Some(_) => {}
            }
        }
    }
}

impl TunnelWriter {
    /// A writer that waits for the far end's window and for its turn on the connection; shutting
    /// it down sends EOF and leaves the other direction open.
    pub fn stream(&self) -> Option<impl AsyncWrite + Send + Unpin + 'static> {
        let half = self.half.half()?;
        Some(Paced::new(
            Box::pin(half.make_writer()),
            self.uplink.clone(),
        ))
    }
}
