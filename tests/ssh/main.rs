//! The SSH layer against real OpenSSH servers and against servers that misbehave.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "this is test code"
)]

mod agents;
mod alias;
mod bastion;
mod bastion_keys;
mod direct;
mod fleet;
mod host_keys;
mod identities;
mod network;
mod probe;
mod rig;
mod two_hops;
