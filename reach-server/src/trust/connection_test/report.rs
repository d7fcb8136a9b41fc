//! What a connection test tells, as it is shown.

use std::time::Duration;

use reach_logic::{Fingerprint, KeyType, Reason, reason};
use serde::Serialize;
use tokio::time::Instant;

use crate::ssh::{Connection, DialError, Hop, HostKey, Itinerary, Phase, Step, one_line};

use super::command::{self, CommandError};

/// What a connection test saw.
#[derive(Clone, Debug, Serialize)]
pub struct TestReport {
    /// Whether Reach was let in, and got its answers there if the key is trusted.
    pub ok: bool,
    /// Up to the first that failed.
    pub steps: Vec<TestStep>,
    /// The target as records name it (P11).
    pub host: String,
    /// The key that the target showed, trusted or not.
    pub fingerprint: Option<Fingerprint>,
    /// Its type.
    pub key_algorithm: Option<KeyType>,
    /// The target's identification line.
    pub server_version: Option<String>,
    /// Empty exactly when it is `ok`.
    #[serde(with = "reason::or_empty")]
    pub reason: Option<Reason>,
    /// The pin that was tested.
    pub expected: Option<Fingerprint>,
}

/// One step of a test.
#[derive(Clone, Debug, Serialize)]
pub struct TestStep {
    /// Which.
    pub name: StepName,
    /// Whether it was done. Git is of no consequence for the test as a whole.
    pub ok: bool,
    /// One line: what was found, or what went wrong.
    pub detail: String,
    /// How long it took.
    pub duration_ms: u64,
}

/// The steps, in their order.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StepName {
    /// Configuration, keys and name.
    Resolve,
    /// TCP to the target; through a bastion, everything up to the bastion's own TCP connection.
    Connect,
    /// The target's handshake and key.
    HostKey,
    /// The login at the target.
    Authenticate,
    /// What it runs on.
    Platform,
    /// Git there.
    Git,
}

impl StepName {
    /// Those of a dial.
    const OF_DIAL: [Self; 4] = [
        Self::Resolve,
        Self::Connect,
        Self::HostKey,
        Self::Authenticate,
    ];

    const fn of(hop: Hop, phase: Phase) -> Self {
        match (hop, phase) {
            (_, Phase::Prepare | Phase::Resolve) => Self::Resolve,
            (Hop::Bastion, Phase::Connect | Phase::Handshake | Phase::Authenticate)
            | (Hop::Target, Phase::Connect) => Self::Connect,
            (Hop::Target, Phase::Handshake) => Self::HostKey,
            (Hop::Target, Phase::Authenticate) => Self::Authenticate,
        }
    }
}

impl TestReport {
    /// Reach was let in.
    pub(super) fn of_login(connection: &Connection, pin: Option<&Fingerprint>) -> Self {
        let way = connection.itinerary();
        let report = Self {
            ok: true,
            host: connection.host().to_owned(),
            ..Self::of_host(
                Some(connection.host_key()),
                connection.server_version(),
                pin,
            )
        };
        report.with_steps(StepName::Authenticate, way, connection.steps())
    }

    /// Reach was not let in.
    pub(super) fn of_failure(error: &DialError, pin: Option<&Fingerprint>) -> Self {
        let failure = error.failure();
        let presented = error.presented();
        let last = match (failure.reason, &error.mismatch) {
            // Whatever ended it: another key of the same host was looked for, and not found (P10).
            (Reason::HostKey, Some(_)) => StepName::HostKey,
            _ => StepName::of(error.hop, error.phase),
        };
        let report = Self {
            host: error.host.clone(),
            reason: Some(failure.reason),
            ..Self::of_host(presented, &error.sighting.server_version, pin)
        };
        let mut report = report.with_steps(last, &error.itinerary, &error.steps);
        if let Some(step) = report.steps.last_mut() {
            step.ok = false;
            step.detail = failure.message;
        }
        report
    }

    fn of_host(key: Option<&HostKey>, version: &str, pin: Option<&Fingerprint>) -> Self {
        Self {
            ok: false,
            steps: Vec::new(),
            host: String::new(),
            fingerprint: key.map(|key| key.fingerprint.clone()),
            key_algorithm: key.map(|key| key.key_type),
            server_version: (!version.is_empty()).then(|| one_line(version)),
            reason: None,
            expected: pin.cloned(),
        }
    }

    /// The steps of the dial up to the last that was begun, all of them done.
    fn with_steps(mut self, last: StepName, way: &Itinerary, taken: &[Step]) -> Self {
        let begun = StepName::OF_DIAL.into_iter().filter(|name| *name <= last);
        self.steps = begun
            .map(|name| {
                let phases = taken
                    .iter()
                    .filter(|step| StepName::of(step.hop, step.phase) == name);
                TestStep {
                    name,
                    ok: true,
                    detail: one_line(&self.done(name, way)),
                    duration_ms: milliseconds(phases.map(|step| step.took).sum()),
                }
            })
            .collect();
        self
    }

    /// What a step of the dial found.
    fn done(&self, name: StepName, way: &Itinerary) -> String {
        let Itinerary {
            user,
            place,
            bastion,
        } = way;
        match (name, bastion) {
            (StepName::Resolve, None) => format!("{user}@{place}"),
            (StepName::Resolve, Some(bastion)) => format!("{user}@{place}, through {bastion}"),
            (StepName::Connect, None) => place.clone(),
            (StepName::Connect, Some(bastion)) => format!("{place}, through {bastion}"),
            (StepName::HostKey, _) => match (&self.fingerprint, self.key_algorithm) {
                (Some(key), Some(kind)) => format!("{key} ({})", kind.token()),
                (Some(_) | None, Some(_) | None) => String::new(),
            },
            (StepName::Authenticate, _) => format!("logged in as {user}"),
            (StepName::Platform | StepName::Git, _) => String::new(),
        }
    }

    /// Asks a trusted host what it is, and whether it has Git.
    pub(super) async fn run_commands(&mut self, connection: &Connection, deadline: Instant) {
        let began = Instant::now();
        let platform = command::platform(connection, deadline).await;
        if let Err(error) = &platform {
            self.ok = false;
            self.reason = Some(match error {
                CommandError::TimedOut(_) => Reason::Timeout,
                CommandError::Channel(_)
                | CommandError::Failed { .. }
                | CommandError::Missing(_)
                | CommandError::Odd { .. }
                | CommandError::Platform(_) => Reason::Unknown,
            });
        }
        self.answered(StepName::Platform, platform, began);
        if self.ok {
            let began = Instant::now();
            let git = command::git(connection, deadline).await;
            self.answered(StepName::Git, git, began);
        }
    }

    fn answered(&mut self, name: StepName, answer: Result<String, CommandError>, began: Instant) {
        self.steps.push(TestStep {
            name,
            ok: answer.is_ok(),
            detail: answer.unwrap_or_else(|error| one_line(&error.to_string())),
            duration_ms: milliseconds(began.elapsed()),
        });
    }
}

fn milliseconds(took: Duration) -> u64 {
    u64::try_from(took.as_millis()).unwrap_or(u64::MAX)
}
