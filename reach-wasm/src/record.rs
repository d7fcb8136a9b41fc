//! Records: what to keep, and how to present it.

use reach_logic::freshness::stale_from;
use reach_logic::{Clamp, EffectiveInterval, Freshness, Held, ReachabilityView, Reason, warning};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::time;

/// The one of two views of a record to keep; the very object that was passed in.
#[wasm_bindgen]
pub fn reconcile(
    held: Ts<ReachabilityView>,
    arrived: Ts<ReachabilityView>,
) -> Result<Ts<ReachabilityView>, JsError> {
    let (held_view, arrived_view) = (held.to_rust()?, arrived.to_rust()?);
    let is_held = core::ptr::eq(
        reach_logic::reconcile(&held_view, &arrived_view),
        &raw const held_view,
    );
    Ok(if is_held { held } else { arrived })
}

/// What to hold about one executor after a view arrived, by HTTP or push.
#[wasm_bindgen]
pub fn accept(held: Ts<Held>, arrived: Ts<ReachabilityView>) -> Result<Ts<Held>, JsError> {
    Ok(held.to_rust()?.accept(arrived.to_rust()?).into_ts()?)
}

/// How to present a result, as of `now`.
#[wasm_bindgen]
pub fn freshness(
    #[wasm_bindgen(unchecked_param_type = "Timestamp | null | undefined")] checked_at: Option<
        String,
    >,
    interval: Ts<EffectiveInterval>,
    now: f64,
) -> Result<Ts<Freshness>, JsError> {
    let checked_at = time::parse(checked_at.as_deref());
    Ok(Freshness::of(checked_at, interval.to_rust()?, time::now(now)?).into_ts()?)
}

/// The first millisecond at which a result is stale; undefined if it never becomes so.
#[wasm_bindgen(js_name = staleFrom)]
pub fn stale_from_millis(
    #[wasm_bindgen(unchecked_param_type = "Timestamp | null | undefined")] checked_at: Option<
        String,
    >,
    interval: Ts<EffectiveInterval>,
) -> Result<Option<f64>, JsError> {
    let checked_at = time::parse(checked_at.as_deref());
    Ok(stale_from(checked_at, interval.to_rust()?).map(time::millis_not_before))
}

/// Whether a launch onto this executor is warned about.
#[wasm_bindgen(js_name = warnsOnLaunch)]
pub fn warns_on_launch(view: Ts<ReachabilityView>, now: f64) -> Result<bool, JsError> {
    let view = view.to_rust()?;
    Ok(warning::is_due(
        view.state,
        view.checked_at,
        view.probe_interval_seconds,
        time::now(now)?,
    ))
}

/// Every reason, in the order of the contract.
#[wasm_bindgen]
pub fn reasons() -> Result<Vec<Ts<Reason>>, JsError> {
    Reason::ALL
        .iter()
        .map(|reason| Ok(reason.into_ts()?))
        .collect()
}

/// Whether a failure repeats until a human changes something.
#[wasm_bindgen(js_name = isSticky)]
pub fn is_sticky(reason: Ts<Reason>) -> Result<bool, JsError> {
    Ok(reason.to_rust()?.is_sticky())
}

/// What a configured interval comes to.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct NormalisedInterval {
    /// The effective interval, in seconds.
    pub effective: EffectiveInterval,
    /// What was changed; null if nothing.
    pub clamp: Option<Clamp>,
}

/// Normalises a configured number of seconds. Throws for what is not a whole number.
#[wasm_bindgen(js_name = normaliseInterval)]
pub fn normalise_interval(seconds: f64) -> Result<Ts<NormalisedInterval>, JsError> {
    if seconds.is_nan() || (seconds.is_finite() && seconds.fract() != 0.0) {
        return Err(JsError::new("not a whole number"));
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a number beyond 64 bits is held at their ends: above, or below, the range"
    )]
    let (effective, clamp) = EffectiveInterval::from_seconds(seconds as i64);
    Ok(NormalisedInterval { effective, clamp }.into_ts()?)
}
