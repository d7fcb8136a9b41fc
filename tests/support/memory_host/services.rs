//! What the host does when it is asked: the scripts that it runs, and who listens on its ports.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use russh::server::{self, Auth, ChannelOpenHandle, Msg, Session, VerifiedPublicKey};
use russh::{Channel, ChannelId, ChannelMsg, ChannelOpenFailure};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio_util::sync::CancellationToken;

/// A port where nobody listens.
pub const REFUSED: u16 = 1;
/// A port whose connections are neither accepted nor refused.
pub const UNANSWERED: u16 = 2;
/// A port that sends everything back.
pub const ECHO: u16 = 7;
/// A port that takes everything and says nothing.
pub const SINK: u16 = 9;
/// A port that takes a line `BYTES PIECE`, sends so many bytes in pieces of that size, and ends.
pub const FLOOD: u16 = 19;

/// The script that never ends; any other exits with 0.
pub const ENDLESS_SCRIPT: &str = "endless";

/// What was asked of the host.
#[derive(Debug, Default)]
pub(super) struct Deeds {
    pub(super) scripts: AtomicUsize,
    pub(super) opens: AtomicUsize,
    unanswered: Mutex<Vec<Held>>,
    pub(super) stop: CancellationToken,
}

impl Deeds {
    /// Runs a process of the host. russh leaves one that waits for a window waiting for ever when
    /// its connection ends.
    fn spawn(&self, process: impl Future<Output = ()> + Send + 'static) {
        let stop = self.stop.clone();
        tokio::spawn(async move { stop.run_until_cancelled(process).await });
    }
}

/// Kept, because a handle that is dropped refuses.
struct Held(#[expect(dead_code, reason = "held, not read")] ChannelOpenHandle);

impl std::fmt::Debug for Held {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Held")
    }
}

/// The server's side of one connection.
pub(super) struct Host(pub(super) Arc<Deeds>);

impl server::Handler for Host {
    type Error = russh::Error;

    async fn auth_publickey(
        &mut self,
        _user: &str,
        _key: VerifiedPublicKey<'_>,
    ) -> Result<Auth, Self::Error> {
        Ok(Auth::Accept)
    }

    async fn channel_open_session(
        &mut self,
        channel: Channel<Msg>,
        reply: ChannelOpenHandle,
        _session: &mut Session,
    ) -> Result<(), Self::Error> {
        reply.accept().await;
        self.0.spawn(shell(channel));
        Ok(())
    }

    async fn exec_request(
        &mut self,
        channel: ChannelId,
        _command: &[u8],
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        self.0.scripts.fetch_add(1, Ordering::SeqCst);
        session.channel_success(channel)
    }

    async fn channel_open_direct_tcpip(
        &mut self,
        channel: Channel<Msg>,
        _host: &str,
        port: u32,
        _originator: &str,
        _originator_port: u32,
        reply: ChannelOpenHandle,
        _session: &mut Session,
    ) -> Result<(), Self::Error> {
        self.0.opens.fetch_add(1, Ordering::SeqCst);
        match u16::try_from(port).expect("a port") {
            REFUSED => reply.reject(ChannelOpenFailure::ConnectFailed).await,
            UNANSWERED => {
                let held = &self.0.unanswered;
                let mut held = held.lock().unwrap_or_else(PoisonError::into_inner);
                held.push(Held(reply));
            }
            FLOOD => {
                reply.accept().await;
                self.0.spawn(flood(channel));
            }
            SINK => {
                reply.accept().await;
                self.0.spawn(sink(channel));
            }
            _ => {
                reply.accept().await;
                self.0.spawn(echo(channel));
            }
        }
        Ok(())
    }
}

/// Reads a script to its end, and exits.
async fn shell(mut channel: Channel<Msg>) {
    let mut script = Vec::new();
    loop {
        match channel.wait().await {
            Some(ChannelMsg::Data { data }) => script.extend_from_slice(&data),
            Some(ChannelMsg::Eof) if script != ENDLESS_SCRIPT.as_bytes() => {
                let _ = channel.exit_status(0).await;
                let _ = channel.eof().await;
                let _ = channel.close().await;
            }
            Some(ChannelMsg::Close) | None => return,
            Some(_) => {}
        }
    }
}

async fn echo(channel: Channel<Msg>) {
    let (mut reader, mut writer) = tokio::io::split(channel.into_stream());
    let _ = tokio::io::copy(&mut reader, &mut writer).await;
    let _ = writer.shutdown().await;
}

async fn sink(channel: Channel<Msg>) {
    let _ = tokio::io::copy(&mut channel.into_stream(), &mut tokio::io::sink()).await;
}

async fn flood(channel: Channel<Msg>) {
    let mut stream = BufReader::new(channel.into_stream());
    let mut line = String::new();
    if stream.read_line(&mut line).await.is_err() {
        return;
    }
    let mut numbers = line.split_whitespace().map(str::parse::<usize>);
    let (Some(Ok(mut left)), Some(Ok(piece))) = (numbers.next(), numbers.next()) else {
        return;
    };
    let bytes = vec![b'x'; piece];
    while left > 0 {
        let size = left.min(piece);
        if stream.write_all(&bytes[..size]).await.is_err() {
            return;
        }
        left -= size;
    }
    let _ = stream.shutdown().await;
}
