//! The store on both databases, and in memory: one contract.
//!
//! A contract test is a function over a [`bed::Bed`]; `on_every_store!` runs it on each store.
#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests stand outside of test functions"
)]

#[macro_use]
mod bed;
mod sample;

mod agreement;
mod concurrency;
mod executors;
mod guards;
mod migrations;
mod observations;
mod order;
mod postgres;
mod races;
mod resets;
mod sessions;
mod sqlite;
