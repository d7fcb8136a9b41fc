//! `config.yaml`: known keys only, each of its own type. It is read, never written.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::Problem;
use super::node::Node;
use super::reader::{KEYS, Key};

/// The values that the file holds, by dotted key.
#[derive(Debug, Default)]
pub(super) struct ConfigFile {
    pub(super) path: PathBuf,
    values: BTreeMap<&'static str, Node>,
}

impl ConfigFile {
    /// Reads `chosen`, which must exist, or else `config.yaml` in the data directory, which need
    /// not.
    pub(super) fn find(
        chosen: Option<&Path>,
        data_dir: &Path,
        problems: &mut Vec<Problem>,
    ) -> Self {
        let path = chosen.map_or_else(|| data_dir.join("config.yaml"), Path::to_path_buf);
        match fs::read_to_string(&path) {
            Ok(text) => Self::parse(path, &text, problems),
            Err(error) if error.kind() == ErrorKind::NotFound && chosen.is_none() => {
                Self::default()
            }
            Err(error) => {
                problems.push(Problem {
                    subject: path.display().to_string(),
                    text: format!("the configuration file cannot be read: {error}"),
                });
                Self::default()
            }
        }
    }

    /// Reads a file's text.
    pub(super) fn parse(path: PathBuf, text: &str, problems: &mut Vec<Problem>) -> Self {
        let mut file = Self {
            path,
            values: BTreeMap::new(),
        };
        match serde_norway::from_str::<Node>(text) {
            Ok(root) => file.collect("", root, problems),
            Err(error) => problems.push(Problem {
                subject: file.path.display().to_string(),
                text: format!("cannot be read as YAML: {error}"),
            }),
        }
        file
    }

    pub(super) fn get(&self, key: &Key) -> Option<&Node> {
        self.values.get(key.name)
    }

    fn collect(&mut self, at: &str, node: Node, problems: &mut Vec<Problem>) {
        if let Some(key) = KEYS.iter().find(|key| key.name == at) {
            if node != Node::Empty {
                self.values.insert(key.name, node);
            }
            return;
        }
        let is_section = at.is_empty() || KEYS.iter().any(|key| is_under(key.name, at));
        match node {
            _ if !is_section => problems.push(self.unknown(at)),
            Node::Empty => {}
            Node::Section(members) => {
                for (name, member) in members {
                    let below = format!("{at}{}{name}", if at.is_empty() { "" } else { "." });
                    // One that was written with its dots is not of a section.
                    if name.contains('.') {
                        problems.push(self.unknown(&below));
                    } else {
                        self.collect(&below, member, problems);
                    }
                }
            }
            Node::Other | Node::Text(_) | Node::Whole(_) => problems.push(Problem {
                subject: self.subject(at),
                text: "expected a section of keys".to_owned(),
            }),
        }
    }

    fn unknown(&self, at: &str) -> Problem {
        let known: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
        Problem {
            subject: self.subject(at),
            text: format!("unknown key; the keys are {}", known.join(", ")),
        }
    }

    fn subject(&self, at: &str) -> String {
        let separator = if at.is_empty() { "" } else { ": " };
        let at = at.escape_debug();
        format!("{}{separator}{at}", self.path.display())
    }
}

fn is_under(key: &str, section: &str) -> bool {
    key.strip_prefix(section)
        .is_some_and(|rest| rest.starts_with('.'))
}
