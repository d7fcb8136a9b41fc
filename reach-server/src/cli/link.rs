//! The link that logs a browser in.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::process::Command;

use crate::auth::Token;
use crate::config::Config;

use super::address::reachable;

/// The page's address with the token in its fragment, which no browser sends and no proxy logs.
pub struct LoginLink(String);

impl LoginLink {
    /// The link to a server that listens on `address`.
    pub fn new(config: &Config, address: SocketAddr, token: Option<&Token>) -> Self {
        let page = match &config.server.public_url.value {
            Some(url) => format!("{}{}/", url.origin(), url.prefix()),
            None => format!("http://{}/", reachable(address)),
        };
        let fragment = token.map(|token| format!("#token={}", token.expose()));
        Self(page + fragment.as_deref().unwrap_or_default())
    }

    /// Opens it in the user's browser by way of a file that only the user can read: arguments of
    /// a process are visible to everybody.
    pub fn open(&self, data_dir: &Path) -> io::Result<LoginFile> {
        let login = LoginFile::of(data_dir);
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&login.0)?;
        let link = &self.0;
        write!(
            file,
            "<!doctype html><meta charset=\"utf-8\"><title>Reach</title>\
             <meta http-equiv=\"refresh\" content=\"0; url={link}\">"
        )?;
        let opener = if cfg!(target_os = "macos") {
            "open"
        } else {
            "xdg-open"
        };
        Command::new(opener)
            .arg(&login.0)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(login)
    }
}

/// The file that a browser is started with; it holds the token, and is gone when dropped.
#[derive(Debug)]
#[must_use]
pub struct LoginFile(PathBuf);

impl LoginFile {
    /// Removes what a server left that was killed.
    pub fn remove_left(data_dir: &Path) {
        drop(Self::of(data_dir));
    }

    /// The one of this data directory, whether it is there or not.
    pub fn of(data_dir: &Path) -> Self {
        Self(data_dir.join("login.html"))
    }
}

impl Drop for LoginFile {
    fn drop(&mut self) {
        // Mostly there is none.
        let _ = fs::remove_file(&self.0);
    }
}

impl fmt::Display for LoginLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
