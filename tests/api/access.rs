//! Who may talk to the server.

use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use reach_tests::server::TestServer;
use reach_tests::socket::Socket;
use serde_json::{Value, json};

use crate::samples::get;

/// What a stranger may ask for; everything else that is described wants the token.
const OPEN: [&str; 3] = ["/healthz", "/readyz", "/api/v1/login"];

#[tokio::test]
async fn every_route_wants_the_token_but_the_open_ones() {
    let server = TestServer::start().await;
    let described = get(&server, "/api/v1/openapi.json").await;
    let mut guarded = Vec::new();
    for (path, item) in described["paths"].as_object().unwrap() {
        if !OPEN.contains(&path.as_str()) {
            let methods = item.as_object().unwrap().keys();
            let path = path.replace("{id}", "a");
            guarded.extend(methods.map(|method| (method.to_uppercase(), path.clone())));
        }
    }
    assert!(guarded.len() >= 14, "{guarded:?}");
    let token = server.token();
    let almost = format!("Bearer {}", token.split_at(token.len() - 1).0);
    let longer = format!("Bearer {token}x");
    let basic = format!("Basic {token}");
    for (method, path) in &guarded {
        let stranger = server.anonymous(method, path);
        let refused = stranger.send().await;
        assert_eq!(refused.problem(401), "unauthorized", "{method} {path}");
        assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
        for wrong in ["Bearer x", &almost, &longer, &basic, token, ""] {
            let refused = stranger.clone().header("authorization", wrong).send().await;
            assert_eq!(refused.problem(401), "unauthorized", "{method} {path}");
        }
    }
    for path in ["/healthz", "/readyz"] {
        assert_eq!(server.anonymous("GET", path).send().await.status, 200);
    }
    server.finish().await;
}

#[tokio::test]
async fn the_token_is_made_at_the_first_start_for_its_owner_alone() {
    let server = TestServer::start().await;
    let file = server.data_dir().join("token");
    let mode = file.metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(
        std::fs::read_to_string(file).unwrap().trim(),
        server.token()
    );
    server.finish().await;
}

#[tokio::test]
async fn a_login_tells_whether_a_token_is_good_and_is_limited_in_rate() {
    let server = TestServer::start().await;
    let login = |body: Value| server.anonymous("POST", "/api/v1/login").json(&body);
    let good = json!({ "token": server.token() });
    let accepted = login(good.clone()).send().await;
    assert_eq!((accepted.status, accepted.body.len()), (204, 0));
    assert_eq!(accepted.header("set-cookie"), None);
    assert_eq!(
        login(json!({})).send().await.field_errors(),
        ["token required"]
    );
    let odd = json!({ "token": 7, "x": 1 });
    assert_eq!(
        login(odd).send().await.field_errors(),
        ["token type", "x unknown"]
    );

    for _ in 0..10 {
        let refused = login(json!({ "token": "wrong" })).send().await;
        assert_eq!(refused.problem(401), "unauthorized");
    }
    let limited = login(json!({ "token": "wrong" })).send().await;
    assert_eq!(limited.problem(429), "too-many-logins");
    let wait: u64 = limited.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=7).contains(&wait), "{wait}");
    assert_eq!(login(good).send().await.problem(429), "too-many-logins");
    get(&server, "/api/v1/executors").await;
    server.finish().await;
}

#[tokio::test]
async fn a_name_that_was_made_to_point_here_gets_nothing() {
    let server = TestServer::start().await;
    let port = server.address().port();
    let routes = [
        "/",
        "/healthz",
        "/api/v1/executors",
        "/assets/x.js",
        "/api/v1/ws",
    ];
    for host in [
        "rebound.test".to_owned(),
        format!("rebound.test:{port}"),
        format!("127.0.0.2:{port}"),
        format!("localhost.rebound.test:{port}"),
        String::new(),
    ] {
        for path in routes {
            let refused = server
                .request("GET", path)
                .header("host", &host)
                .send()
                .await;
            assert_eq!(refused.problem(403), "foreign-host", "{host:?} {path}");
        }
    }
    for own in [
        format!("localhost:{port}"),
        format!("127.0.0.1:{port}"),
        "localhost".to_owned(),
    ] {
        let read = server
            .request("GET", "/api/v1/executors")
            .header("host", &own);
        assert_eq!(read.send().await.status, 200, "{own}");
    }
    let absolute = server.request("GET", "http://rebound.test/api/v1/executors");
    assert_eq!(absolute.send().await.problem(403), "foreign-host");
    server.finish().await;
}

#[tokio::test]
async fn a_page_of_another_origin_gets_nothing() {
    let server = TestServer::start().await;
    let own = format!("http://{}", server.address());
    for foreign in [
        "http://evil.test",
        "http://127.0.0.1:8888",
        "https://127.0.0.1",
        "null",
    ] {
        for (method, path) in [("GET", "/"), ("POST", "/api/v1/login"), ("GET", "/metrics")] {
            let refused = server
                .request(method, path)
                .header("origin", foreign)
                .send()
                .await;
            assert_eq!(refused.problem(403), "foreign-origin", "{foreign} {path}");
        }
    }
    let read = server.request("GET", "/api/v1/executors");
    assert_eq!(read.clone().header("origin", &own).send().await.status, 200);
    assert_eq!(read.send().await.status, 200, "absent, with authorization");
    server.finish().await;
}

