//! `reach demo`: a server to look around in. Its store is thrown away, and its hosts live in this
//! process; everything else is what `reach serve` does.

mod cast;
mod files;

use std::process::ExitCode;

use tokio::signal::unix::SignalKind;

use crate::cli::Demo;
use crate::ssh::demo::DemoHosts;

use self::files::Files;
use super::process::{Process, Signals, to_its_end};
use super::start::StartError;

const ABOUT: &str = "A demonstration: its hosts are made up and live in this process, and its store \
                     is thrown away at the end (Ctrl-C).";

/// Runs the demonstration until a signal ends it. A closed terminal is one: nothing may stay.
pub fn demo(command: &Demo) -> ExitCode {
    to_its_end(async {
        let kinds = [
            SignalKind::hangup(),
            SignalKind::interrupt(),
            SignalKind::terminate(),
        ];
        let signals = Signals::new(&kinds).map_err(StartError::System)?;
        let directory = tempfile::Builder::new().prefix("reach-demo-").tempdir();
        let directory = directory.map_err(StartError::DemoFiles)?;
        let files = Files::make(directory.path()).map_err(StartError::DemoFiles)?;
        let ended = run(command, &files, signals).await;
        directory.close().map_err(StartError::DemoFiles)?;
        ended
    })
}

async fn run(command: &Demo, files: &Files, signals: Signals) -> Result<ExitCode, StartError> {
    let config = files.config(command).map_err(StartError::DemoFiles)??;
    let mut hosts = DemoHosts::new(&files.key_file())?;
    let process = Process::prepare(config, files.settings(), signals).await?;
    let known = cast::enter(&mut hosts, process.server().executors()).await?;
    files
        .write_ssh_files(&known)
        .map_err(StartError::DemoFiles)?;
    let code = process.run(command.open, Some(ABOUT)).await;
    hosts.shutdown().await;
    Ok(code)
}
