//! What handlers take from a request; a refusal is already the answer.

use std::net::SocketAddr;

use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::header::IF_MATCH;
use axum::http::request::Parts;
use reach_logic::{ExecutorId, FieldCode, FieldError, SessionId, UnixMicros};

use super::error::ApiError;
use crate::sessions::SessionError;

/// Both ends of the connection that a request came by.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    /// The client's.
    pub remote: SocketAddr,
    /// Ours.
    pub local: SocketAddr,
}

/// The `{id}` of a route. A text that cannot be an id is no executor's.
pub(super) struct ExecutorPath(pub(super) ExecutorId);

impl<S: Send + Sync> FromRequestParts<S> for ExecutorPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(text) = path.map_err(|_| ApiError::NoSuchExecutor)?;
        let id = text.parse().map_err(|_| ApiError::NoSuchExecutor)?;
        Ok(Self(id))
    }
}

/// The `{id}` of a session's route.
pub(super) struct SessionPath(pub(super) SessionId);

impl<S: Send + Sync> FromRequestParts<S> for SessionPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let none = || ApiError::from(SessionError::NotFound);
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(text) = path.map_err(|_| none())?;
        text.parse().map(Self).map_err(|_| none())
    }
}

/// A route's query, which has one parameter; a refusal names it.
pub(super) fn parameter<T>(
    query: Result<Query<T>, QueryRejection>,
    name: &'static str,
    message: &'static str,
) -> Result<T, ApiError> {
    let Query(parameter) = query
        .map_err(|_| ApiError::Invalid(vec![FieldError::new(name, FieldCode::Invalid, message)]))?;
    Ok(parameter)
}

/// `If-Match: "<updated_at>"`, if it was sent. `*` asks for existence, which every save does.
pub(super) struct ExpectedVersion(pub(super) Option<UnixMicros>);

impl<S: Send + Sync> FromRequestParts<S> for ExpectedVersion {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        let Some(value) = parts.headers.get(IF_MATCH) else {
            return Ok(Self(None));
        };
        let text = value.to_str().map_err(|_| ApiError::Stale)?.trim();
        if text == "*" {
            return Ok(Self(None));
        }
        let tag = text
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'))
            .and_then(|tag| UnixMicros::parse_rfc3339(tag).ok());
        // A tag that Reach never gave cannot match.
        tag.map(|tag| Self(Some(tag))).ok_or(ApiError::Stale)
    }
}
