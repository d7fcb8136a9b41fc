//! Scripts and controllers that do what nobody expects of them.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use reach_logic::EffectiveInterval;
use reach_logic::session::{LaunchStep, SessionState};
use reach_server::sessions::{RemoteState, SessionError};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

use crate::host::{failures, launched, until_nothing_runs};
use crate::rig::{GREETER, PATIENCE, Rig, greeting, limits, session_id, spec};

/// The most memory that this process has ever had, in KiB.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let mut words = line.unwrap().split_whitespace();
    words.nth(1).unwrap().parse().unwrap()
}

#[tokio::test]
async fn of_a_gigabyte_that_a_prepare_script_prints_the_end_is_kept() {
    let rig = Rig::new().await;
    let mut wanted = spec(GREETER);
    wanted.prepare_script =
        Some("head -c 1000000000 /dev/zero; echo; echo the end >&2; exit 3".to_owned());
    let before = peak();
    let failures = failures(&rig, vec![wanted]).await;
    let message = &failures[0].message;
    assert!(message.ends_with("the end"), "{message}");
    assert!(message.len() < 1000, "{message}");
    let grown = peak() - before;
    assert!(grown < 200_000, "{grown} KiB for it");
    let directory = rig.home.path().join(".reach/sessions/s0");
    let sizes = fs::read_dir(directory).unwrap();
    let size: u64 = sizes
        .map(|one| one.unwrap().metadata().unwrap().len())
        .sum();
    assert!(size < 100_000, "{size} bytes on the host");
}

#[tokio::test]
async fn a_port_file_that_is_no_port_file_ends_the_launch() {
    let limits = reach_server::sessions::Limits {
        // All of these start at once, and one of them writes 50 MB.
        ready: Duration::from_secs(5),
        ..limits()
    };
    let rig = Rig::with_limits(limits, EffectiveInterval::DEFAULT, |sshd| sshd).await;
    let file = "$REACH_PORT_FILE";
    let cases = [
        (format!("printf '' > {file}"), "it wrote no port"),
        (format!("printf '\\n\\n' > {file}"), "it wrote no port"),
        (format!("ln -s /no/such/place {file}"), "it wrote no port"),
        (format!("ln -s /dev/zero {file}"), "it wrote no port"),
        (format!("mkfifo {file}"), "it wrote no port"),
        (format!("mkdir {file}"), "it wrote no port"),
        (
            format!("head -c 50000000 /dev/zero | tr '\\0' 7 > {file}"),
            "wrote \"7777777777777777777777777777777777777777777777777777777777777777\" to",
        ),
        (
            format!("printf '\\377\\033[2J' > {file}"),
            "which is no port",
        ),
    ];
    let all = cases.iter();
    let all = all.map(|(command, _)| spec(&format!("{command}; exec sleep 1000")));
    let failures = failures(&rig, all.collect()).await;
    for ((command, expected), failure) in cases.iter().zip(failures) {
        assert_eq!(failure.step, Some(LaunchStep::Port), "{command}");
        let message = &failure.message;
        assert!(message.contains(expected), "{command}: {message}");
        assert!(!message.contains('\x1b'), "{command}: {message:?}");
    }
}

#[tokio::test]
async fn a_port_file_may_be_a_link_to_one() {
    let rig = Rig::new().await;
    let linked = format!("ln -s $REACH_SESSION_DIR/other $REACH_PORT_FILE; {GREETER}");
    let session = rig.runs(spec(&linked)).await;
    assert_eq!(greeting(session.local_port).await, "hello you");
    rig.sessions.stop(session_id("s1")).await.unwrap();
    until_nothing_runs(rig.home.path()).await;
}

/// However soon it ends: what it said is what helps.
#[tokio::test]
async fn a_controller_that_ends_at_once_is_told_by_its_log() {
    let rig = Rig::new().await;
    let all = (0..6).map(|_| spec("no-such-program")).collect();
    for failure in failures(&rig, all).await {
        assert_eq!(failure.step, Some(LaunchStep::Port));
        let message = &failure.message;
        assert!(message.contains("no-such-program: not found"), "{message}");
    }
}

