//! The one token of an installation, in a file that only its owner can read.

use std::fmt;
use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use super::random_text;

/// Shorter ones could be guessed.
const SHORTEST: usize = 16;

/// A bearer token.
#[derive(Clone)]
pub struct Token(SecretString);

/// Why there is no token.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The file cannot be read or written.
    #[error("the token file {path} cannot be used: {cause}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// The file holds something else.
    #[error(
        "the token file {0} does not hold a token of at least 16 letters, digits, - and _; \
         delete it and a new one is made at the next start"
    )]
    Malformed(PathBuf),
    /// The system has no randomness.
    #[error("no random numbers: {0}")]
    Random(getrandom::Error),
}

impl Token {
    /// The file's place in a data directory.
    pub fn path(data_dir: &Path) -> PathBuf {
        data_dir.join("token")
    }

    /// Reads the token.
    pub fn read(data_dir: &Path) -> Result<Self, TokenError> {
        let path = Self::path(data_dir);
        match fs::read_to_string(&path) {
            Ok(text) => text.trim().parse().map_err(|_| TokenError::Malformed(path)),
            Err(cause) => Err(TokenError::File { path, cause }),
        }
    }

    /// Reads the token, or makes one at the first start. The file is 0600 afterwards, whatever
    /// it was.
    pub fn read_or_create(data_dir: &Path) -> Result<Self, TokenError> {
        let path = Self::path(data_dir);
        let at = |cause| TokenError::File {
            path: path.clone(),
            cause,
        };
        match Self::read(data_dir) {
            Err(TokenError::File { cause, .. }) if cause.kind() == ErrorKind::NotFound => {
                let token = random_text().map_err(TokenError::Random)?;
                write_whole(&path, &token).map_err(at)?;
                Ok(Self(token.into()))
            }
            Ok(token) => {
                fs::set_permissions(&path, Permissions::from_mode(0o600)).map_err(at)?;
                Ok(token)
            }
            Err(error) => Err(error),
        }
    }

    /// Compares in time that depends on neither text: equal-length digests, bit by bit.
    pub fn matches(&self, given: &str) -> bool {
        let own = Sha256::digest(self.0.expose_secret());
        own.ct_eq(&Sha256::digest(given)).into()
    }

    /// The text, for the login link.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

/// The text is not a token.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("not a token")]
pub struct NotAToken;

impl FromStr for Token {
    type Err = NotAToken;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        if text.len() >= SHORTEST && text.bytes().all(allowed) {
            Ok(Self(text.into()))
        } else {
            Err(NotAToken)
        }
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Written beside and renamed, so that a crash leaves no half of a token.
fn write_whole(path: &Path, token: &str) -> io::Result<()> {
    let beside = path.with_extension("new");
    match fs::remove_file(&beside) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&beside)?;
    writeln!(file, "{token}")?;
    file.sync_all()?;
    fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn the_first_start_makes_a_token_and_later_ones_keep_it() {
        let dir = tempfile::tempdir().unwrap();
        let first = Token::read_or_create(dir.path()).unwrap();
        let second = Token::read_or_create(dir.path()).unwrap();
        assert!(second.matches(first.expose()));
        assert_eq!(first.expose().len(), 43);
        assert_eq!(mode(&Token::path(dir.path())), 0o600);
        assert!(!format!("{first:?}").contains(first.expose()));
    }

    #[test]
    fn a_readable_token_file_is_closed_again() {
        let dir = tempfile::tempdir().unwrap();
        Token::read_or_create(dir.path()).unwrap();
        let path = Token::path(dir.path());
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        Token::read_or_create(dir.path()).unwrap();
        assert_eq!(mode(&path), 0o600);
    }

    #[test]
    fn a_file_with_something_else_is_refused_not_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let path = Token::path(dir.path());
        for text in ["", "short", "sixteen characters with spaces"] {
            fs::write(&path, text).unwrap();
            let error = Token::read_or_create(dir.path()).unwrap_err();
            assert!(matches!(error, TokenError::Malformed(_)), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
