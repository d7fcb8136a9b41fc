//! For whoever runs the server.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::config::Report;

use super::error::ApiError;
use super::state::ApiState;

/// The process is alive.
#[utoipa::path(get, path = "/healthz", tag = "operations", security(()), responses((status = 200)))]
pub(super) async fn healthz() -> StatusCode {
    StatusCode::OK
}

/// The store answers, and is this server's. Says nothing more to whoever asks.
#[utoipa::path(
    get, path = "/readyz", tag = "operations", security(()),
    responses((status = 200), (status = 503))
)]
pub(super) async fn readyz(State(state): State<ApiState>) -> StatusCode {
    match state.executors.ready().await {
        Ok(()) => StatusCode::OK,
        Err(error) => {
            tracing::warn!(%error, "not ready");
            StatusCode::SERVICE_UNAVAILABLE
        }
    }
}

/// The counters, for Prometheus.
#[utoipa::path(
    get, path = "/metrics", tag = "operations",
    responses((status = 200, body = String, content_type = "text/plain"))
)]
pub(super) async fn metrics(State(state): State<ApiState>) -> Result<Response, ApiError> {
    let text = state.metrics.prometheus_text().map_err(|error| {
        tracing::error!(%error, "the metrics have no text form");
        ApiError::Internal
    })?;
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    Ok(([(CONTENT_TYPE, kind)], text).into_response())
}

/// The same counters as one JSON object.
#[utoipa::path(
    get, path = "/debug/vars", tag = "operations",
    responses((status = 200, body = ref("#/components/schemas/Variables")))
)]
pub(super) async fn variables(State(state): State<ApiState>) -> Json<Value> {
    Json(state.metrics.variables())
}

/// The effective configuration, each value with its source, without secrets.
#[utoipa::path(
    get, path = "/api/v1/config", tag = "operations",
    responses((status = 200, body = ref("#/components/schemas/Configuration")))
)]
pub(super) async fn config(State(state): State<ApiState>) -> Json<Report> {
    Json(state.config.clone())
}