#[tokio::test]
async fn a_controller_that_dies_once_it_is_connected_to_is_seen_and_forgotten() {
    let rig = Rig::new().await;
    let once = GREETER.replace(
        "while ($c = $s->accept) { print $c \"hello $ENV{GREETING}\"; close $c }",
        "$s->accept for 1 .. 2",
    );
    assert_ne!(once, GREETER);
    // The launch connects first.
    let session = rig.runs(spec(&once)).await;
    assert!(!rig.processes().is_empty());
    let _last = TcpStream::connect(("127.0.0.1", session.local_port.unwrap())).await;
    rig.until_no_process().await;
    let status = rig.sessions.status(&session.id).await.unwrap();
    assert_eq!((status.state, status.error), (RemoteState::Stopped, None));
    let port = ("127.0.0.1", session.local_port.unwrap());
    let mut client = TcpStream::connect(port).await.unwrap();
    let read = client.read(&mut [0; 8]).await;
    assert!(read.is_err(), "a reset, not an empty answer: {read:?}");
    let stopped = rig.sessions.stop(session.id).await.unwrap();
    assert_eq!(stopped.state, SessionState::Stopped);
    assert!(!stopped.controller_may_remain);
    until_nothing_runs(rig.home.path()).await;
}

#[tokio::test]
async fn a_controller_that_goes_into_the_background_is_found_and_stopped() {
    let rig = Rig::new().await;
    let daemon = format!("setsid sh -c '{}' & exit 0", GREETER.replace('\'', r"'\''"));
    let session = rig.runs(spec(&daemon)).await;
    assert_eq!(greeting(session.local_port).await, "hello you");
    let status = rig.sessions.status(&session.id).await.unwrap();
    assert_eq!(status.state, RemoteState::Running);
    let stopped = rig.sessions.stop(session.id).await.unwrap();
    assert!(!stopped.controller_may_remain);
    assert_eq!(rig.processes(), [0; 0]);
    until_nothing_runs(rig.home.path()).await;
}

async fn until_there(path: &Path) {
    let started = Instant::now();
    while !path.exists() {
        assert!(
            started.elapsed() < PATIENCE,
            "{} is not made",
            path.display()
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// A host that takes a second before it runs a script in which this stands.
fn slow_for(text: &str) -> String {
    format!(
        "ForceCommand script=$(mktemp); cat > $script; \
         if grep -q \"{text}\" $script; then touch $HOME/slow; sleep 1; fi; \
         /bin/sh -s < $script; code=$?; rm $script; exit $code"
    )
}

#[tokio::test]
async fn a_prepare_script_that_begins_after_the_stop_ends_at_once() {
    let slow = slow_for("^reach_name='prepare'");
    let rig = Rig::with(|sshd| sshd.config(&slow)).await;
    let mut wanted = spec(GREETER);
    wanted.prepare_script = Some("touch began; exec sleep 1000".to_owned());
    rig.create(wanted).await;
    until_there(&rig.home.path().join("slow")).await;
    let refused = rig.sessions.delete(session_id("s1"), true).await;
    assert!(matches!(refused, Err(SessionError::Running)), "{refused:?}");
    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert_eq!(stopped.state, SessionState::Stopped);
    assert!(!stopped.controller_may_remain);
    until_nothing_runs(rig.home.path()).await;
    assert!(!rig.directory().join("began").exists());
}

#[tokio::test]
async fn a_host_that_goes_away_while_it_starts_the_controller_may_run_it() {
    let slow = slow_for("^reach_command=");
    let mut rig = Rig::with(|sshd| sshd.config(&slow)).await;
    rig.create(spec("echo $$ > began; exec sleep 1000")).await;
    until_there(&rig.home.path().join("slow")).await;
    rig.sshd.vanish();
    let failed = launched(&rig, "s1").await;
    assert_eq!(failed.state, SessionState::Failed);
    let failure = failed.failure.expect("it says why");
    assert_eq!(failure.step, Some(LaunchStep::Start));
    assert!(failed.controller_may_remain, "nobody could look");
    rig.sshd.start_again();
    until_there(&rig.directory().join("began")).await;
    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert_eq!(stopped.state, SessionState::Failed);
    assert!(!stopped.controller_may_remain);
    until_nothing_runs(rig.home.path()).await;
}
