//! A probe that dials nothing: it does what its script says, and remembers everything.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use reach_logic::{Executor, ExecutorId, Failure, KeyType, Reason};
use reach_server::ssh::{Cancelled, Probe, ProbeReport};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// What one probe does when its time is up.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Act {
    /// Succeeds; with a key type if the real probe would have told one.
    Succeed(Option<KeyType>),
    /// Fails.
    Fail(Reason),
    /// Panics.
    Panic,
    /// Never returns, not even when it is cancelled.
    Hang,
    /// Completes in the very moment in which it is cancelled.
    CompleteWhenCancelled,
}

/// One probe that was started.
#[derive(Clone, Debug)]
pub struct Start {
    /// What it was given.
    pub executor: Executor,
    /// When.
    pub at: Instant,
    /// What was being probed then, this one included.
    pub running: Vec<Executor>,
}

/// The probe. Without a script every host answers after 10 ms.
#[derive(Debug)]
pub struct FakeProbe {
    state: Mutex<Script>,
    open: watch::Sender<bool>,
}

#[derive(Debug)]
struct Script {
    acts: BTreeMap<ExecutorId, VecDeque<Act>>,
    always: BTreeMap<ExecutorId, Act>,
    takes: BTreeMap<ExecutorId, Duration>,
    usually_takes: Duration,
    starts: Vec<Start>,
    running: BTreeMap<u64, Executor>,
    next: u64,
}

impl Default for FakeProbe {
    fn default() -> Self {
        Self {
            state: Mutex::new(Script {
                acts: BTreeMap::new(),
                always: BTreeMap::new(),
                takes: BTreeMap::new(),
                usually_takes: Duration::from_millis(10),
                starts: Vec::new(),
                running: BTreeMap::new(),
                next: 0,
            }),
            open: watch::Sender::new(true),
        }
    }
}

impl FakeProbe {
    /// The next probes of one executor, in order; after them it answers.
    pub fn then(&self, id: &str, acts: impl IntoIterator<Item = Act>) {
        let mut state = self.lock();
        state.acts.entry(executor_id(id)).or_default().extend(acts);
    }

    /// Every probe of one executor that has no other act.
    pub fn always(&self, id: &str, act: Act) {
        self.lock().always.insert(executor_id(id), act);
    }

    /// How long every probe takes.
    pub fn takes(&self, duration: Duration) {
        self.lock().usually_takes = duration;
    }

    /// How long the probes of one executor take.
    pub fn takes_for(&self, id: &str, duration: Duration) {
        self.lock().takes.insert(executor_id(id), duration);
    }

    /// Probes stand still from now on, after they have started, until [`release`](Self::release).
    pub fn hold(&self) {
        self.open.send_replace(false);
    }

    /// Held probes go on.
    pub fn release(&self) {
        self.open.send_replace(true);
    }

    /// Every start so far.
    pub fn starts(&self) -> Vec<Start> {
        self.lock().starts.clone()
    }

    /// The starts after the first so many.
    pub fn starts_after(&self, first: usize) -> Vec<Start> {
        self.lock().starts[first..].to_vec()
    }

    /// The ids of every start so far.
    pub fn started(&self) -> Vec<String> {
        let starts = self.starts().into_iter();
        starts.map(|start| start.executor.id.to_string()).collect()
    }

    /// What is being probed now.
    pub fn running(&self) -> Vec<Executor> {
        self.lock().running.values().cloned().collect()
    }

    /// The most that ever ran at once.
    pub fn most_at_once(&self) -> usize {
        let starts = self.starts().into_iter();
        starts.map(|start| start.running.len()).max().unwrap_or(0)
    }

    fn lock(&self) -> MutexGuard<'_, Script> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, executor: &Executor) -> (Running<'_>, Act, Duration) {
        let mut state = self.lock();
        let id = &executor.id;
        let number = state.next;
        state.next += 1;
        state.running.insert(number, executor.clone());
        let running = state.running.values().cloned().collect();
        state.starts.push(Start {
            executor: executor.clone(),
            at: Instant::now(),
            running,
        });
        let usual = state.always.get(id).copied();
        let next = state.acts.get_mut(id).and_then(VecDeque::pop_front);
        let act = next.or(usual).unwrap_or(Act::Succeed(None));
        let takes = state.takes.get(id).copied();
        let takes = takes.unwrap_or(state.usually_takes);
        (
            Running {
                probe: self,
                number,
            },
            act,
            takes,
        )
    }
}

fn executor_id(text: &str) -> ExecutorId {
    text.parse().expect("a test's id is valid")
}

/// Counts as running until dropped, however the probe ends.
struct Running<'a> {
    probe: &'a FakeProbe,
    number: u64,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.probe.lock().running.remove(&self.number);
    }
}

#[async_trait]
impl Probe for FakeProbe {
    async fn probe(
        &self,
        executor: &Executor,
        cancel: &CancellationToken,
    ) -> Result<ProbeReport, Cancelled> {
        let (_running, act, takes) = self.begin(executor);
        let mut open = self.open.subscribe();
        let work = async {
            if !takes.is_zero() {
                tokio::time::sleep(takes).await;
            }
            let _ = open.wait_for(|open| *open).await;
        };
        let cancelled = cancel.run_until_cancelled(work).await.is_none();
        let host = executor.config.connection.display_host().to_owned();
        let report = |failure, key_type| ProbeReport {
            host,
            failure,
            key_type,
        };
        match act {
            Act::Hang => std::future::pending().await,
            Act::CompleteWhenCancelled => Ok(report(None, None)),
            Act::Succeed(_) | Act::Fail(_) | Act::Panic if cancelled => Err(Cancelled),
            Act::Succeed(key_type) => Ok(report(None, key_type)),
            Act::Fail(reason) => {
                let message = format!("scripted {}", reason.token());
                Ok(report(Some(Failure { reason, message }), None))
            }
            // Without the hook: no backtrace in the output of a test that passes.
            Act::Panic => std::panic::resume_unwind(Box::new("as the script says")),
        }
    }
}
