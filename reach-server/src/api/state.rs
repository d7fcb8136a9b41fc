//! What handlers work with.

use std::ops::Deref;
use std::sync::Arc;

use crate::auth::Access;
use crate::clock::Clock;
use crate::config::Report;
use crate::events::Events;
use crate::executors::Executors;
use crate::metrics::Metrics;
use crate::reachability::Reachability;
use crate::sessions::Sessions;
use crate::trust::Trust;

use super::openapi::Document;
use super::response::Deadlines;
use super::sockets::Sockets;

/// The services behind the interface.
#[expect(missing_docs, reason = "the fields' types say what they are")]
pub struct Parts {
    pub access: Arc<Access>,
    pub clock: Arc<dyn Clock>,
    pub config: Report,
    pub deadlines: Deadlines,
    pub events: Events,
    pub executors: Executors,
    pub metrics: Arc<Metrics>,
    /// What precedes every path for the outside; empty without `server.publicUrl`.
    pub prefix: String,
    pub reachability: Reachability,
    pub sessions: Sessions,
    pub sockets: Sockets,
    pub trust: Trust,
}

/// Shared by all handlers. Cheap to clone.
#[derive(Clone)]
pub struct ApiState {
    inner: Arc<Inner>,
}

pub(super) struct Inner {
    parts: Parts,
    pub(super) document: Document,
}

impl ApiState {
    pub(super) fn new(parts: Parts, document: Document) -> Self {
        Self {
            inner: Arc::new(Inner { parts, document }),
        }
    }

    pub(super) fn document(&self) -> &Document {
        &self.inner.document
    }
}

impl Deref for ApiState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.inner.parts
    }
}
