//! A client of the push socket.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

const DEADLINE: Duration = Duration::from_secs(20);

/// An open connection.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Opens one with the token in a header.
    pub async fn open(address: SocketAddr, token: Option<&str>) -> Self {
        let bearer = format!("Bearer {}", token.unwrap_or("none"));
        let opened = Self::with(address, "", &[("authorization", &bearer)]).await;
        opened.expect("a socket")
    }

    /// Opens one with this query and these headers; the status if it is refused.
    pub async fn with(
        address: SocketAddr,
        query: &str,
        headers: &[(&str, &str)],
    ) -> Result<Self, u16> {
        let url = format!("ws://{address}/api/v1/ws{query}");
        let mut request: Request = url.into_client_request().unwrap();
        for (name, value) in headers {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            let value = HeaderValue::from_str(value).unwrap();
            request.headers_mut().insert(name, value);
        }
        let stream = TcpStream::connect(address).await.unwrap();
        let opened = timeout(DEADLINE, client_async(request, stream));
        match opened.await.expect("an answer in time") {
            Ok((stream, _)) => Ok(Self { stream }),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// The next message.
    pub async fn next(&mut self) -> Value {
        match self.receive().await {
            Some(Message::Text(text)) => serde_json::from_str(&text).unwrap(),
            other => panic!("expected a message, got {other:?}"),
        }
    }

    /// The next message of this type; others are skipped.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Skips messages up to the end, and returns its code.
    pub async fn closed(&mut self) -> Option<u16> {
        loop {
            match self.receive().await {
                Some(Message::Close(frame)) => {
                    return frame.map(|CloseFrame { code, .. }| code.into());
                }
                Some(_) => {}
                None => return None,
            }
        }
    }

    /// Fails if a message arrives within this time.
    pub async fn stays_silent(&mut self, duration: Duration) {
        if let Ok(message) = timeout(duration, self.receive()).await {
            panic!("expected silence, got {message:?}");
        }
    }

    /// Sends text.
    pub async fn say(&mut self, text: &str) {
        self.send(Message::text(text)).await;
    }

    /// Sends anything.
    pub async fn send(&mut self, message: Message) {
        self.stream.send(message).await.unwrap();
    }

    async fn receive(&mut self) -> Option<Message> {
        loop {
            let received = timeout(DEADLINE, self.stream.next()).await;
            let message = received.expect("a message in time")?.ok()?;
            if !message.is_ping() && !message.is_pong() {
                return Some(message);
            }
        }
    }
}
