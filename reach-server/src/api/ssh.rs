//! What this machine's SSH files say.

use axum::Json;
use axum::extract::State;

use crate::trust::ImportReport;
use crate::trust::resolution::Resolution;

use super::body::JsonBody;
use super::error::ApiError;
use super::form;
use super::state::ApiState;

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
