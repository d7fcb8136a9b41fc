//! What several tests need: servers to talk to, a store in memory, a check that nothing is left.

pub mod memory_store;
pub mod postgres;
pub mod server;
pub mod sshd;
