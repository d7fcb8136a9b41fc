//! Tests of the `store` part.
