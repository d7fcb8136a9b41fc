//! Hosts before they are trusted: what a configuration would dial, what answers there, which hosts
//! the user's own SSH files already know, and the trust that a person puts into a key.

mod connection_test;
pub mod import;
mod pin;
pub mod resolution;
mod service;

pub use self::connection_test::{StepName, TestLimits, TestReport, TestStep};
pub use self::import::{ImportReport, ImportRequest, ImportedHost};
pub use self::pin::{PinError, Pinned, ShownKey};
pub use self::service::{Parts, Trust, TrustError};
