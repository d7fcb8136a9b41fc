//! The end of a tracked session.

use std::sync::Arc;

use async_trait::async_trait;
use futures_util::future::join_all;
use reach_logic::disposal::{
    CommandOutcome, DisposalPath, RemoteCommand, ResetReport, controller_may_remain,
    remote_commands, reset_report,
};
use reach_logic::{Reading, SessionId};

use super::live::Live;
use super::registry::Registry;
use crate::ssh::Connection;

/// How a disposal's remote commands are carried out.
#[async_trait]
pub trait RemoteCommands: Send + Sync + 'static {
    /// Runs one over the session's connection, without a time limit of its own (S5): it ends at
    /// the latest when the connection is closed under it. It logs why it failed.
    async fn run(&self, command: RemoteCommand, connection: &Connection) -> CommandOutcome;
}

/// For the paths that run none.
#[derive(Clone, Copy, Debug)]
pub struct NoCommands;

#[async_trait]
impl RemoteCommands for NoCommands {
    async fn run(&self, _: RemoteCommand, _: &Connection) -> CommandOutcome {
        CommandOutcome::Failed
    }
}

/// What a disposal did.
#[derive(Debug)]
#[must_use]
pub struct Disposed {
    /// What was disposed of.
    pub live: Arc<Live>,
    /// The one reading that it obeyed.
    pub reading: Reading,
    /// The remote commands that were run, in order.
    pub commands: Vec<(RemoteCommand, CommandOutcome)>,
    /// The lost mark, after them.
    pub is_lost: bool,
    /// False for a reset whose preflight failed: the session is tracked as before.
    pub is_untracked: bool,
}

impl Disposed {
    /// Whether the remote controller may still run (S3).
    pub fn controller_may_remain(&self) -> bool {
        let stop = |(command, _): &&_| *command == RemoteCommand::ControllerStop;
        let stop = self.commands.iter().find(stop);
        controller_may_remain(stop.map(|(_, outcome)| *outcome))
    }

    /// What a reset reports (L-002.15).
    pub fn reset_report(&self) -> ResetReport {
        let outcomes: Vec<_> = self.commands.iter().map(|(_, outcome)| *outcome).collect();
        reset_report(self.reading, &outcomes, self.is_lost)
    }
}

/// Disposes of a session, and returns when nothing of it is left on this side. `None` when none
/// of this id is tracked: another disposal came first, and nobody waits for it (L-002.4).
///
/// No lock is held from step 2 on: a teardown may be under way, and takes it.
pub async fn dispose(
    registry: &Registry,
    id: &SessionId,
    path: DisposalPath,
    remote: Arc<dyn RemoteCommands>,
) -> Option<Disposed> {
    // 1. Untrack it, and take the reading: no later than that, and before any remote command.
    let (live, reading, mut commands) = match path {
        DisposalPath::Reset => {
            let live = registry.get(id)?;
            let reading = live.reading();
            let preflight = remote_commands(path, reading).first();
            let preflight = run_all(&live, preflight, &remote).await;
            if preflight
                .iter()
                .any(|(_, outcome)| *outcome == CommandOutcome::Failed)
            {
                return Some(Disposed {
                    is_lost: live.is_lost(),
                    live,
                    reading,
                    commands: preflight,
                    is_untracked: false,
                });
            }
            if !registry.remove(&live) {
                return None;
            }
            (live, reading, preflight)
        }
        DisposalPath::Close | DisposalPath::Resume | DisposalPath::Stop => {
            let (live, reading) = registry.take(id)?;
            (live, reading, Vec::new())
        }
    };

    // 2. Let nothing be declared from here on.
    live.stop_watchdog().await;

    // 3. Close the forward.
    live.close_forward().await;

    // 4. Run what the reading leaves of the path's remote commands.
    let rest = remote_commands(path, reading).iter().skip(commands.len());
    commands.extend(run_all(&live, rest, &remote).await);
    let is_lost = live.is_lost();

    // 5. Close the client.
    live.close_client().await;

    // 6. Wait for the probe that may have been outstanding, and for another disposal's command.
    live.join_watchdog().await;
    live.commands.shutdown().await;

    Some(Disposed {
        live,
        reading,
        commands,
        is_lost,
        is_untracked: true,
    })
}

/// Disposes of every session at once, without remote commands (S9).
pub async fn dispose_all(registry: &Registry) -> Vec<Disposed> {
    let sessions = registry.all();
    let disposals = sessions.iter().map(|live| {
        dispose(
            registry,
            &live.id,
            DisposalPath::Close,
            Arc::new(NoCommands),
        )
    });
    join_all(disposals).await.into_iter().flatten().collect()
}

async fn run_all(
    live: &Arc<Live>,
    commands: impl IntoIterator<Item = &RemoteCommand>,
    remote: &Arc<dyn RemoteCommands>,
) -> Vec<(RemoteCommand, CommandOutcome)> {
    let mut outcomes = Vec::new();
    for command in commands {
        outcomes.push((*command, run(live, *command, remote).await));
    }
    outcomes
}

/// Runs one command under its backstop, the only timer it has (S5): when that fires the client is
/// closed, which ends the command whatever it waits for.
async fn run(
    live: &Arc<Live>,
    command: RemoteCommand,
    remote: &Arc<dyn RemoteCommands>,
) -> CommandOutcome {
    let Some(connection) = live.connection().cloned() else {
        return CommandOutcome::Failed;
    };
    let remote = Arc::clone(remote);
    let task = async move { remote.run(command, &connection).await };
    let mut task = live.commands.spawn(task);
    if let Ok(ended) = tokio::time::timeout(command.timeout(), &mut task).await {
        return ended.unwrap_or(CommandOutcome::Failed);
    }
    tracing::warn!(
        session.id = %live.id,
        ssh.host = live.host,
        ?command,
        "a remote command of a session's end took too long: its connection is closed"
    );
    live.mark_lost();
    live.close_client().await;
    let _ = task.await;
    CommandOutcome::Failed
}
