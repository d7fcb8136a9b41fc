//! The description of this interface.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use utoipa::openapi::OpenApi;

use super::state::ApiState;

/// Schemas of the bodies; a test holds them against real answers.
const SCHEMAS: &str = include_str!("openapi/schemas.json");

/// The description as one document, built once.
pub(super) struct Document(Value);

impl Document {
    /// The description of these routes.
    pub(super) fn of(open: OpenApi, guarded: OpenApi) -> Self {
        let mut api = open;
        api.merge(guarded);
        let mut document = serde_json::to_value(&api).unwrap_or_default();
        document["info"] = json!({
            "title": "Reach",
            "description": "Whether the SSH hosts you depend on are there.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        });
        document["components"] = json!({
            "schemas": serde_json::from_str::<Value>(SCHEMAS).unwrap_or_default(),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        });
        document["security"] = json!([{ "token": [] }]);
        Self(document)
    }
}

/// This document.
#[utoipa::path(
    get, path = "/api/v1/openapi.json", tag = "operations",
    responses((status = 200, description = "OpenAPI"))
)]
pub(super) async fn openapi(State(state): State<ApiState>) -> Json<Value> {
    Json(state.document().0.clone())
}
