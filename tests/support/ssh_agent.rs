//! Real SSH agents, and sockets that only look like one.

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(20);

/// An `ssh-agent` with a socket of its own; ends when dropped.
#[derive(Debug)]
pub struct SshAgent {
    dir: TempDir,
    child: Child,
}

impl SshAgent {
    /// Starts one without keys.
    pub fn start() -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let child = Command::new("ssh-agent")
            .arg("-D")
            .arg("-a")
            .arg(dir.path().join("agent"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("ssh-agent to start");
        let agent = Self { dir, child };
        let started = Instant::now();
        while UnixStream::connect(agent.socket()).is_err() {
            assert!(started.elapsed() < PATIENCE, "ssh-agent does not start");
            thread::sleep(Duration::from_millis(5));
        }
        agent
    }

    /// Its socket, as in `SSH_AUTH_SOCK`.
    pub fn socket(&self) -> PathBuf {
        self.dir.path().join("agent")
    }

    /// Gives it a key; more arguments as for `ssh-add`.
    pub fn add(&self, key: &Path, arguments: &[&str]) {
        self.ssh_add(&[arguments, &[&key.display().to_string()]].concat(), "");
    }

    /// Gives it an encrypted key.
    pub fn add_encrypted(&self, key: &Path, passphrase: &str) {
        self.ssh_add(&[&key.display().to_string()], passphrase);
    }

    /// Locks it.
    pub fn lock(&self) {
        self.ssh_add(&["-x"], "a lock");
    }

    /// `ssh-add` asks for secrets through a program.
    fn ssh_add(&self, arguments: &[&str], secret: &str) {
        let ask = self.dir.path().join("ask");
        fs::write(&ask, format!("#!/bin/sh\necho '{secret}'\n")).expect("the program");
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o700);
        fs::set_permissions(&ask, executable).expect("its mode");
        let output = Command::new("ssh-add")
            .args(arguments)
            .env("SSH_AUTH_SOCK", self.socket())
            .env("SSH_ASKPASS", ask)
            .env("SSH_ASKPASS_REQUIRE", "force")
            .stdin(Stdio::null())
            .output()
            .expect("ssh-add to run");
        assert!(
            output.status.success(),
            "ssh-add {arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

impl Drop for SshAgent {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a false agent does with a request.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FalseAgent {
    /// Closes the connection.
    Close,
    /// Sends something that is no answer.
    Garbage,
    /// Never answers.
    Hang,
    /// Passes requests on to a real agent, but never a request to sign: that one hangs.
    HangAtSigning,
    /// Passes requests on to a real agent, and fails every request to sign.
    RefuseToSign,
}

impl FalseAgent {
    /// Listens in `dir` until the process ends; `real` answers what is passed on.
    pub fn listen(self, dir: &Path, real: Option<PathBuf>) -> PathBuf {
        let socket = dir.join(format!("{self:?}"));
        let listener = UnixListener::bind(&socket).expect("a socket");
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let real = real.clone();
                thread::spawn(move || self.serve(client, real.as_deref()));
            }
        });
        socket
    }

    fn serve(self, mut client: UnixStream, real: Option<&Path>) -> Option<()> {
        const SIGN_REQUEST: u8 = 13;
        const FAILURE: [u8; 5] = [0, 0, 0, 1, 5];
        let mut real = real.and_then(|real| UnixStream::connect(real).ok());
        loop {
            let request = read_frame(&mut client)?;
            let signing = request.get(4) == Some(&SIGN_REQUEST);
            match self {
                Self::Close => return None,
                Self::Garbage => client.write_all(b"not an agent at all").ok()?,
                Self::Hang => {}
                Self::HangAtSigning if signing => {}
                Self::RefuseToSign if signing => client.write_all(&FAILURE).ok()?,
                Self::HangAtSigning | Self::RefuseToSign => {
                    let real = real.as_mut().expect("a real agent to pass requests on to");
                    real.write_all(&request).ok()?;
                    client.write_all(&read_frame(real)?).ok()?;
                }
            }
        }
    }
}

/// One message with its length in front.
fn read_frame(stream: &mut UnixStream) -> Option<Vec<u8>> {
    let mut frame = vec![0; 4];
    stream.read_exact(&mut frame).ok()?;
    let length = u32::from_be_bytes([frame[0], frame[1], frame[2], frame[3]]) as usize;
    frame.resize(4 + length, 0);
    stream.read_exact(&mut frame[4..]).ok()?;
    Some(frame)
}
