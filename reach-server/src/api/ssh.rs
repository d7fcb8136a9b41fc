//! Hosts before they are trusted, and what this machine's SSH files say.

use std::borrow::Cow;

use axum::Json;
use axum::extract::State;
use reach_logic::{Executor, ExecutorId};
use serde::Serialize;

use crate::trust::resolution::Resolution;
use crate::trust::{ImportReport, PinError, Pinned, TestReport};

use super::body::JsonBody;
use super::error::ApiError;
use super::state::ApiState;
use super::{form, trust_form};

/// Dials a configuration that need not be saved: by its pin, or unpinned to show what answers. A
/// trusted host is asked for its platform and its Git; nothing is written. At most four run at
/// once.
#[utoipa::path(
    post, path = "/api/v1/ssh/test", tag = "ssh",
    request_body = ref("#/components/schemas/ExecutorConfig"),
    responses(
        (status = 200, body = ref("#/components/schemas/TestReport")),
        (status = 422, description = "`invalid`, with one entry for each field"),
        (status = 503, description = "`busy`: its turn did not come in time",
         headers(("Retry-After" = u32, description = "Seconds"))),
    )
)]
pub(super) async fn test(
    State(state): State<ApiState>,
    JsonBody(body): JsonBody,
) -> Result<Json<TestReport>, ApiError> {
    let config = trust_form::tested(body).map_err(ApiError::Invalid)?;
    Ok(Json(state.trust.test(config).await?))
}

/// What became of each trusted key, in the order of the request.
#[derive(Serialize)]
pub(super) struct TrustResults {
    results: Vec<TrustResult>,
}

#[derive(Serialize)]
struct TrustResult {
    executor_id: ExecutorId,
    executor: Option<Executor>,
    error: Option<ItemProblem>,
}

/// Pins keys that hosts have shown, each by a save like any other. All are checked before the
/// first is saved; one that cannot be saved stands in no other's way.
#[utoipa::path(
    post, path = "/api/v1/ssh/trust", tag = "ssh",
    request_body = ref("#/components/schemas/ShownKeys"),
    responses(
        (status = 200, body = ref("#/components/schemas/TrustResults")),
        (status = 422, description = "`invalid`, with one entry for each field: `[0].fingerprint`"),
    )
)]
pub(super) async fn trust(
    State(state): State<ApiState>,
    JsonBody(body): JsonBody,
) -> Result<Json<TrustResults>, ApiError> {
    let keys = trust_form::shown_keys(body).map_err(ApiError::Invalid)?;
    let pinned = state.trust.pin(keys).await?;
    let results = pinned.into_iter().map(TrustResult::of).collect();
    Ok(Json(TrustResults { results }))
}

impl TrustResult {
    fn of(pinned: Pinned) -> Self {
        let (executor, error) = match pinned.outcome {
            Ok(executor) => (Some(executor), None),
            Err(error) => (None, Some(ApiError::from(error).into())),
        };
        Self {
            executor_id: pinned.executor_id,
            executor,
            error,
        }
    }
}

impl From<PinError> for ApiError {
    fn from(error: PinError) -> Self {
        match error {
            PinError::Executors(error) => error.into(),
            PinError::NotSsh => Self::NotSsh,
        }
    }
}

/// What stands in the way of one item, where a problem document tells of a whole request.
#[derive(Serialize)]
struct ItemProblem {
    r#type: &'static str,
    detail: Cow<'static, str>,
}

impl From<ApiError> for ItemProblem {
    fn from(error: ApiError) -> Self {
        let (_, slug, _, detail) = error.facts();
        Self {
            r#type: slug,
            detail,
        }
    }
}

/// What would be dialled, each value with its file and line. A configuration that does not resolve
/// is no error: the answer says what is in the way.
#[utoipa::path(
    post, path = "/api/v1/ssh/resolve", tag = "ssh",
    request_body = ref("#/components/schemas/ResolveRequest"),
    responses(
        (status = 200, body = ref("#/components/schemas/Resolution")),
        (status = 422, description = "`invalid`, with one entry for each field"),
    )
)]
pub(super) async fn resolve(
    State(state): State<ApiState>,
    JsonBody(body): JsonBody,
) -> Result<Json<Resolution>, ApiError> {
    let asked = form::asked(body).map_err(ApiError::Invalid)?;
    Ok(Json(state.trust.resolve(asked).await?))
}

/// Makes executors of the hosts that an ssh configuration names, with pins from known hosts. Doing
/// it again changes nothing; no key material is read.
#[utoipa::path(
    post, path = "/api/v1/ssh/import", tag = "ssh",
    request_body = ref("#/components/schemas/ImportRequest"),
    responses(
        (status = 200, body = ref("#/components/schemas/ImportReport")),
        (status = 422, description = "`invalid`, also for files that cannot be read"),
    )
)]
pub(super) async fn import(
    State(state): State<ApiState>,
    JsonBody(body): JsonBody,
) -> Result<Json<ImportReport>, ApiError> {
    let request = form::import_request(body).map_err(ApiError::Invalid)?;
    Ok(Json(state.trust.import(request).await?))
}
