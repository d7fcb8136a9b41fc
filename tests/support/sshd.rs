//! Real OpenSSH servers.
