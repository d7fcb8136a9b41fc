//! What a server needs before it can serve; each that is missing is one line and exit code 2.

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::net::TcpListener;

use crate::auth::{Token, TokenError};
use crate::clock::{Clock as _, SystemClock};
use crate::config::{Config, ConfigError};
use crate::ssh::{Dialer, PROBE_DEADLINE, SshFiles, SshProbe, SshSettings};
use crate::store::{self, Holder, LocationError, OpenError, StoreLocation};

use super::Deps;

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub(super) enum StartError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("the data directory {} cannot be used: {cause}", path.display())]
    DataDir { path: PathBuf, cause: io::Error },
    #[error("database.url: {0}")]
    Location(#[from] LocationError),
    #[error("cannot listen on {address}: {cause}{hint}")]
    Listen {
        address: SocketAddr,
        cause: io::Error,
        hint: &'static str,
    },
    #[error("the system refuses what a server needs: {0}")]
    System(io::Error),
    #[error(transparent)]
    Store(#[from] OpenError),
    #[error(transparent)]
    Token(#[from] TokenError),
}

/// Takes the store, the token and the port, in this order: a second server on the same data
/// directory is told who has it.
pub(super) async fn prepare(config: &Config) -> Result<(Deps, TcpListener), StartError> {
    let data_dir = &config.data_dir.value;
    private_directory(data_dir).map_err(|cause| StartError::DataDir {
        path: data_dir.clone(),
        cause,
    })?;
    let listen = config.server.listen.value;
    let holder = Holder::this_process(listen.to_string(), SystemClock.now());
    let store = store::open(&StoreLocation::configured(config)?, &holder).await?;
    let (token, listener) = match take_the_rest(config, listen).await {
        Ok(rest) => rest,
        Err(error) => {
            store.close().await;
            return Err(error);
        }
    };
    let settings = SshSettings::from_environment(data_dir.clone());
    let dialer = Dialer::new(settings.clone());
    let deps = Deps {
        clock: Arc::new(SystemClock),
        files: SshFiles::new(settings),
        probe: Arc::new(SshProbe::with_deadline(dialer.clone(), PROBE_DEADLINE)),
        dialer,
        store,
        token,
    };
    Ok((deps, listener))
}

async fn take_the_rest(
    config: &Config,
    listen: SocketAddr,
) -> Result<(Option<Token>, TcpListener), StartError> {
    let token = if config.server.auth {
        Some(Token::read_or_create(&config.data_dir.value)?)
    } else {
        None
    };
    let listener = TcpListener::bind(listen).await;
    let listener = listener.map_err(|cause| StartError::Listen {
        address: listen,
        hint: if cause.kind() == ErrorKind::AddrInUse {
            "; choose another with --listen"
        } else {
            ""
        },
        cause,
    })?;
    Ok((token, listener))
}

/// Made if it is missing; its own and nobody else's; and really writable, which modes do not say.
fn private_directory(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)?;
    if fs::metadata(path)?.permissions().mode() & 0o077 != 0 {
        fs::set_permissions(path, Permissions::from_mode(0o700))?;
    }
    let probe = path.join(".writable");
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .open(&probe)?;
    fs::remove_file(probe)
}
