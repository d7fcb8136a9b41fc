//! A store in memory, with the pure state machine as its rule.
