//! Sessions beside `ssh -L` on the same server: bytes each way, small requests, CPU; what an idle
//! session costs; how long a cut takes to become an error.

use std::fs;
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reach_tests::binary::ReachProcess;
use reach_tests::http::Response;
use reach_tests::patience::eventually;
use reach_tests::ports;
use reach_tests::ports::free_port;
use reach_tests::sshd::Sshd;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::spawn_blocking;

use crate::load::{self, IS_CONTROLLER};
use crate::{memory, percentile};

const BYTES: u64 = 512 * 1024 * 1024;
const REQUESTS: usize = 2_000;
const IDLE: usize = 20;
const PATIENCE: Duration = Duration::from_mins(2);

pub(crate) async fn measure() {
    println!("sessions beside ssh -L, {} MiB each way", BYTES >> 20);
    let home = tempfile::tempdir().expect("a temporary directory");
    let set_home = format!("SetEnv HOME={}", home.path().display());
    let sshd = Sshd::builder().config(&set_home).start();
    let reach = Reach::start(&home, &sshd).await;

    let session = reach.session("measured").await;
    let remote_port = port(&session, "remote_port");
    let tunnel = Tunnel::open(&sshd, remote_port).await;
    // Each twice, taking turns, so that neither has the quieter machine; the second is printed.
    for is_warm in [false, true] {
        for (name, port, pid) in [
            ("reach ", port(&session, "local_port"), reach.server.pid()),
            ("ssh -L", tunnel.port, tunnel.child.id()),
        ] {
            let line = spawn_blocking(move || compare(port, pid)).await;
            let line = line.expect("it does not panic");
            if is_warm {
                println!("  {name} {line}");
            }
        }
    }
    drop(tunnel);

    let before = memory::resident(reach.server.pid());
    for number in 0..IDLE {
        reach.session(&format!("idle-{number}")).await;
    }
    let after = memory::resident(reach.server.pid());
    println!(
        "  an idle session: {:.0} KiB",
        (after - before) as f64 / IDLE as f64
    );

    let waiting_port = port(&session, "local_port");
    let waiting = spawn_blocking(move || load::wait_for_error(waiting_port));
    eventually("connections", || async {
        (sshd.connections().len() > IDLE).then_some(())
    })
    .await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let cut = Instant::now();
    sshd.freeze_connections();
    let error = waiting.await.expect("it does not panic").expect("an error");
    println!(
        "  from a wedged host to an error: {:.1} s ({error})",
        cut.elapsed().as_secs_f64()
    );
    eventually("a closed port", || async {
        ports::is_refused(waiting_port).then_some(())
    })
    .await;
    sshd.kill_connections();
    reach.end().await;
}

/// One line of numbers; blocks.
fn compare(port: u16, pid: u32) -> String {
    let cpu = cpu_time(pid);
    let down = load::download(port, BYTES).expect("a download");
    let up = load::upload(port, BYTES).expect("an upload");
    let cpu = cpu_time(pid).saturating_sub(cpu);
    let mut small = load::requests(port, REQUESTS).expect("answers");
    let mut fresh = load::connections(port, REQUESTS / 4).expect("answers");
    small.sort_unstable();
    fresh.sort_unstable();
    let rate = |took: Duration| (BYTES >> 20) as f64 / took.as_secs_f64();
    let micros = |times: &[Duration], percent| percentile(times, percent).as_micros();
    format!(
        "down {:4.0} MiB/s   up {:4.0} MiB/s   CPU {:.2} s/GiB   request p50 {} µs p99 {} µs   \
         with a connection each p50 {} µs p99 {} µs",
        rate(down),
        rate(up),
        cpu.as_secs_f64() * f64::from(1 << 30) / (2 * BYTES) as f64,
        micros(&small, 50),
        micros(&small, 99),
        micros(&fresh, 50),
        micros(&fresh, 99),
    )
}

/// The real server with the host as its executor.
struct Reach {
    server: ReachProcess,
    _data_dir: TempDir,
}

impl Reach {
    async fn start(home: &TempDir, sshd: &Sshd) -> Self {
        let data_dir = tempfile::tempdir_in(home.path()).expect("a temporary directory");
        let off = [("REACH_EXECUTORS_SSHREACHABILITYINTERVALSECONDS", "0")];
        let server = ReachProcess::start(data_dir.path(), &off).await;
        let executor = sshd.executor("host");
        let new = json!({ "id": "host", "name": "host", "type": "ssh", "config": executor.config });
        let reach = Self {
            server,
            _data_dir: data_dir,
        };
        let created = reach.post("/api/v1/executors", &new).await;
        assert_eq!(created.status, 201, "{}", created.text());
        reach
    }

    async fn post(&self, path: &str, body: &Value) -> Response {
        self.server.request("POST", path).json(body).send().await
    }

    /// A running session whose controller is this program.
    async fn session(&self, id: &str) -> Value {
        let program = std::env::current_exe().expect("this program has a path");
        let new = json!({
            "id": id,
            "executor_id": "host",
            "controller": { "command": format!("exec '{}'", program.display()), "port": 0 },
            "env": { IS_CONTROLLER: "1" },
        });
        let created = self.post("/api/v1/sessions", &new).await;
        assert_eq!(created.status, 202, "{}", created.text());
        let started = Instant::now();
        loop {
            let path = format!("/api/v1/sessions/{id}");
            let session = self.server.request("GET", &path).send().await.json();
            if session["state"] == "running" {
                return session;
            }
            assert!(
                session["state"] == "starting" && started.elapsed() < PATIENCE,
                "{session}"
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn end(self) {
        self.server.signal(rustix::process::Signal::TERM);
        self.server.ended().await;
    }
}

fn port(session: &Value, member: &str) -> u16 {
    let port = session[member]
        .as_u64()
        .and_then(|port| port.try_into().ok());
    port.expect("a running session has it")
}

/// `ssh -L`, ended when dropped.
struct Tunnel {
    child: Child,
    port: u16,
    _files: TempDir,
}

impl Tunnel {
    async fn open(sshd: &Sshd, remote_port: u16) -> Self {
        let files = tempfile::tempdir().expect("a temporary directory");
        let known_hosts = files.path().join("known_hosts");
        fs::write(&known_hosts, sshd.known_hosts()).expect("known hosts");
        let port = free_port();
        let child = Command::new("ssh")
            .args(["-N", "-F", "none", "-p", &sshd.port().to_string()])
            .args(["-o", "ExitOnForwardFailure=yes", "-o", "IdentitiesOnly=yes"])
            .args([
                "-o",
                &format!("UserKnownHostsFile={}", known_hosts.display()),
            ])
            .args(["-L", &format!("127.0.0.1:{port}:127.0.0.1:{remote_port}")])
            .arg("-i")
            .arg(sshd.user_key())
            .arg(format!("{}@127.0.0.1", sshd.user()))
            .stdin(Stdio::null())
            .spawn()
            .expect("ssh starts");
        eventually("ssh to listen", || async {
            TcpStream::connect(("127.0.0.1", port)).ok()
        })
        .await;
        Self {
            child,
            port,
            _files: files,
        }
    }
}

impl Drop for Tunnel {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Of a process on all its threads, as Linux counts it: in hundredths of a second.
fn cpu_time(pid: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).expect("a Linux system");
    // After the name, which may contain anything, user and system time are the 12th and 13th.
    let (_, rest) = stat.rsplit_once(')').expect("a name");
    let fields = rest.split_whitespace().skip(11).take(2);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}
