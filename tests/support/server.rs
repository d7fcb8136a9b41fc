//! A whole Reach server in the test's process.
