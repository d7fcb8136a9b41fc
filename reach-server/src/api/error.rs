//! Errors as `application/problem+json` (RFC 9457).
//!
//! Which type where: the core has none or tiny enums; `store` and `ssh` have one `thiserror` enum
//! each, whose variants are facts that a caller acts on; services wrap them. Here all become
//! [`ApiError`], the only error that a handler returns. What a database or the system said stays
//! in the log: it is logged here, once, and never sent.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderName, HeaderValue, Request, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use reach_logic::{FieldCode, FieldError};
use serde::Serialize;
use tower::ServiceExt as _;
use tower::util::BoxCloneSyncService;
use tracing::{error, warn};

use crate::auth::{Foreign, TooMany};
use crate::executors::ExecutorError;
use crate::reachability::ReachabilityError;
use crate::sessions::SessionError;
use crate::ssh::config::ConfigError;
use crate::ssh::one_line;
use crate::store::StoreError;
use crate::trust::TrustError;

use super::session_error;

/// Most tests end much earlier than the deadline that they have.
const RETRY_AFTER_SECONDS: u32 = 10;

/// Why a request was not done.
#[derive(Debug)]
pub(super) enum ApiError {
    BadJson(serde_json::Error),
    BodyBroken,
    BodyTooLarge,
    BodyTooSlow,
    Busy,
    Foreign(Foreign),
    HasSessions,
    IdTaken,
    Inactive,
    Internal,
    Invalid(Vec<FieldError>),
    MethodNotAllowed,
    NameTaken,
    NoSuchExecutor,
    NoSuchRoute,
    NotAWebSocket,
    NotSsh,
    Session(SessionError),
    ShuttingDown,
    Stale,
    StoreUnavailable,
    TimedOut,
    TooManyLogins(TooMany),
    TooManySockets,
    Unauthorized,
    UnsupportedMediaType,
    WrongToken,
}

/// The document that is sent.
#[derive(Debug, Serialize)]
struct Problem {
    r#type: &'static str,
    title: &'static str,
    status: u16,
    detail: Cow<'static, str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldError>,
}

