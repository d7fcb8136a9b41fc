//! Reads one key after another by precedence, and collects every problem.

use super::file::ConfigFile;
use super::node::Node;
use super::{Flags, Notice, Problem, Setting, Source, Strings};

/// One configuration key and its other names.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    /// The first that is not blank counts.
    pub(super) variables: &'static [&'static str],
    pub(super) flag: Option<(&'static str, FlagText)>,
}

type FlagText = fn(&Flags) -> Option<&String>;

pub(super) const DATABASE_URL: Key = Key {
    name: "database.url",
    variables: &["REACH_DATABASE_URL"],
    flag: Some(("--database-url", |flags| flags.database_url.as_ref())),
};
pub(super) const INTERVAL: Key = Key {
    name: "executors.sshReachabilityIntervalSeconds",
    variables: &[
        "REACH_EXECUTORS_SSHREACHABILITYINTERVALSECONDS",
        "KANDEV_EXECUTORS_SSHREACHABILITYINTERVALSECONDS",
    ],
    flag: None,
};
pub(super) const LOG_FORMAT: Key = Key {
    name: "log.format",
    variables: &["REACH_LOG_FORMAT"],
    flag: Some(("--log-format", |flags| flags.log_format.as_ref())),
};
pub(super) const LOG_LEVEL: Key = Key {
    name: "log.level",
    variables: &["REACH_LOG_LEVEL"],
    flag: Some(("--log-level", |flags| flags.log_level.as_ref())),
};
pub(super) const LISTEN: Key = Key {
    name: "server.listen",
    variables: &["REACH_SERVER_LISTEN"],
    flag: Some(("--listen", |flags| flags.listen.as_ref())),
};
pub(super) const PUBLIC_URL: Key = Key {
    name: "server.publicUrl",
    variables: &["REACH_SERVER_PUBLICURL"],
    flag: None,
};

/// Every key that the file may hold.
pub(super) const KEYS: [&Key; 6] = [
    &DATABASE_URL,
    &INTERVAL,
    &LOG_FORMAT,
    &LOG_LEVEL,
    &LISTEN,
    &PUBLIC_URL,
];

pub(super) struct Reader<'a> {
    flags: &'a Flags,
    environment: &'a dyn Strings,
    file: &'a ConfigFile,
    notices: Vec<Notice>,
    problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        flags: &'a Flags,
        environment: &'a dyn Strings,
        file: &'a ConfigFile,
        problems: Vec<Problem>,
    ) -> Self {
        Self {
            flags,
            environment,
            file,
            notices: Vec::new(),
            problems,
        }
    }

    /// A key whose value is text in every source. `parse` says what is wrong with it; the value
    /// itself is never repeated, since it may hold a secret.
    pub(super) fn text<T>(
        &mut self,
        key: &Key,
        default: T,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Setting<T> {
        let from_file = self.file_text(key);
        let from_flag = key
            .flag
            .and_then(|(name, get)| get(self.flags).map(|text| (text.clone(), Source::Flag(name))));
        let Some((text, source)) = from_flag.or_else(|| self.variable(key)).or(from_file) else {
            return Setting::default_of(default);
        };
        match parse(text.trim()) {
            Ok(value) => Setting { value, source },
            Err(complaint) => {
                let subject = subject(key, &source);
                self.problem(subject, complaint);
                Setting::default_of(default)
            }
        }
    }

    /// The first of the key's variables that is not blank.
    pub(super) fn variable(&self, key: &Key) -> Option<(String, Source)> {
        key.variables.iter().find_map(|name| {
            let text = self.environment.get(name)?;
            (!text.trim().is_empty()).then_some((text, Source::Environment(name)))
        })
    }

    pub(super) fn file_value(&self, key: &Key) -> Option<(&'a Node, Source)> {
        let value = self.file.get(key)?;
        Some((value, Source::File(self.file.path.clone())))
    }

    pub(super) fn notice(&mut self, key: &Key, text: String) {
        self.notices.push(Notice {
            key: key.name,
            text,
        });
    }

    pub(super) fn problem(&mut self, subject: String, text: String) {
        self.problems.push(Problem { subject, text });
    }

    pub(super) fn finish(self) -> (Vec<Notice>, Vec<Problem>) {
        (self.notices, self.problems)
    }

    fn file_text(&mut self, key: &Key) -> Option<(String, Source)> {
        let (value, source) = self.file_value(key)?;
        if let Node::Text(text) = value {
            return Some((text.clone(), source));
        }
        self.problem(subject(key, &source), "expected text".to_owned());
        None
    }
}

/// Names the place that an operator has to change.
pub(super) fn subject(key: &Key, source: &Source) -> String {
    match source {
        Source::Default => key.name.to_owned(),
        Source::File(path) => format!("{}: {}", path.display(), key.name),
        Source::Environment(name) | Source::Flag(name) => (*name).to_owned(),
    }
}
