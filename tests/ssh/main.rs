//! The SSH layer against real OpenSSH servers and against servers that misbehave.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "this is test code"
)]

mod alias;
mod bastion;
mod direct;
mod fleet;
mod identities;
mod network;
mod probe;
mod rig;
