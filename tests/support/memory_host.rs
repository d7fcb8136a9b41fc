//! A host in memory: a real SSH server at the other end of a stream that a test can silence,
//! freeze, thaw and cut. Without sockets it runs in virtual time.

use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use reach_logic::Fingerprint;
use reach_server::ssh::{Connection, StreamLogin};
use russh::keys::ssh_key::LineEnding;
use russh::keys::{Algorithm, HashAlg, PrivateKey};
use russh::server::{self, Auth, ChannelOpenHandle, Msg, Session, VerifiedPublicKey, run_stream};
use russh::{Channel, ChannelId, ChannelMsg, ChannelOpenFailure};
use tokio::io::{
    AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader, DuplexStream,
    ReadBuf,
};
use tokio::time::{Instant, Interval, interval};
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

/// The bytes that a stream holds before its writer has to wait: more than two windows. russh does
/// not read while it writes, so that two of them on a small stream can wait for each other, which
/// OpenSSH does not do.
const CAPACITY: usize = 8 * 1024 * 1024;

/// The same for a slow line, whose own buffer must not hide what waits before it.
const SLOW_CAPACITY: usize = 64 * 1024;

/// The host. It takes any user with its one key.
#[derive(Debug)]
pub struct MemoryHost {
    config: Arc<server::Config>,
    pin: Fingerprint,
    user_key: String,
    deeds: Arc<Deeds>,
}

/// What was asked of the host.
#[derive(Debug, Default)]
struct Deeds {
    scripts: AtomicUsize,
    opens: AtomicUsize,
    unanswered: Mutex<Vec<Held>>,
    stop: CancellationToken,
}

impl Deeds {
    /// Runs a process of the host. russh leaves one that waits for a window waiting for ever when
    /// its connection ends.
    fn spawn(&self, process: impl Future<Output = ()> + Send + 'static) {
        let stop = self.stop.clone();
        tokio::spawn(async move { stop.run_until_cancelled(process).await });
    }
}

impl Drop for MemoryHost {
    fn drop(&mut self) {
        self.deeds.stop.cancel();
    }
}

/// Kept, because a handle that is dropped refuses.
struct Held(#[expect(dead_code, reason = "held, not read")] ChannelOpenHandle);

impl std::fmt::Debug for Held {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Held")
    }
}

impl Default for MemoryHost {
    fn default() -> Self {
        Self::new()
    }
}

impl MemoryHost {
    /// With new keys.
    pub fn new() -> Self {
        let new_key = || {
            let key = PrivateKey::random(&mut russh::keys::key::safe_rng(), Algorithm::Ed25519);
            key.expect("a key")
        };
        let (host_key, user_key) = (new_key(), new_key());
        let pin = host_key.public_key().fingerprint(HashAlg::Sha256);
        let user_key = user_key.to_openssh(LineEnding::LF).expect("its text");
        Self {
            config: Arc::new(server::Config {
                keys: vec![host_key],
                auth_rejection_time: Duration::ZERO,
                inactivity_timeout: None,
                // The server's session loop must not wait for its own tasks.
                channel_buffer_size: 100_000,
                ..server::Config::default()
            }),
            pin: pin.to_string().parse().expect("a fingerprint"),
            user_key: user_key.to_string(),
            deeds: Arc::default(),
        }
    }

    /// A connection, and the line that it runs over.
    pub async fn connect(&self) -> (Arc<Connection>, Line) {
        self.connect_with(CAPACITY, None).await
    }

    /// The same, over a line that carries so many bytes a second to the host. In real time.
    pub async fn connect_slowly(&self, bytes_per_second: usize) -> (Arc<Connection>, Line) {
        let rate = Some(Rate::new(bytes_per_second));
        self.connect_with(SLOW_CAPACITY, rate).await
    }

    async fn connect_with(&self, capacity: usize, rate: Option<Rate>) -> (Arc<Connection>, Line) {
        let (near, far) = tokio::io::duplex(capacity);
        let line = Line(Arc::default());
        line.lock().stream = Some(far);
        let state = Arc::clone(&line.0);
        let stream = HostEnd { state, rate };
        let (config, handler) = (Arc::clone(&self.config), Host(Arc::clone(&self.deeds)));
        tokio::spawn(async move {
            if let Ok(session) = run_stream(config, stream, handler).await {
                let _ = session.await;
            }
        });
        let login = StreamLogin {
            host: "memory".to_owned(),
            user: "u".to_owned(),
            pin: self.pin.clone(),
            key: self.user_key.clone(),
        };
        let connection = Connection::over(near, login).await.expect("a connection");
        line.lock().heard.clear();
        (Arc::new(connection), line)
    }

    /// Scripts that were started so far.
    pub fn scripts(&self) -> usize {
        self.deeds.scripts.load(Ordering::SeqCst)
    }

