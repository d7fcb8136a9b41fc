//! What a disposal does over a transport, and what it leaves alone.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use reach_logic::Reading;
use reach_logic::disposal::{CommandOutcome, DisposalPath, RemoteCommand, ResetReport};
use reach_server::sessions::{Disposed, NoCommands, RemoteCommands, dispose, dispose_all};
use reach_server::ssh::Connection;
use reach_tests::memory_host::ENDLESS_SCRIPT;

use crate::detection::take_turns;
use crate::rig::{DEADLINE, INTERVAL, Rig, TICK, id, listens};

const SECOND: Duration = Duration::from_secs(1);

/// At how many turns of all tasks after the deadline a stop is tried.
const TURNS: usize = 40;

/// Real scripts over the real connection.
#[derive(Default)]
pub(crate) struct Scripts {
    endless: Option<RemoteCommand>,
    refused: Option<RemoteCommand>,
    issued: Mutex<Vec<RemoteCommand>>,
    running: AtomicUsize,
    /// What a command does when it was issued.
    on_issue: Option<Box<dyn Fn(RemoteCommand) + Send + Sync>>,
    failed: AtomicBool,
}

#[async_trait]
impl RemoteCommands for Scripts {
    async fn run(&self, command: RemoteCommand, connection: &Connection) -> CommandOutcome {
        self.issued.lock().unwrap().push(command);
        if let Some(on_issue) = &self.on_issue {
            on_issue(command);
        }
        if self.refused == Some(command) {
            return CommandOutcome::Failed;
        }
        let is_endless = self.endless == Some(command);
        let script = if is_endless { ENDLESS_SCRIPT } else { "true" };
        self.running.fetch_add(1, Ordering::SeqCst);
        let output = connection.run(script, 100).await;
        self.running.fetch_sub(1, Ordering::SeqCst);
        match output {
            Ok(output) if output.succeeded() => CommandOutcome::Done,
            _ => {
                self.failed.store(true, Ordering::SeqCst);
                CommandOutcome::Failed
            }
        }
    }
}

impl Scripts {
    fn issued(&self) -> Vec<RemoteCommand> {
        self.issued.lock().unwrap().clone()
    }
}

impl Rig {
    /// Disposes of a session without remote commands.
    pub(crate) async fn dispose(&self, name: &str) {
        let none = Arc::new(NoCommands);
        let disposed = dispose(&self.registry, &id(name), DisposalPath::Close, none).await;
        assert!(disposed.is_some(), "{name} is not tracked");
    }

    pub(crate) async fn dispose_all(&self) -> Vec<Disposed> {
        dispose_all(&self.registry).await
    }

    async fn run(&self, path: DisposalPath, scripts: &Arc<Scripts>) -> Option<Disposed> {
        let scripts: Arc<dyn RemoteCommands> = Arc::<Scripts>::clone(scripts);
        dispose(&self.registry, &id("s"), path, scripts).await
    }
}

