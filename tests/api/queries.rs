//! Queries that cannot be meant.

use reach_tests::server::TestServer;
use serde_json::json;

#[tokio::test]
async fn a_query_that_cannot_be_meant_is_refused_as_anything_else_is() {
    let server = TestServer::start().await;
    for (method, path, field) in [
        ("GET", "?executor_id=a&executor_id=b", "executor_id"),
        ("GET", "/a/logs?tail=abc", "tail"),
        ("GET", "/a/logs?tail=-1", "tail"),
        ("DELETE", "/a?force=1", "force"),
        ("DELETE", "/a?force=true&force=true", "force"),
    ] {
        let request = server.request(method, &format!("/api/v1/sessions{path}"));
        let answer = request.send().await;
        assert_eq!(answer.problem(422), "invalid", "{method} {path}");
        assert_eq!(answer.json()["errors"][0]["field"], json!(field));
    }
    server.finish().await;
}
