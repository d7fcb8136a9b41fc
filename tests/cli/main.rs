//! The real `reach` command.
#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests stand outside of test functions"
)]

mod address;
mod config;
mod crash;
mod demo;
mod executors;
mod hosts;
mod output;
mod probe;
mod serve;
mod start;
mod terminal;
