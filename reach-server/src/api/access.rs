//! The doors: names for everybody, tokens for most.

use std::net::{Ipv4Addr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName};
use axum::middleware::Next;
use axum::response::Response;

use crate::auth::{Claim, Foreign};

use super::error::ApiError;
use super::extract::Peer;
use super::state::ApiState;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Refuses requests under a name that is not this server's, or from another site's page.
pub(super) async fn own_names_only(
    State(state): State<ApiState>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let host = host_of(&request).ok_or(ApiError::Foreign(Foreign::Host))?;
    let local = request.extensions().get().map_or_else(
        || SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0)),
        |peer: &Peer| peer.local,
    );
    let claim = Claim {
        host,
        origin: origin_of(request.headers())?,
        local,
    };
    state
        .access
        .check_claim(&claim)
        .map_err(ApiError::Foreign)?;
    Ok(next.run(request).await)
}

/// Refuses requests without the token.
pub(super) async fn token_holders_only(
    State(state): State<ApiState>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let authorization = request.headers().get(AUTHORIZATION);
    let authorization = authorization.and_then(|value| value.to_str().ok());
    if !state.access.admits(authorization) {
        return Err(ApiError::Unauthorized);
    }
    vouched(request.headers())?;
    Ok(next.run(request).await)
}

/// Admits a WebSocket, by header or by ticket.
pub(super) fn admit_socket(
    state: &ApiState,
    request: &Parts,
    ticket: Option<&str>,
) -> Result<(), ApiError> {
    let authorization = request.headers.get(AUTHORIZATION);
    let authorization = authorization.and_then(|value| value.to_str().ok());
    let admitted = match ticket {
        Some(ticket) => state
            .access
            .redeem_ticket(ticket, std::time::Instant::now()),
        None => state.access.admits(authorization),
    };
    if !admitted {
        return Err(ApiError::Unauthorized);
    }
    vouched(&request.headers)
}

/// Something that no foreign page can send speaks for the request: the `Origin`, which was
/// checked; an `Authorization`; or the browser's own word that the page is of this origin, which
/// is all that a `GET` of a page has under `--no-auth`.
fn vouched(headers: &HeaderMap) -> Result<(), ApiError> {
    let same_origin = |value: &axum::http::HeaderValue| value == "same-origin";
    let vouched = headers.contains_key(ORIGIN)
        || headers.contains_key(AUTHORIZATION)
        || headers.get(&FETCH_SITE).is_some_and(same_origin);
    if vouched {
        Ok(())
    } else {
        Err(ApiError::Foreign(Foreign::NoOrigin))
    }
}

/// The name that the request was sent to. Two that differ are none.
fn host_of(request: &Request) -> Option<&str> {
    let mut headers = request.headers().get_all(HOST).iter();
    let header = headers.next().map(|value| value.to_str().ok());
    let target = request.uri().authority().map(Authority::as_str);
    match (target, header, headers.next()) {
        (None, Some(header), None) => header,
        (Some(target), Some(Some(header)), None) if target == header => Some(target),
        (Some(_) | None, Some(_), Some(_) | None) | (Some(_) | None, None, _) => None,
    }
}

/// The page that sent the request, if one did. Two of them are a foreign one.
fn origin_of(headers: &HeaderMap) -> Result<Option<&str>, ApiError> {
    let mut values = headers.get_all(ORIGIN).iter();
    match (values.next().map(|value| value.to_str()), values.next()) {
        (None, _) => Ok(None),
        (Some(Ok(text)), None) => Ok(Some(text)),
        (Some(_), _) => Err(ApiError::Foreign(Foreign::Origin)),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn two_origins_are_a_foreign_one() {
        let mut headers = HeaderMap::new();
        assert!(matches!(origin_of(&headers), Ok(None)));
        headers.append(ORIGIN, HeaderValue::from_static("http://127.0.0.1:7878"));
        assert!(matches!(origin_of(&headers), Ok(Some(_))));
        headers.append(ORIGIN, HeaderValue::from_static("http://evil.test"));
        assert!(matches!(
            origin_of(&headers),
            Err(ApiError::Foreign(Foreign::Origin))
        ));
    }
}
