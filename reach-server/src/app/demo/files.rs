//! The demonstration's files: its data directory, and in it the home of its user, so that it reads
//! nothing of whoever looks at it.

use std::collections::BTreeMap;
use std::fs::{DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use reach_logic::interval::MIN_SECONDS;

use crate::cli::Demo;
use crate::config::{Config, ConfigError};
use crate::ssh::SshSettings;
use crate::ssh::config::{Disk, Local};

use super::cast::{Known, USER};

/// Paths below a directory that is thrown away.
pub(super) struct Files {
    data_dir: PathBuf,
    home: PathBuf,
    ssh: PathBuf,
}

impl Files {
    /// Makes the directories.
    pub(super) fn make(data_dir: &Path) -> io::Result<Self> {
        let home = data_dir.join("home");
        let ssh = home.join(".ssh");
        let mut builder = DirBuilder::new();
        builder.recursive(true).mode(0o700).create(&ssh)?;
        Ok(Self {
            data_dir: data_dir.to_owned(),
            home,
            ssh,
        })
    }

    /// Where the key of the demonstration's user is.
    pub(super) fn key_file(&self) -> PathBuf {
        self.ssh.join("id_ed25519")
    }

    /// The configuration: flags, and the shortest interval. No environment: it may name a store
    /// that is to stay as it is.
    pub(super) fn config(&self, command: &Demo) -> io::Result<Result<Config, ConfigError>> {
        let interval = format!("executors:\n  sshReachabilityIntervalSeconds: {MIN_SECONDS}\n");
        write(&self.data_dir.join("config.yaml"), &interval)?;
        let flags = command.flags(self.data_dir.clone());
        let environment: BTreeMap<&str, &str> = BTreeMap::new();
        Ok(Config::load(&flags, &environment))
    }

    /// This machine, with the demonstration's home and no system-wide ssh configuration.
    pub(super) fn settings(&self) -> SshSettings {
        SshSettings {
            local: Local {
                home: self.home.clone(),
                system: self.home.join("etc"),
                ..Local::of_process(&Disk)
            },
            data_dir: self.data_dir.clone(),
        }
    }

    /// Gives an import something to find.
    pub(super) fn write_ssh_files(&self, known: &Known) -> io::Result<()> {
        let entry = |(alias, port): &(&str, u16)| {
            format!(
                "Host {alias}\n  HostName 127.0.0.1\n  Port {port}\n  User {USER}\n  \
                 IdentityFile {}\n",
                self.key_file().display()
            )
        };
        let config: String = known.aliases.iter().map(entry).collect();
        write(&self.ssh.join("config"), &config)?;
        write(&self.ssh.join("known_hosts"), &known.keys)
    }
}

/// Whatever the umask: ssh's files are not read when others may write them.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let mut file = options
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)?;
    file.write_all(text.as_bytes())
}
