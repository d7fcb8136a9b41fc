//! Keys, made and read by `ssh-keygen`.

use std::path::Path;
use std::process::{Command, Stdio};

use reach_logic::{Fingerprint, KeyType};

/// Makes an unencrypted key pair: `path` and `path.pub`.
pub fn generate_key(path: &Path, kind: KeyType) {
    let kind: &[&str] = match kind {
        KeyType::Ed25519 => &["-t", "ed25519"],
        KeyType::EcdsaP256 => &["-t", "ecdsa", "-b", "256"],
        KeyType::EcdsaP384 => &["-t", "ecdsa", "-b", "384"],
        KeyType::EcdsaP521 => &["-t", "ecdsa", "-b", "521"],
        KeyType::Rsa => &["-t", "rsa", "-b", "2048"],
    };
    keygen(
        &[kind, &["-q", "-N", "", "-C", "reach test", "-f"]].concat(),
        path,
    );
}

/// Runs `ssh-keygen` with these arguments and the path as the last one; returns what it printed.
pub fn keygen(args: &[&str], path: &Path) -> String {
    let output = Command::new("ssh-keygen")
        .args(args)
        .arg(path)
        .stdin(Stdio::null())
        .output()
        .expect("ssh-keygen to run");
    assert!(
        output.status.success(),
        "ssh-keygen {args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text from ssh-keygen")
}

/// The fingerprint of a key file, by `ssh-keygen -lf`.
pub fn fingerprint_of(key: &Path) -> Fingerprint {
    keygen(&["-l", "-f"], key)
        .split_whitespace()
        .nth(1)
        .expect("a fingerprint")
        .parse()
        .expect("a SHA-256 fingerprint")
}
