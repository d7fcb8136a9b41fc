//! Host keys on disk.

use std::fs;
use std::process::{Command, Stdio};

use reach_logic::KeyType;
use russh::keys::PublicKey;
use tempfile::TempDir;

pub(crate) const KINDS: [(KeyType, &str); 3] = [
    (KeyType::Ed25519, "ed25519"),
    (KeyType::EcdsaP256, "ecdsa"),
    (KeyType::Rsa, "rsa"),
];

/// Keys on disk: of each type the server's own, and a stranger's.
pub(crate) struct Keys(pub(crate) TempDir);

impl Keys {
    pub(crate) fn make() -> Self {
        let dir = TempDir::new().unwrap();
        for (_, kind) in KINDS {
            for owner in ["own", "other"] {
                let file = dir.path().join(format!("{owner}-{kind}"));
                let mut command = Command::new("ssh-keygen");
                command.args(["-q", "-N", "", "-t", kind, "-f"]).arg(file);
                assert!(command.status().unwrap().success());
            }
        }
        Self(dir)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// Type and encoding, without comment.
    pub(crate) fn text(&self, name: &str) -> String {
        let text = fs::read_to_string(self.path(&format!("{name}.pub"))).unwrap();
        text.split(' ').take(2).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn public(&self, name: &str) -> PublicKey {
        self.text(name).parse().unwrap()
    }

    /// Replaces `{own-rsa}` and the like.
    pub(crate) fn fill(&self, text: &[u8]) -> Vec<u8> {
        text.split(|byte| *byte == b'\n')
            .map(|line| match std::str::from_utf8(line) {
                Ok(line) => self.fill_text(line).into_bytes(),
                Err(_) => line.to_vec(),
            })
            .collect::<Vec<_>>()
            .join(&b'\n')
    }

    pub(crate) fn fill_text(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (_, kind) in KINDS {
            for owner in ["own", "other"] {
                let name = format!("{owner}-{kind}");
                text = text.replace(&format!("{{{name}}}"), &self.text(&name));
            }
        }
        text
    }
}

/// A line whose name `ssh-keygen` hashed.
pub(crate) fn hashed(name: &str, key: &str, keys: &Keys) -> String {
    let file = keys.path("to-hash");
    fs::write(&file, format!("{name} {}\n", keys.text(key))).unwrap();
    let status = Command::new("ssh-keygen")
        .args(["-q", "-H", "-f", &file])
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .status();
    assert!(status.unwrap().success());
    fs::read_to_string(file).unwrap()
}
