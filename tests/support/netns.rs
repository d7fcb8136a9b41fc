//! Networks of one's own: a test runs again, alone, in fresh network and mount namespaces, where
//! it may drop packets, break the resolver and write `/etc/hosts` without anybody noticing.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::alone::{is_inside, run_inside, this_program};

/// Nothing is behind it: packets to it vanish.
pub const BLACK_HOLE: &str = "192.0.2.9";

/// The namespaces of a test that runs inside.
#[derive(Debug)]
pub struct Namespace {
    dir: TempDir,
}

impl Namespace {
    /// `Some` inside. Outside it runs the test of this full name inside, passes its failure on,
    /// and gives `None`: the test is done. Without root, or where the kernel makes no namespaces,
    /// the test is skipped, and says so. (sshd does not run as the root of a user namespace.)
    pub fn enter(test: &str) -> Option<Self> {
        if is_inside() {
            return Some(Self::prepare());
        }
        let unshare = || {
            let mut command = Command::new("unshare");
            command.args(["--net", "--mount", "--propagation", "private"]);
            command
        };
        let allowed = unshare().arg("true").stderr(Stdio::null()).status();
        if !allowed.is_ok_and(|status| status.success()) {
            report(&format!("skipped, needs root and namespaces: {test}"));
            return None;
        }
        let mut command = unshare();
        command.arg(this_program());
        run_inside(command, test);
        None
    }

    fn prepare() -> Self {
        let namespace = Self {
            dir: tempfile::tempdir().expect("a temporary directory"),
        };
        run("ip", &["link", "set", "lo", "up"]);
        // A cable with nobody at its other end; the neighbour's address is given, or its absence
        // would be noticed.
        for arguments in [
            "link add hole type veth peer name end",
            "address add 192.0.2.1/24 dev hole",
            "link set hole up",
            "link set end up",
            "neighbour add 192.0.2.9 lladdr 02:00:00:00:00:01 dev hole nud permanent",
        ] {
            run("ip", &arguments.split(' ').collect::<Vec<_>>());
        }
        // Before the table of this machine's own addresses there must be room for rules.
        run("ip", &["rule", "add", "pref", "1000", "table", "local"]);
        run("ip", &["rule", "delete", "pref", "0"]);
        namespace.hosts("");
        namespace.resolver("127.0.0.1");
        namespace
    }

    /// Makes packets to these addresses fail with a routing error: `unreachable`, `prohibit` or
    /// `blackhole`.
    pub fn route(&self, kind: &str, addresses: &str) {
        run("ip", &["route", "add", kind, addresses]);
    }

    /// From here on every packet from and to these addresses vanishes, also of connections that are
    /// open and between addresses of this machine, and nobody is told.
    pub fn cut(&self, addresses: &str) {
        for direction in ["from", "to"] {
            run(
                "ip",
                &[
                    "rule",
                    "add",
                    "pref",
                    "1",
                    direction,
                    addresses,
                    "blackhole",
                ],
            );
        }
    }

    /// The buffers of the sockets that are opened from here on hold little.
    pub fn small_buffers(&self) {
        for file in ["tcp_rmem", "tcp_wmem"] {
            let path = Path::new("/proc/sys/net/ipv4").join(file);
            fs::write(path, "4096 16384 65536").expect("a setting of the namespace");
        }
    }

    /// The text of `/etc/hosts`, beside the line for localhost.
    pub fn hosts(&self, text: &str) {
        self.replace("/etc/hosts", &format!("127.0.0.1 localhost\n{text}\n"));
    }

    /// The one server that names are asked of. None runs, unless a test starts one.
    pub fn resolver(&self, server: &str) {
        let text = format!("nameserver {server}\noptions timeout:20 attempts:1\n");
        self.replace("/etc/resolv.conf", &text);
    }

    fn replace(&self, path: &str, text: &str) {
        let copy = self.path(&path.replace('/', "_"));
        let is_mounted = copy.exists();
        fs::write(&copy, text).expect("the file");
        if !is_mounted {
            run("mount", &["--bind", &copy.display().to_string(), path]);
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }
}

/// Whether a program may be given mounts of its own; says that the test is skipped if not.
pub fn mounts_are_allowed(test: &str) -> bool {
    let allowed = Command::new("unshare")
        .args(["--mount", "true"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !allowed {
        report(&format!("skipped, needs root and namespaces: {test}"));
    }
    allowed
}

/// Runs the rest of the arguments where this directory is an empty disk of 64 KiB; root only.
pub fn with_small_disk(at: &Path, program: &str) -> Command {
    let mut command = Command::new("unshare");
    command
        .args(["--mount", "--propagation", "private", "sh", "-c"])
        .arg("mount -t tmpfs -o size=64k small \"$1\" && shift && exec \"$@\"")
        .arg("sh")
        .arg(at)
        .arg(program);
    command
}

/// Runs the rest of the arguments with one file in the place of another; root only.
pub fn with_file(file: &Path, at: &str, program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("unshare");
    command
        .args(["--mount", "--propagation", "private", "sh", "-c"])
        .arg("mount --bind \"$1\" \"$2\" && shift 2 && exec \"$@\"")
        .arg("sh")
        .arg(file)
        .arg(at)
        .arg(program);
    command
}

fn run(program: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).output();
    let output = output.expect("the program; is iproute2 installed?");
    assert!(
        output.status.success(),
        "{program} {arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[expect(clippy::print_stderr, reason = "a skipped test has to say so")]
fn report(text: &str) {
    eprintln!("{text}");
}
