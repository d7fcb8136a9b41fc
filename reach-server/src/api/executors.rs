//! `/api/v1/executors`.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{ETAG, LOCATION};
use axum::response::{IntoResponse, Response};
use reach_logic::Executor;

use super::body::JsonBody;
use super::error::ApiError;
use super::extract::{ExecutorPath, ExpectedVersion};
use super::form;
use super::state::ApiState;

/// Every executor that is not deleted, ascending by id.
#[utoipa::path(
    get, path = "/api/v1/executors", tag = "executors",
    responses((status = 200, body = ref("#/components/schemas/ExecutorList")))
)]
pub(super) async fn list(State(state): State<ApiState>) -> Result<Json<Vec<Executor>>, ApiError> {
    Ok(Json(state.executors.list().await?))
}

/// Creates an executor; an active SSH one is probed at once.
#[utoipa::path(
    post, path = "/api/v1/executors", tag = "executors",
    request_body = ref("#/components/schemas/NewExecutor"),
    responses(
        (status = 201, body = ref("#/components/schemas/Executor"),
         headers(("Location" = String, description = "The executor"))),
        (status = 409, description = "`exists`, `name-taken`"),
        (status = 422, description = "`invalid`, with one entry for each field"),
    )
)]
pub(super) async fn create(
    State(state): State<ApiState>,
    JsonBody(body): JsonBody,
) -> Result<Response, ApiError> {
    let new = form::new_executor(body).map_err(ApiError::Invalid)?;
    let executor = state.executors.create(new).await?;
    let location = format!("{}/api/v1/executors/{}", state.prefix, executor.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], shown(executor)).into_response())
}

/// One executor.
#[utoipa::path(
    get, path = "/api/v1/executors/{id}", tag = "executors",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = ref("#/components/schemas/Executor")),
        (status = 404, description = "`not-found`"),
    )
)]
pub(super) async fn get(
    State(state): State<ApiState>,
    ExecutorPath(id): ExecutorPath,
) -> Result<Response, ApiError> {
    Ok(shown(state.executors.get(&id).await?).into_response())
}

/// Saves part of an executor; a changed connection configuration resets its record and probes.
#[utoipa::path(
    patch, path = "/api/v1/executors/{id}", tag = "executors",
    params(
        ("id" = String, Path),
        ("If-Match" = Option<String>, Header, description = "`\"<updated_at>\"` as it was read"),
    ),
    request_body = ref("#/components/schemas/ExecutorPatch"),
    responses(
        (status = 200, body = ref("#/components/schemas/Executor")),
        (status = 404, description = "`not-found`"),
        (status = 409, description = "`has-sessions`, `name-taken`"),
        (status = 412, description = "`changed`"),
        (status = 422, description = "`invalid`, with one entry for each field"),
    )
)]
pub(super) async fn patch(
    State(state): State<ApiState>,
    ExecutorPath(id): ExecutorPath,
    ExpectedVersion(expected): ExpectedVersion,
    JsonBody(body): JsonBody,
) -> Result<Response, ApiError> {
    let patch = form::executor_patch(body).map_err(ApiError::Invalid)?;
    let executor = state.executors.save(id, patch, expected).await?;
    Ok(shown(executor).into_response())
}

/// Deletes an executor and its record.
#[utoipa::path(
    delete, path = "/api/v1/executors/{id}", tag = "executors",
    params(("id" = String, Path)),
    responses(
        (status = 204),
        (status = 404, description = "`not-found`"),
        (status = 409, description = "`has-sessions`"),
    )
)]
pub(super) async fn delete(
    State(state): State<ApiState>,
    ExecutorPath(id): ExecutorPath,
) -> Result<StatusCode, ApiError> {
    state.executors.delete(id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// With the tag that `If-Match` takes.
fn shown(executor: Executor) -> impl IntoResponse {
    let tag = format!("\"{}\"", executor.updated_at);
    ([(ETAG, tag)], Json(executor))
}
