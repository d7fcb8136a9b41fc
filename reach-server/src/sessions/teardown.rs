//! What happens to a session whose transport was declared lost: it is closed on this side, and
//! nothing else. The host is told nothing, the session stays tracked, and what a resume needs is
//! untouched (L-001.11, L-002.6).

use reach_logic::watchdog::{Loss, LossCause};

use super::close::CloseFault;
use super::live::Live;
use crate::events::{Event, Events, TransportLoss};

/// Closes forward, then client; the mark is set already, and no lock is held.
pub(super) async fn tear_down(live: &Live, loss: Loss, events: &Events) {
    let faults = live.close_both().await;
    report(live, loss, &faults);
    events.publish(Event::SessionTransportLost(TransportLoss {
        session_id: live.id.clone(),
        executor_id: live.executor_id.clone(),
        host: live.host.clone(),
        silence_ms: milliseconds(loss),
    }));
}

/// The one warning of a teardown (L-001.9).
fn report(live: &Live, loss: Loss, faults: &[CloseFault]) {
    let cause = match loss.cause {
        LossCause::Ended => "it ended",
        LossCause::ProbeFailed => "a probe failed",
        LossCause::Silence => "it stopped answering",
    };
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
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

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use tracing_subscriber::fmt::MakeWriter;

    use super::*;
    use crate::clock::MonoClock;
    use crate::ssh::TasksRemain;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl MakeWriter<'_> for Log {
        type Writer = Self;

        fn make_writer(&self) -> Self {
            self.clone()
        }
    }

    // covers: SSH-TRANSPORT-LIVENESS-001.5, SSH-TRANSPORT-LIVENESS-001.9
    #[tokio::test]
    async fn the_one_warning_names_the_closes_that_failed() {
        let log = Log::default();
        let subscriber = tracing_subscriber::fmt().json().with_writer(log.clone());
        let guard = tracing::subscriber::set_default(subscriber.finish());
        let (session, executor) = ("s".parse().unwrap(), "e".parse().unwrap());
        let live = Live::local(session, executor, "web-1".to_owned(), MonoClock::start());
        let loss = Loss {
            cause: LossCause::Silence,
            silence: Duration::from_millis(45_001),
        };
        report(&live, loss, &[]);
        let faults = [CloseFault::Forward(2), CloseFault::Client(TasksRemain(1))];
        report(&live, loss, &faults);
        drop(guard);
        let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        let lines: Vec<serde_json::Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(lines.len(), 2);
        for line in &lines {
            assert_eq!(line["level"], "WARN");
            assert_eq!(line["fields"]["session.id"], "s");
            assert_eq!(line["fields"]["ssh.host"], "web-1");
            assert_eq!(line["fields"]["silence_ms"], 45_001);
        }
        assert!(lines[0]["fields"].get("close_errors").is_none());
        let named = lines[1]["fields"]["close_errors"].as_str().unwrap();
        for fault in faults {
            assert!(named.contains(&fault.to_string()), "{named}");
        }
    }
}
