//! A JSON body, within its limits.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, EXPECT};
use futures_util::StreamExt as _;
use serde_json::Value;

use super::error::ApiError;

/// The largest body (`docs/design/api.md`, limits).
const MOST_BYTES: usize = 1 << 20;
/// What is read of a body that is too large, so that its sender gets to read the answer.
const MOST_DRAINED: usize = 16 << 20;
/// For the whole body.
const DEADLINE: Duration = Duration::from_secs(10);

/// A body that is JSON, of whatever shape.
pub(super) struct JsonBody(pub(super) Value);

impl<S: Send + Sync> FromRequest<S> for JsonBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, _state: &S) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        if !is_json(&parts.headers) {
            return Err(ApiError::UnsupportedMediaType);
        }
        if announced_length(&parts.headers) > MOST_BYTES {
            // Whoever asks first has sent nothing yet.
            if !parts.headers.contains_key(EXPECT) {
                drain(body).await;
            }
            return Err(ApiError::BodyTooLarge);
        }
        let bytes = tokio::time::timeout(DEADLINE, whole(body))
            .await
            .map_err(|_elapsed| ApiError::BodyTooSlow)??;
        serde_json::from_slice(&bytes)
            .map(Self)
            .map_err(ApiError::BadJson)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let Some(Ok(kind)) = headers.get(CONTENT_TYPE).map(|value| value.to_str()) else {
        return false;
    };
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

fn announced_length(headers: &HeaderMap) -> usize {
    let length = headers.get(CONTENT_LENGTH);
    length
        .and_then(|value| value.to_str().ok()?.parse().ok())
        .unwrap_or(0)
}

/// All of a body; its length need not have been announced.
async fn whole(body: Body) -> Result<Vec<u8>, ApiError> {
    let mut chunks = body.into_data_stream();
    let mut bytes = Vec::new();
    while let Some(chunk) = chunks.next().await {
        // What is wrong with it says nothing of its size.
        let chunk = chunk.map_err(|_| ApiError::BodyBroken)?;
        if bytes.len() + chunk.len() > MOST_BYTES {
            return Err(ApiError::BodyTooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

async fn drain(body: Body) {
    let mut chunks = body.into_data_stream();
    let drained = async {
        let mut seen = 0;
        while let Some(Ok(chunk)) = chunks.next().await {
            seen += chunk.len();
            if seen > MOST_DRAINED {
                break;
            }
        }
    };
    // However it ended, the answer is the same.
    let _ = tokio::time::timeout(DEADLINE, drained).await;
}

#[cfg(test)]
mod tests {
    use futures_util::stream;
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_body_that_never_ends_is_not_waited_for() {
        let start = Instant::now();
        let endless = Body::from_stream(stream::pending::<Result<Vec<u8>, std::io::Error>>());
        let request = Request::builder()
            .header(CONTENT_TYPE, "application/json")
            .body(endless)
            .unwrap();
        let refused = JsonBody::from_request(request, &()).await;
        assert!(matches!(refused, Err(ApiError::BodyTooSlow)));
        assert_eq!(start.elapsed(), DEADLINE);
    }
}