/// Status, stable slug, title and detail.
pub(super) type Facts = (StatusCode, &'static str, &'static str, Cow<'static, str>);

impl ApiError {
    #[expect(
        clippy::too_many_lines,
        reason = "a table with one entry for each variant"
    )]
    pub(super) fn facts(&self) -> Facts {
        let (status, slug, title, detail) = match self {
            Self::BadJson(error) => {
                // Says where and what kind, never what was sent.
                let title = "The body is not JSON";
                let detail = json_complaint(error);
                return (StatusCode::BAD_REQUEST, "bad-json", title, detail.into());
            }
            Self::BodyBroken => (
                StatusCode::BAD_REQUEST,
                "bad-body",
                "The body is broken",
                "it ended early, or its chunks are malformed",
            ),
            Self::BodyTooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "too-large",
                "The body is too large",
                "a body is at most 1 MiB",
            ),
            Self::BodyTooSlow => (
                StatusCode::REQUEST_TIMEOUT,
                "too-slow",
                "The body did not arrive in time",
                "send the whole body within 10 seconds",
            ),
            Self::Busy => (
                StatusCode::SERVICE_UNAVAILABLE,
                "busy",
                "Too many connection tests are running",
                "wait until one of them has ended, and try again",
            ),
            Self::Foreign(foreign) => return foreign_facts(*foreign),
            Self::HasSessions => (
                StatusCode::CONFLICT,
                "has-sessions",
                "The executor has sessions",
                "stop its sessions first",
            ),
            Self::IdTaken => (
                StatusCode::CONFLICT,
                "exists",
                "The id is taken",
                "an executor has, or had, this id; ids are never reused",
            ),
            Self::Inactive => (
                StatusCode::CONFLICT,
                "inactive",
                "The executor is not active",
                "activate the executor to probe it",
            ),
            Self::Internal => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "internal",
                "Reach failed",
                "the server's log says more",
            ),
            Self::Invalid(_) => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "invalid",
                "The body cannot be meant",
                "see errors, one for each field",
            ),
            Self::MethodNotAllowed => (
                StatusCode::METHOD_NOT_ALLOWED,
                "method-not-allowed",
                "Not a method of this route",
                "the Allow header names this route's methods",
            ),
            Self::NameTaken => (
                StatusCode::CONFLICT,
                "name-taken",
                "The name is taken",
                "another executor has this name; case does not count",
            ),
            Self::NoSuchExecutor => (
                StatusCode::NOT_FOUND,
                "not-found",
                "No such executor",
                "there is no executor with this id, or it was deleted",
            ),
            Self::NoSuchRoute => (
                StatusCode::NOT_FOUND,
                "not-found",
                "No such route",
                "see /api/v1/openapi.json",
            ),
            Self::NotAWebSocket => (
                StatusCode::BAD_REQUEST,
                "not-a-websocket",
                "This route is a WebSocket",
                "ask for an upgrade to WebSocket",
            ),
            Self::NotSsh => (
                StatusCode::BAD_REQUEST,
                "not-ssh",
                "The executor is not of type ssh",
                "only executors of type ssh have reachability",
            ),
            Self::Session(error) => return session_error::facts(error),
            Self::ShuttingDown => (
                StatusCode::SERVICE_UNAVAILABLE,
                "shutting-down",
                "The server is shutting down",
                "try again when it is back",
            ),
            Self::Stale => (
                StatusCode::PRECONDITION_FAILED,
                "changed",
                "The executor was changed in between",
                "read it again and decide anew",
            ),
            Self::StoreUnavailable => (
                StatusCode::SERVICE_UNAVAILABLE,
                "store-unavailable",
                "The store does not answer",
                "what is stored is not known right now; try again",
            ),
            Self::TimedOut => (
                StatusCode::SERVICE_UNAVAILABLE,
                "timeout",
                "The request took too long",
                "the work may go on in the server; read again to see",
            ),
            Self::TooManyLogins(_) => (
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-logins",
                "Too many failed logins",
                "wait before the next try",
            ),
            Self::TooManySockets => (
                StatusCode::SERVICE_UNAVAILABLE,
                "too-many-sockets",
                "Too many open pages",
                "close pages that are not needed",
            ),
            Self::Unauthorized => (
                StatusCode::UNAUTHORIZED,
                "unauthorized",
                "A token is needed",
                "send `Authorization: Bearer TOKEN`; `reach token` shows it",
            ),
            Self::UnsupportedMediaType => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported-media-type",
                "The body is not JSON",
                "send `Content-Type: application/json`",
            ),
            Self::WrongToken => (
                StatusCode::UNAUTHORIZED,
                "unauthorized",
                "The token is wrong",
                "`reach token` shows the right one",
            ),
        };
        (status, slug, title, detail.into())
    }

    fn header(&self) -> Option<(HeaderName, HeaderValue)> {
        if let Self::TooManyLogins(TooMany { retry_after }) = self {
            let seconds = retry_after.as_secs() + 1;
            return Some((RETRY_AFTER, HeaderValue::from(seconds)));
        }
        if matches!(self, Self::Busy) {
            return Some((RETRY_AFTER, HeaderValue::from(RETRY_AFTER_SECONDS)));
        }
        let wants_token = matches!(self, Self::Unauthorized | Self::WrongToken);
        wants_token.then(|| (WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")))
    }
}

fn foreign_facts(foreign: Foreign) -> Facts {
    let (slug, title) = match foreign {
        Foreign::Host => ("foreign-host", "Not a name of this server"),
        Foreign::NoOrigin | Foreign::Origin => ("foreign-origin", "Not a page of this server"),
    };
    let detail = foreign.to_string().into();
    (StatusCode::FORBIDDEN, slug, title, detail)
}

fn json_complaint(error: &serde_json::Error) -> String {
    let kind = match error.classify() {
        serde_json::error::Category::Eof => "it ends too early",
        serde_json::error::Category::Data
        | serde_json::error::Category::Io
        | serde_json::error::Category::Syntax => "it is malformed",
    };
    let (line, column) = (error.line(), error.column());
    format!("{kind} at line {line}, column {column}")
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, slug, title, detail) = self.facts();
        let header = self.header();
        let errors = if let Self::Invalid(errors) = self {
            errors
        } else {
            Vec::new()
        };
        let problem = Problem {
            r#type: slug,
            title,
            status: status.as_u16(),
            detail,
            errors,
        };
        let mut response = (status, Json(problem)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(CONTENT_TYPE, kind);
        if let Some((name, value)) = header {
            response.headers_mut().insert(name, value);
        }
        response
    }
}

