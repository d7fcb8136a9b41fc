//! A test in a process of its own: for what concerns a whole process, as its memory, its network,
//! and its being stopped.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::sockets::own_sockets;

/// Set in the process that runs one test alone.
const INSIDE: &str = "REACH_TEST_ALONE";

/// The process of a test that runs alone.
#[derive(Debug)]
pub struct Alone(());

impl Alone {
    /// `Some` inside. Outside it runs the test of this full name inside, passes its failure on, and
    /// gives `None`: the test is done.
    pub fn enter(test: &str) -> Option<Self> {
        if is_inside() {
            return Some(Self(()));
        }
        run_inside(Command::new(this_program()), test);
        None
    }

    /// This process is stopped, as by a laptop that is closed; what the shell command does happens
    /// in the meantime.
    pub async fn stand_still(&self, how_long: Duration, meanwhile: &str) {
        let seconds = how_long.as_secs_f64();
        let script = format!("kill -STOP $PPID; {meanwhile}; sleep {seconds}; kill -CONT $PPID");
        let shell = tokio::process::Command::new("sh")
            .args(["-c", &script])
            .status();
        assert!(shell.await.expect("a shell").success());
    }

    /// The memory that this process has in use.
    pub fn memory(&self) -> usize {
        let status = fs::read_to_string("/proc/self/status").expect("/proc");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next());
        1024 * kilobytes
            .expect("VmRSS")
            .parse::<usize>()
            .expect("a number")
    }

    /// The sockets that this process has open.
    pub fn sockets(&self) -> usize {
        own_sockets().len()
    }
}

pub(crate) fn is_inside() -> bool {
    env::var_os(INSIDE).is_some()
}

pub(crate) fn this_program() -> PathBuf {
    env::current_exe().expect("the test's own program")
}

/// Runs one test by a command that takes the arguments of a test program.
pub(crate) fn run_inside(mut command: Command, test: &str) {
    let output = command
        .args(["--exact", test, "--nocapture"])
        .env(INSIDE, "1")
        .output()
        .expect("the test's program to run");
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "inside:\n{printed}\n{errors}");
    assert!(
        printed.contains("1 passed"),
        "no test of the name {test}:\n{printed}"
    );
}
