//! Port numbers, and the names that `/etc/services` gives some.

use std::path::Path;

use super::arguments::number;
use super::files::Files;

const SERVICES: &str = "/etc/services";

/// Reads ports as OpenSSH's `a2port`.
pub(super) struct Ports<'a> {
    files: &'a dyn Files,
}

impl<'a> Ports<'a> {
    pub(super) fn new(files: &'a dyn Files) -> Self {
        Self { files }
    }

    /// A number from 1 to 65535, or the name of a TCP service.
    pub(super) fn parse(&self, word: &[u8]) -> Option<u16> {
        match number(word) {
            Some(number) => u16::try_from(number).ok().filter(|port| *port != 0),
            None => self.service(std::str::from_utf8(word).ok()?),
        }
    }

    fn service(&self, name: &str) -> Option<u16> {
        let services = self.files.read(Path::new(SERVICES)).ok().flatten()?;
        let text = String::from_utf8_lossy(&services.bytes);
        text.lines().find_map(|line| {
            let line = line.split('#').next().unwrap_or_default();
            let mut words = line.split_ascii_whitespace();
            let official = words.next()?;
            let port = words.next()?.strip_suffix("/tcp")?;
            let known = official == name || words.any(|alias| alias == name);
            known.then(|| port.parse().ok()).flatten()
        })
    }
}