// covers: SSH-TRANSPORT-LIVENESS-002.8, SSH-TRANSPORT-LIVENESS-002.10
#[tokio::test(start_paused = true)]
async fn a_stop_runs_cleanup_then_controller_stop_on_a_healthy_transport() {
    let mut rig = Rig::new();
    let (live, wire) = rig.session("s").await;
    rig.at(SECOND).await;
    let scripts = Arc::new(Scripts::default());
    let disposed = rig.run(DisposalPath::Stop, &scripts).await.unwrap();
    assert_eq!(
        disposed.commands,
        [
            (RemoteCommand::CleanupScript, CommandOutcome::Done),
            (RemoteCommand::ControllerStop, CommandOutcome::Done),
        ]
    );
    assert!(!disposed.controller_may_remain());
    assert_eq!(rig.host.scripts(), 2);
    assert!(!listens(&live));
    assert!(rig.registry.get(&id("s")).is_none());
    assert!(rig.warnings().is_empty(), "{:?}", rig.warnings());
    let again = rig.run(DisposalPath::Stop, &scripts).await;
    assert!(again.is_none(), "nothing is there to stop");
    drop(wire);
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-002.8, SSH-TRANSPORT-LIVENESS-002.11
// covers: SSH-TRANSPORT-LIVENESS-002.15
#[tokio::test(start_paused = true)]
async fn an_unresponsive_or_lost_session_is_disposed_of_at_once_and_without_a_command() {
    let moments = [
        (2 * INTERVAL + TICK, Reading::Unresponsive),
        (DEADLINE + TICK, Reading::Lost),
    ];
    for path in [
        DisposalPath::Stop,
        DisposalPath::Reset,
        DisposalPath::Resume,
    ] {
        for (moment, reading) in moments {
            for is_frozen in [false, true] {
                let mut rig = Rig::new();
                let (live, wire) = rig.session("s").await;
                rig.settle().await;
                if is_frozen {
                    wire.freeze();
                } else {
                    wire.silence();
                }
                rig.at(moment).await;
                let before = rig.elapsed();
                let scripts = Arc::new(Scripts::default());
                let disposed = rig.run(path, &scripts).await.unwrap();
                assert_eq!(disposed.reading, reading);
                assert_eq!(rig.elapsed(), before, "no time has passed");
                assert_eq!(scripts.issued(), []);
                assert!(disposed.controller_may_remain());
                assert_eq!(disposed.reset_report(), ResetReport::TransportLost);
                assert!(!listens(&live));
                let lost = usize::from(reading == Reading::Lost);
                assert_eq!(rig.warnings().len(), lost, "{:?}", rig.warnings());
                drop(wire);
                rig.finish().await;
            }
        }
    }
}

// covers: SSH-TRANSPORT-LIVENESS-002.8
#[tokio::test(start_paused = true)]
async fn a_command_that_outlives_its_timeout_is_ended_by_closing_the_client() {
    for tuned in [true, false] {
        let mut rig = if tuned { Rig::new() } else { Rig::with(None) };
        let (live, wire) = rig.session("s").await;
        rig.at(SECOND).await;
        let scripts = Arc::new(Scripts {
            endless: Some(RemoteCommand::CleanupScript),
            ..Scripts::default()
        });
        let before = rig.elapsed();
        let disposed = rig.run(DisposalPath::Stop, &scripts).await.unwrap();
        let took = rig.elapsed().saturating_sub(before);
        assert_eq!(took.as_secs(), 60, "{took:?}");
        assert_eq!(
            disposed.commands,
            [
                (RemoteCommand::CleanupScript, CommandOutcome::Failed),
                (RemoteCommand::ControllerStop, CommandOutcome::Failed),
            ]
        );
        assert!(disposed.is_lost && live.is_lost());
        assert!(disposed.controller_may_remain());
        assert_eq!(scripts.running.load(Ordering::SeqCst), 0, "it was awaited");
        assert!(rig.losses().is_empty(), "nobody declares a loss");
        drop(wire);
        rig.finish().await;
    }
}

// covers: SSH-TRANSPORT-LIVENESS-002.8, SSH-TRANSPORT-LIVENESS-002.15
#[tokio::test(start_paused = true)]
async fn a_transport_that_wedges_after_the_reading_does_not_hang_the_disposal() {
    use RemoteCommand::{BrokerPreflight, CleanupScript, ControllerStop};
    for (path, wedges_at, seconds, issued) in [
        (DisposalPath::Stop, CleanupScript, 60, 2),
        (DisposalPath::Stop, ControllerStop, 20, 2),
        (DisposalPath::Reset, BrokerPreflight, 20, 1),
        (DisposalPath::Reset, ControllerStop, 20, 2),
    ] {
        let mut rig = Rig::new();
        let (live, wire) = rig.session("s").await;
        rig.at(SECOND).await;
        let wire = Arc::new(wire);
        let wedge = Arc::clone(&wire);
        let scripts = Arc::new(Scripts {
            on_issue: Some(Box::new(move |command| {
                if command == wedges_at {
                    wedge.freeze();
                }
            })),
            ..Scripts::default()
        });
        let before = rig.elapsed();
        let disposed = rig.run(path, &scripts).await.unwrap();
        let took = rig.elapsed().saturating_sub(before);
        assert_eq!(took.as_secs(), seconds, "{path:?}");
        assert_eq!(disposed.reading, Reading::Answering);
        assert_eq!(scripts.issued().len(), issued);
        assert!(disposed.is_lost && live.is_lost());
        assert_eq!(scripts.running.load(Ordering::SeqCst), 0, "it was awaited");
        if path == DisposalPath::Reset {
            assert_eq!(disposed.reset_report(), ResetReport::TransportLost);
        }
        let is_preflight = wedges_at == BrokerPreflight;
        assert_eq!(disposed.is_untracked, !is_preflight);
        rig.settle().await;
        assert!(
            !listens(&live),
            "a watchdog that still ran has torn it down"
        );
        assert_eq!(rig.losses().len(), usize::from(is_preflight));
        drop((scripts, wire));
        rig.finish().await;
    }
}

// covers: SSH-TRANSPORT-LIVENESS-002.15
#[tokio::test(start_paused = true)]
async fn a_reset_tells_a_host_that_refused_from_a_transport_that_was_lost() {
    use RemoteCommand::{BrokerPreflight, ControllerStop};
    for (refused, report, is_untracked) in [
        (None, ResetReport::Cleared, true),
        (
            Some(BrokerPreflight),
            ResetReport::Refused(BrokerPreflight),
            false,
        ),
        (
            Some(ControllerStop),
            ResetReport::Refused(ControllerStop),
            true,
        ),
    ] {
        let mut rig = Rig::new();
        let (live, wire) = rig.session("s").await;
        rig.at(SECOND).await;
        let scripts = Arc::new(Scripts {
            refused,
            ..Scripts::default()
        });
        let disposed = rig.run(DisposalPath::Reset, &scripts).await.unwrap();
        assert_eq!(disposed.reset_report(), report);
        assert_eq!(disposed.is_untracked, is_untracked);
        assert_eq!(
            listens(&live),
            !is_untracked,
            "a refused preflight keeps all"
        );
        if !is_untracked {
            assert!(live.look().silence.is_some(), "the watch goes on");
            rig.dispose("s").await;
        }
        drop(wire);
        rig.finish().await;
    }
}

// covers: SSH-TRANSPORT-LIVENESS-002.15
#[tokio::test(start_paused = true)]
async fn a_teardown_under_a_preflight_is_reported_as_transport_loss() {
    let mut rig = Rig::new();
    let (_, wire) = rig.session("s").await;
    rig.at(SECOND).await;
    let wire = Arc::new(wire);
    let cut = Arc::clone(&wire);
    let scripts = Arc::new(Scripts {
        on_issue: Some(Box::new(move |_| cut.cut())),
        ..Scripts::default()
    });
    let before = rig.elapsed();
    let disposed = rig.run(DisposalPath::Reset, &scripts).await.unwrap();
    assert_eq!(rig.elapsed(), before, "no time has passed");
    assert!(scripts.failed.load(Ordering::SeqCst));
    rig.settle().await;
    assert_eq!(disposed.reset_report(), ResetReport::TransportLost);
    assert_eq!(rig.warnings().len(), 1, "{:?}", rig.warnings());
    drop((scripts, wire));
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-002.4
#[tokio::test(start_paused = true)]
async fn a_second_disposal_finds_nothing_and_waits_for_nobody() {
    let mut rig = Rig::new();
    let (_, wire) = rig.session("s").await;
    rig.at(SECOND).await;
    let scripts = Arc::new(Scripts {
        endless: Some(RemoteCommand::CleanupScript),
        ..Scripts::default()
    });
    let first = rig.run(DisposalPath::Stop, &scripts);
    let second = async {
        rig.settle().await;
        let before = rig.elapsed();
        let none = Arc::new(NoCommands);
        let disposed = dispose(&rig.registry, &id("s"), DisposalPath::Stop, none).await;
        assert!(disposed.is_none());
        assert!(rig.dispose_all().await.is_empty());
        assert_eq!(rig.elapsed(), before, "no time has passed");
        assert_eq!(
            scripts.running.load(Ordering::SeqCst),
            1,
            "the first goes on"
        );
    };
    let (first, ()) = tokio::join!(first, second);
    assert!(first.unwrap().is_lost);
    drop(wire);
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-002.7, SSH-TRANSPORT-LIVENESS-002.8
#[tokio::test(start_paused = true)]
async fn a_teardown_and_a_stop_at_one_moment_both_come_to_their_end() {
    let mut lost = 0;
    for turns in 0..TURNS {
        let mut rig = Rig::new();
        let (live, wire) = rig.session("s").await;
        rig.settle().await;
        wire.freeze();
        rig.at(DEADLINE).await;
        tokio::time::advance(TICK).await;
        let stop = async |turns| {
            for _ in 0..turns {
                take_turns().await;
            }
            let scripts = Arc::new(Scripts::default());
            let disposed = rig.run(DisposalPath::Stop, &scripts).await?;
            assert_eq!(scripts.issued(), [], "neither reading allows one");
            // The registry has let go of it, and so has every task.
            assert_eq!(Arc::strong_count(&live), 2, "{turns}");
            assert!(!listens(&live));
            Some(disposed.is_lost)
        };
        let (first, second) = tokio::join!(stop(turns), stop(turns + 1));
        assert!(second.is_none(), "the first has taken it");
        let torn_down = usize::from(first.unwrap());
        assert_eq!(rig.warnings().len(), torn_down, "{turns}");
        lost += torn_down;
        drop(wire);
        rig.finish().await;
    }
    // They met on both sides of the loss.
    assert!(0 < lost && lost < TURNS, "{lost}");
}
