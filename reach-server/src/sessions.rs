//! Sessions: a process on a host, reached through a local port over one watched connection.
//!
//! What owns a live session on this side: the [`Registry`] of tracked sessions, the [`Forward`] of
//! each, the watchdog over its transport, the teardown of a lost one, and the disposal that
//! every stop, shutdown, reset and resume of a lost session runs.
//!
//! What is asked of sessions comes to [`Sessions`]: launch, stop, resume, reset, status, logs. Each
//! does its part on a ground: a host over a connection, or this machine.

mod backlog;
mod broker;
mod close;
mod commands;
mod create;
mod delete;
mod disposal;
mod error;
mod fault;
mod forward;
mod ground;
mod host;
mod launch;
mod live;
mod logs;
mod registry;
mod relay;
mod reset;
mod resume;
mod script;
mod service;
mod shell;
mod shutdown;
mod spool;
mod status;
mod stop;
mod teardown;
mod tell;
mod undo;
mod warn;
mod watchdog;
mod works;

pub use self::close::CloseFault;
pub use self::disposal::{Disposed, NoCommands, RemoteCommands, dispose, dispose_all};
pub use self::error::SessionError;
pub use self::forward::{Forward, ForwardError};
pub use self::live::{Live, Look, TransportLost};
pub use self::registry::{Recorded, Registry, SessionLock};
pub use self::service::{Created, Limits, NewSession, Parts, Sessions};
pub use self::spool::{SpoolLimits, Spools};
pub use self::status::{RemoteState, Status};
