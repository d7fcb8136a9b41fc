//! Sessions: their transport in virtual time over hosts in memory, and over real OpenSSH.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "this is test code"
)]

mod closing;
mod crowd;
mod detection;
mod disposal;
mod forward;
mod held;
mod openssh;
mod ownership;
mod pauses;
mod real;
mod rig;
mod uplink;
mod wedges;
