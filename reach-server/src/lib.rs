//! The shell around `reach-logic`: it reads the clock, talks to hosts, databases and people, and
//! carries out what the core decides.
//!
//! Layers, each importing only what stands before it; `tests/layers` holds the order:
//!
//! ```text
//! clock, tasks, metrics, events, config, telemetry, conditional
//!   → store         two databases, one meaning
//!   → executors     saves, and what they cause
//!   → ssh           resolve, dial, probe; alone names russh
//!   → reachability, trust  when to probe, and what becomes of the result; test and trust
//!   → sessions      launch, forward, watch, dispose
//!   → auth          token, tickets, Host and Origin
//!   → api, web, cli
//!   → app           wires everything
//! ```

pub mod api;
pub mod app;
pub mod auth;
pub mod cli;
pub mod clock;
pub mod conditional;
pub mod config;
pub mod events;
pub mod executors;
pub mod metrics;
pub mod reachability;
pub mod sessions;
pub mod ssh;
pub mod store;
pub mod tasks;
pub mod telemetry;
pub mod trust;
pub mod web;
