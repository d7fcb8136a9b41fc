//! A server's start: its configuration, its process, and the wait until it listens.

use std::fs;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{PATIENCE, Sshd};
use crate::ports::free_port;

/// Unless a test gives another address: these lines add up.
const COMMON_ADDRESS: &str = "ListenAddress 127.0.0.1";

const COMMON_CONFIG: [&str; 8] = [
    "StrictModes no",
    "UsePAM no",
    "PasswordAuthentication no",
    "KbdInteractiveAuthentication no",
    "UseDNS no",
    "MaxStartups 100",
    "LogLevel DEBUG1",
    "Subsystem sftp internal-sftp",
];

impl Sshd {
    /// Starts it, on the same port as before if it had one, and waits until it listens.
    pub fn start_again(&mut self) {
        assert!(self.child.is_none(), "the server is running");
        prepare_privilege_separation();
        let started = Instant::now();
        loop {
            if self.port == 0 || started.elapsed() > PATIENCE / 2 {
                self.port = free_port();
            }
            self.write_config();
            let logged_before = self.log().len();
            let mut child = self.spawn();
            if self.listens(&mut child, logged_before) {
                self.child = Some(child);
                return;
            }
            assert!(
                started.elapsed() < PATIENCE,
                "sshd does not start:\n{}",
                self.log()
            );
        }
    }

    fn write_config(&self) {
        let dir = self.dir.path().display();
        let mut lines = self.config.clone();
        if !lines.iter().any(|line| line.starts_with("ListenAddress")) {
            lines.push(COMMON_ADDRESS.to_owned());
        }
        lines.push(format!("Port {}", self.port));
        lines.push(format!("PidFile {dir}/pid"));
        lines.push(format!("AuthorizedKeysFile {dir}/authorized_keys"));
        lines.extend(COMMON_CONFIG.iter().map(|line| (*line).to_owned()));
        for kind in &self.host_keys {
            lines.push(format!("HostKey {}", self.host_key_path(*kind).display()));
        }
        fs::write(self.path("config"), lines.join("\n") + "\n").expect("sshd_config");
    }

    fn spawn(&self) -> Child {
        let log = fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.path("log"))
            .expect("the log file");
        self.world
            .command(self.dir.path())
            .args(["-D", "-e", "-f"])
            .arg(self.path("config"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .process_group(0)
            .spawn()
            .expect("sshd to start; is openssh-server installed?")
    }

    /// Waits until the server listens; false when it ended instead, as when another process took
    /// the port first. Its log tells: a connection would leave traces there.
    fn listens(&self, child: &mut Child, logged_before: usize) -> bool {
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            if child.try_wait().expect("the state of sshd").is_some() {
                return false;
            }
            let log = self.log();
            let new = log.get(logged_before..).unwrap_or_default();
            if new.contains("Server listening on") {
                return true;
            }
            thread::sleep(Duration::from_millis(5));
        }
        false
    }
}

/// Root's sshd wants this directory, which only a system service makes.
fn prepare_privilege_separation() {
    if rustix::process::geteuid().is_root() {
        fs::create_dir_all("/run/sshd").expect("/run/sshd");
    }
}