#[tokio::test]
async fn without_a_token_both_checks_remain() {
    let server = TestServer::builder().no_auth().start().await;
    let own = format!("http://{}", server.address());
    let read = server.request("GET", "/api/v1/executors");
    assert_eq!(
        read.send().await.problem(403),
        "foreign-origin",
        "nothing speaks for it"
    );
    assert_eq!(read.clone().header("origin", &own).send().await.status, 200);
    assert_eq!(
        read.clone()
            .header("authorization", "Bearer x")
            .send()
            .await
            .status,
        200
    );
    // What a browser sends with a GET of the page's own.
    let of_page = |site: &str| read.clone().header("sec-fetch-site", site);
    assert_eq!(of_page("same-origin").send().await.status, 200);
    for site in ["cross-site", "same-site", "none"] {
        assert_eq!(of_page(site).send().await.problem(403), "foreign-origin");
    }
    let rebound = of_page("same-origin").header("host", "rebound.test");
    assert_eq!(rebound.send().await.problem(403), "foreign-host");
    let foreign = read.clone().header("origin", "http://evil.test");
    assert_eq!(foreign.send().await.problem(403), "foreign-origin");

    let login = server.anonymous("POST", "/api/v1/login");
    let login = login.header("origin", &own).json(&json!({ "token": "" }));
    assert_eq!(
        login.send().await.status,
        204,
        "the page learns that none is needed"
    );
    let address = server.address();
    assert!(Socket::with(address, "", &[("origin", &own)]).await.is_ok());
    assert_eq!(Socket::with(address, "", &[]).await.err(), Some(403));
    server.finish().await;
}

#[tokio::test]
async fn a_ticket_opens_one_socket_for_a_page_of_this_server() {
    let server = TestServer::start().await;
    let address = server.address();
    let own = format!("http://{address}");
    let ticket = async || {
        let made = server
            .request("POST", "/api/v1/ws-ticket")
            .send()
            .await
            .json();
        assert_eq!(made["expires_in_seconds"], 30);
        format!("?ticket={}", made["ticket"].as_str().unwrap())
    };
    let first = ticket().await;
    let mut socket = Socket::with(address, &first, &[("origin", &own)])
        .await
        .unwrap();
    assert_eq!(socket.next().await["type"], "hello");
    let again = Socket::with(address, &first, &[("origin", &own)]).await;
    assert_eq!(again.err(), Some(401), "it was used");

    let foreign = [("origin", "http://evil.test")];
    let taken = Socket::with(address, &ticket().await, &foreign).await;
    assert_eq!(taken.err(), Some(403));
    let bare = Socket::with(address, &ticket().await, &[]).await;
    assert_eq!(bare.err(), Some(403), "no browser sends none");
    for wrong in ["", "?ticket=", "?ticket=x"] {
        let refused = Socket::with(address, wrong, &[("origin", &own)]).await;
        assert_eq!(refused.err(), Some(401), "{wrong}");
    }
    let bearer = format!("Bearer {}", server.token());
    let with_header = [("authorization", bearer.as_str())];
    assert!(Socket::with(address, "", &with_header).await.is_ok());
    drop(socket);
    server.finish().await;
}

#[tokio::test]
async fn a_public_url_adds_its_host_its_origin_and_its_prefix() {
    let server = TestServer::builder()
        .variable("REACH_SERVER_PUBLICURL", "https://tools.test/reach")
        .start()
        .await;
    let under = |path: &str| {
        let request = server.request("GET", path).header("host", "tools.test");
        request.header("origin", "https://tools.test")
    };
    for path in ["/reach/api/v1/executors", "/api/v1/executors"] {
        assert_eq!(under(path).send().await.status, 200, "{path}");
    }
    assert_eq!(
        under("/reachable/api/v1/executors").send().await.status,
        404
    );
    let bare = under("/reach").send().await;
    assert_eq!(
        (bare.status, bare.header("location")),
        (308, Some("/reach/"))
    );
    let made = server.request("POST", "/reach/api/v1/executors");
    let made = made
        .json(&json!({ "id": "a", "name": "a", "type": "local" }))
        .send()
        .await;
    assert_eq!(made.header("location"), Some("/reach/api/v1/executors/a"));
    server.finish().await;
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let server = TestServer::start().await;
    for (method, path) in [
        ("GET", "/"),
        ("GET", "/api/v1/executors"),
        ("PUT", "/nowhere"),
    ] {
        let answer = server.request(method, path).send().await;
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{method} {path}");
        }
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    let api = server.request("GET", "/api/v1/executors").send().await;
    assert_eq!(api.header("cache-control"), Some("no-store"));
    server.finish().await;
}

#[tokio::test]
async fn a_request_head_that_never_ends_is_cut_off_by_size() {
    let server = TestServer::start().await;
    let long = "x".repeat(1 << 20);
    let answer = server
        .request("GET", "/healthz")
        .header("x-long", &long)
        .try_send()
        .await;
    assert!(answer.is_err() || answer.is_ok_and(|answer| answer.status == 431));
    let still = tokio::time::timeout(Duration::from_secs(5), get_health(&server)).await;
    assert_eq!(still.unwrap(), 200);
    server.finish().await;
}

async fn get_health(server: &TestServer) -> u16 {
    server.request("GET", "/healthz").send().await.status
}
