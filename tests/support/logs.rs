//! What was logged, for tests of the log.

use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};

use tracing::field::{Field, Visit};
use tracing::subscriber::DefaultGuard;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};

/// Collects what this thread logs, so only for tests on a current-thread runtime.
#[derive(Debug)]
pub struct Logs {
    lines: Lines,
    _until_dropped: DefaultGuard,
}

/// One line of the log.
#[derive(Clone, Debug)]
pub struct Line {
    /// How loud.
    pub level: Level,
    /// The message.
    pub message: String,
    /// Every other field as `name=value`, separated by spaces.
    pub fields: String,
}

#[derive(Clone, Debug, Default)]
struct Lines(Arc<Mutex<Vec<Line>>>);

impl Logs {
    /// Collects from now until dropped.
    #[must_use]
    pub fn capture() -> Self {
        keep_callsites_awake();
        let lines = Lines::default();
        let subscriber = tracing_subscriber::registry().with(lines.clone());
        Self {
            lines,
            _until_dropped: tracing::subscriber::set_default(subscriber),
        }
    }

    /// What Reach has logged at `level` or louder.
    pub fn at_least(&self, level: Level) -> Vec<Line> {
        let lines = self.lines.lock();
        let loud = lines.iter().filter(|line| line.level <= level);
        loud.cloned().collect()
    }
}

/// A call site's interest is cached for the whole process. Where tests share one, as under
/// `cargo test`, another thread's end could put a call site to sleep; a global subscriber that wants
/// everything, and keeps nothing, prevents it.
fn keep_callsites_awake() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // One that is there already wants what it wants: a test's own choice.
        let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry());
    });
}

impl Lines {
    fn lock(&self) -> MutexGuard<'_, Vec<Line>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Subscriber> Layer<S> for Lines {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let metadata = event.metadata();
        if !metadata.target().starts_with("reach") {
            return;
        }
        let mut line = Line {
            level: *metadata.level(),
            message: String::new(),
            fields: String::new(),
        };
        event.record(&mut line);
        self.lock().push(line);
    }
}

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let (name, text) = (field.name(), format!("{value:?}"));
        if name == "message" {
            self.message = text;
        } else {
            let space = if self.fields.is_empty() { "" } else { " " };
            let _ = write!(self.fields, "{space}{name}={text}");
        }
    }
}
