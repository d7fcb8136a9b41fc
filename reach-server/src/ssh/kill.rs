//! Ownership of the bytes' way. russh gives no sure way to end a session: a dropped or
//! disconnected handle leaves task and socket behind when the peer is wedged. So every session
//! runs over a [`KillStream`], whose socket [`Kill`] can take away at any moment.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use russh::ChannelStream;
use russh::client::Msg;
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::oneshot;

use super::banner::Banner;
use super::uplink::{Paced, Uplink};

/// What an SSH connection can run over.
pub(super) trait Wire: AsyncRead + AsyncWrite + Send + Unpin {
    /// Makes the coming close drop what was not sent, instead of leaving it to the kernel.
    fn abort(&self);

    /// Whether it holds bytes that a read would give, whatever the last read said.
    fn holds_bytes(&self) -> bool {
        false
    }
}

impl Wire for TcpStream {
    fn abort(&self) {
        let _ = self.set_zero_linger();
    }

    fn holds_bytes(&self) -> bool {
        rustix::io::ioctl_fionread(self).is_ok_and(|bytes| bytes > 0)
    }
}

impl Wire for Paced<ChannelStream<Msg>> {
    fn abort(&self) {}
}

impl Wire for DuplexStream {
    fn abort(&self) {}
}

/// Ends one connection, whatever it is doing. Cheap to clone.
#[derive(Clone)]
pub(super) struct Kill {
    state: Arc<Mutex<State>>,
    uplink: Uplink,
}

struct State {
    wire: Option<Box<dyn Wire>>,
    reader: Option<Waker>,
    writer: Option<Waker>,
    /// Who waits until everything was read.
    read_out: Option<oneshot::Sender<Infallible>>,
    banner: Banner,
    lingers: bool,
    shut_down: bool,
}

impl Kill {
    /// Closes the socket now and wakes whoever waits for it. Harmless when repeated.
    pub(super) fn kill(&self) {
        let wire = {
            let mut state = lock(&self.state);
            let wire = state.wire.take();
            state.read_out = None;
            for waker in [state.reader.take(), state.writer.take()] {
                waker.into_iter().for_each(Waker::wake);
            }
            wire.inspect(|wire| {
                if !state.shut_down {
                    wire.abort();
                }
            })
        };
        drop(wire);
        self.uplink.end();
    }

    /// Whoever sends through the session keeps to this.
    pub(super) fn uplink(&self) -> &Uplink {
        &self.uplink
    }

    /// Has the session read, and returns when it found nothing more, or has ended. Of two callers
    /// the first returns early.
    pub(super) async fn read_out(&self) {
        let (sender, done) = oneshot::channel();
        {
            let mut state = lock(&self.state);
            if state.wire.is_none() {
                return;
            }
            state.read_out = Some(sender);
            state.reader.take().into_iter().for_each(Waker::wake);
        }
        let _ = done.await;
    }

    /// Makes the session's own end wait until the peer has closed too. A socket that is closed
    /// while the peer still sends is reset, and the peer may never see the farewell.
    pub(super) fn linger(&self) {
        lock(&self.state).lingers = true;
    }

    /// What the server sent first.
    pub(super) fn banner(&self) -> Banner {
        lock(&self.state).banner.clone()
    }
}

/// Kills when dropped: held from before the handshake until the session is owned.
pub(super) struct KillOnDrop(pub(super) Kill);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        self.0.kill();
    }
}

/// What carries another session: a bastion. Held by the carried session, whose end ends it too,
/// once it has no other use.
pub(super) struct Carrier {
    pub(super) kill: Kill,
    pub(super) is_needed_no_more: Arc<AtomicBool>,
}

impl Drop for Carrier {
    fn drop(&mut self) {
        if self.is_needed_no_more.load(Ordering::SeqCst) {
            self.kill.kill();
        }
    }
}

/// The stream that a session runs over.
pub(super) struct KillStream {
    state: Arc<Mutex<State>>,
    uplink: Uplink,
}

impl KillStream {
    /// Takes the wire over.
    pub(super) fn new(wire: Box<dyn Wire>) -> (Self, Kill) {
        let state = Arc::new(Mutex::new(State {
            wire: Some(wire),
            reader: None,
            writer: None,
            read_out: None,
            banner: Banner::default(),
            lingers: false,
            shut_down: false,
        }));
        let uplink = Uplink::default();
        let stream = Self {
            state: Arc::clone(&state),
            uplink: uplink.clone(),
        };
        (stream, Kill { state, uplink })
    }
}

impl Drop for KillStream {
    fn drop(&mut self) {
        let (wire, waiting) = {
            let mut state = lock(&self.state);
            (state.wire.take(), state.read_out.take())
        };
        drop((wire, waiting));
        self.uplink.end();
    }
}

impl AsyncRead for KillStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut state = lock(&self.state);
        let State {
            wire,
            reader,
            banner,
            read_out,
            ..
        } = &mut *state;
        let Some(wire) = wire else {
            return Poll::Ready(Err(killed()));
        };
        let before = buffer.filled().len();
        match Pin::new(&mut *wire).poll_read(context, buffer) {
            Poll::Pending => {
                note(reader, context);
                // The runtime may not have heard yet of what has arrived; it will.
                if read_out.is_some() && !wire.holds_bytes() {
                    // Its drop is the sign.
                    *read_out = None;
                }
                Poll::Pending
            }
            Poll::Ready(Ok(())) => {
                banner.read(buffer.filled().get(before..).unwrap_or_default());
                Poll::Ready(banner.check())
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
        }
    }
}

impl AsyncWrite for KillStream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        data: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write_with(context, |wire, context| wire.poll_write(context, data))
    }

    /// russh flushes after it has written out everything, and then only.
    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = ready!(self.write_with(context, AsyncWrite::poll_flush));
        self.uplink.sent();
        Poll::Ready(flushed)
    }

    /// Never an error: a session that has ended has nothing more to report.
    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = self.write_with(context, AsyncWrite::poll_shutdown);
        ready!(outcome).ok();
        let lingers = {
            let mut state = lock(&self.state);
            state.shut_down = true;
            state.lingers
        };
        if lingers {
            let outcome = self.write_with(context, |wire, context| poll_end(wire, context));
            ready!(outcome).ok();
        }
        Poll::Ready(Ok(()))
    }
}

/// Reads to the end and throws away what comes.
fn poll_end(mut wire: Pin<&mut dyn Wire>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
    let mut scratch = [0_u8; 4096];
    loop {
        let mut buffer = ReadBuf::new(&mut scratch);
        ready!(wire.as_mut().poll_read(context, &mut buffer))?;
        if buffer.filled().is_empty() {
            return Poll::Ready(Ok(()));
        }
    }
}

impl KillStream {
    fn write_with<T>(
        &self,
        context: &mut Context<'_>,
        operation: impl FnOnce(Pin<&mut (dyn Wire + 'static)>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let mut state = lock(&self.state);
        let State { wire, writer, .. } = &mut *state;
        let Some(wire) = wire else {
            return Poll::Ready(Err(killed()));
        };
        let outcome = operation(Pin::new(wire.as_mut()), context);
        if outcome.is_pending() {
            note(writer, context);
        }
        outcome
    }
}

fn note(waker: &mut Option<Waker>, context: &Context<'_>) {
    match waker {
        Some(known) => known.clone_from(context.waker()),
        None => *waker = Some(context.waker().clone()),
    }
}

fn killed() -> io::Error {
    io::Error::from(io::ErrorKind::ConnectionAborted)
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
