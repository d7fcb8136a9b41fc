//! What a server needs before it can serve; each that is missing is one line and exit code 2.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::net::TcpListener;

use crate::auth::{Token, TokenError};
use crate::clock::{Clock as _, SystemClock};
use crate::config::{Config, ConfigError};
use crate::executors::ExecutorError;
use crate::ssh::demo::DemoError;
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
    #[error(transparent)]
    Demo(#[from] DemoError),
    #[error("the demonstration's hosts cannot be saved: {0}")]
    DemoExecutor(#[from] ExecutorError),
    #[error("no temporary directory can be used: {0}")]
    DemoFiles(io::Error),
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

/// Takes the port, the store and the token. The store comes first in what is complained about: a
/// second server on the same data directory is told who has it. The port is taken before it, so
/// that the store can say where its holder really listens; if it is taken, and there is no store
/// that somebody could have, nothing is made.
pub(super) async fn prepare(
    config: &Config,
    settings: SshSettings,
) -> Result<(Deps, TcpListener), StartError> {
    let location = StoreLocation::configured(config)?;
    let wanted = config.server.listen.value;
    let mut bound = TcpListener::bind(wanted).await;
    if location.is_absent() {
        bound = Ok(listening(wanted, bound)?);
    }
    let data_dir = &config.data_dir.value;
    writable_directory(data_dir).map_err(|cause| StartError::DataDir {
        path: data_dir.clone(),
        cause,
    })?;
    let listen = bound
        .as_ref()
        .map_or(wanted, |listener| listener.local_addr().unwrap_or(wanted));
    let holder = Holder::this_process(listen.to_string(), SystemClock.now());
    let store = store::open(&location, &holder).await?;
    let rest = token(config).and_then(|token| Ok((token, listening(wanted, bound)?)));
    let (token, listener) = match rest {
        Ok(rest) => rest,
        Err(error) => {
            store.close().await;
            return Err(error);
        }
    };
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

fn token(config: &Config) -> Result<Option<Token>, StartError> {
    let wanted = config.server.auth;
    let token = wanted.then(|| Token::read_or_create(&config.data_dir.value));
    Ok(token.transpose()?)
}

fn listening(
    wanted: SocketAddr,
    bound: io::Result<TcpListener>,
) -> Result<TcpListener, StartError> {
    bound.map_err(|cause| StartError::Listen {
        address: wanted,
        hint: if cause.kind() == ErrorKind::AddrInUse {
            "; choose another with --listen"
        } else {
            ""
        },
        cause,
    })
}

/// Made if it is missing, and really writable, which modes do not say. The file is this process's
/// own: two servers may start at once.
fn writable_directory(path: &Path) -> io::Result<()> {
    store::private_directory(path)?;
    let attempt = path.join(format!(".writable-{}", std::process::id()));
    File::create(&attempt)?;
    fs::remove_file(attempt)
}
