//! The form of an executor.

use reach_logic::{DraftCheck, Editable, ExecutorDraft};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// The form of a stored executor; the empty form without one.
#[wasm_bindgen(js_name = draftOf)]
pub fn draft_of(stored: Option<Ts<Editable>>) -> Result<Ts<ExecutorDraft>, JsError> {
    Ok(ExecutorDraft::of(read(stored)?).into_ts()?)
}

/// Checks a form against the stored executor; against nothing for a new one.
#[wasm_bindgen(js_name = checkDraft)]
pub fn check_draft(
    draft: Ts<ExecutorDraft>,
    stored: Option<Ts<Editable>>,
) -> Result<Ts<DraftCheck>, JsError> {
    Ok(draft.to_rust()?.check(&read(stored)?).into_ts()?)
}

fn read(stored: Option<Ts<Editable>>) -> Result<Editable, JsError> {
    let stored = stored.map(|stored| stored.to_rust()).transpose()?;
    Ok(stored.unwrap_or_default())
}
