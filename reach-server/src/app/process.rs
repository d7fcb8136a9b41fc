//! The server as a process: `reach serve`, and what a demonstration shares with it.

use std::io;
use std::path::PathBuf;
use std::pin::pin;
use std::process::ExitCode;
use std::time::Duration;

use futures_util::future::select_all;
use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use crate::cli::{self, LoginFile};
use crate::config::{Config, Flags, ProcessEnvironment};
use crate::ssh::SshSettings;
use crate::telemetry;

use super::Server;
use super::announcement::Announcement;
use super::start::{self, StartError};

/// Configuration, store, data directory or port: nothing was served.
const CANNOT_START: u8 = 2;
/// For a browser to start, and to read what logs it in.
const LOGIN_FILE_LIFE: Duration = Duration::from_secs(30);
/// A second signal cut the shutdown short.
const INTERRUPTED: u8 = 130;

/// Runs a server until a signal ends it.
pub fn serve(flags: &Flags, open: bool) -> ExitCode {
    to_its_end(async {
        let config = Config::load(flags, &ProcessEnvironment)?;
        let settings = SshSettings::from_environment(config.data_dir.value.clone());
        let signals = Signals::new(&[SignalKind::interrupt(), SignalKind::terminate()]);
        let signals = signals.map_err(StartError::System)?;
        let process = Process::prepare(config, settings, signals).await?;
        Ok(process.run(open, None).await)
    })
}

/// Runs the life of a process.
pub(super) fn to_its_end(life: impl Future<Output = Result<ExitCode, StartError>>) -> ExitCode {
    let runtime = match Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return refuse(&StartError::System(error)),
    };
    let code = runtime.block_on(life);
    // Calls that cannot be cancelled (P1) do not keep the process.
    runtime.shutdown_background();
    code.unwrap_or_else(|error| refuse(&error))
}

fn refuse(error: &StartError) -> ExitCode {
    if let StartError::Config(problems) = error {
        cli::complain_about_config(problems);
    } else {
        cli::complain(error);
    }
    ExitCode::from(CANNOT_START)
}

/// A server that has everything it needs, and does not serve yet.
pub(super) struct Process {
    announcement: Announcement,
    data_dir: PathBuf,
    listener: TcpListener,
    server: Server,
    signals: Signals,
}

impl Process {
    /// Takes the store and the port.
    pub(super) async fn prepare(
        config: Config,
        settings: SshSettings,
        signals: Signals,
    ) -> Result<Self, StartError> {
        telemetry::install(&config.log);
        for notice in &config.notices {
            warn!(config.key = notice.key, "{}", notice.text);
        }
        raise_open_files();
        let (deps, listener) = start::prepare(&config, settings).await?;
        let address = listener.local_addr().map_err(StartError::System)?;
        let data_dir = config.data_dir.value.clone();
        LoginFile::remove_left(&data_dir);
        Ok(Self {
            announcement: Announcement::new(address, &config, deps.token.as_ref()),
            data_dir,
            listener,
            server: Server::new(config, deps),
            signals,
        })
    }

    /// The server.
    pub(super) fn server(&self) -> &Server {
        &self.server
    }

    /// Says where it is, and what it is if that is not plain; serves until a signal ends it.
    pub(super) async fn run(mut self, open: bool, about: Option<&str>) -> ExitCode {
        self.announcement.make(about);
        let login = if open {
            self.announcement.open(&self.data_dir)
        } else {
            None
        };
        let mut serving = pin!(until_signalled(
            self.server,
            self.listener,
            &mut self.signals
        ));
        tokio::select! {
            code = &mut serving => return code,
            () = forget(login) => {}
        }
        serving.await
    }
}

/// Once the browser has had time to read the file.
async fn forget(login: Option<LoginFile>) {
    if login.is_some() {
        sleep(LOGIN_FILE_LIFE).await;
    }
    drop(login);
}

async fn until_signalled(server: Server, listener: TcpListener, signals: &mut Signals) -> ExitCode {
    let stop = CancellationToken::new();
    let second = async {
        signals.next().await;
        info!("stopping; once more to stop at once");
        stop.cancel();
        signals.next().await;
    };
    tokio::select! {
        ended = server.serve(listener, stop.cancelled()) => match ended {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                error!(%error, "the server ended");
                ExitCode::FAILURE
            }
        },
        () = second => ExitCode::from(INTERRUPTED),
    }
}

/// What ends the process in order. A signal that comes before anybody waits for it is kept.
pub(super) struct Signals(Vec<Signal>);

impl Signals {
    /// From now on these do not end it at once.
    pub(super) fn new(kinds: &[SignalKind]) -> io::Result<Self> {
        let signals = kinds.iter().map(|kind| signal(*kind));
        Ok(Self(signals.collect::<Result<_, _>>()?))
    }

    async fn next(&mut self) {
        let received = self.0.iter_mut().map(|signal| Box::pin(signal.recv()));
        select_all(received).await;
    }
}

/// 1,000 pages and their connections are more than the usual soft limit of 1,024 files.
fn raise_open_files() {
    let mut limit = getrlimit(Resource::Nofile);
    let wanted = 8_192.min(limit.maximum.unwrap_or(u64::MAX));
    if limit.current.is_some_and(|current| current < wanted) {
        limit.current = Some(wanted);
        if let Err(error) = setrlimit(Resource::Nofile, limit) {
            info!(%error, "the limit of open files stays as it is");
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_login_file_is_forgotten_after_half_a_minute() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("login.html");
        std::fs::write(&file, "opened just now").unwrap();
        let start = Instant::now();
        let forgetting = forget(Some(LoginFile::of(dir.path())));
        let look = async {
            sleep(Duration::from_millis(29_999)).await;
            assert!(file.exists(), "a slow browser finds it");
        };
        tokio::join!(forgetting, look);
        assert_eq!(start.elapsed(), Duration::from_secs(30));
        assert!(!file.exists());
    }

    #[tokio::test(start_paused = true)]
    async fn a_login_file_that_was_left_is_removed_and_without_one_nothing_waits() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("login.html");
        std::fs::write(&file, "left by a server that was killed").unwrap();
        LoginFile::remove_left(dir.path());
        assert!(!file.exists());

        let start = Instant::now();
        forget(None).await;
        assert_eq!(start.elapsed(), Duration::ZERO);
    }
}
