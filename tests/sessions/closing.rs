//! The end of everything while something else is under way.

use std::sync::Arc;

use async_trait::async_trait;
use reach_logic::disposal::{CommandOutcome, DisposalPath, RemoteCommand};
use reach_server::sessions::{RemoteCommands, dispose};
use reach_server::ssh::Connection;
use reach_tests::memory_host::ENDLESS_SCRIPT;

use crate::rig::{Rig, id};

/// Commands that the host never answers.
struct Endless;

#[async_trait]
impl RemoteCommands for Endless {
    async fn run(&self, _: RemoteCommand, connection: &Connection) -> CommandOutcome {
        let _ = connection.run(ENDLESS_SCRIPT, 100).await;
        CommandOutcome::Failed
    }
}

#[tokio::test(start_paused = true)]
async fn closing_everything_waits_for_no_command_of_a_reset() {
    let mut rig = Rig::new();
    let (live, wire) = rig.session("s").await;
    let registry = Arc::clone(&rig.registry);
    let reset = tokio::spawn(async move {
        dispose(&registry, &id("s"), DisposalPath::Reset, Arc::new(Endless)).await
    });
    rig.settle().await;
    assert_eq!(rig.host.scripts(), 1, "the preflight is under way");
    let before = rig.elapsed();
    let disposed = rig.dispose_all().await;
    assert_eq!(rig.elapsed(), before, "no time has passed");
    assert_eq!(disposed.len(), 1);
    assert!(disposed[0].commands.is_empty());
    let reset = reset.await.unwrap().expect("it found the session");
    assert_eq!(
        reset.commands,
        [(RemoteCommand::BrokerPreflight, CommandOutcome::Failed)]
    );
    assert_eq!(rig.elapsed(), before);
    drop((live, wire));
    rig.finish().await;
}
