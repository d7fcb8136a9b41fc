//! Resident memory of the server with many executors, after it has probed each of them once.

use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reach_logic::ExecutorConfig;
use reach_server::clock::{Clock as _, SystemClock};
use reach_server::store::{Holder, StoreLocation, open};
use reach_tests::sshd::Sshd;
use tempfile::TempDir;

use crate::new_executor;

const EXECUTORS: u64 = 1_000;
const PATIENCE: Duration = Duration::from_mins(5);

pub(crate) async fn measure(sshd: &Sshd) {
    println!("resident memory, {EXECUTORS} executors, SQLite");
    let Some(binary) = env::var_os("REACH_BINARY") else {
        println!("  not measured: REACH_BINARY names no server");
        return;
    };
    let data_dir = tempfile::tempdir().expect("a temporary directory");
    fill(&data_dir, sshd).await;
    let started = Instant::now();
    let mut server = Command::new(binary)
        .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
        .arg(data_dir.path())
        .env("HOME", data_dir.path())
        .env("REACH_EXECUTORS_SSHREACHABILITYINTERVALSECONDS", "3600")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
    let url = first_line(&mut server).replacen("listening ", "", 1);
    let at_start = status(&server, "VmRSS");
    let token = fs::read_to_string(data_dir.path().join("token")).expect("the token");
    while probes(&url, token.trim()) < EXECUTORS {
        assert!(started.elapsed() < PATIENCE, "the first pass does not end");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    println!(
        "  at start {at_start}, after a pass of {:.1} s {}, at most {}",
        started.elapsed().as_secs_f64(),
        status(&server, "VmRSS"),
        status(&server, "VmHWM"),
    );
    server.kill().expect("the server ends");
    server.wait().expect("the server has ended");
}

async fn fill(data_dir: &TempDir, sshd: &Sshd) {
    let location = StoreLocation::Sqlite(data_dir.path().join("reach.db"));
    let holder = Holder::this_process("bench", SystemClock.now());
    let store = open(&location, &holder).await.expect("the store opens");
    for at in 0..EXECUTORS {
        let id = format!("bench-{at:04}").parse().expect("an id");
        let config = ExecutorConfig {
            connection: sshd.connection(),
            host_key_algorithm: None,
        };
        let new = new_executor(format!("bench {at}"), config);
        let created = store.create(&id, &new, SystemClock.now()).await;
        created.expect("it is created");
    }
    store.close().await;
}

fn first_line(server: &mut Child) -> String {
    let output = server.stdout.take().expect("a pipe");
    let mut line = String::new();
    let read = BufReader::new(output).read_line(&mut line);
    read.expect("the server says where it listens");
    line.trim().to_owned()
}

fn probes(url: &str, token: &str) -> u64 {
    let metrics = ureq::get(format!("{url}/metrics"))
        .header("Authorization", format!("Bearer {token}"))
        .call()
        .and_then(|mut response| response.body_mut().read_to_string())
        .expect("metrics");
    let outcomes = metrics
        .lines()
        .filter(|line| line.starts_with("executor_ssh_reachability_probe_total{"));
    outcomes
        .filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok())
        .sum()
}

/// The memory of a process that is in RAM, in KiB.
pub(crate) fn resident(pid: u32) -> u64 {
    kib(pid, "VmRSS")
}

fn status(server: &Child, key: &str) -> String {
    format!("{:.1} MiB", kib(server.id(), key) as f64 / 1024.0)
}

/// One line of `/proc/PID/status`.
fn kib(pid: u32, key: &str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).expect("a Linux system");
    let line = text.lines().find(|line| line.starts_with(key));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    kib.expect("a number")
}
