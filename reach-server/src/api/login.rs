//! How a page gets in.

use std::time::Instant;

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use serde::Serialize;

use crate::auth::TICKET_LIFE;

use super::body::JsonBody;
use super::error::ApiError;
use super::extract::Peer;
use super::form;
use super::state::ApiState;

/// Tells a page whether a token is good. Failures are limited in rate. Sets no cookie: every other
/// port of this machine would receive it.
#[utoipa::path(
    post, path = "/api/v1/login", tag = "access", security(()),
    request_body = ref("#/components/schemas/Login"),
    responses(
        (status = 204, description = "The token is good"),
        (status = 401, description = "`unauthorized`"),
        (status = 429, description = "`too-many-logins`",
         headers(("Retry-After" = u64, description = "Seconds"))),
    )
)]
pub(super) async fn login(
    State(state): State<ApiState>,
    Extension(peer): Extension<Peer>,
    JsonBody(body): JsonBody,
) -> Result<StatusCode, ApiError> {
    let token = form::login_token(body).map_err(ApiError::Invalid)?;
    match state.access.login(&token, peer.remote, Instant::now()) {
        Ok(true) => Ok(StatusCode::NO_CONTENT),
        Ok(false) => Err(ApiError::WrongToken),
        Err(too_many) => Err(ApiError::TooManyLogins(too_many)),
    }
}

#[derive(Serialize)]
pub(super) struct Ticket {
    ticket: String,
    expires_in_seconds: u64,
}

/// A ticket for one WebSocket, good once.
#[utoipa::path(
    post, path = "/api/v1/ws-ticket", tag = "access",
    responses((status = 200, body = ref("#/components/schemas/Ticket")))
)]
pub(super) async fn ticket(State(state): State<ApiState>) -> Result<Json<Ticket>, ApiError> {
    let ticket = state.access.issue_ticket(Instant::now()).map_err(|error| {
        tracing::error!(%error, "no random numbers");
        ApiError::Internal
    })?;
    Ok(Json(Ticket {
        ticket,
        expires_in_seconds: TICKET_LIFE.as_secs(),
    }))
}
