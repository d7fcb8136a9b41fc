//! What holds for every response.

use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::HeaderValue;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::debug;

use super::error::ApiError;

/// When a request is answered, whatever a service does. Only tests bring their own.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Deadlines {
    /// Of most.
    pub common: Duration,
    /// Of what waits for a session's host. Longer than all that the service can do one after
    /// another: a launch that is taken back, first over its own connection and then over another
    /// (about 3 minutes); then a dial, the cleanup script and the stop (about 2).
    pub host: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            common: Duration::from_secs(30),
            host: Duration::from_mins(6),
        }
    }
}

/// Nothing here is to be shown inside anything, or to load anything. Pages bring their own policy.
const NOTHING: HeaderValue =
    HeaderValue::from_static("default-src 'none'; base-uri 'none'; frame-ancestors 'none'");

/// Answers in time, whatever a service does. A mutation goes on (A1).
pub(super) async fn within(
    State(deadline): State<Duration>,
    request: Request,
    next: Next,
) -> Response {
    match tokio::time::timeout(deadline, next.run(request)).await {
        Ok(response) => response,
        Err(_elapsed) => ApiError::TimedOut.into_response(),
    }
}

pub(super) async fn with_security_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let always = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ];
    let headers = response.headers_mut();
    for (name, value) in always {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(NOTHING);
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// One line per request for debugging. The route's pattern, never the path: the sender chose it,
/// and it can carry a ticket.
pub(super) async fn logged(request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let start = Instant::now();
    let response = next.run(request).await;
    debug!(
        http.method = %method,
        http.route = matched.as_ref().map_or("-", MatchedPath::as_str),
        http.status = response.status().as_u16(),
        duration_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
        "answered"
    );
    response
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use tokio::time::Instant as TokioInstant;
    use tower::ServiceExt as _;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_service_that_never_answers_is_answered_for() {
        let deadline = Deadlines::default().common;
        let silent = Router::new()
            .route("/", get(pending::<()>))
            .layer(from_fn_with_state(deadline, within));
        let start = TokioInstant::now();
        let request = Request::builder().uri("/").body(Body::empty()).unwrap();
        let response = silent.oneshot(request).await.unwrap();
        assert_eq!(response.status(), 503);
        assert_eq!(start.elapsed(), deadline);
    }
}
