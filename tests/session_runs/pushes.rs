//! What is pushed of a session's transport.

use std::time::Duration;

use reach_logic::session::Transport;
use reach_logic::{EffectiveInterval, Tuning};
use reach_server::events::Event;
use reach_server::sessions::Limits;
use reach_tests::memory_store::{Call, Fault};
use tokio::sync::broadcast;

use crate::rig::{GREETER, PATIENCE, Rig, heard, limits, spec};

async fn pushed(events: &mut broadcast::Receiver<Event>) -> Transport {
    let session = heard(events, |event| {
        if let Event::SessionUpdated(session) = event {
            Some(session)
        } else {
            None
        }
    });
    session.await.transport
}

#[tokio::test]
async fn a_session_that_falls_silent_and_answers_again_is_pushed_both_times() {
    // Silent soon, lost only much later.
    let tuning = Tuning::new(Duration::from_millis(200), PATIENCE);
    let limits = Limits { tuning, ..limits() };
    let rig = Rig::with_limits(limits, EffectiveInterval::DEFAULT, |sshd| sshd).await;
    rig.runs(spec(GREETER)).await;
    let mut events = rig.bus.subscribe();
    rig.sshd.freeze_connections();
    while pushed(&mut events).await != Transport::Unresponsive {}
    rig.sshd.thaw_connections();
    while pushed(&mut events).await != Transport::Up {}
}

#[tokio::test]
async fn a_loss_is_pushed_as_soon_as_the_store_answers() {
    let rig = Rig::new().await;
    rig.runs(spec(GREETER)).await;
    let mut events = rig.bus.subscribe();
    let reads = rig.store.calls(Call::Session);
    rig.store.break_down(Call::Session, Fault::Fails);
    rig.sshd.kill_connections();
    rig.until_called(Call::Session, reads + 1).await;
    rig.store.heal(Call::Session);
    while pushed(&mut events).await != Transport::Lost {}
}
