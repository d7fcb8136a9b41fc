//! Reads `ssh_config` the way OpenSSH does (P11): text in, values with their lines out.
//!
//! Nothing is executed, nothing is dialled, and every read is bounded. The oracle is `ssh -G` of
//! OpenSSH 9.2: a resolution says the same, or is a [`ConfigError`] that names the file, the line
//! and what is not supported. Reads may block on a dead mount: call it off the async threads.

mod address;
mod arguments;
mod error;
mod files;
mod finish;
mod glob;
mod include;
mod jump;
mod keyword;
mod lexer;
mod listing;
mod local;
mod matching;
mod options;
mod ports;
mod refusal;
mod resolve;
mod resolved;
mod settings;
mod tokens;
mod walk;

pub use error::{ConfigError, ConfigFault, Kind, Place};
pub use files::{Disk, FILE_LIMIT, FileText, Files, OneText};
pub use jump::HostSpec;
pub use listing::{HostPattern, Names};
pub use local::Local;
pub use resolve::{Naming, Query, SshConfig};
pub use resolved::{Agent, KeyFile, Resolved, Route};
pub use settings::{AddressFamily, Located, Origin};

#[cfg(test)]
mod tests;
