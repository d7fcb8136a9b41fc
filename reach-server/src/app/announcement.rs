//! What a server says when it starts.

use std::io::{self, IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use tracing::{info, warn};

use crate::auth::Token;
use crate::cli::{LoginFile, LoginLink};
use crate::config::Config;

/// Where it is, and how to get in.
pub(super) struct Announcement {
    address: SocketAddr,
    link: LoginLink,
    /// Without one, no token is asked for.
    token_file: Option<PathBuf>,
}

impl Announcement {
    /// Of a server that listens on `address`.
    pub(super) fn new(address: SocketAddr, config: &Config, token: Option<&Token>) -> Self {
        Self {
            address,
            link: LoginLink::new(config, address, token),
            token_file: token.map(|_| Token::path(&config.data_dir.value)),
        }
    }

    /// The one line on standard output (A4), and how to get in: the link only to a terminal, since
    /// it carries the token.
    pub(super) fn make(&self, about: Option<&str>) {
        let mut out = io::stdout().lock();
        // Nobody has to read it.
        let _ = writeln!(out, "listening http://{}", self.address).and_then(|()| out.flush());
        if io::stderr().is_terminal() {
            let about = about.map(|about| format!("\n  {about}"));
            let (about, link) = (about.unwrap_or_default(), &self.link);
            let _ = writeln!(io::stderr(), "{about}\n  {link}\n");
        } else {
            if let Some(about) = about {
                info!("{about}");
            }
            if let Some(file) = &self.token_file {
                info!(token.file = %file.display(), "`reach token` prints the login link");
            }
        }
        if self.token_file.is_none() {
            warn!("whoever can connect may do everything: no token is asked for (--no-auth)");
        }
    }

    /// Opens the link in a browser.
    pub(super) fn open(&self, data_dir: &Path) -> Option<LoginFile> {
        let opened = self.link.open(data_dir);
        opened
            .inspect_err(|error| warn!(%error, "no browser could be started"))
            .ok()
    }
}
