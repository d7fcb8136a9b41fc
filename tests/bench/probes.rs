//! Probes of a local server, directly and through a bastion, as many in flight as the poller runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use reach_logic::Executor;
use reach_server::reachability::PROBE_SLOTS;
use reach_server::ssh::{Probe, SshProbe, SshSettings};
use reach_tests::sshd::Sshd;
use rustix::time::{ClockId, clock_gettime};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::percentile;

const PROBES: usize = 600;

pub(crate) async fn measure(sshd: &Sshd) {
    println!("probes of a local sshd (ed25519), {PROBE_SLOTS} in flight");
    let bastion = Sshd::start();
    bastion.authorize(&sshd.user_key().with_extension("pub"));
    let direct = sshd.executor("bench");
    let mut jumping = direct.clone();
    let jump = format!("{}@127.0.0.1:{}", bastion.user(), bastion.port());
    jumping.config.connection.proxy_jump = Some(jump);
    for (way, executor) in [("directly", direct), ("through a bastion", jumping)] {
        measure_one(way, &Arc::new(executor)).await;
    }
}

async fn measure_one(way: &str, executor: &Arc<Executor>) {
    let data_dir = tempfile::tempdir().expect("a temporary directory");
    let settings = SshSettings::from_environment(data_dir.path().to_owned());
    let probe: Arc<dyn Probe> = Arc::new(SshProbe::new(settings));
    // The first ones pay for what is made once, and a bastion's key is remembered.
    run(&probe, executor, PROBE_SLOTS).await;

    let cpu = cpu_time();
    let started = Instant::now();
    let mut durations = run(&probe, executor, PROBES).await;
    let wall = started.elapsed().as_secs_f64();
    let cpu = cpu_time().saturating_sub(cpu).as_secs_f64();
    durations.sort_unstable();
    println!(
        "  {way:<17} {:4.0}/s   client CPU {:.2} ms each   p50 {:.1} ms   p99 {:.1} ms",
        PROBES as f64 / wall,
        cpu * 1_000.0 / PROBES as f64,
        percentile(&durations, 50).as_secs_f64() * 1_000.0,
        percentile(&durations, 99).as_secs_f64() * 1_000.0,
    );
}

async fn run(probe: &Arc<dyn Probe>, executor: &Arc<Executor>, count: usize) -> Vec<Duration> {
    let left = Arc::new(AtomicUsize::new(count));
    let mut tasks = JoinSet::new();
    for _ in 0..PROBE_SLOTS {
        let (probe, executor, left) = (Arc::clone(probe), Arc::clone(executor), Arc::clone(&left));
        tasks.spawn(async move {
            let mut durations = Vec::new();
            let take = |left: usize| left.checked_sub(1);
            while left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
                .is_ok()
            {
                let started = Instant::now();
                let report = probe.probe(&executor, &CancellationToken::new()).await;
                let report = report.expect("nobody cancels it");
                assert_eq!(report.failure, None, "the host is healthy");
                durations.push(started.elapsed());
            }
            durations
        });
    }
    tasks.join_all().await.concat()
}

/// Of this process, on all its threads.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.try_into().expect("a time since the start")
}
