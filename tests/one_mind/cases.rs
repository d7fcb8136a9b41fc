//! Random records and moments, with the native decisions.

use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use reach_logic::{
    Age, EffectiveInterval, Freshness, Held, ReachabilityView, Reason, State, UnixMicros, reconcile,
};
use serde_json::{Value, json};

use crate::Failure;

const SECOND: i64 = 1_000_000;
const START: i64 = 1_788_688_800 * SECOND;
/// JavaScript's numbers are whole up to here.
const WHOLE: i64 = 1 << 53;

/// The same for the same seed.
pub(crate) fn runner(seed: u64) -> TestRunner {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    TestRunner::new_with_rng(Config::default(), rng)
}

pub(crate) fn draw(count: usize, seed: u64) -> Result<Vec<Value>, Failure> {
    let mut runner = runner(seed);
    let strategy = (views(), views(), moments(), seconds());
    let mut cases = Vec::with_capacity(count);
    for _ in 0..count {
        let tree = strategy
            .new_tree(&mut runner)
            .map_err(|reason| reason.to_string())?;
        let (held, arrived, now, seconds) = tree.current();
        cases.push(decided(&held, &arrived, now, seconds)?);
    }
    Ok(cases)
}

/// What the native crate decides. It reads the views from the same JSON as the browser.
fn decided(held: &Value, arrived: &Value, now: i64, seconds: i64) -> Result<Value, Failure> {
    let first: ReachabilityView = serde_json::from_value(held.clone())?;
    let second: ReachabilityView = serde_json::from_value(arrived.clone())?;
    let moment = UnixMicros::from_millis(now);
    let (effective, clamp) = EffectiveInterval::from_seconds(seconds);
    let keeps_held = std::ptr::eq(reconcile(&first, &second), &raw const first);
    let native = json!({
        "held": Held::default().accept(first.clone()).accept(second.clone()),
        "kept": if keeps_held { "held" } else { "arrived" },
        "later": second.updated_at > first.updated_at,
        "freshness": Freshness::of(first.checked_at, first.probe_interval_seconds, moment),
        "age": first.checked_at.map(|at| Age::of(at, moment)),
        "interval": { "effective": effective, "clamp": clamp },
    });
    Ok(
        json!({ "held": held, "arrived": arrived, "now": now, "seconds": seconds, "native": native }),
    )
}

/// Views of one executor as JSON, from a world so small that every kind of tie comes up, with times
/// in every form that somebody may send.
fn views() -> impl Strategy<Value = Value> {
    let outcome = (
        select(&State::ALL[..]),
        option::of(select(&Reason::ALL[..])),
        0_u32..3,
        any::<bool>(),
        select(vec![0_i64, 15, 60, 3600]),
        select(vec!["current", "stale", "off", "never"]),
    );
    (outcome, times(), times(), times(), instants()).prop_map(
        |(outcome, checked_at, last_success_at, updated_at, at)| {
            let (state, reason, failures, persisted, interval, freshness) = outcome;
            json!({
                "executor_id": "gpu-1",
                "state": state,
                "reason": reason.map_or("", Reason::token),
                "message": "",
                "consecutive_failures": failures,
                "host": "h1",
                "checked_at": checked_at,
                "last_success_at": last_success_at,
                "updated_at": updated_at,
                "probing_enabled": interval != 0,
                "probe_interval_seconds": interval,
                "persisted": persisted,
                "freshness": freshness,
                "at": at.to_string(),
            })
        },
    )
}

/// Few enough that equal ones are common, a microsecond or some intervals apart.
fn instants() -> impl Strategy<Value = UnixMicros> {
    let step = select(vec![
        1_i64,
        999,
        1_000,
        15 * SECOND,
        45 * SECOND,
        180 * SECOND,
    ]);
    (0_i64..4, step).prop_map(|(count, step)| UnixMicros::new(START + count * step))
}

/// A time as text: mostly canonical, else in another valid form, malformed, or missing.
fn times() -> impl Strategy<Value = Option<String>> {
    let form = select(vec![
        "", "", "", "", "offset", "nanos", "lower", "space", "leap", "none",
    ]);
    (instants(), form).prop_map(|(at, form)| {
        let text = at.to_string();
        match form {
            "offset" => Some(text.replace('Z', "-00:00")),
            "nanos" => Some(text.replace('Z', "999+00:00")),
            "lower" => Some(text.to_lowercase()),
            "space" => Some(text.replace('T', " ")),
            "leap" => Some(format!("{}60.000000Z", &text[..17])),
            "none" => None,
            _ => Some(text),
        }
    })
}

/// Milliseconds, often just at or beside a moment at which a record goes stale.
fn moments() -> impl Strategy<Value = i64> {
    let near = (select(vec![0_i64, 45, 180, 10_800]), -2_i64..3);
    prop_oneof![
        4 => near.prop_map(|(seconds, millis)| START / 1_000 + seconds * 1_000 + millis),
        1 => (0_i64..20_000_000).prop_map(|millis| START / 1_000 + millis),
        1 => -WHOLE / 1_000..WHOLE / 1_000,
    ]
}

fn seconds() -> impl Strategy<Value = i64> {
    prop_oneof![4 => -5_i64..4_000, 1 => -WHOLE..WHOLE]
}
