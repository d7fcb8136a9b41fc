//! Inputs, drawn so that ties, equal values and steps of the clock are common.

use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use reach_logic::{
    ConnectionConfig, DialEvidence, EffectiveInterval, ExecutorDraft, ExecutorId, Failure,
    Freshness, IdentitySource, Observation, ReachabilityView, Reason, State, UnixMicros,
};

const SECOND: i64 = 1_000_000;
const START: i64 = 1_788_688_800 * SECOND;
/// Later than every moment that a history knows.
pub(crate) const END: i64 = START + 1_000 * SECOND;

pub(crate) const EVIDENCE: [DialEvidence; 8] = [
    DialEvidence::NotDialable,
    DialEvidence::DeadlineElapsed,
    DialEvidence::HostKeyRejected,
    DialEvidence::HostKeyTypeMissing,
    DialEvidence::AuthenticationRefused,
    DialEvidence::NothingToSignWith,
    DialEvidence::NotConnected,
    DialEvidence::Other,
];

const PINS: [&str; 2] = [
    "SHA256:uNiVztksCsDhcc0u9e8BrrJXVGDeEMOhXt3mUzGWFZw",
    "SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
];

#[derive(Clone, Debug)]
pub(crate) enum Event {
    Observe(Observation, UnixMicros),
    Reset(UnixMicros),
}

pub(crate) fn executor() -> ExecutorId {
    "gpu-1".parse().unwrap()
}

pub(crate) fn observation(reason: Option<Reason>, checked_at: UnixMicros) -> Observation {
    Observation {
        host: "h1".to_owned(),
        failure: reason.map(|reason| Failure {
            reason,
            message: reason.token().to_owned(),
        }),
        checked_at,
        config_digest: "d1".to_owned(),
    }
}

/// Histories in which the clock mostly runs on and at times jumps, by more than is believed too.
pub(crate) fn events() -> impl Strategy<Value = Vec<Event>> {
    let now = prop_oneof![
        8 => (0_i64..20).prop_map(|n| START + n * SECOND / 2),
        1 => (0_i64..20).prop_map(|n| START + n * 15 * SECOND),
    ]
    .prop_map(UnixMicros::new);
    let lag = prop_oneof![8 => Just(0_i64), 2 => 0..3 * SECOND, 1 => -70 * SECOND..0];
    let reason = option::weighted(0.6, select(&Reason::ALL[..]));
    let observe = (now.clone(), lag, reason).prop_map(|(now, lag, reason)| {
        Event::Observe(observation(reason, now.saturating_add(-lag)), now)
    });
    let event = prop_oneof![9 => observe, 1 => now.prop_map(Event::Reset)];
    proptest::collection::vec(event, 0..24)
}

/// Any moment, often a nearby one.
pub(crate) fn moments() -> impl Strategy<Value = UnixMicros> {
    prop_oneof![
        Just(UnixMicros::MIN),
        Just(UnixMicros::MAX),
        any::<i64>().prop_map(UnixMicros::new),
        (UnixMicros::MIN.as_micros()..=UnixMicros::MAX.as_micros()).prop_map(UnixMicros::new),
        (0..400 * SECOND).prop_map(|micros| UnixMicros::new(START + micros)),
    ]
}

pub(crate) fn intervals() -> impl Strategy<Value = EffectiveInterval> {
    select(vec![0_i64, 15, 60, 3600]).prop_map(|seconds| EffectiveInterval::from_seconds(seconds).0)
}

/// Views of one executor from a small world, so that every kind of tie comes up.
pub(crate) fn views() -> impl Strategy<Value = ReachabilityView> {
    let time = || (0_i64..4).prop_map(|n| UnixMicros::new(START + n * SECOND));
    let outcome = (
        select(&State::ALL[..]),
        option::of(select(&Reason::ALL[..2])),
        select(vec!["", "m"]),
        0_u32..3,
        select(vec!["h1", "h2"]),
    );
    let times = (
        option::of(time()),
        option::of(time()),
        option::of(time()),
        time(),
    );
    let presentation = (
        any::<bool>(),
        intervals(),
        option::of(Just(())),
        any::<bool>(),
    );
    (outcome, times, presentation).prop_map(|(outcome, times, presentation)| {
        let (state, reason, message, consecutive_failures, host) = outcome;
        let (checked_at, last_success_at, updated_at, at) = times;
        let (probing_enabled, probe_interval_seconds, is_stale, persisted) = presentation;
        ReachabilityView {
            executor_id: executor(),
            state,
            reason,
            message: message.to_owned(),
            consecutive_failures,
            host: host.to_owned(),
            checked_at,
            last_success_at,
            updated_at,
            probing_enabled,
            probe_interval_seconds,
            persisted,
            freshness: is_stale.map_or(Freshness::Current, |()| Freshness::Stale),
            at,
        }
    })
}

pub(crate) fn configs() -> impl Strategy<Value = ConnectionConfig> {
    let text = || option::of(select(vec!["", "a", "b", "ab"]).prop_map(str::to_owned));
    let source = option::of(select(vec![IdentitySource::Agent, IdentitySource::File]));
    let port = option::of(select(vec![1_u16, 22]));
    let pin = option::of(select(PINS.map(|pin| pin.parse().unwrap()).to_vec()));
    (text(), text(), port, text(), source, text(), text(), pin).prop_map(
        |(host, host_alias, port, user, identity_source, identity_file, proxy_jump, pin)| {
            ConnectionConfig {
                host,
                host_alias,
                port,
                user,
                identity_source,
                identity_file,
                proxy_jump,
                host_fingerprint: pin,
            }
        },
    )
}

/// Forms without complaint.
pub(crate) fn drafts() -> impl Strategy<Value = ExecutorDraft> {
    let text = || select(vec!["", "a", "b c", "ö"]).prop_map(str::to_owned);
    let one_of = |texts: &[&'static str]| select(texts.to_vec()).prop_map(str::to_owned);
    (
        (one_of(&["gpu-1", "gpu 2"]), text(), text()),
        (
            one_of(&["", "22", "65535"]),
            text(),
            one_of(&["", "agent", "file"]),
        ),
        (text(), text(), one_of(&["", PINS[0], PINS[1]])),
    )
        .prop_map(|(naming, login, rest)| {
            let (name, host, host_alias) = naming;
            let (port, user, identity_source) = login;
            let (identity_file, proxy_jump, host_fingerprint) = rest;
            ExecutorDraft {
                name,
                host,
                host_alias,
                port,
                user,
                identity_source,
                identity_file,
                proxy_jump,
                host_fingerprint,
            }
        })
}
