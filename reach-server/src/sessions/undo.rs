//! Taking back what a launch has started.

use std::time::Duration;

use reach_logic::session::LaunchStep;
use tokio::time::timeout;

use super::ground::Ground;
use crate::store::{RemoteProcess, SessionRow};

/// For each thing that is taken back.
const LIMIT: Duration = Duration::from_secs(20);
/// The cleanup script of a session that never ran.
const CLEANUP: Duration = Duration::from_secs(30);

/// What a launch has started, and nobody has taken back yet.
#[derive(Clone, Debug)]
pub(super) enum Undone {
    Nothing,
    /// A script of the session; what it started is known by the environment it carries.
    Scripts,
    Controller(RemoteProcess),
}

/// Whether a launch that got this far may have left something on its host.
pub(super) fn may_have_begun(row: &SessionRow) -> bool {
    row.resume.is_some()
        || match row.step {
            None | Some(LaunchStep::Resolve | LaunchStep::Dial | LaunchStep::Platform) => false,
            Some(LaunchStep::Prepare) => row.spec.prepare_script.is_some(),
            Some(
                LaunchStep::Start | LaunchStep::Port | LaunchStep::Forward | LaunchStep::Ready,
            ) => true,
        }
}

/// Ends the controller and all scripts, then runs the cleanup script: the prepare script has
/// begun. Whether nothing is left that could run.
pub(super) async fn run(
    ground: &Ground,
    row: &SessionRow,
    what: &Undone,
    patience: Duration,
) -> bool {
    let host = ground.host(&row.id);
    if matches!(what, Undone::Nothing) {
        return true;
    }
    let end = async {
        if let Undone::Controller(process) = what {
            host.stop(process, patience).await?;
        }
        host.abandon().await
    };
    let is_ended = match timeout(LIMIT, end).await {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            tracing::warn!(session.id = %row.id, %error, "what a launch started was not ended");
            false
        }
        Err(_elapsed) => false,
    };
    if is_ended
        && let Some(text) = &row.spec.cleanup_script
        && let Err(error) = host.run_script("cleanup", text, &row.spec, CLEANUP).await
    {
        tracing::warn!(session.id = %row.id, %error, "the cleanup after a failed launch failed");
    }
    is_ended
}
