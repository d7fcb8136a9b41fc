//! Facts about the machine and the user, which configuration values refer to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::files::Files;

/// Where the facts of the process come from.
const PASSWD: &str = "/etc/passwd";

/// Where OpenSSH keeps the configuration of the machine.
const SYSTEM: &str = "/etc/ssh";

/// The local side of a resolution: a value, so that tests need no particular user.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Local {
    /// The user Reach runs as: `%u`, and the remote user when nothing says otherwise.
    pub user: String,
    /// Its id: `%i`, and the owner that a user's configuration may have.
    pub uid: u32,
    /// Its home directory, of the password database as in OpenSSH: `~` and `%d`.
    pub home: PathBuf,
    /// The directory of the system's configuration, `/etc/ssh`.
    pub system: PathBuf,
    /// Home directories of other users.
    pub homes: BTreeMap<String, PathBuf>,
    /// The machine's name: `%l`, and `%L` up to its first dot.
    pub host_name: String,
    /// The environment, as far as it is text.
    pub variables: BTreeMap<String, String>,
}

impl Local {
    /// The facts of this process. A user that the password file does not list (a directory
    /// service's) is taken from `USER` and `HOME`.
    pub fn of_process(files: &dyn Files) -> Self {
        let text = |pair: (std::ffi::OsString, std::ffi::OsString)| {
            Some((pair.0.into_string().ok()?, pair.1.into_string().ok()?))
        };
        let variables: BTreeMap<_, _> = std::env::vars_os().filter_map(text).collect();
        let uid = rustix::process::getuid().as_raw();
        let passwd = files.read(Path::new(PASSWD)).ok().flatten();
        let passwd = passwd.map_or_else(Vec::new, |file| accounts(&file.bytes));
        let own = passwd.iter().find(|account| account.uid == uid);
        let variable = |name: &str| variables.get(name).cloned().unwrap_or_default();
        let (user, home) = match own {
            Some(own) => (own.name.clone(), own.home.clone()),
            None => (variable("USER"), PathBuf::from(variable("HOME"))),
        };
        let name = rustix::system::uname();
        Self {
            user,
            uid,
            home,
            system: PathBuf::from(SYSTEM),
            homes: passwd
                .into_iter()
                .map(|account| (account.name, account.home))
                .collect(),
            host_name: name.nodename().to_string_lossy().into_owned(),
            variables,
        }
    }

    /// The home directory of a user by name.
    pub(super) fn home_of(&self, user: &str) -> Option<&Path> {
        self.homes.get(user).map(PathBuf::as_path)
    }

    /// The home directory that a glob's `~` means: `HOME`, where it is set.
    pub(super) fn glob_home(&self) -> &Path {
        let variable = self.variables.get("HOME").filter(|home| !home.is_empty());
        variable.map_or(&self.home, |home| Path::new(home))
    }

    pub(super) fn short_host_name(&self) -> &str {
        self.host_name.split('.').next().unwrap_or_default()
    }
}

struct Account {
    name: String,
    uid: u32,
    home: PathBuf,
}

fn accounts(passwd: &[u8]) -> Vec<Account> {
    let account = |line: &str| {
        let fields: Vec<_> = line.split(':').collect();
        Some(Account {
            name: (*fields.first()?).to_owned(),
            uid: fields.get(2)?.parse().ok()?,
            home: PathBuf::from(fields.get(5)?),
        })
    };
    let text = String::from_utf8_lossy(passwd);
    text.lines().filter_map(account).collect()
}
