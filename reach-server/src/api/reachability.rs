//! The records (`docs/design/surfaces.md`).

use axum::Json;
use axum::extract::State;
use axum::http::header::ETAG;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use reach_logic::ReachabilityView;

use crate::conditional;

use super::error::ApiError;
use super::etag;
use super::extract::ExecutorPath;
use super::state::ApiState;

/// The record of every SSH executor that is not deleted, ascending by executor id.
#[utoipa::path(
    get, path = "/api/v1/ssh/reachability", tag = "reachability",
    params(("If-None-Match" = Option<String>, Header)),
    responses(
        (status = 200, body = ref("#/components/schemas/ReachabilityList"),
         headers(("ETag" = String, description = "Changes with the records, not with `at`"))),
        (status = 304, description = "Nothing but `at` has changed"),
    )
)]
pub(super) async fn list(
    State(state): State<ApiState>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let views = state.reachability.records().await?;
    let tag = etag::of(&views);
    let body = if conditional::is_held(&headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Json(views).into_response()
    };
    Ok(([(ETAG, tag)], body).into_response())
}

/// One record. A configuration that does not resolve is no error: it is a record with reason
/// `config`.
#[utoipa::path(
    get, path = "/api/v1/ssh/executors/{id}/reachability", tag = "reachability",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = ref("#/components/schemas/Reachability")),
        (status = 400, description = "`not-ssh`"),
        (status = 404, description = "`not-found`"),
    )
)]
pub(super) async fn get(
    State(state): State<ApiState>,
    ExecutorPath(id): ExecutorPath,
) -> Result<Json<ReachabilityView>, ApiError> {
    Ok(Json(state.reachability.record(&id).await?))
}

/// One probe now, stored and returned. `persisted` is false when it ran and could not be stored.
#[utoipa::path(
    post, path = "/api/v1/ssh/executors/{id}/reachability/probe", tag = "reachability",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = ref("#/components/schemas/Reachability")),
        (status = 400, description = "`not-ssh`"),
        (status = 404, description = "`not-found`"),
        (status = 409, description = "`inactive`"),
    )
)]
pub(super) async fn probe(
    State(state): State<ApiState>,
    ExecutorPath(id): ExecutorPath,
) -> Result<Json<ReachabilityView>, ApiError> {
    Ok(Json(state.reachability.probe_now(&id).await?))
}
