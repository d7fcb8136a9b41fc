//! One connection through a forward.

use std::convert::Infallible;
use std::future::pending;
use std::io;
use std::time::Duration;

use bytes::BytesMut;
use futures_util::FutureExt as _;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::time::timeout;

use super::backlog::{Backlog, BacklogFault};
use super::spool::Spools;
use crate::ssh::{ChannelError, Connection, Received, Tunnel, TunnelReader, TunnelWriter};

/// Where the controller listens, as seen from its host.
const CONTROLLER: &str = "127.0.0.1";

/// How long the host may take to connect to a port of its own.
const OPEN: Duration = Duration::from_secs(30);

/// How much is read from a client at once.
const UPLOAD_CHUNK: usize = 64 * 1024;

/// Why a connection ended before both sides were done.
#[derive(Debug, thiserror::Error)]
pub(super) enum Cut {
    #[error(transparent)]
    Backlog(#[from] BacklogFault),
    #[error("the client is gone: {0}")]
    Client(#[from] io::Error),
    #[error("the transport was lost")]
    Lost,
    #[error(transparent)]
    NotOpened(#[from] ChannelError),
    #[error("the host has not connected to the controller in {OPEN:?}")]
    NotOpenedInTime,
    #[error("the port was closed")]
    Shut,
}

/// Carries bytes both ways until the far end has closed and the client has everything. Either
/// side may end its own direction first.
pub(super) async fn relay(
    local: &mut TcpStream,
    connection: &Connection,
    remote_port: u16,
    spools: &Spools,
) -> Result<(), Cut> {
    let opening = timeout(OPEN, connection.open_tcp(CONTROLLER, remote_port));
    let Tunnel { reader, writer } = opening.await.map_err(|_| Cut::NotOpenedInTime)??;
    let (from_client, to_client) = local.split();
    let backlog = Backlog::new(spools.clone());
    let download =
        async { tokio::try_join!(drain(reader, &backlog), deliver(&backlog, to_client)) };
    tokio::select! {
        delivered = download => delivered.map(|_| ()),
        cut = upload(from_client, &writer) => match cut {
            Err(cut) => Err(cut),
        },
    }
}

/// Client to host. After the client's end only the other direction matters.
async fn upload(client: ReadHalf<'_>, tunnel: &TunnelWriter) -> Result<Infallible, Cut> {
    let mut host = tunnel.stream().ok_or(Cut::Lost)?;
    loop {
        // An idle connection holds no buffer.
        client.readable().await?;
        let mut chunk = BytesMut::with_capacity(UPLOAD_CHUNK);
        match client.try_read_buf(&mut chunk) {
            Ok(0) => break,
            Ok(_) => host.write_all(&chunk).await.map_err(|_| Cut::Lost)?,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error.into()),
        }
    }
    host.shutdown().await.map_err(|_| Cut::Lost)?;
    pending().await
}

/// Host to backlog, at once and whatever the client does: what is not read here holds up every
/// other channel and the keepalive (S14, S16).
async fn drain(mut tunnel: TunnelReader, backlog: &Backlog) -> Result<(), Cut> {
    loop {
        let mut received = Some(tunnel.next().await);
        // All that is there goes to the disk in one piece, should it go there.
        while let Some(next) = received {
            match next {
                Received::Data(data) => {
                    if backlog.push(&data) {
                        break;
                    }
                }
                Received::Eof => backlog.end(),
                Received::Closed => {
                    backlog.settle().await?;
                    backlog.end();
                    return Ok(());
                }
                Received::Lost => return Err(Cut::Lost),
            }
            received = tunnel.next().now_or_never();
        }
        backlog.settle().await?;
    }
}

/// Backlog to client.
async fn deliver(backlog: &Backlog, mut client: WriteHalf<'_>) -> Result<(), Cut> {
    while let Some(chunk) = backlog.next().await? {
        client.write_all(&chunk).await?;
    }
    // A client that has gone by now has all that there was.
    let _ = client.shutdown().await;
    Ok(())
}
