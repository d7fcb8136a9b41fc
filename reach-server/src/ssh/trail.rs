//! How far an attempt has come; outlives the attempt when the deadline drops it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::error::{DialError, Fault, Hop, Phase};
use super::host_key::{HostKey, HostKeyFault};

/// One phase of an attempt, with the time it took; the last one may not have been finished.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Step {
    /// At which hop.
    pub hop: Hop,
    /// Which phase.
    pub phase: Phase,
    /// How long.
    pub took: Duration,
}

/// The way that an attempt takes, known once the configuration is resolved.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Itinerary {
    /// Who logs in at the target.
    pub user: String,
    /// The target, as a person would call it: `host:port`.
    pub place: String,
    /// The bastion in front of it, called the same way.
    pub bastion: Option<String>,
}

/// What the target showed, as far as the attempt got.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Sighting {
    /// The key that it proved to hold, trusted or not.
    pub host_key: Option<HostKey>,
    /// Its identification line; empty if it sent none.
    pub server_version: String,
}

/// Written while an attempt goes on, read when it has ended.
pub(super) struct Trail(Mutex<Footprints>);

struct Footprints {
    host: String,
    itinerary: Itinerary,
    /// Where the attempt is.
    place: String,
    hop: Hop,
    phase: Phase,
    since: Instant,
    steps: Vec<Step>,
    mismatch: Option<HostKeyFault>,
    sighting: Sighting,
}

impl Trail {
    /// Before anything is known but what the target is called.
    pub(super) fn new(host: &str) -> Self {
        Self(Mutex::new(Footprints {
            host: host.to_owned(),
            itinerary: Itinerary::default(),
            place: String::new(),
            hop: Hop::Target,
            phase: Phase::Prepare,
            since: Instant::now(),
            steps: Vec::new(),
            mismatch: None,
            sighting: Sighting::default(),
        }))
    }

    /// The target's name and the way to it are known.
    pub(super) fn resolved(&self, host: &str, itinerary: Itinerary) {
        let mut footprints = self.lock();
        host.clone_into(&mut footprints.host);
        footprints.itinerary = itinerary;
    }

    /// From now on it is about the bastion.
    pub(super) fn at_bastion(&self) {
        let mut footprints = self.lock();
        let Footprints {
            place, itinerary, ..
        } = &mut *footprints;
        place.clone_from(itinerary.bastion.as_ref().unwrap_or(&itinerary.place));
        footprints.hop = Hop::Bastion;
    }

    /// From now on it is about the target. Without a place nothing of it was dialled yet.
    pub(super) fn at_target(&self, place: String) {
        let mut footprints = self.lock();
        footprints.place = place;
        footprints.hop = Hop::Target;
    }

    /// What looked like the target's fault was the bastion's.
    pub(super) fn blame_bastion(&self) {
        self.at_bastion();
    }

    /// A phase begins, and the one before has ended.
    pub(super) fn enter(&self, phase: Phase) {
        let mut footprints = self.lock();
        footprints.step();
        footprints.phase = phase;
    }

    /// The current hop showed itself; only the target is remembered. What it does not show again
    /// in a later dial stays.
    pub(super) fn saw(&self, seen: Sighting) {
        let mut footprints = self.lock();
        if footprints.hop == Hop::Bastion {
            return;
        }
        let sighting = &mut footprints.sighting;
        if seen.host_key.is_some() {
            sighting.host_key = seen.host_key;
        }
        if !seen.server_version.is_empty() {
            sighting.server_version = seen.server_version;
        }
    }

    /// The first key that did not match.
    pub(super) fn mismatch(&self) -> Option<HostKeyFault> {
        self.lock().mismatch.clone()
    }

    /// A key did not match; another may.
    pub(super) fn mismatched(&self, fault: HostKeyFault) {
        self.lock().mismatch.get_or_insert(fault);
    }

    /// A key matched: those that did not are other keys of the same host.
    pub(super) fn matched(&self) {
        self.lock().mismatch = None;
    }

    /// The phases, the current one included.
    pub(super) fn steps(&self) -> Vec<Step> {
        let mut footprints = self.lock();
        footprints.step();
        footprints.steps.clone()
    }

    /// The way.
    pub(super) fn itinerary(&self) -> Itinerary {
        self.lock().itinerary.clone()
    }

    /// What the target showed.
    pub(super) fn sighting(&self) -> Sighting {
        self.lock().sighting.clone()
    }

    /// The attempt ended with this fault.
    pub(super) fn error(&self, fault: Fault) -> DialError {
        let steps = self.steps();
        let footprints = self.lock();
        DialError {
            host: footprints.host.clone(),
            itinerary: footprints.itinerary.clone(),
            place: footprints.place.clone(),
            hop: footprints.hop,
            phase: footprints.phase,
            fault,
            mismatch: footprints.mismatch.clone(),
            steps,
            sighting: footprints.sighting.clone(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Footprints> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Footprints {
    fn step(&mut self) {
        let now = Instant::now();
        self.steps.push(Step {
            hop: self.hop,
            phase: self.phase,
            took: now.duration_since(self.since),
        });
        self.since = now;
    }
}
