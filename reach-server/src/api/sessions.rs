//! `/api/v1/sessions`.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::response::{IntoResponse, Response};
use reach_logic::ExecutorId;
use reach_logic::session::Session;
use serde::Deserialize;

use super::body::JsonBody;
use super::error::ApiError;
use super::extract::{SessionPath, parameter};
use super::session_form;
use super::state::ApiState;
use crate::sessions::{Created, Status};

/// Lines of a log that may be asked for.
const MOST_LINES: u32 = 5_000;
/// Lines of a log when nothing is said.
const LINES: u32 = 200;

#[derive(Deserialize)]
pub(super) struct Filter {
    executor_id: Option<String>,
}

/// Every session, or those of one executor, ascending by id.
#[utoipa::path(
    get, path = "/api/v1/sessions", tag = "sessions",
    params(("executor_id" = Option<String>, Query)),
    responses(
        (status = 200, body = ref("#/components/schemas/SessionList")),
        (status = 422, description = "`invalid`"),
    )
)]
pub(super) async fn list(
    State(state): State<ApiState>,
    query: Result<Query<Filter>, QueryRejection>,
) -> Result<Json<Vec<Session>>, ApiError> {
    let filter = parameter(query, "executor_id", "is given once at most")?;
    let of: Option<ExecutorId> = match filter.executor_id.map(|text| text.parse()) {
        None => None,
        Some(Ok(id)) => Some(id),
        // A text that cannot be an id is no executor's.
        Some(Err(_)) => return Ok(Json(Vec::new())),
    };
    Ok(Json(state.sessions.list(of.as_ref()).await?))
}

/// Starts a launch, which goes on in the background; with the id of a tracked session it gives
/// that session back.
#[utoipa::path(
    post, path = "/api/v1/sessions", tag = "sessions",
    request_body = ref("#/components/schemas/NewSession"),
    responses(
        (status = 200, body = ref("#/components/schemas/Session")),
        (status = 202, body = ref("#/components/schemas/Session"),
         headers(("Location" = String, description = "The session"))),
        (status = 404, description = "`not-found`: the executor"),
        (status = 409, description = "`exists`, `inactive`, `too-many-sessions`, `transport-lost`"),
        (status = 422, description = "`invalid`, with one entry for each field"),
    )
)]
pub(super) async fn create(
    State(state): State<ApiState>,
    JsonBody(body): JsonBody,
) -> Result<Response, ApiError> {
    let new = session_form::new_session(body).map_err(ApiError::Invalid)?;
    Ok(match state.sessions.create(new).await? {
        Created::New(session) => {
            let location = format!("{}/api/v1/sessions/{}", state.prefix, session.id);
            (StatusCode::ACCEPTED, [(LOCATION, location)], Json(session)).into_response()
        }
        Created::Reused(session) => Json(session).into_response(),
    })
}

/// One session.
#[utoipa::path(
    get, path = "/api/v1/sessions/{id}", tag = "sessions",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = ref("#/components/schemas/Session")),
        (status = 404, description = "`not-found`"),
    )
)]
pub(super) async fn get(
    State(state): State<ApiState>,
    SessionPath(id): SessionPath,
) -> Result<Json<Session>, ApiError> {
    Ok(Json(state.sessions.get(&id).await?))
}

/// What the controller is doing now. Answers at once when the transport is lost or silent.
#[utoipa::path(
    get, path = "/api/v1/sessions/{id}/status", tag = "sessions",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = ref("#/components/schemas/SessionStatus")),
        (status = 404, description = "`not-found`"),
    )
)]
pub(super) async fn status(
    State(state): State<ApiState>,
    SessionPath(id): SessionPath,
) -> Result<Json<Status>, ApiError> {
    Ok(Json(state.sessions.status(&id).await?))
}

#[derive(Deserialize)]
pub(super) struct Tail {
    tail: Option<u32>,
}

