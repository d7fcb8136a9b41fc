//! What the SSH layer knows about the machine and the user it runs as.

use std::path::{Path, PathBuf};

use super::config::{Disk, Local};

/// Where keys, agent and files are found. Read once; tests bring their own.
#[derive(Clone, Debug)]
pub struct SshSettings {
    /// The user, the home directory and the environment.
    pub local: Local,
    /// Reach's own directory; holds its `known_hosts`.
    pub data_dir: PathBuf,
}

impl SshSettings {
    /// Those of this process.
    pub fn from_environment(data_dir: PathBuf) -> Self {
        Self {
            local: Local::of_process(&Disk),
            data_dir,
        }
    }

    /// The path with a leading `~/` replaced by the home directory.
    pub(super) fn expand(&self, path: &str) -> PathBuf {
        match path.strip_prefix("~/") {
            Some(rest) => self.local.home.join(rest),
            None => PathBuf::from(path),
        }
    }

    /// The path as a person would write it: `~` for the home directory.
    pub(super) fn shown(&self, path: &Path) -> String {
        match path.strip_prefix(&self.local.home) {
            Ok(rest) => format!("~/{}", rest.display()),
            Err(_) => path.display().to_string(),
        }
    }
}