impl From<&StoreError> for ApiError {
    fn from(error: &StoreError) -> Self {
        match error {
            StoreError::Exists => Self::IdTaken,
            StoreError::HasSessions => Self::HasSessions,
            StoreError::Invalid(errors) => Self::Invalid(errors.clone()),
            StoreError::NameTaken => Self::NameTaken,
            StoreError::NotFound => Self::NoSuchExecutor,
            StoreError::Stale => Self::Stale,
            StoreError::Unavailable(cause) => {
                warn!(error = %cause, "the store does not answer");
                Self::StoreUnavailable
            }
            StoreError::Corrupt(_) | StoreError::Database(_) => {
                error!(error = ?error, "the store failed");
                Self::Internal
            }
        }
    }
}

impl From<ExecutorError> for ApiError {
    fn from(error: ExecutorError) -> Self {
        match error {
            ExecutorError::ShuttingDown => Self::ShuttingDown,
            ExecutorError::Store(error) => Self::from(&error),
        }
    }
}

impl From<ReachabilityError> for ApiError {
    fn from(error: ReachabilityError) -> Self {
        match error {
            ReachabilityError::Inactive => Self::Inactive,
            ReachabilityError::Lost => {
                error!("a probe ended without an outcome");
                Self::Internal
            }
            ReachabilityError::NotFound => Self::NoSuchExecutor,
            ReachabilityError::NotSsh => Self::NotSsh,
            ReachabilityError::ShuttingDown => Self::ShuttingDown,
            ReachabilityError::Store(error) => Self::from(&*error),
        }
    }
}

impl From<TrustError> for ApiError {
    fn from(error: TrustError) -> Self {
        let unreadable = |field: &str, error: ConfigError| {
            Self::Invalid(vec![FieldError {
                field: field.to_owned(),
                code: FieldCode::Invalid,
                message: one_line(&error.to_string()),
            }])
        };
        match error {
            TrustError::Busy => Self::Busy,
            TrustError::Config(error) => unreadable("ssh_config", error),
            TrustError::Executors(error) => error.into(),
            TrustError::Files(error) => {
                warn!(%error, "this machine's SSH files do not answer");
                Self::TimedOut
            }
            TrustError::KnownHosts(error) => unreadable("known_hosts", error),
            TrustError::ShuttingDown => Self::ShuttingDown,
        }
    }
}

pub(super) async fn method_not_allowed() -> ApiError {
    ApiError::MethodNotAllowed
}

pub(super) fn panicked(_payload: Box<dyn std::any::Any + Send>) -> Response {
    // The panic hook has logged it.
    ApiError::Internal.into_response()
}

/// `pages`, but nothing below `/api` is a page.
pub(super) fn not_found_under_api(
    pages: Router,
) -> BoxCloneSyncService<Request<Body>, Response, std::convert::Infallible> {
    BoxCloneSyncService::new(tower::service_fn(move |request: Request<Body>| {
        let pages = pages.clone();
        async move {
            let path = request.uri().path();
            if path == "/api" || path.starts_with("/api/") {
                return Ok(ApiError::NoSuchRoute.into_response());
            }
            pages.oneshot(request).await
        }
    }))
}
