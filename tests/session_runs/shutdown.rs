//! What becomes of sessions on this machine when Reach ends.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use reach_logic::SessionId;
use reach_logic::session::{LaunchStep, SessionSpec, SessionState};
use reach_server::sessions::SessionError;
use reach_server::store::{SessionRow, SessionStore as _};
use reach_tests::memory_store::{Call, Fault};

use crate::rig::{GREETER, PATIENCE, Rig, session_id, spec};

/// A session on this machine. Its directory is in the home of whoever runs the tests, and is taken
/// away at the end.
struct Local {
    rig: Rig,
    id: SessionId,
}

impl Local {
    async fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::SeqCst);
        let rig = Rig::new().await;
        rig.has_local().await;
        let id = session_id(&format!("reach-end-{}-{count}", std::process::id()));
        Self { rig, id }
    }

    async fn launch(&self, wanted: SessionSpec) {
        let created = self.rig.try_create(self.id.as_str(), "box", wanted).await;
        created.expect("it is new");
    }

    async fn row(&self) -> SessionRow {
        let row = self.rig.store.session(&self.id).await;
        row.expect("the store answers").expect("it is there")
    }

    async fn until(&self, wanted: impl Fn(&SessionRow) -> bool) -> SessionRow {
        let began = Instant::now();
        loop {
            let row = self.row().await;
            if wanted(&row) {
                return row;
            }
            assert!(began.elapsed() < PATIENCE, "{row:?}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    fn directory(&self) -> PathBuf {
        let home = std::env::home_dir().expect("whoever runs the tests has a home");
        home.join(".reach/sessions").join(self.id.as_str())
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.directory());
    }
}

/// Whether it runs; nobody may have noticed yet that it ended, and then it has no environment.
fn is_alive(pid: u32) -> bool {
    std::fs::read(format!("/proc/{pid}/environ")).is_ok_and(|environ| !environ.is_empty())
}

#[tokio::test]
async fn a_local_controller_that_ignores_the_request_to_end_does_not_outlive_a_shutdown() {
    let local = Local::new().await;
    let deaf = GREETER.replace("$s = ", "$SIG{TERM} = \"IGNORE\"; $s = ");
    local.launch(spec(&deaf)).await;
    let running = local.until(|row| row.state == SessionState::Running).await;
    let pid = running.resume.expect("it runs").process.pid;
    let began = Instant::now();
    local.rig.sessions.shutdown().await;
    // The whole server has 5 s; the patience of a stop alone is more.
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
    assert!(!is_alive(pid));
    let ended = local.row().await;
    assert_eq!((ended.state, ended.resume), (SessionState::Stopped, None));
}

#[tokio::test]
async fn a_local_session_that_gets_ready_during_a_shutdown_is_ended_too() {
    let local = Local::new().await;
    let port = reach_tests::ports::free_port();
    let greeter = GREETER.replace(
        "Listen => 5",
        &format!("Listen => 5, ReuseAddr => 1, LocalPort => {port}"),
    );
    let mut wanted = spec(&format!("until [ -e go ]; do sleep 0.05; done; {greeter}"));
    wanted.controller.port = port;
    local.launch(wanted).await;
    let launched = local.until(|row| row.step == Some(LaunchStep::Ready)).await;
    let pid = launched.resume.expect("it runs").process.pid;
    // The launch is held where it writes that the session runs.
    let store = &local.rig.store;
    let puts = store.calls(Call::PutSession);
    store.break_down(Call::PutSession, Fault::Waits);
    std::fs::write(local.directory().join("go"), "").unwrap();
    local.rig.until_called(Call::PutSession, puts + 1).await;
    let sessions = local.rig.sessions.clone();
    let shutdown = tokio::spawn(async move { sessions.shutdown().await });
    while !matches!(
        local.rig.try_create("other", "box", spec(GREETER)).await,
        Err(SessionError::ShuttingDown)
    ) {
        tokio::task::yield_now().await;
    }
    store.heal(Call::PutSession);
    shutdown.await.unwrap();
    assert!(!is_alive(pid));
    assert_eq!(local.row().await.state, SessionState::Stopped);
}
