//! A case: files in a home directory of its own, and a name to resolve.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// One configuration and one target.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The file given as `-F`.
    pub(crate) main: Vec<u8>,
    /// More files, relative to `~/.ssh`.
    pub(crate) included: Vec<(String, Vec<u8>)>,
    pub(crate) target: String,
}

impl Case {
    pub(crate) fn new(main: impl Into<Vec<u8>>, target: &str) -> Self {
        Self {
            main: main.into(),
            included: Vec::new(),
            target: target.to_owned(),
        }
    }

    pub(crate) fn with(mut self, path: &str, text: impl Into<Vec<u8>>) -> Self {
        self.included.push((path.to_owned(), text.into()));
        self
    }

    /// Writes the files; returns the main one.
    pub(crate) fn write(&self, home: &Path) -> PathBuf {
        let ssh = home.join(".ssh");
        fs::create_dir_all(&ssh).unwrap();
        for (path, text) in &self.included {
            let path = ssh.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            put(&path, text);
        }
        let main = home.join("main");
        put(&main, &self.main);
        main
    }
}

fn put(path: &Path, text: &[u8]) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "target {:?}", self.target)?;
        writeln!(f, "main:\n{}", String::from_utf8_lossy(&self.main))?;
        for (path, text) in &self.included {
            writeln!(f, "{path}:\n{}", String::from_utf8_lossy(text))?;
        }
        Ok(())
    }
}
