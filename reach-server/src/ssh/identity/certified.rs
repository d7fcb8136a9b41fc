//! Signing for a certificate with its private key. russh's own way signs with SHA-1 when the key
//! is RSA.

use std::sync::Arc;

use russh::keys::agent::AgentIdentity;
use russh::keys::signature::Signer as _;
use russh::keys::ssh_encoding::Encode as _;
use russh::keys::ssh_key::Signature;
use russh::keys::ssh_key::private::KeypairData;
use russh::keys::{Error, HashAlg, PrivateKey};
use russh::{AgentAuthError, Signer};

/// The private key of a certificate.
pub(in crate::ssh) struct CertifiedKey(pub(in crate::ssh) Arc<PrivateKey>);

impl CertifiedKey {
    /// The data with its signature behind it, as russh wants it (RFC 4252 §7).
    fn sign(&self, hash: Option<HashAlg>, mut data: Vec<u8>) -> Result<Vec<u8>, Error> {
        let signed = if let KeypairData::Rsa(key) = self.0.key_data() {
            (key, hash.or(Some(HashAlg::Sha512))).try_sign(&data)
        } else {
            self.0.try_sign(&data)
        };
        let signature: Signature = signed.map_err(|_| Error::InvalidSignature)?;
        let mut encoded = Vec::new();
        signature.encode(&mut encoded)?;
        encoded.encode(&mut data)?;
        Ok(data)
    }
}

impl Signer for CertifiedKey {
    type Error = AgentAuthError;

    async fn auth_sign(
        &mut self,
        _key: &AgentIdentity,
        hash: Option<HashAlg>,
        data: Vec<u8>,
    ) -> Result<Vec<u8>, Self::Error> {
        Ok(self.sign(hash, data)?)
    }
}
