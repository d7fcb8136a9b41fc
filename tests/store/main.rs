//! The store on both databases, and in memory: one contract.
#![expect(
    clippy::expect_used,
    reason = "helpers of tests stand outside of test functions"
)]

mod sqlite;
