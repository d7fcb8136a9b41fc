//! What happens to a session whose transport was declared lost: it is closed on this side, and
//! nothing else. The host is told nothing, the session stays tracked, and what a resume needs is
//! untouched (L-001.11, L-002.6).

use reach_logic::watchdog::{Loss, LossCause};

use super::close::CloseFault;
use super::live::Live;
use crate::events::{Event, Events, TransportLoss};

/// Closes forward, then client; the mark is set already, and no lock is held.
pub(super) async fn tear_down(live: &Live, loss: Loss, events: &Events) {
    let forward = live.close_forward().await;
    let client = live.close_client().await;
    report(live, loss, &[forward, client]);
    events.publish(Event::SessionTransportLost(TransportLoss {
        session_id: live.id.clone(),
        executor_id: live.executor_id.clone(),
        host: live.host.clone(),
        silence_ms: milliseconds(loss),
    }));
}

/// The one warning of a teardown (L-001.9).
fn report(live: &Live, loss: Loss, closes: &[Result<(), CloseFault>]) {
    let cause = match loss.cause {
        LossCause::Ended => "it ended",
        LossCause::ProbeFailed => "a probe failed",
        LossCause::Silence => "it stopped answering",
    };
    let faults = closes.iter().filter_map(|close| close.err());
    let faults: Vec<String> = faults.map(|fault| fault.to_string()).collect();
    tracing::warn!(
        session.id = %live.id,
        ssh.host = live.host,
        silence_ms = milliseconds(loss),
        close_errors = (!faults.is_empty()).then(|| faults.join("; ")),
        "the connection of session {} to {} was lost: {cause}; resume the session to connect again",
        live.id,
        live.host,
    );
}

fn milliseconds(loss: Loss) -> u64 {
    u64::try_from(loss.silence.as_millis()).unwrap_or(u64::MAX)
}
