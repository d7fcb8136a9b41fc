//! The path prefix of `server.publicUrl`: a proxy may keep it or take it away.

use axum::http::header::LOCATION;
use axum::http::uri::{PathAndQuery, Uri};
use axum::http::{Request, StatusCode};
use axum::response::{IntoResponse as _, Response};

/// What to do with a request.
#[derive(Debug)]
pub(super) enum Routed<B> {
    /// It goes to the router.
    Inside(Request<B>),
    /// It asked for the prefix without its slash, from where relative addresses lead elsewhere.
    Redirected(Response),
}

pub(super) fn route<B>(mut request: Request<B>, prefix: &str) -> Routed<B> {
    if prefix.is_empty() {
        return Routed::Inside(request);
    }
    let rest = request.uri().path_and_query().and_then(|whole| {
        let rest = whole.as_str().strip_prefix(prefix)?;
        (rest.is_empty() || rest.starts_with(['/', '?'])).then_some(rest)
    });
    match rest {
        None => {}
        Some(rest) if rest.starts_with('/') => {
            let mut parts = request.uri().clone().into_parts();
            parts.path_and_query = PathAndQuery::try_from(rest).ok();
            if let Ok(uri) = Uri::from_parts(parts) {
                *request.uri_mut() = uri;
            }
        }
        Some(query) => {
            let to = format!("{prefix}/{query}");
            let redirect = (StatusCode::PERMANENT_REDIRECT, [(LOCATION, to)]);
            return Routed::Redirected(redirect.into_response());
        }
    }
    Routed::Inside(request)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn routed(uri: &str, prefix: &str) -> String {
        let request = Request::builder().uri(uri).body(()).unwrap();
        match route(request, prefix) {
            Routed::Inside(request) => request.uri().to_string(),
            Routed::Redirected(response) => {
                let to = response.headers()[LOCATION].to_str().unwrap();
                format!("-> {to}")
            }
        }
    }

    #[test]
    fn a_kept_prefix_is_taken_away_and_a_missing_one_is_not_missed() {
        for (uri, expected) in [
            ("/t/reach/api/v1/ws?ticket=a", "/api/v1/ws?ticket=a"),
            ("/api/v1/ws?ticket=a", "/api/v1/ws?ticket=a"),
            ("/t/reach/", "/"),
            ("/t/reach", "-> /t/reach/"),
            ("/t/reach?a=b", "-> /t/reach/?a=b"),
            ("/t/reachable/x", "/t/reachable/x"),
        ] {
            assert_eq!(routed(uri, "/t/reach"), expected);
        }
        assert_eq!(routed("/a", ""), "/a");
    }
}
