//! What Reach's server and its page must agree on.
//!
//! Tokens, the record's state machine, staleness, reconciliation, clamping, the launch-warning
//! rule, strict timestamps, comparison and validation of a connection configuration, and the
//! decisions about a session's transport. Nothing here does I/O, reads a clock or waits: time comes
//! in as an argument, decisions go out as values.
//!
//! The crate is `no_std`; `std` is in scope only for tests and for the TypeScript bindings
//! (feature `ts`), where `clippy.toml` forbids reading a clock.
#![cfg_attr(not(any(test, feature = "ts")), no_std)]

extern crate alloc;

pub mod age;
pub mod classify;
pub mod connection;
pub mod disposal;
pub mod executor;
pub mod form;
pub mod freshness;
pub mod id;
pub mod interval;
pub mod key;
pub mod reason;
pub mod reconcile;
pub mod record;
pub mod session;
pub mod time;
pub mod transition;
pub mod view;
pub mod warning;
pub mod watchdog;

pub use age::{Age, AgeUnit};
pub use classify::{DialEvidence, classify};
pub use connection::{ConnectionConfig, ConnectionField, IdentitySource};
pub use disposal::Reading;
pub use executor::{Executor, ExecutorConfig, ExecutorStatus, ExecutorType};
pub use form::{
    ConfigPatch, DraftCheck, Editable, ExecutorDraft, ExecutorPatch, FieldCode, FieldError,
    NewExecutor, Patch,
};
pub use freshness::Freshness;
pub use id::{ExecutorId, IdError, SessionId};
pub use interval::{Clamp, EffectiveInterval};
pub use key::{Fingerprint, KeyType};
pub use reason::Reason;
pub use reconcile::{Held, reconcile};
pub use record::{Failure, Observation, ReachabilityRecord, State};
pub use time::{Mono, UnixMicros};
pub use transition::{FAILURE_THRESHOLD, observe, reset};
pub use view::ReachabilityView;
pub use warning::LaunchWarning;
pub use watchdog::{Tuning, Watchdog};
