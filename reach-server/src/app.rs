//! The composition root: the only place that sees every layer.

mod announcement;
mod connections;
mod demo;
mod prefix;
mod process;
mod start;
mod write_deadline;

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use axum::response::Response;
use hyper::body::Incoming;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tower::{Service, ServiceExt as _};
use tracing::{info, warn};

use crate::api::{self, Deadlines, SocketLimits, Sockets};
use crate::auth::{Access, Token};
use crate::clock::Clock;
use crate::config::Config;
use crate::events::Events;
use crate::executors::Executors;
use crate::metrics::Metrics;
use crate::reachability::{self, Reachability};
use crate::sessions::{self, Sessions, Spools};
use crate::ssh::{Dialer, Probe, SshFiles};
use crate::store::Store;
use crate::trust::{self, TestLimits, Trust};
use crate::web;

use connections::Connections;
use prefix::Routed;

pub use demo::demo;
pub use process::serve;

/// For everything that ends at shutdown but the store; with [`CLOSE_DEADLINE`] the 5 s of A2.
const END_DEADLINE: Duration = Duration::from_secs(4);
/// For the store, which is closed whatever did not end before it.
const CLOSE_DEADLINE: Duration = Duration::from_secs(1);

/// What a server is given; tests bring their own.
#[expect(missing_docs, reason = "the fields' types say what they are")]
pub struct Deps {
    pub clock: Arc<dyn Clock>,
    pub dialer: Dialer,
    pub files: SshFiles,
    pub probe: Arc<dyn Probe>,
    pub store: Arc<dyn Store>,
    /// `None` asks for no token (`--no-auth`).
    pub token: Option<Token>,
}

/// One Reach server.
pub struct Server {
    config: Config,
    deps: Deps,
    deadlines: Deadlines,
    events: Events,
    executors: Executors,
    metrics: Arc<Metrics>,
    reachability: Reachability,
    sessions: Sessions,
    sockets: Sockets,
    trust: Trust,
    connections: Connections,
}

impl Server {
    /// Wires the services; nothing runs yet.
    pub fn new(config: Config, deps: Deps) -> Self {
        let events = Events::new();
        let metrics = Arc::new(Metrics::default());
        let reachability = Reachability::new(reachability::Parts {
            store: Arc::clone(&deps.store),
            probe: Arc::clone(&deps.probe),
            events: events.clone(),
            clock: Arc::clone(&deps.clock),
            metrics: Arc::clone(&metrics),
            interval: config.reachability.interval.value,
        });
        let executors = Executors::new(
            Arc::clone(&deps.store),
            events.clone(),
            Arc::clone(&deps.clock),
            Arc::new(reachability.clone()),
        );
        let sessions = Sessions::new(sessions::Parts {
            store: Arc::clone(&deps.store),
            dialer: deps.dialer.clone(),
            events: events.clone(),
            clock: Arc::clone(&deps.clock),
            interval: config.reachability.interval.value,
            spools: Spools::new(config.data_dir.value.clone()).counted_in(Arc::clone(&metrics)),
            limits: sessions::Limits::default(),
        });
        let trust = Trust::new(trust::Parts {
            dialer: deps.dialer.clone(),
            executors: executors.clone(),
            files: deps.files.clone(),
        });
        Self {
            config,
            deps,
            deadlines: Deadlines::default(),
            events,
            executors,
            metrics,
            reachability,
            sessions,
            sockets: Sockets::new(SocketLimits::default()),
            trust,
            connections: Connections::new(),
        }
    }

    /// The same with other limits for its sockets.
    #[must_use]
    pub fn socket_limits(self, limits: SocketLimits) -> Self {
        Self {
            sockets: Sockets::new(limits),
            ..self
        }
    }

    /// The same with other deadlines for its answers.
    #[must_use]
    pub fn deadlines(self, deadlines: Deadlines) -> Self {
        Self { deadlines, ..self }
    }

    /// The same with other limits for its connection tests.
    #[must_use]
    pub fn test_limits(self, limits: TestLimits) -> Self {
        let trust = self.trust.clone().test_limits(limits);
        Self { trust, ..self }
    }

    /// The events of this server.
    pub fn events(&self) -> &Events {
        &self.events
    }

    /// The executors of this server.
    pub fn executors(&self) -> &Executors {
        &self.executors
    }

    /// The counters of this server.
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }

    /// Probes and serves until `shutdown` completes, then ends everything in order, within 5 s.
    pub async fn serve(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()>,
    ) -> io::Result<()> {
        let service = self.service(&listener)?;
        self.reachability.start();
        self.sessions.start();
        tokio::select! {
            never = self.connections.accept(listener, service) => match never {},
            () = shutdown => {}
        }
        // The listener is closed: it belonged to the future that was dropped.
        if timeout(END_DEADLINE, self.end()).await.is_err() {
            warn!("not everything ended in time; the rest is abandoned");
        }
        if timeout(CLOSE_DEADLINE, self.deps.store.close())
            .await
            .is_err()
        {
            warn!("the store did not close in time");
        }
        info!("stopped");
        Ok(())
    }

    /// Sockets first, so that pages know; then probing and sessions, whose waiting requests get
    /// their answers;
    /// then the connections that carry these answers.
    async fn end(&self) {
        self.connections.stop();
        self.sockets.shutdown().await;
        tokio::join!(
            self.reachability.shutdown(),
            self.executors.shutdown(),
            self.sessions.shutdown(),
            self.trust.shutdown(),
        );
        self.connections.shutdown().await;
    }

    fn service(
        &self,
        listener: &TcpListener,
    ) -> io::Result<
        impl Service<Request<Incoming>, Response = Response<Body>, Error = Infallible, Future: Send>
        + Clone
        + Send
        + Sync
        + 'static,
    > {
        let public_url = self.config.server.public_url.value.clone();
        let prefix = public_url
            .as_ref()
            .map_or("", |url| url.prefix())
            .to_owned();
        let token = self.deps.token.clone();
        let router = api::router(
            api::Parts {
                access: Arc::new(Access::new(token, listener.local_addr()?, public_url)),
                clock: Arc::clone(&self.deps.clock),
                config: self.config.report(),
                deadlines: self.deadlines,
                events: self.events.clone(),
                executors: self.executors.clone(),
                metrics: Arc::clone(&self.metrics),
                prefix: prefix.clone(),
                reachability: self.reachability.clone(),
                sessions: self.sessions.clone(),
                sockets: self.sockets.clone(),
                trust: self.trust.clone(),
            },
            web::pages(&prefix),
        );
        Ok(tower::service_fn(move |request: Request<Incoming>| {
            let router = router.clone();
            let destination = prefix::route(request, &prefix);
            async move {
                match destination {
                    Routed::Inside(request) => router.oneshot(request).await,
                    Routed::Redirected(response) => Ok(response),
                }
            }
        }))
    }
}
