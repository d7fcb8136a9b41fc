//! Tests of the `reachability` part.
