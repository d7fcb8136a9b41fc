//! `reach serve`: the server as a process.

use std::io::{self, IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::process::ExitCode;

use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use crate::auth::Token;
use crate::cli::{self, LoginLink};
use crate::config::{Config, Flags, ProcessEnvironment};
use crate::telemetry;

use super::start::{self, StartError};
use super::{Deps, Server};

/// Configuration, store, data directory or port: nothing was served.
const CANNOT_START: u8 = 2;
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
    announce(address, &config, &deps, open);
    let server = Server::new(config, deps);
    Ok(until_signalled(server, listener, &mut signals).await)
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
fn announce(address: SocketAddr, config: &Config, deps: &Deps, open: bool) {
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
    if open && let Err(error) = link.open(&config.data_dir.value) {
        warn!(%error, "no browser could be started");
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