/// The end of the controller's log, as plain text.
#[utoipa::path(
    get, path = "/api/v1/sessions/{id}/logs", tag = "sessions",
    params(("id" = String, Path), ("tail" = Option<u32>, Query, description = "Lines, 200 unless given")),
    responses(
        (status = 200, content_type = "text/plain"),
        (status = 404, description = "`not-found`"),
        (status = 409, description = "`host-changed`, `transport-lost`"),
        (status = 422, description = "`invalid`"),
        (status = 502, description = "`not-connected`, `host-failed`"),
    )
)]
pub(super) async fn logs(
    State(state): State<ApiState>,
    SessionPath(id): SessionPath,
    query: Result<Query<Tail>, QueryRejection>,
) -> Result<Response, ApiError> {
    let tail = parameter(query, "tail", "is a number of lines, given once at most")?;
    let lines = tail.tail.unwrap_or(LINES).clamp(1, MOST_LINES);
    let text = state.sessions.logs(id, lines).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Stops a session. It succeeds whatever the host does; `controller_may_remain` says when the
/// controller may still run, and stopping again then dials and stops it.
#[utoipa::path(
    post, path = "/api/v1/sessions/{id}/stop", tag = "sessions",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = ref("#/components/schemas/Session")),
        (status = 404, description = "`not-found`"),
        (status = 409, description = "`host-changed`"),
        (status = 502, description = "`not-connected`, `host-failed`"),
    )
)]
pub(super) async fn stop(
    State(state): State<ApiState>,
    SessionPath(id): SessionPath,
) -> Result<Json<Session>, ApiError> {
    Ok(Json(state.sessions.stop(id).await?))
}

/// Dials again, checks the pin and the process, and forwards to the controller afresh.
#[utoipa::path(
    post, path = "/api/v1/sessions/{id}/resume", tag = "sessions",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = ref("#/components/schemas/Session")),
        (status = 404, description = "`not-found`"),
        (status = 409, description = "`host-changed`, `inactive`, `not-resumable`"),
        (status = 502, description = "`not-connected`, `host-failed`"),
    )
)]
pub(super) async fn resume(
    State(state): State<ApiState>,
    SessionPath(id): SessionPath,
) -> Result<Json<Session>, ApiError> {
    Ok(Json(state.sessions.resume(id).await?))
}

/// Stops the stale controller of a session with a credential broker, once the broker answers.
#[utoipa::path(
    post, path = "/api/v1/sessions/{id}/reset", tag = "sessions",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = ref("#/components/schemas/Session")),
        (status = 404, description = "`not-found`"),
        (status = 409, description = "`host-changed`, `no-broker`, `transport-lost`"),
        (status = 502, description = "`broker-unreachable`, `not-connected`, `host-failed`"),
    )
)]
pub(super) async fn reset(
    State(state): State<ApiState>,
    SessionPath(id): SessionPath,
) -> Result<Json<Session>, ApiError> {
    Ok(Json(state.sessions.reset(id).await?))
}

#[derive(Deserialize)]
pub(super) struct Removal {
    #[serde(default)]
    force: bool,
}

/// Removes a session that has ended, and its directory on the host if that can be reached.
#[utoipa::path(
    delete, path = "/api/v1/sessions/{id}", tag = "sessions",
    params(
        ("id" = String, Path),
        ("force" = Option<bool>, Query, description = "Also one whose controller may still run"),
    ),
    responses(
        (status = 204),
        (status = 404, description = "`not-found`"),
        (status = 409, description = "`controller-may-remain`, `running`"),
        (status = 422, description = "`invalid`"),
    )
)]
pub(super) async fn delete(
    State(state): State<ApiState>,
    SessionPath(id): SessionPath,
    query: Result<Query<Removal>, QueryRejection>,
) -> Result<StatusCode, ApiError> {
    let removal = parameter(query, "force", "is true or false, given once at most")?;
    state.sessions.delete(id, removal.force).await?;
    Ok(StatusCode::NO_CONTENT)
}
