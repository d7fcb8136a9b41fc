//! Tests of the `layers` part.
