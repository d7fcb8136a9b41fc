//! The HTTP interface and the push socket of a whole server, over a store in memory.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests stand outside of test functions"
)]

mod abort;
mod access;
mod connection_tests;
mod deadlines;
mod executors;
mod input;
mod operations;
mod pages;
mod queries;
mod reachability;
mod samples;
mod shutdown;
mod socket;
mod ssh_files;
mod trusted_keys;
mod whole;
