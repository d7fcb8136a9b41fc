//! What the native crate decides about views that a server has sent.

use reach_logic::{Age, Freshness, ReachabilityView, UnixMicros};
use serde_json::{Value, json};

use crate::Failure;

/// For each view: its freshness at the very moment of the answer, as the server must have decided,
/// and at that moment in whole milliseconds, which is all that a browser's clock knows.
pub(crate) fn views(json: &str) -> Result<Vec<Value>, Failure> {
    let views: Vec<ReachabilityView> = serde_json::from_str(json)?;
    let judged = views.iter().map(|view| {
        let shown = UnixMicros::from_millis(view.at.as_millis());
        let freshness = |now| Freshness::of(view.checked_at, view.probe_interval_seconds, now);
        json!({
            "exact": freshness(view.at),
            "shown": freshness(shown),
            "age": view.checked_at.map(|at| Age::of(at, shown)),
            "success_age": view.last_success_at.map(|at| Age::of(at, shown)),
        })
    });
    Ok(judged.collect())
}
