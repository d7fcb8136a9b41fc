//! The end of the service (S9, A2).

use std::sync::Arc;

use futures_util::future::join_all;
use reach_logic::session::SessionState;

use super::commands::SessionCommands;
use super::disposal::dispose_all;
use super::ground::Ground;
use super::service::Inner;

/// Ends launches and resumes, then every session on this side: remote controllers live on, and
/// are taken up by the next server; local ones are ended.
pub(super) async fn run(inner: &Arc<Inner>) {
    inner.tasks.stop_token().cancel();
    end_all(inner).await;
    inner.tasks.shutdown().await;
    // What a launch or a resume has still finished in between.
    end_all(inner).await;
}

async fn end_all(inner: &Arc<Inner>) {
    let disposed = dispose_all(&inner.registry).await;
    let local = disposed
        .iter()
        .filter(|one| one.live.local_port().is_none());
    join_all(local.map(|one| end_local(inner, one.live.id()))).await;
}

async fn end_local(inner: &Arc<Inner>, id: &reach_logic::SessionId) {
    let Ok(mut row) = inner.row(id).await else {
        return;
    };
    let command = reach_logic::disposal::RemoteCommand::ControllerStop;
    let outcome = SessionCommands::of(&row, inner)
        .run_on(command, &Ground::Local)
        .await;
    if outcome == reach_logic::disposal::CommandOutcome::Done {
        row.state = SessionState::Stopped;
        row.resume = None;
        if let Err(error) = inner.put(&row, None).await {
            tracing::warn!(session.id = %row.id, %error, "its end was not stored");
        }
    }
}
