//! What the SSH layer knows about the machine and the user it runs as.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Where keys, agent and files are found. Read once; tests bring their own.
#[derive(Clone, Debug)]
pub struct SshSettings {
    /// The user's home directory: `~`.
    pub home: Option<PathBuf>,
    /// The user Reach runs as; who logs in when no user is configured.
    pub local_user: Option<String>,
    /// `SSH_AUTH_SOCK`.
    pub agent_socket: Option<PathBuf>,
    /// Reach's own directory; holds its `known_hosts`.
    pub data_dir: PathBuf,
}

impl SshSettings {
    /// From the process's environment and the password file.
    pub fn from_environment(data_dir: PathBuf) -> Self {
        let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let passwd = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let account = account_of(&passwd, rustix::process::getuid().as_raw());
        let (user, home) = account.unzip();
        let user_variable = || variable("USER").or_else(|| variable("LOGNAME"));
        Self {
            home: variable("HOME").map(PathBuf::from).or(home),
            local_user: user.or_else(|| user_variable()?.into_string().ok()),
            agent_socket: variable("SSH_AUTH_SOCK").map(PathBuf::from),
            data_dir,
        }
    }

    /// The path with a leading `~/` replaced by the home directory.
    pub(super) fn expand(&self, path: &str) -> PathBuf {
        match (path.strip_prefix("~/"), &self.home) {
            (Some(rest), Some(home)) => home.join(rest),
            _ => PathBuf::from(path),
        }
    }

    /// The keys that `ssh` tries when none is configured, in its order.
    pub(super) fn default_identity_files(&self) -> Vec<PathBuf> {
        let Some(home) = &self.home else {
            return Vec::new();
        };
        ["id_rsa", "id_ecdsa", "id_ed25519"]
            .map(|name| home.join(".ssh").join(name))
            .to_vec()
    }

    /// The path as a person would write it: `~` for the home directory.
    pub(super) fn shown(&self, path: &Path) -> String {
        let below_home = self
            .home
            .as_ref()
            .and_then(|home| path.strip_prefix(home).ok());
        match below_home {
            Some(rest) => format!("~/{}", rest.display()),
            None => path.display().to_string(),
        }
    }
}

/// The name and home directory of a user id, from the text of `/etc/passwd`.
fn account_of(passwd: &str, uid: u32) -> Option<(String, PathBuf)> {
    let uid = uid.to_string();
    passwd.lines().find_map(|line| {
        let fields: Vec<&str> = line.split(':').collect();
        match fields[..] {
            [name, _, id, _, _, home, _] if id == uid => Some((name.to_owned(), home.into())),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_found_by_its_id() {
        let passwd = "root:x:0:0:root:/root:/bin/bash\nada:x:1000:1000::/home/ada:/bin/sh\n";
        let ada = account_of(passwd, 1000);
        assert_eq!(ada, Some(("ada".to_owned(), PathBuf::from("/home/ada"))));
        assert_eq!(account_of(passwd, 1), None);
    }
}
