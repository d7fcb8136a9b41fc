//! What a server finds in place of something of this machine's.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::current_user;
use crate::netns;

/// The one thing that differs, if any.
#[derive(Debug, Default)]
pub(super) enum World {
    #[default]
    Same,
    SmallDisk(PathBuf),
    Hosts(String),
    LoginShell(PathBuf),
}

impl World {
    /// The server's program, to run there. What replaces a file is written to this directory.
    pub(super) fn command(&self, dir: &Path) -> Command {
        let replaced = |name: &str, text: &str| {
            let file = dir.join(name);
            fs::write(&file, text).expect("the file");
            netns::with_file(&file, &format!("/etc/{name}"), sshd_binary())
        };
        match self {
            Self::Same => Command::new(sshd_binary()),
            Self::SmallDisk(at) => netns::with_small_disk(at, sshd_binary()),
            Self::Hosts(text) => replaced("hosts", text),
            Self::LoginShell(shell) => replaced("passwd", &accounts_with(shell)),
        }
    }
}

/// `/etc/passwd`, where the user that runs the test has this shell.
fn accounts_with(shell: &Path) -> String {
    let user = current_user();
    let accounts = fs::read_to_string("/etc/passwd").expect("/etc/passwd");
    let lines = accounts.lines().map(|line| match line.rsplit_once(':') {
        Some((account, _)) if account.split(':').next() == Some(&user) => {
            format!("{account}:{}\n", shell.display())
        }
        _ => format!("{line}\n"),
    });
    lines.collect()
}

fn sshd_binary() -> &'static str {
    ["/usr/sbin/sshd", "/usr/local/sbin/sshd", "/sbin/sshd"]
        .into_iter()
        .find(|path| Path::new(path).exists())
        .expect("sshd; install openssh-server")
}