    /// TCP connections that were asked for so far.
    pub fn opens(&self) -> usize {
        self.deeds.opens.load(Ordering::SeqCst)
    }
}

/// What a test does to one connection. Cut when dropped, so that no server is left.
#[derive(Debug)]
pub struct Line(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    stream: Option<DuplexStream>,
    mode: Mode,
    /// What the host has said while it could not be heard.
    held: Vec<u8>,
    /// When something from the client arrived at the host.
    heard: Vec<Instant>,
    reader: Option<Waker>,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
enum Mode {
    #[default]
    Open,
    /// The host hears everything and cannot be heard.
    Silent,
    /// The host does not read either.
    Frozen,
    /// The connection has ended.
    Cut,
}

impl Line {
    /// The host goes on, and nothing that it says arrives.
    pub fn silence(&self) {
        self.turn(Mode::Silent);
    }

    /// The host stops reading too: what the client sends fills the stream.
    pub fn freeze(&self) {
        self.turn(Mode::Frozen);
    }

    /// Everything that was held back arrives, in order.
    pub fn thaw(&self) {
        self.turn(Mode::Open);
    }

    /// The same, and it has arrived when this returns, though nobody has read it.
    pub fn deliver(&self) {
        self.thaw();
        let arrived = self
            .lock()
            .send_held(&mut Context::from_waker(Waker::noop()));
        assert!(
            arrived.is_ok_and(|()| self.lock().held.is_empty()),
            "the stream is full"
        );
    }

    /// The connection ends without a word.
    pub fn cut(&self) {
        self.turn(Mode::Cut);
    }

    /// When the host heard something, since the login.
    pub fn heard(&self) -> Vec<Instant> {
        self.lock().heard.clone()
    }

    fn turn(&self, mode: Mode) {
        let mut state = self.lock();
        state.mode = mode;
        state.reader.take().into_iter().for_each(Waker::wake);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.cut();
    }
}

/// The stream as the host sees it.
struct HostEnd {
    state: Arc<Mutex<State>>,
    rate: Option<Rate>,
}

impl HostEnd {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets some bytes through every few milliseconds.
struct Rate {
    slice: usize,
    left: usize,
    ticks: Interval,
}

impl Rate {
    fn new(bytes_per_second: usize) -> Self {
        Self {
            slice: bytes_per_second / 100,
            left: 0,
            ticks: interval(Duration::from_millis(10)),
        }
    }

    /// How many bytes may pass now.
    fn poll_allowance(&mut self, context: &mut Context<'_>) -> Poll<usize> {
        while self.left == 0 {
            ready!(self.ticks.poll_tick(context));
            self.left = self.slice;
        }
        Poll::Ready(self.left)
    }
}

impl Drop for HostEnd {
    fn drop(&mut self) {
        self.lock().stream = None;
    }
}

impl State {
    fn stream(&mut self) -> io::Result<Pin<&mut DuplexStream>> {
        let stream = self.stream.as_mut().map(Pin::new);
        stream.ok_or_else(|| io::ErrorKind::NotConnected.into())
    }

    /// Sends of what was held back as much as the stream takes.
    fn send_held(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        while !self.held.is_empty() {
            let held = std::mem::take(&mut self.held);
            let polled = self.stream()?.poll_write(context, &held);
            self.held = held;
            match polled {
                Poll::Ready(written) => drop(self.held.drain(..written?)),
                Poll::Pending => break,
            }
        }
        Ok(())
    }
}

impl AsyncRead for HostEnd {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let allowance = match &mut this.rate {
            Some(rate) => ready!(rate.poll_allowance(context)),
            None => usize::MAX,
        };
        let mut state = this.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.reader = Some(context.waker().clone());
        match state.mode {
            Mode::Cut => return Poll::Ready(Ok(())),
            Mode::Frozen => return Poll::Pending,
            Mode::Open => state.send_held(context)?,
            Mode::Silent => {}
        }
        let mut bytes = vec![0; allowance.min(buffer.remaining())];
        let mut part = ReadBuf::new(&mut bytes);
        let polled = state.stream()?.poll_read(context, &mut part);
        buffer.put_slice(part.filled());
        let bytes = part.filled().len();
        if let Some(rate) = &mut this.rate {
            rate.left -= bytes;
        }
        if bytes > 0 {
            let now = Instant::now();
            // A packet takes more than one read.
            if state.heard.last() != Some(&now) {
                state.heard.push(now);
            }
        }
        polled
    }
}

impl AsyncWrite for HostEnd {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        data: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut state = self.lock();
        if state.mode != Mode::Open || !state.held.is_empty() {
            state.held.extend_from_slice(data);
            return Poll::Ready(Ok(data.len()));
        }
        state.stream()?.poll_write(context, data)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.lock().stream()?.poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.lock().stream()?.poll_shutdown(context)
    }
}

struct Host(Arc<Deeds>);

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
