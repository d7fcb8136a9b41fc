//! Sessions: a process on a host, reached through a local port over one watched connection.
//!
//! What owns a live session on this side: the [`Registry`] of tracked sessions, the [`Forward`] of
//! each, the watchdog over its transport, the teardown of a lost one, and the disposal that
//! every stop, shutdown, reset and resume of a lost session runs.

mod backlog;
mod close;
mod disposal;
mod forward;
mod live;
mod registry;
mod relay;
mod spool;
mod teardown;
mod watchdog;

pub use self::close::CloseFault;
pub use self::disposal::{Disposed, NoCommands, RemoteCommands, dispose, dispose_all};
pub use self::forward::{Forward, ForwardError};
pub use self::live::{Live, Look, TransportLost};
pub use self::registry::{Recorded, Registry, SessionLock};
pub use self::spool::{SpoolLimits, Spools};
