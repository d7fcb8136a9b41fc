//! The names that a configuration gives to hosts.

use super::error::{ConfigError, Place};
use super::files::{FileText, Files};
use super::include::{self, Budget, whole};
use super::lexer;
use super::local::Local;
use super::walk::Source;

/// A pattern of a `Host` line, in any file, whether or not its block applies to something.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct HostPattern {
    /// As written, lossily if it is not text.
    pub pattern: String,
    /// The line.
    pub place: Place,
}

impl HostPattern {
    /// Whether it is the name of one host, which can be resolved.
    pub fn is_name(&self) -> bool {
        !self.pattern.starts_with('!') && !self.pattern.contains(['*', '?', '\u{fffd}'])
    }
}

/// What a configuration names.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Names {
    /// The patterns of all `Host` lines, in order.
    pub patterns: Vec<HostPattern>,
    /// The lines with an `Include`.
    pub includes: Vec<Place>,
}

/// Collects the names, and evaluates nothing.
pub(super) struct Listing<'a> {
    pub(super) files: &'a dyn Files,
    pub(super) local: &'a Local,
    pub(super) budget: Budget,
    pub(super) names: Names,
}

impl Listing<'_> {
    /// Reads a file and all it includes. A line that is wrong is left to the resolutions.
    pub(super) fn source(&mut self, source: &Source) -> Result<(), ConfigError> {
        let whole = whole(&source.path);
        match self.files.read(&source.path) {
            Ok(Some(text)) => self.file(&whole, &text, source.of_user, 0),
            Ok(None) => Ok(()),
            Err(fault) => Err(fault.at(&whole)),
        }
    }

    fn file(
        &mut self,
        whole: &Place,
        text: &FileText,
        of_user: bool,
        depth: usize,
    ) -> Result<(), ConfigError> {
        self.budget
            .spend(text.bytes.len())
            .map_err(|fault| fault.at(whole))?;
        for (line, number) in text.bytes.split(|byte| *byte == b'\n').zip(1..) {
            let Ok(Some(line)) = lexer::split(line) else {
                continue;
            };
            let place = whole.at_line(number);
            match line.keyword.as_str() {
                "host" => self
                    .names
                    .patterns
                    .extend(line.words.iter().map(|word| HostPattern {
                        pattern: String::from_utf8_lossy(word).into_owned(),
                        place: place.clone(),
                    })),
                "include" => {
                    self.names.includes.push(place.clone());
                    for word in &line.words {
                        let found = include::files(self.files, self.local, word, of_user);
                        for found in found.unwrap_or_default() {
                            let read = include::read(self.files, &found, depth + 1, &place)?;
                            if let Some((whole, text)) = read {
                                self.file(&whole, &text, of_user, depth + 1)?;
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}
