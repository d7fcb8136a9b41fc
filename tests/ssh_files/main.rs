//! The readers of OpenSSH's files, held against OpenSSH itself.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod corpus;
mod generated;
mod known_hosts;
mod oracle;
mod resolution;
mod written;
