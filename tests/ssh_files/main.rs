//! The readers of OpenSSH's files, held against OpenSSH itself.
#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "helpers of tests stand outside of test functions"
)]

mod corpus;
mod disk;
mod generated;
mod known_hosts;
mod oracle;
mod resolution;
mod standing;
mod written;
