//! Sessions on real hosts: launch, stop, resume, reset, restart, and what hosts do wrong.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests stand outside of test functions"
)]

mod host;
mod rig;

mod abort;
mod cleanup;
mod counted;
mod crowd;
mod full_disk;
mod hosts;
mod http;
mod launch;
mod life;
mod local;
mod pushes;
mod races;
mod remains;
mod restart;
mod rounds;
mod scripts;
mod shells;
mod shutdown;
mod untracked;
mod warnings;
