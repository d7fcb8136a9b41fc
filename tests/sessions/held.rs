//! Moments that a line of the log makes visible: whoever writes it is held up until a test goes on.

use std::fmt::Write as _;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use futures_util::poll;
use reach_logic::{Reading, Tuning};
use reach_server::sessions::{Recorded, Registry};
use reach_tests::alone::Alone;
use tokio::time::{sleep, timeout};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};

use crate::real::{DEADLINE, INTERVAL, PATIENCE, client, echo};
use crate::rig::{Rig, id};

/// Passes every line of Reach on, as `message` and then `name=value`.
struct Hear<F>(F);

impl<S: Subscriber, F: Fn(&str) + 'static> Layer<S> for Hear<F> {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target().starts_with("reach") {
            let mut line = Text::default();
            event.record(&mut line);
            (self.0)(&line.0);
        }
    }
}

#[derive(Default)]
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        let _ = write!(self.0, "{}={value:?} ", field.name());
    }
}

/// Holds up every thread but the test's own that logs a line with this text, until opened or
/// dropped.
struct Gate(Arc<Held>);

#[derive(Default)]
struct Held {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    lines: Vec<String>,
    is_open: bool,
}

impl Gate {
    /// For the whole process.
    fn at(text: &'static str) -> Self {
        let held = Arc::<Held>::default();
        let gate = Self(Arc::clone(&held));
        let hear = Hear(move |line: &str| {
            let mut state = held.state();
            state.lines.push(line.to_owned());
            if line.contains(text) {
                let shut = |state: &mut State| !state.is_open;
                drop(held.changed.wait_timeout_while(state, PATIENCE, shut));
            }
        });
        let subscriber = tracing_subscriber::registry().with(hear);
        tracing::subscriber::set_global_default(subscriber).expect("a process of its own");
        gate
    }

    /// Waits for a line with this text.
    async fn line(&self, text: &str) -> String {
        let began = Instant::now();
        loop {
            let lines = self.0.state().lines.clone();
            if let Some(line) = lines.iter().find(|line| line.contains(text)) {
                return line.clone();
            }
            assert!(began.elapsed() < PATIENCE, "{text}: {lines:?}");
            sleep(Duration::from_millis(1)).await;
        }
    }

    fn open(&self) {
        self.0.state().is_open = true;
        self.0.changed.notify_all();
    }
}

impl Held {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.open();
    }
}

/// Without a tuning the start of the watch says that it starts none, which is the one thing that
/// it lets be heard.
// covers: SSH-TRANSPORT-LIVENESS-001.1
#[tokio::test]
async fn nobody_can_take_a_session_between_its_record_and_its_watch() {
    let rig = Rig::with(None);
    let (connection, wire) = rig.host.connect().await;
    let live = rig.live("s", connection).await;
    let (found, finds) = mpsc::channel();
    let (early, is_early) = mpsc::channel();
    let finds = Mutex::new(finds);
    let registry: Arc<Registry> = Arc::clone(&rig.registry);
    let hear = Hear(move |line: &str| {
        if line.contains("is not watched") {
            let (registry, found) = (Arc::clone(&registry), found.clone());
            std::thread::spawn(move || found.send(registry.get(&id("s")).is_some()));
            let finds = finds.lock().unwrap();
            let outcome = finds.recv_timeout(Duration::from_millis(300));
            early.send(outcome).unwrap();
        }
    });
    let subscriber = tracing_subscriber::registry().with(hear);
    let recorded = tracing::subscriber::with_default(subscriber, || rig.registry.record(live));
    assert!(matches!(recorded, Recorded::New(_)));
    let outcome = is_early.try_recv().expect("the watch was to be started");
    assert!(outcome.is_err(), "someone could look: {outcome:?}");
    assert!(rig.registry.get(&id("s")).is_some());
    drop(recorded);
    rig.dispose("s").await;
    drop(wire);
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-001.5
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forward_that_does_not_close_keeps_no_client_open_and_is_named() {
    let name = "held::a_forward_that_does_not_close_keeps_no_client_open_and_is_named";
    if Alone::enter(name).is_none() {
        return;
    }
    // The forward's connection says this as the last thing before its end.
    let gate = Gate::at("a session's port ended early");
    let tuning = Tuning::new(INTERVAL, DEADLINE);
    let mut rig = Rig::with(tuning);
    let (live, wire) = rig.session("s").await;
    let mut client = client(&live).await;
    echo(&mut client).await;
    let connection = live.look().connection.unwrap();
    wire.silence();
    let warning = gate.line("was lost").await;
    let fault = "the forward was closed, but 1 of its connections have not ended";
    assert!(
        warning.contains(&format!("close_errors=\"{fault}\"")),
        "{warning}"
    );
    assert!(connection.ended().is_cancelled(), "the client is closed");
    assert_eq!(live.reading(), Reading::Lost);
    while rig.losses().is_empty() {
        sleep(Duration::from_millis(1)).await;
    }
    drop(gate);
    rig.dispose("s").await;
    drop((client, wire));
    rig.finish().await;
}

// covers: SSH-TRANSPORT-LIVENESS-002.4
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disposal_returns_when_the_teardown_under_way_has_ended_and_no_sooner() {
    let name = "held::a_disposal_returns_when_the_teardown_under_way_has_ended_and_no_sooner";
    if Alone::enter(name).is_none() {
        return;
    }
    let gate = Gate::at("was lost");
    let mut rig = Rig::new();
    let (live, wire) = rig.session("s").await;
    wire.cut();
    gate.line("was lost").await;
    // Both handles are closed, and the watchdog is held up behind that.
    assert!(live.is_lost());
    {
        let mut disposal = std::pin::pin!(rig.dispose("s"));
        for _ in 0..1000 {
            assert!(poll!(&mut disposal).is_pending(), "it waits for nobody");
            tokio::task::yield_now().await;
        }
        gate.open();
        timeout(PATIENCE, disposal).await.expect("an end");
    }
    assert_eq!(Arc::strong_count(&live), 1, "nobody works on it any more");
    drop((live, wire));
    rig.finish().await;
}
