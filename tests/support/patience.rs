//! Waiting for a condition, with a bound.

use std::time::Duration;

/// Asks again and again, for at most ten seconds.
pub async fn eventually<T, F>(what: &str, mut ask: impl FnMut() -> F) -> T
where
    F: Future<Output = Option<T>>,
{
    let asking = async {
        loop {
            if let Some(found) = ask().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let found = tokio::time::timeout(Duration::from_secs(10), asking).await;
    found.unwrap_or_else(|_| panic!("{what}: never"))
}
