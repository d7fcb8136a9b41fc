//! The reachability service and the save service, in virtual time over a store in memory.

mod cadence;
mod rig;
