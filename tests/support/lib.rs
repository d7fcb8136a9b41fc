//! What several tests need: servers to talk to, a store in memory, a check that nothing is left.
#![allow(
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::panic,
    clippy::unwrap_used,
    reason = "this is test code, though not compiled as such"
)]

pub mod alone;
pub mod binary;
pub mod dice;
pub mod fake_probe;
pub mod fakes;
pub mod http;
pub mod keys;
pub mod leak;
pub mod logs;
pub mod memory_host;
pub mod memory_store;
pub mod netns;
pub mod patience;
pub mod ports;
pub mod postgres;
mod processes;
pub mod server;
pub mod socket;
pub mod sockets;
pub mod ssh_agent;
pub mod ssh_fake;
pub mod sshd;
pub mod terminal;
pub mod virtual_clock;
