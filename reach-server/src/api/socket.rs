//! `GET /api/v1/ws`: hello, then whatever happens.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::Error as SocketError;
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Query, State};
use axum::http::request::Parts;
use axum::response::Response;
use reach_logic::SessionId;
use serde::Deserialize;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, timeout};
use tracing::debug;

use crate::events::Event;

use super::access;
use super::error::ApiError;
use super::extract::parameter;
use super::messages::{self, Hello, Incoming};
use super::sockets::Place;
use super::state::ApiState;

/// For one message to leave.
const WRITE_DEADLINE: Duration = Duration::from_secs(10);
/// For the closing frame to leave.
const CLOSE_DEADLINE: Duration = Duration::from_secs(1);
/// Clients send small messages.
const MOST_INCOMING_BYTES: usize = 16 << 10;
/// Sessions that one socket may follow; there are no more (`docs/design/api.md`, limits).
const MOST_SUBSCRIPTIONS: usize = 500;

#[derive(Deserialize)]
pub(super) struct Admission {
    ticket: Option<String>,
}

/// Pushes what happens. Admits by `Authorization` header or by a ticket.
#[utoipa::path(
    get, path = "/api/v1/ws", tag = "push",
    params(("ticket" = Option<String>, Query, description = "From `POST /api/v1/ws-ticket`")),
    responses(
        (status = 101, description = "A WebSocket; see the documentation for its messages"),
        (status = 503, description = "`too-many-sockets`"),
    )
)]
pub(super) async fn open(
    State(state): State<ApiState>,
    query: Result<Query<Admission>, QueryRejection>,
    parts: Parts,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let admission = parameter(query, "ticket", "is given once at most")?;
    access::admit_socket(&state, &parts, admission.ticket.as_deref())?;
    let upgrade = upgrade.map_err(|_| ApiError::NotAWebSocket)?;
    let place = state.sockets.take().ok_or(ApiError::TooManySockets)?;
    // From here on, so that nothing is missed between hello and the client's first read.
    let events = state.events.subscribe();
    Ok(upgrade
        .max_message_size(MOST_INCOMING_BYTES)
        .max_frame_size(MOST_INCOMING_BYTES)
        .on_upgrade(move |socket| Connection::new(socket, state, place, events).run()))
}

/// Why a connection ends.
enum End {
    /// The peer is gone, or cannot be written to.
    Gone,
    /// It said something that is no message.
    NotUnderstood,
    /// This server is going away.
    ShuttingDown,
    /// It did not answer pings.
    Silent,
}

struct Connection {
    socket: WebSocket,
    state: ApiState,
    place: Place,
    events: broadcast::Receiver<Event>,
    ping: Interval,
    /// Whether the peer was heard since the last ping.
    heard: bool,
    subscriptions: BTreeSet<SessionId>,
}

impl Connection {
    fn new(
        socket: WebSocket,
        state: ApiState,
        place: Place,
        events: broadcast::Receiver<Event>,
    ) -> Self {
        let every = state.sockets.limits().ping_every;
        let mut ping = interval_at(Instant::now() + every, every);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            socket,
            state,
            place,
            events,
            ping,
            heard: true,
            subscriptions: BTreeSet::new(),
        }
    }

    async fn run(mut self) {
        let end = match self.serve().await {
            Ok(never) => match never {},
            Err(end) => end,
        };
        let farewell = match end {
            End::Gone => return,
            End::NotUnderstood => (close_code::POLICY, "not a message"),
            End::ShuttingDown => (close_code::AWAY, "the server is shutting down"),
            End::Silent => (close_code::AWAY, "no answer to pings"),
        };
        let frame = CloseFrame {
            code: farewell.0,
            reason: farewell.1.into(),
        };
        // A peer that does not take it loses the connection all the same.
        let _ = timeout(
            CLOSE_DEADLINE,
            self.socket.send(Message::Close(Some(frame))),
        )
        .await;
    }

    async fn serve(&mut self) -> Result<std::convert::Infallible, End> {
        let hello = self.hello();
        self.send(hello).await?;
        loop {
            let stop = self.place.stop().clone();
            tokio::select! {
                biased;
                () = stop.cancelled() => return Err(End::ShuttingDown),
                incoming = self.socket.recv() => self.take(incoming).await?,
                _ = self.ping.tick() => self.ping().await?,
                event = self.events.recv() => self.push(event).await?,
            }
        }
    }

    fn hello(&self) -> Message {
        let interval = self.state.reachability.interval();
        let hello = Hello {
            server_version: env!("CARGO_PKG_VERSION"),
            probing_enabled: interval.is_enabled(),
            probe_interval_seconds: interval.seconds(),
        };
        messages::hello(hello, self.state.clock.now()).into()
    }

    async fn push(&mut self, event: Result<Event, RecvError>) -> Result<(), End> {
        let now = self.state.clock.now();
        let text = match event {
            // Of one session's launch: for those who follow that session.
            Ok(Event::LaunchWarning(warning))
                if !self.subscriptions.contains(&warning.session_id) =>
            {
                return Ok(());
            }
            Ok(event) => messages::event(&event, now),
            Err(RecvError::Lagged(missed)) => {
                debug!(missed, "a client was too slow and is told to re-read");
                // What still waits is older than what it will read.
                self.events = self.events.resubscribe();
                messages::resync(now)
            }
            Err(RecvError::Closed) => return Err(End::ShuttingDown),
        };
        self.send(text.into()).await
    }

    async fn ping(&mut self) -> Result<(), End> {
        if !std::mem::take(&mut self.heard) {
            return Err(End::Silent);
        }
        self.send(Message::Ping(axum::body::Bytes::new())).await
    }

    async fn take(&mut self, incoming: Option<Result<Message, SocketError>>) -> Result<(), End> {
        self.heard = true;
        match incoming {
            Some(Ok(Message::Text(text))) => self.follow(&text).await,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
            Some(Ok(Message::Binary(_))) => Err(End::NotUnderstood),
            Some(Ok(Message::Close(_)) | Err(_)) | None => Err(End::Gone),
        }
    }

    async fn follow(&mut self, text: &str) -> Result<(), End> {
        match messages::read(text).ok_or(End::NotUnderstood)? {
            Incoming::Subscribe { session_id } => {
                if self.subscriptions.len() >= MOST_SUBSCRIPTIONS {
                    return Err(End::NotUnderstood);
                }
                self.subscriptions.insert(session_id.clone());
                // Subscribed first: a warning that comes now is sent twice rather than never.
                if let Some(warning) = self.state.sessions.launch_warning(&session_id) {
                    let now = self.state.clock.now();
                    let text = messages::event(&Event::LaunchWarning(warning), now);
                    self.send(text.into()).await?;
                }
            }
            Incoming::Unsubscribe { session_id } => {
                self.subscriptions.remove(&session_id);
            }
        }
        Ok(())
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        let stop = self.place.stop().clone();
        tokio::select! {
            biased;
            () = stop.cancelled() => Err(End::ShuttingDown),
            sent = timeout(WRITE_DEADLINE, self.socket.send(message)) => match sent {
                Ok(Ok(())) => Ok(()),
                Ok(Err(_)) | Err(_) => Err(End::Gone),
            },
        }
    }
}
