//! Observation writes: the whole transaction, as a completed probe causes it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reach_logic::{ConnectionConfig, ExecutorConfig, ExecutorId, Failure, Observation, Reason};
use reach_server::clock::{Clock as _, SystemClock};
use reach_server::store::{Holder, Observed, Store, StoreLocation, open};
use reach_tests::postgres::TestDatabase;
use tokio::task::JoinSet;

use crate::{new_executor, percentile};

const HOSTS: usize = 50;
const TIME: Duration = Duration::from_secs(4);

pub(crate) async fn measure() {
    println!("observation writes, {HOSTS} executors");
    let dir = tempfile::tempdir().expect("a temporary directory");
    let sqlite = StoreLocation::Sqlite(dir.path().join("reach.db"));
    measure_engine("SQLite", &sqlite).await;
    let database = TestDatabase::create().await;
    measure_engine("PostgreSQL", &database.location()).await;
}

async fn measure_engine(name: &str, location: &StoreLocation) {
    let holder = Holder::this_process("bench", SystemClock.now());
    let store = open(location, &holder).await.expect("the store opens");
    let mut targets = Vec::new();
    for at in 0..HOSTS {
        let id: ExecutorId = format!("bench-{at:02}").parse().expect("an id");
        let config = ExecutorConfig {
            connection: ConnectionConfig {
                host: Some(format!("host-{at}")),
                ..ConnectionConfig::default()
            },
            host_key_algorithm: None,
        };
        let digest = config.connection.digest();
        let new = new_executor(format!("bench {at}"), config);
        let saved = store.create(&id, &new, SystemClock.now()).await;
        targets.push((id, saved.expect("it is created").after.generation, digest));
    }
    for writers in [1, 4] {
        let mut tasks = JoinSet::new();
        let started = Instant::now();
        for writer in 0..writers {
            // Each has executors of its own, so that no write is refused as not later.
            let own = targets.iter().skip(writer).step_by(writers).cloned();
            tasks.spawn(write(Arc::clone(&store), own.collect()));
        }
        let mut durations: Vec<Duration> = tasks.join_all().await.concat();
        let per_second = durations.len() as f64 / started.elapsed().as_secs_f64();
        durations.sort_unstable();
        println!(
            "  {name:<10} {writers} at a time: {per_second:>6.0}/s   p50 {:>6.2} ms   p99 {:>6.2} ms",
            millis(percentile(&durations, 50)),
            millis(percentile(&durations, 99)),
        );
    }
    store.close().await;
}

async fn write(store: Arc<dyn Store>, targets: Vec<(ExecutorId, i64, String)>) -> Vec<Duration> {
    let end = Instant::now() + TIME;
    let mut durations = Vec::new();
    while Instant::now() < end {
        for (id, generation, digest) in &targets {
            let now = SystemClock.now();
            let failed = durations.len() % 3 == 0;
            let observation = Observation {
                host: "host".into(),
                failure: failed.then(|| Failure {
                    reason: Reason::Network,
                    message: "connection refused by host".into(),
                }),
                checked_at: now,
                config_digest: digest.clone(),
            };
            let started = Instant::now();
            let observed = store.observe(id, *generation, &observation, now).await;
            durations.push(started.elapsed());
            let observed = observed.expect("it is written");
            assert!(matches!(observed, Observed::Written { .. }), "{observed:?}");
        }
    }
    durations
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}
