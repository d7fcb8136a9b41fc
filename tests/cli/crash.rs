//! Servers that end with probes in flight, again and again.

use std::path::Path;
use std::time::Duration;

use reach_tests::binary::ReachProcess;
use reach_tests::sshd::Sshd;
use rustix::process::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::AsyncReadExt as _;
use tokio::net::{TcpListener, TcpStream};

const OFF: [(&str, &str); 1] = [("REACH_EXECUTORS_SSHREACHABILITYINTERVALSECONDS", "0")];
const ON: [(&str, &str); 1] = [("REACH_EXECUTORS_SSHREACHABILITYINTERVALSECONDS", "60")];
const ROUNDS: usize = 10;
/// Hosts that accept and say nothing, so that all four slots are in the middle of a probe.
const SILENT: usize = 4;

async fn records(server: &ReachProcess) -> Value {
    let list = server
        .request("GET", "/api/v1/ssh/reachability")
        .send()
        .await;
    let mut list = list.json();
    for record in list.as_array_mut().unwrap() {
        let record = record.as_object_mut().unwrap();
        // What depends on the moment and on the interval.
        for member in [
            "at",
            "freshness",
            "probing_enabled",
            "probe_interval_seconds",
        ] {
            record.remove(member);
        }
    }
    list
}

async fn create(server: &ReachProcess, id: &str, port: u16, sshd: &Sshd) {
    let body = json!({
        "id": id, "name": id, "type": "ssh",
        "config": {
            "host": "127.0.0.1", "port": port, "user": sshd.user(),
            "identity_source": "file", "identity_file": sshd.user_key(),
            "host_fingerprint": sshd.first_fingerprint(),
        },
    });
    let made = server
        .request("POST", "/api/v1/executors")
        .json(&body)
        .send()
        .await;
    assert_eq!(made.status, 201, "{}", made.text());
}

struct Rig {
    dir: TempDir,
    silent: TcpListener,
    sshd: Sshd,
}

/// A store with a host that was reached, and hosts whose probes never end by themselves.
async fn rig() -> Rig {
    let rig = Rig {
        dir: tempfile::tempdir().unwrap(),
        silent: TcpListener::bind("127.0.0.1:0").await.unwrap(),
        sshd: Sshd::start(),
    };
    let server = ReachProcess::start(rig.dir.path(), &OFF).await;
    create(&server, "a-healthy", rig.sshd.port(), &rig.sshd).await;
    let probe = "/api/v1/ssh/executors/a-healthy/reachability/probe";
    let record = server.request("POST", probe).send().await.json();
    assert_eq!(record["state"], "reachable", "{record}");
    let port = rig.silent.local_addr().unwrap().port();
    for number in 0..SILENT {
        create(&server, &format!("silent-{number}"), port, &rig.sshd).await;
    }
    end(server, Signal::KILL).await;
    rig
}

impl Rig {
    fn data_dir(&self) -> &Path {
        self.dir.path()
    }

    /// Waits until as many probes hold a connection.
    async fn probes_in_flight(&self) -> Vec<TcpStream> {
        let mut streams = Vec::new();
        let accepting = async {
            while streams.len() < SILENT {
                streams.push(self.silent.accept().await.unwrap().0);
            }
        };
        tokio::time::timeout(Duration::from_secs(15), accepting)
            .await
            .unwrap();
        streams
    }
}

async fn end(server: ReachProcess, signal: Signal) {
    server.signal(signal);
    let (code, _, log) = server.ended().await;
    let expected = if signal == Signal::KILL {
        None
    } else {
        Some(0)
    };
    assert_eq!(code, expected, "{log}");
}

/// Fails unless the other side has closed, in an orderly way or not.
async fn assert_closed(mut stream: TcpStream) {
    let mut rest = Vec::new();
    let read = stream.read_to_end(&mut rest);
    let ended = tokio::time::timeout(Duration::from_secs(5), read).await;
    assert!(
        ended.is_ok(),
        "a connection of the server that ended is still open"
    );
}

async fn ends_with_probes_in_flight(signal: Signal) {
    let rig = rig().await;
    // The connections of the first server's probes.
    while tokio::time::timeout(Duration::from_millis(200), rig.silent.accept())
        .await
        .is_ok()
    {}
    let quiet = ReachProcess::start(rig.data_dir(), &OFF).await;
    let mut before = records(&quiet).await;
    end(quiet, Signal::TERM).await;
    for round in 0..ROUNDS {
        let probing = ReachProcess::start(rig.data_dir(), &ON).await;
        let streams = rig.probes_in_flight().await;
        // The healthy host comes first in the pass, and its result may have been written.
        let healthy = records(&probing).await[0].clone();
        end(probing, signal).await;
        for stream in streams {
            assert_closed(stream).await;
        }

        let quiet = ReachProcess::start(rig.data_dir(), &OFF).await;
        let mut socket = quiet.socket().await;
        let after = records(&quiet).await;
        assert_eq!(after[0]["state"], "reachable", "round {round}");
        assert!(
            [&before[0], &healthy].contains(&&after[0])
                || after[0]["checked_at"].as_str() > healthy["checked_at"].as_str(),
            "round {round}: {after:#}"
        );
        before[0] = after[0].clone();
        assert_eq!(after, before, "round {round}");
        let quiet_time = Duration::from_millis(150);
        let dialled = tokio::time::timeout(quiet_time, rig.silent.accept());
        let (dialled, ()) = tokio::join!(dialled, socket.stays_silent(quiet_time));
        assert!(dialled.is_err(), "round {round}: a probe with probing off");
        assert_eq!(records(&quiet).await, before, "round {round}");
        drop(socket);
        end(quiet, Signal::TERM).await;
    }
}

// covers: SSH-REACHABILITY-001.22, SSH-REACHABILITY-001.25, SSH-REACHABILITY-001.26
#[tokio::test]
async fn ten_terminations_with_probes_in_flight_change_no_record() {
    ends_with_probes_in_flight(Signal::TERM).await;
}

// covers: SSH-REACHABILITY-001.22, SSH-REACHABILITY-001.25
#[tokio::test]
async fn ten_kills_with_probes_in_flight_change_no_record() {
    ends_with_probes_in_flight(Signal::KILL).await;
}
