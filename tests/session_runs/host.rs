//! What runs on a host, and launches beside each other.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reach_logic::session::{Session, SessionFailure, SessionSpec, SessionState};

use crate::rig::{PATIENCE, Rig, session_id};

/// The command lines of what runs for this home directory: everything that a host's sshd starts
/// carries it, whatever it was started for.
pub(crate) fn running(home: &Path) -> Vec<String> {
    let mark = format!("HOME={}", home.display());
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap() {
        let process = entry.unwrap().path();
        let environ = fs::read(process.join("environ")).unwrap_or_default();
        if environ
            .split(|byte| *byte == 0)
            .any(|one| one == mark.as_bytes())
        {
            let line = fs::read(process.join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            found.push(format!("{} {line}", process.display()));
        }
    }
    found
}

/// Waits until nothing runs there any more.
pub(crate) async fn until_nothing_runs(home: &Path) {
    let started = Instant::now();
    loop {
        let running = running(home);
        if running.is_empty() {
            return;
        }
        assert!(started.elapsed() < PATIENCE, "{running:#?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits for the end of a launch.
pub(crate) async fn launched(rig: &Rig, id: &str) -> Session {
    let started = Instant::now();
    loop {
        let session = rig.sessions.get(&session_id(id)).await.unwrap();
        if session.state != SessionState::Starting {
            return session;
        }
        assert!(started.elapsed() < PATIENCE, "{session:?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Launches what must fail, and say that nothing is left of it.
pub(crate) async fn failure(rig: &Rig, id: &str, wanted: SessionSpec) -> SessionFailure {
    rig.try_create(id, "gpu", wanted).await.unwrap();
    let session = launched(rig, id).await;
    assert_eq!(session.state, SessionState::Failed, "{session:?}");
    assert!(!session.controller_may_remain, "{session:?}");
    assert_eq!((session.local_port, session.remote_pid), (None, None));
    session.failure.expect("a failed session says why")
}

/// The same for many at once; nothing may be left on the host.
pub(crate) async fn failures(rig: &Rig, all: Vec<SessionSpec>) -> Vec<SessionFailure> {
    let launches = all.into_iter().enumerate();
    let launches =
        launches.map(async |(number, wanted)| failure(rig, &format!("s{number}"), wanted).await);
    let failures = join_all(launches).await;
    until_nothing_runs(rig.home.path()).await;
    failures
}
