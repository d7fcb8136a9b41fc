//! The pages: embedded files of `web/dist`, compressed by their build.

mod encoding;

use std::borrow::Cow;

use axum::Router;
use axum::body::Body;
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ETAG, LOCATION, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, Uri};
use axum::response::IntoResponse as _;
use axum::routing::get;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::conditional;

use encoding::Encoding;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../web/dist"]
struct Dist;

/// What the page may do: its own scripts and WASM, its own server, nothing else. Measured against
/// the real page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'";

const NOT_BUILT: &str = "The page is not built into this server. `make build` does it; the API \
    works without it.\n";

/// Serves the pages; `prefix` is where the outside sees them.
pub fn pages(prefix: &str) -> Router {
    let root = format!("{prefix}/");
    // The body of a HEAD is dropped by the HTTP layer.
    let page = move |uri: Uri, headers: HeaderMap| {
        let response = answer(&uri, &headers, &root);
        async move { response }
    };
    Router::new()
        .route("/", get(page.clone()))
        .route("/{*path}", get(page))
}

fn answer(uri: &Uri, headers: &HeaderMap, root: &str) -> Response<Body> {
    let path = uri.path().trim_start_matches('/');
    if path.is_empty() {
        return match File::find("index.html", headers) {
            Some(file) => file.response(headers),
            None => (StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT).into_response(),
        };
    }
    if let Some(file) = File::find(path, headers) {
        return file.response(headers);
    }
    // Routes of the page live in the fragment, and its addresses are relative: whoever typed some
    // other path is led to the one place where the page works. A missing asset stays missing.
    if !path.starts_with("assets/") && wants_page(headers) {
        return (StatusCode::TEMPORARY_REDIRECT, [(LOCATION, root)]).into_response();
    }
    StatusCode::NOT_FOUND.into_response()
}

fn wants_page(headers: &HeaderMap) -> bool {
    headers
        .get_all(ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .any(|accept| accept.contains("text/html"))
}

/// One representation of one file.
struct File<'a> {
    name: &'a str,
    encoding: Encoding,
    embedded: EmbeddedFile,
}

impl<'a> File<'a> {
    fn find(name: &'a str, headers: &HeaderMap) -> Option<Self> {
        let of_build = |suffix: &str| name.ends_with(suffix);
        if name.contains("..") || of_build(".br") || of_build(".gz") {
            return None;
        }
        let wanted = headers.get(ACCEPT_ENCODING);
        let wanted = wanted.and_then(|value| value.to_str().ok());
        Encoding::accepted(wanted.unwrap_or_default())
            .into_iter()
            .find_map(|encoding| {
                let embedded = Dist::get(&format!("{name}{}", encoding.suffix()))?;
                Some(Self {
                    name,
                    encoding,
                    embedded,
                })
            })
    }

    fn response(self, headers: &HeaderMap) -> Response<Body> {
        let tag = self.tag();
        let mut response = if conditional::is_held(headers, &tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let body = match self.embedded.data {
                Cow::Borrowed(bytes) => Body::from(bytes),
                Cow::Owned(bytes) => Body::from(bytes),
            };
            let mut response = Response::new(body);
            let kind = HeaderValue::from_static(media_type(self.name));
            response.headers_mut().insert(CONTENT_TYPE, kind);
            if let Some(token) = self.encoding.token() {
                let token = HeaderValue::from_static(token);
                response.headers_mut().insert(CONTENT_ENCODING, token);
            }
            response
        };
        let fixed: [(HeaderName, &'static str); 3] = [
            (CACHE_CONTROL, cache_rule(self.name)),
            (CONTENT_SECURITY_POLICY, POLICY),
            (VARY, "accept-encoding"),
        ];
        for (name, value) in fixed {
            let value = HeaderValue::from_static(value);
            response.headers_mut().insert(name, value);
        }
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            response.headers_mut().insert(ETAG, tag);
        }
        response
    }

    /// Each representation has a tag of its own, since its bytes differ.
    fn tag(&self) -> String {
        let hash = self.embedded.metadata.sha256_hash();
        let start: Vec<u8> = hash.iter().take(18).copied().collect();
        let encoding = self.encoding.token().unwrap_or("id");
        format!("\"{}-{encoding}\"", URL_SAFE_NO_PAD.encode(start))
    }
}

/// Names below `assets/` carry a hash of their content; the others are asked for anew each time.
fn cache_rule(name: &str) -> &'static str {
    if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    }
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("ico") => "image/x-icon",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("json" | "map" | "webmanifest") => "application/json",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("txt" | "ftl") => "text/plain; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("woff2") => "font/woff2",
        Some(_) | None => "application/octet-stream",
    }
}
