//! Timestamps, ages and the server's clock.

use reach_logic::{Age, UnixMicros};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// Milliseconds since the epoch of a strict RFC 3339 timestamp, cut; undefined for any other text.
#[wasm_bindgen(js_name = timestampMillis)]
pub fn timestamp_millis(text: &str) -> Option<f64> {
    parse(Some(text)).map(millis)
}

/// What to add to the page's own `Date.now()` to get the server's clock, from the `at` of an answer
/// that was received at `local`. Undefined if `at` is malformed.
#[wasm_bindgen(js_name = clockOffset)]
pub fn clock_offset(
    #[wasm_bindgen(unchecked_param_type = "Timestamp")] at: &str,
    local: f64,
) -> Option<f64> {
    timestamp_millis(at).map(|server| server - local)
}

/// The age of a moment, for `Intl.RelativeTimeFormat` with `numeric: "auto"`. Undefined for a
/// missing or malformed time.
#[wasm_bindgen]
pub fn age(
    #[wasm_bindgen(unchecked_param_type = "Timestamp | null | undefined")] at: Option<String>,
    now: f64,
) -> Result<Option<Ts<Age>>, JsError> {
    let now = self::now(now)?;
    Ok(parse(at.as_deref())
        .map(|at| Age::of(at, now).into_ts())
        .transpose()?)
}

/// Whether one moment is later than another, to the microsecond. A missing or malformed time is
/// earlier than any other. Of two versions of one executor the later stays (R6).
#[wasm_bindgen(js_name = isLater)]
pub fn is_later(
    #[wasm_bindgen(unchecked_param_type = "Timestamp | null | undefined")] one: Option<String>,
    #[wasm_bindgen(unchecked_param_type = "Timestamp | null | undefined")] other: Option<String>,
) -> bool {
    parse(one.as_deref()) > parse(other.as_deref())
}

pub(crate) fn parse(text: Option<&str>) -> Option<UnixMicros> {
    UnixMicros::parse_rfc3339(text?).ok()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounded down before, and held at the ends of i64"
)]
pub(crate) fn now(millis: f64) -> Result<UnixMicros, JsError> {
    if millis.is_nan() {
        return Err(JsError::new("now is not a number"));
    }
    Ok(UnixMicros::from_millis(millis.floor() as i64))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the milliseconds of the years 0000 to 9999 are far below 2^53"
)]
pub(crate) fn millis(at: UnixMicros) -> f64 {
    at.as_millis() as f64
}

/// The first whole millisecond that is not before `at`.
pub(crate) fn millis_not_before(at: UnixMicros) -> f64 {
    millis(at.saturating_add(999))
}
