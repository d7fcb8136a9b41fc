//! Tests of the `ssh` part.
