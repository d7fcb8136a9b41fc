//! The real `reach` command as a process.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdout, Command};
use tokio::time::timeout;

use crate::http::Request;
use crate::socket::Socket;

const DEADLINE: Duration = Duration::from_secs(20);

/// Where the binary is; built first if it is older than its sources, since a test of another
/// package does not make Cargo do it.
pub fn path() -> &'static Path {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        if let Some(path) = std::env::var_os("REACH_BINARY") {
            return path.into();
        }
        // This test's own file is target/PROFILE/deps/NAME-HASH.
        let own = std::env::current_exe().unwrap();
        let profile = own.parent().and_then(Path::parent).unwrap();
        let binary = profile.join("reach");
        if !is_fresh(&binary) {
            build(profile);
        }
        binary
    })
}

/// Whether the binary is younger than every file that Cargo noted as its source. Asking Cargo
/// itself takes seconds for each test on a busy machine.
fn is_fresh(binary: &Path) -> bool {
    let changed = |path: &Path| path.metadata().and_then(|metadata| metadata.modified());
    let (Ok(built), Ok(notes)) = (
        changed(binary),
        std::fs::read_to_string(binary.with_extension("d")),
    ) else {
        return false;
    };
    let sources = notes.split_once(": ").map_or("", |(_, sources)| sources);
    let lock = root().join("Cargo.lock");
    let mut sources = sources.split_whitespace().map(Path::new);
    sources.all(|source| changed(source).is_ok_and(|at| at <= built))
        && changed(&lock).is_ok_and(|at| at <= built)
}

/// As a part of the whole workspace, so that libraries have the features that they have in the
/// tests and nothing is compiled twice.
fn build(profile: &Path) {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = std::process::Command::new(cargo);
    build
        .current_dir(root())
        .args(["build", "--locked", "--quiet", "--bin", "reach"])
        .env("CARGO_TARGET_DIR", profile.parent().unwrap());
    if profile.ends_with("release") {
        build.arg("--release");
    }
    assert!(build.status().unwrap().success(), "cargo build failed");
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The command, in an environment without anything of this machine's Reach.
pub fn command(args: &[&str], data_dir: &Path) -> Command {
    let mut command = Command::new(path());
    command
        .args(args)
        .env_clear()
        .env("HOME", data_dir)
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("REACH_DATA_DIR", data_dir)
        .stdin(Stdio::null())
        .kill_on_drop(true);
    command
}

/// Runs the command to its end.
pub async fn run(args: &[&str], data_dir: &Path) -> Output {
    let running = command(args, data_dir).output();
    timeout(DEADLINE, running).await.expect("it ends").unwrap()
}

/// A server process.
#[derive(Debug)]
pub struct ReachProcess {
    child: Child,
    address: SocketAddr,
    token: String,
    out: BufReader<ChildStdout>,
    log: ChildStderr,
}

impl ReachProcess {
    /// Starts `reach serve` on a free port over this data directory and waits until it listens.
    pub async fn start(data_dir: &Path, variables: &[(&str, &str)]) -> Self {
        Self::start_with(&[], data_dir, variables).await
    }

    /// The same with more arguments.
    pub async fn start_with(args: &[&str], data_dir: &Path, variables: &[(&str, &str)]) -> Self {
        let mut all = vec!["serve", "--listen", "127.0.0.1:0"];
        all.extend(args);
        let mut command = command(&all, data_dir);
        command.envs(variables.iter().copied());
        Self::listening(command, || data_dir.to_owned()).await
    }

    /// Starts `reach demo` on a free port, in this directory for temporary files, which has nothing
    /// else in it.
    pub async fn demo(temporary: &Path) -> Self {
        let mut command = command(&["demo", "--listen", "127.0.0.1:0"], temporary);
        command.env("TMPDIR", temporary);
        let data_dir = || {
            let mut entries = std::fs::read_dir(temporary).unwrap();
            entries.next().expect("a data directory").unwrap().path()
        };
        Self::listening(command, data_dir).await
    }

    async fn listening(mut command: Command, data_dir: impl FnOnce() -> PathBuf) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut log = child.stderr.take().unwrap();
        let mut line = String::new();
        let read = timeout(DEADLINE, out.read_line(&mut line)).await;
        read.expect("a line on standard output").unwrap();
        let Some(address) = line.trim().strip_prefix("listening http://") else {
            let mut text = String::new();
            let _ = timeout(DEADLINE, log.read_to_string(&mut text)).await;
            panic!("it did not start: {line:?} {text}");
        };
        let token = std::fs::read_to_string(data_dir().join("token")).unwrap();
        Self {
            address: address.parse().unwrap(),
            child,
            token: token.trim().to_owned(),
            out,
            log,
        }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.child.id().expect("it runs")
    }

    /// A request with its token.
    pub fn request(&self, method: &str, path: &str) -> Request {
        let bearer = format!("Bearer {}", self.token);
        Request::new(self.address, method, path).header("authorization", &bearer)
    }

    /// A push socket, past its `hello`.
    pub async fn socket(&self) -> Socket {
        let mut socket = Socket::open(self.address, Some(&self.token)).await;
        assert_eq!(socket.next().await["type"], "hello");
        socket
    }

    /// Sends a signal.
    pub fn signal(&self, signal: Signal) {
        let pid = i32::try_from(self.pid()).unwrap();
        kill_process(Pid::from_raw(pid).unwrap(), signal).unwrap();
    }

    /// Reads the log up to a line with this text.
    pub async fn logged(&mut self, text: &str) {
        let mut read = String::new();
        let reading = async {
            while !(read.ends_with('\n') && read.contains(text)) {
                let byte = self.log.read_u8().await.expect("more of the log");
                read.push(byte.into());
            }
        };
        let reading = timeout(DEADLINE, reading).await;
        reading.unwrap_or_else(|_| panic!("no {text:?} in the log: {read}"));
    }

    /// Waits for its end: the exit code (`None` for a signal), the rest of standard output, and
    /// the log.
    pub async fn ended(mut self) -> (Option<i32>, String, String) {
        let status = timeout(DEADLINE, self.child.wait()).await;
        let status = status.expect("it ends").unwrap();
        let (mut out, mut log) = (String::new(), String::new());
        self.out.read_to_string(&mut out).await.unwrap();
        self.log.read_to_string(&mut log).await.unwrap();
        (status.code(), out, log)
    }
}
