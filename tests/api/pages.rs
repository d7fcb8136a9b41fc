//! The embedded pages. What is in them depends on whether they were built; the rules do not.

use std::path::Path;

use reach_tests::server::TestServer;

fn is_built() -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    root.join("web/dist/index.html").exists()
}

#[tokio::test]
async fn the_page_is_asked_for_anew_and_may_load_only_what_is_its_own() {
    let server = TestServer::start().await;
    let page = server.anonymous("GET", "/").send().await;
    if is_built() {
        assert_eq!(page.status, 200);
        assert_eq!(
            page.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        assert_eq!(page.header("cache-control"), Some("no-cache"));
        let policy = page.header("content-security-policy").unwrap();
        assert!(
            policy.contains("script-src 'self' 'wasm-unsafe-eval'"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe-inline"), "{policy}");
        let tag = page.header("etag").unwrap();
        for holds in [tag, "*"] {
            let held = server.anonymous("GET", "/").header("if-none-match", holds);
            let held = held.send().await;
            assert_eq!((held.status, held.body.len()), (304, 0), "{holds}");
        }

        let compressed = server
            .anonymous("GET", "/")
            .header("accept-encoding", "gzip, br");
        let compressed = compressed.send().await;
        assert_eq!(compressed.header("content-encoding"), Some("br"));
        assert_eq!(compressed.header("vary"), Some("accept-encoding"));
        assert_ne!(compressed.header("etag"), Some(tag));
    } else {
        assert_eq!(page.status, 503);
        assert!(page.text().contains("make build"), "{}", page.text());
    }
    server.finish().await;
}

#[tokio::test]
async fn assets_are_kept_for_ever_and_missing_ones_are_missing() {
    let server = TestServer::start().await;
    let browser = |path: &str| {
        server
            .anonymous("GET", path)
            .header("accept", "text/html,*/*")
    };
    for missing in [
        "/assets/none.js",
        "/assets/",
        "/assets/..%2findex.html",
        "/index.html.br",
    ] {
        let answer = browser(missing).send().await;
        assert!([404, 307].contains(&answer.status), "{missing}");
        assert!(!answer.text().contains("<html"), "{missing}");
    }
    assert_eq!(browser("/assets/none.js").send().await.status, 404);
    if is_built() {
        let page = browser("/").send().await.text();
        let script = page
            .split('"')
            .find(|text| text.contains("assets/") && text.contains(".js"))
            .unwrap();
        let script = format!("/{}", script.trim_start_matches("./"));
        let asset = browser(&script).send().await;
        assert_eq!(asset.status, 200, "{script}");
        let rule = "public, max-age=31536000, immutable";
        assert_eq!(asset.header("cache-control"), Some(rule));
        assert_eq!(
            asset.header("content-type"),
            Some("text/javascript; charset=utf-8")
        );
        let direct = browser(&format!("{script}.br")).send().await;
        assert_eq!(direct.status, 404);
    }
    server.finish().await;
}

#[tokio::test]
async fn another_path_leads_a_browser_to_the_page_and_a_program_nowhere() {
    let server = TestServer::start().await;
    let path = server.anonymous("GET", "/hosts/a");
    let browser = path.clone().header("accept", "text/html").send().await;
    assert_eq!(
        (browser.status, browser.header("location")),
        (307, Some("/"))
    );
    assert_eq!(path.send().await.status, 404);
    let api = server
        .request("GET", "/api/v1/hosts")
        .header("accept", "text/html");
    assert_eq!(api.send().await.problem(404), "not-found");

    let prefixed = TestServer::builder().variable("REACH_SERVER_PUBLICURL", "https://t.test/r");
    let prefixed = prefixed.start().await;
    let deep = prefixed
        .anonymous("GET", "/r/hosts/a")
        .header("accept", "text/html");
    assert_eq!(deep.send().await.header("location"), Some("/r/"));
    prefixed.finish().await;
    server.finish().await;
}
