//! The reachability service and the save service, in virtual time over a store in memory.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests stand outside of test functions"
)]

mod abandoned;
mod cadence;
mod chaos;
mod order;
mod passes;
mod push;
mod requests;
mod rig;
mod saves;
mod shutdown;
mod states;
