//! `reach serve`: the server as a process.

use std::io::{self, IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::pin::pin;
use std::process::ExitCode;
use std::time::Duration;

use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use crate::auth::Token;
use crate::cli::{self, LoginFile, LoginLink};
use crate::config::{Config, Flags, ProcessEnvironment};
use crate::telemetry;

use super::start::{self, StartError};
use super::{Deps, Server};

/// Configuration, store, data directory or port: nothing was served.
const CANNOT_START: u8 = 2;
/// For a browser to start, and to read what logs it in.
const LOGIN_FILE_LIFE: Duration = Duration::from_secs(30);
/// A second signal cut the shutdown short.
const INTERRUPTED: u8 = 130;

/// Runs a server until a signal ends it.
pub fn serve(flags: &Flags, open: bool) -> ExitCode {
    let runtime = match Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return refuse(&StartError::System(error)),
    };
    let code = match Config::load(flags, &ProcessEnvironment) {
        Ok(config) => runtime.block_on(run(config, open)),
        Err(error) => Err(error.into()),
    };
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

async fn run(config: Config, open: bool) -> Result<ExitCode, StartError> {
    telemetry::install(&config.log);
    for notice in &config.notices {
        warn!(config.key = notice.key, "{}", notice.text);
    }
    raise_open_files();
    let mut signals = Signals::new().map_err(StartError::System)?;
    let (deps, listener) = start::prepare(&config).await?;
    let address = listener.local_addr().map_err(StartError::System)?;
    LoginFile::remove_left(&config.data_dir.value);
    let login = announce(address, &config, &deps, open);
    let server = Server::new(config, deps);
    let mut serving = pin!(until_signalled(server, listener, &mut signals));
    tokio::select! {
        code = &mut serving => return Ok(code),
        () = forget(login) => {}
    }
    Ok(serving.await)
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

struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// The one line on standard output (A4), and how to get in: the link only to a terminal, since it
/// carries the token.
fn announce(address: SocketAddr, config: &Config, deps: &Deps, open: bool) -> Option<LoginFile> {
    let mut out = io::stdout().lock();
    // Nobody has to read it.
    let _ = writeln!(out, "listening http://{address}").and_then(|()| out.flush());
    let link = LoginLink::new(config, address, deps.token.as_ref());
    if io::stderr().is_terminal() {
        let _ = writeln!(io::stderr(), "\n  {link}\n");
    } else if deps.token.is_some() {
        let file = Token::path(&config.data_dir.value);
        info!(token.file = %file.display(), "`reach token` prints the login link");
    }
    if deps.token.is_none() {
        warn!("whoever can connect may do everything: no token is asked for (--no-auth)");
    }
    if !open {
        return None;
    }
    let opened = link.open(&config.data_dir.value);
    opened
        .inspect_err(|error| warn!(%error, "no browser could be started"))
        .ok()
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
        std::fs::write(&file, "left by a server that was killed").unwrap();
        LoginFile::remove_left(dir.path());
        assert!(!file.exists());

        let start = Instant::now();
        forget(None).await;
        assert_eq!(start.elapsed(), Duration::ZERO);
    }
}
