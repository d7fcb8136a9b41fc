//! Accepts connections and owns them until they end.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::Service;
use tower::ServiceExt as _;
use tracing::{debug, warn};

use crate::api::Peer;
use crate::tasks::TaskGroup;

use super::write_deadline::WriteDeadline;

/// Connections at once. Those that became sockets do not count, so it is not they who fill it.
const MOST_CONNECTIONS: usize = 1_000;
/// For a request's head to arrive, and for an idle connection.
const HEAD_DEADLINE: Duration = Duration::from_secs(30);
/// After the system could not accept, mostly for want of file handles.
const PAUSE: Duration = Duration::from_millis(500);

/// Every connection that is not a WebSocket.
#[derive(Debug)]
pub(super) struct Connections {
    places: Arc<Semaphore>,
    tasks: TaskGroup,
}

impl Connections {
    pub(super) fn new() -> Self {
        Self {
            places: Arc::new(Semaphore::new(MOST_CONNECTIONS)),
            tasks: TaskGroup::new(),
        }
    }

    /// Accepts until it is dropped.
    pub(super) async fn accept<S>(&self, listener: TcpListener, service: S) -> Infallible
    where
        S: Service<Request<Incoming>, Response = Response<Body>, Error = Infallible>
            + Clone
            + Send
            + Sync
            + 'static,
        S::Future: Send,
    {
        loop {
            let (place, accepted) = self.next(&listener).await;
            match accepted {
                Ok((stream, remote)) => {
                    let stop = self.tasks.stop_token().clone();
                    let service = service.clone();
                    let connection = async move {
                        if let Err(error) = serve(stream, remote, service, stop.cancelled()).await {
                            // Scanners and closed laptops; nobody acts on it.
                            debug!(%error, "a connection ended");
                        }
                        drop(place);
                    };
                    self.tasks.spawn(connection);
                }
                Err(error) => {
                    warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    /// Asks connections to end after the request they are serving.
    pub(super) fn stop(&self) {
        self.tasks.stop_token().cancel();
    }

    /// Returns when all have ended.
    pub(super) async fn shutdown(&self) {
        self.tasks.shutdown().await;
    }

    async fn next(
        &self,
        listener: &TcpListener,
    ) -> (
        Option<OwnedSemaphorePermit>,
        io::Result<(TcpStream, SocketAddr)>,
    ) {
        // Never closed, so there is always a permit.
        let place = Arc::clone(&self.places).acquire_owned().await.ok();
        (place, listener.accept().await)
    }
}

async fn serve<S>(
    stream: TcpStream,
    remote: SocketAddr,
    service: S,
    stop: impl Future<Output = ()>,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>>
where
    S: Service<Request<Incoming>, Response = Response<Body>, Error = Infallible>
        + Clone
        + Send
        + 'static,
    S::Future: Send,
{
    stream.set_nodelay(true)?;
    let peer = Peer {
        remote,
        local: stream.local_addr()?,
    };
    let service = service.map_request(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        request
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_DEADLINE)
        .serve_connection(
            TokioIo::new(WriteDeadline::new(stream)),
            TowerToHyperService::new(service),
        )
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => return Ok(ended?),
        () = stop => connection.as_mut().graceful_shutdown(),
    }
    Ok(connection.await?)
}
