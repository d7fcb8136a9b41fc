//! Bindings of `reach-logic` for the browser. No rule of its own: every function reads its
//! arguments, calls one function of `reach-logic` and writes the answer.
//!
//! The types are generated into `web/src/logic/pkg/reach_wasm.d.ts`, which is committed. Wrong
//! input (an unknown token, a missing member) throws an `Error` that names it; a malformed
//! completion, success or write time counts as missing.
//!
//! `make bindings` builds the module (the profile `wasm`) and runs `src/bin/bindgen.rs` over it,
//! `make check-types` compares the types with the committed ones, `make check-size` holds the
//! module to its budget, and `make test-wasm` runs `tests/vectors` against it.
//!
//! "Now" is the *server's* clock in milliseconds: the page's own clock plus
//! [`clockOffset`](time::clock_offset) (W1).
#![expect(
    clippy::needless_pass_by_value,
    reason = "what JavaScript passes is owned by the function"
)]

pub mod form;
pub mod record;
pub mod time;
