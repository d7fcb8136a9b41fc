//! Private key files: OpenSSH's own format and PEM (PKCS#1, PKCS#8, SEC1), unencrypted.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use russh::keys::ssh_key::public::KeyData;
use russh::keys::{Certificate, PrivateKey, PublicKey, decode_secret_key};
use secrecy::{ExposeSecret as _, SecretString};

use crate::ssh::error::plain;

/// No key is longer.
const LONGEST_BYTES: u64 = 256 * 1024;

/// Why a file is no usable private key.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum FileProblem {
    /// A passphrase protects it.
    #[error(
        "is encrypted: load it into the SSH agent with ssh-add, or use a key without passphrase"
    )]
    Encrypted,
    /// There is no such file.
    #[error("does not exist")]
    Missing,
    /// Nothing in it looks like a private key of a known kind.
    #[error("is not a private key that Reach can read")]
    NotAKey,
    /// It is the public half.
    #[error("is a public key: give the private key, or load it into the SSH agent")]
    Public,
    /// The system did not hand it over.
    #[error("cannot be read: {0}")]
    Unreadable(String),
}

/// One file and what it turned out to be.
pub(super) struct KeyFile {
    pub(super) path: PathBuf,
    pub(super) private: Result<Arc<PrivateKey>, FileProblem>,
    /// The public half, known for an encrypted key too.
    pub(super) public: Option<KeyData>,
    /// `PATH-cert.pub` and the named certificates, as far as they are for this key.
    pub(super) certificates: Vec<Certificate>,
}

impl KeyFile {
    /// Whether only an agent can sign with it.
    pub(super) fn needs_agent(&self) -> bool {
        self.private.is_err() && self.public.is_some()
    }

    fn read(path: &Path, certificates: &[Certificate]) -> Self {
        let (private, mut public) = match read_text(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                (Err(FileProblem::Missing), None)
            }
            Err(error) => (Err(FileProblem::Unreadable(plain(&error))), None),
            Ok(text) => {
                let text = text.expose_secret();
                (parse(text), public_half(text))
            }
        };
        if let Ok(key) = &private {
            public = Some(key.public_key().key_data().clone());
        }
        let public = public.or_else(|| {
            let beside = read_text(&with_suffix(path, ".pub")).ok()?;
            public_half(beside.expose_secret())
        });
        let beside = read_certificate(&certificate_beside(path));
        let certificates = beside.iter().chain(certificates);
        let own =
            certificates.filter(|certificate| Some(certificate.public_key()) == public.as_ref());
        Self {
            path: path.to_owned(),
            private,
            certificates: own.cloned().collect(),
            public,
        }
    }
}

/// Reads the files, one after the other.
pub(super) fn read_all(paths: &[PathBuf], certificates: &[PathBuf]) -> Vec<KeyFile> {
    let certificates: Vec<Certificate> = certificates
        .iter()
        .filter_map(|path| read_certificate(path))
        .collect();
    let keys = paths.iter().map(|path| KeyFile::read(path, &certificates));
    keys.collect()
}

fn read_certificate(path: &Path) -> Option<Certificate> {
    let text = read_text(path).ok()?;
    Certificate::from_openssh(text.expose_secret()).ok()
}

fn read_text(path: &Path) -> io::Result<SecretString> {
    let mut text = String::new();
    File::open(path)?
        .take(LONGEST_BYTES + 1)
        .read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(text.into())
}

fn parse(text: &str) -> Result<Arc<PrivateKey>, FileProblem> {
    if is_encrypted_pem(text) {
        return Err(FileProblem::Encrypted);
    }
    if PublicKey::from_openssh(text.trim()).is_ok() {
        return Err(FileProblem::Public);
    }
    match decode_secret_key(text, None) {
        Ok(key) if key.is_encrypted() => Err(FileProblem::Encrypted),
        Ok(key) => Ok(Arc::new(key)),
        Err(russh::keys::Error::KeyIsEncrypted) => Err(FileProblem::Encrypted),
        Err(_) => Err(FileProblem::NotAKey),
    }
}

/// russh tells an encrypted PEM key from garbage only for one cipher.
fn is_encrypted_pem(text: &str) -> bool {
    text.lines().any(|line| {
        line.starts_with("-----BEGIN ENCRYPTED PRIVATE KEY-----")
            || (line.starts_with("Proc-Type:") && line.contains("ENCRYPTED"))
    })
}

/// The public half that a public key file, or an encrypted key in OpenSSH's format, shows.
fn public_half(text: &str) -> Option<KeyData> {
    if let Ok(key) = PublicKey::from_openssh(text.trim()) {
        return Some(key.key_data().clone());
    }
    let key = PrivateKey::from_openssh(text).ok()?;
    Some(key.public_key().key_data().clone())
}

/// Where a key's certificate is by convention.
pub(super) fn certificate_beside(key: &Path) -> PathBuf {
    with_suffix(key, "-cert.pub")
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
