//! The messages of the WebSocket (`docs/design/api.md`, Push).

use reach_logic::{SessionId, UnixMicros};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::events::Event;

/// Server to client.
#[derive(Debug, Serialize)]
struct Outgoing<'a, P> {
    r#type: &'a str,
    payload: P,
    at: UnixMicros,
}

fn message<P: Serialize>(kind: &str, payload: P, at: UnixMicros) -> String {
    let message = Outgoing {
        r#type: kind,
        payload,
        at,
    };
    serde_json::to_string(&message)
        .unwrap_or_else(|_| unreachable!("plain data with text keys always has a JSON form"))
}

/// What `hello` tells.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Hello {
    pub(super) server_version: &'static str,
    pub(super) probing_enabled: bool,
    pub(super) probe_interval_seconds: u32,
}

pub(super) fn hello(hello: Hello, at: UnixMicros) -> String {
    message("hello", hello, at)
}

pub(super) fn resync(at: UnixMicros) -> String {
    message("resync", json!({}), at)
}

pub(super) fn event(event: &Event, at: UnixMicros) -> String {
    match event {
        Event::ExecutorCreated(executor) => message("executor.created", executor, at),
        Event::ExecutorDeleted(id) => message("executor.deleted", json!({ "id": id }), at),
        Event::ExecutorUpdated(executor) => message("executor.updated", executor, at),
        Event::LaunchWarning(warning) => message("session.launch.warning", warning, at),
        Event::ReachabilityChanged(view) => message("executor.reachability.changed", view, at),
        Event::SessionTransportLost(loss) => message("session.transport.lost", loss, at),
        Event::SessionUpdated(session) => message("session.updated", session, at),
    }
}

/// Client to server.
#[derive(Debug, Deserialize, Eq, PartialEq)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Incoming {
    Subscribe { session_id: SessionId },
    Unsubscribe { session_id: SessionId },
}

/// Reads a client's message; `None` if it is not one.
pub(super) fn read(text: &str) -> Option<Incoming> {
    let message: Value = serde_json::from_str(text).ok()?;
    serde_json::from_value(message).ok()
}
