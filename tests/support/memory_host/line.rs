//! The stream of one connection, which a test can silence, freeze, thaw and cut.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, ReadBuf};
use tokio::time::{Instant, Interval, interval};

/// The bytes that a stream holds before its writer has to wait: more than two windows. russh does
/// not read while it writes, so that two of them on a small stream can wait for each other, which
/// OpenSSH does not do.
const CAPACITY: usize = 8 * 1024 * 1024;

/// The same for a slow line, whose own buffer must not hide what waits before it.
const SLOW_CAPACITY: usize = 64 * 1024;

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
    /// A new line, and its two ends: the client's and the host's. Without a speed it takes no time.
    pub(super) fn lay(bytes_per_second: Option<usize>) -> (Self, DuplexStream, HostEnd) {
        let capacity = match bytes_per_second {
            Some(_) => SLOW_CAPACITY,
            None => CAPACITY,
        };
        let (near, far) = tokio::io::duplex(capacity);
        let line = Self(Arc::default());
        line.lock().stream = Some(far);
        let end = HostEnd {
            state: Arc::clone(&line.0),
            rate: bytes_per_second.map(Rate::new),
        };
        (line, near, end)
    }

    /// What was heard so far does not count.
    pub(super) fn forget_the_login(&self) {
        self.lock().heard.clear();
    }

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
pub(super) struct HostEnd {
    state: Arc<Mutex<State>>,
    rate: Option<Rate>,
}

impl HostEnd {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for HostEnd {
    fn drop(&mut self) {
        self.lock().stream = None;
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
