//! What Reach negotiates.

use std::borrow::Cow;
use std::sync::Arc;

use reach_logic::KeyType;
use russh::client::{Config, GexParams};
use russh::{Preferred, SshId, cipher, kex};

use super::host_key::algorithms_of;

/// The identification string names Reach, so that an administrator can tell whose connections
/// these are.
const CLIENT_ID: &str = concat!("SSH-2.0-Reach_", env!("CARGO_PKG_VERSION"));

/// Elliptic curves before finite fields, which cost a hundred times as much here; the NIST curves
/// for servers that are restricted to them.
const KEX: &[kex::Name] = &[
    kex::MLKEM768X25519_SHA256,
    kex::CURVE25519,
    kex::CURVE25519_PRE_RFC_8731,
    kex::ECDH_SHA2_NISTP256,
    kex::ECDH_SHA2_NISTP384,
    kex::ECDH_SHA2_NISTP521,
    kex::DH_G14_SHA256,
    kex::DH_GEX_SHA256,
    kex::DH_G15_SHA512,
    kex::DH_G16_SHA512,
    kex::DH_G17_SHA512,
    kex::DH_G18_SHA512,
    kex::EXTENSION_SUPPORT_AS_CLIENT,
    kex::EXTENSION_OPENSSH_STRICT_KEX_AS_CLIENT,
];

const CIPHERS: &[cipher::Name] = &[
    cipher::AES_256_GCM,
    cipher::AES_128_GCM,
    cipher::CHACHA20_POLY1305,
    cipher::AES_256_CTR,
    cipher::AES_192_CTR,
    cipher::AES_128_CTR,
];

/// The client configuration that offers these host-key types, most wanted first. It has no
/// timers: deadlines belong to the caller.
pub(super) fn client_config(key_types: &[KeyType]) -> Result<Arc<Config>, russh::Error> {
    Ok(Arc::new(Config {
        client_id: SshId::Standard(Cow::Borrowed(CLIENT_ID)),
        preferred: Preferred {
            kex: Cow::Borrowed(KEX),
            key: key_types.iter().copied().flat_map(algorithms_of).collect(),
            cipher: Cow::Borrowed(CIPHERS),
            ..Preferred::DEFAULT
        },
        // russh would ask for 8192 bits: most of a second of computing.
        gex: GexParams::new(3072, 3072, 8192)?,
        nodelay: true,
        ..Config::default()
    }))
}
