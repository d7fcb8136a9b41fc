//! How much may wait to be sent over one connection (S14). A keepalive goes the way of all data,
//! and russh writes out all that it was given before it reads again: on a slow line what a client
//! uploads would hold up probe and reply, and a healthy transport would look dead.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// What may be handed to a session before it has written everything out again. At most twice as
/// much waits within Reach: what the session is writing, and what it was handed meanwhile.
const BUDGET: usize = 128 * 1024;

/// The budget of one connection. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Uplink(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    handed: usize,
    waiting: Vec<Waker>,
    has_ended: bool,
}

impl Uplink {
    /// How many bytes may be handed over now, at least one. After the end any number: the session
    /// itself refuses them.
    fn poll_room(&self, context: &Context<'_>) -> Poll<usize> {
        let mut state = self.lock();
        if state.has_ended {
            return Poll::Ready(BUDGET);
        }
        match BUDGET.saturating_sub(state.handed) {
            0 => {
                let waker = context.waker();
                if !state.waiting.iter().any(|known| known.will_wake(waker)) {
                    state.waiting.push(waker.clone());
                }
                Poll::Pending
            }
            room => Poll::Ready(room),
        }
    }

    fn hand_over(&self, bytes: usize) {
        let mut state = self.lock();
        state.handed = state.handed.saturating_add(bytes);
    }

    /// The session has written out what it had.
    pub(super) fn sent(&self) {
        self.release(|state| state.handed = 0);
    }

    /// The connection has ended: nobody waits any longer.
    pub(super) fn end(&self) {
        self.release(|state| state.has_ended = true);
    }

    fn release(&self, change: impl FnOnce(&mut State)) {
        let waiting = {
            let mut state = self.lock();
            change(&mut state);
            std::mem::take(&mut state.waiting)
        };
        waiting.into_iter().for_each(Waker::wake);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A channel's stream whose writer keeps to the budget of its connection.
pub(super) struct Paced<S> {
    stream: S,
    uplink: Uplink,
    /// The stream has begun to take what it was last offered, and must be asked again.
    is_under_way: bool,
}

impl<S> Paced<S> {
    pub(super) fn new(stream: S, uplink: Uplink) -> Self {
        Self {
            stream,
            uplink,
            is_under_way: false,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        data: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut room = data.len();
        if !self.is_under_way {
            room = room.min(ready!(self.uplink.poll_room(context)));
        }
        let offered = data.get(..room).unwrap_or(data);
        self.is_under_way = true;
        let taken = ready!(Pin::new(&mut self.stream).poll_write(context, offered));
        self.is_under_way = false;
        self.uplink.hand_over(*taken.as_ref().unwrap_or(&0));
        Poll::Ready(taken)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}
