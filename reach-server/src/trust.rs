//! Hosts before they are trusted: what a configuration would dial, and which hosts the user's own
//! SSH files already know.

pub mod import;
pub mod resolution;
mod service;

pub use self::service::{ImportReport, ImportRequest, ImportedHost, Trust, TrustError};
