//! Where values come from.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// Named texts: the process environment, or a map in a test. Nothing ever sets a variable.
pub trait Strings {
    /// The text of this name, if there is one.
    fn get(&self, name: &str) -> Option<String>;
}

/// The environment of this process.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProcessEnvironment;

impl Strings for ProcessEnvironment {
    fn get(&self, name: &str) -> Option<String> {
        std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
    }
}

impl Strings for BTreeMap<&str, &str> {
    fn get(&self, name: &str) -> Option<String> {
        Self::get(self, name).map(|value| (*value).to_owned())
    }
}

/// What the command line said; absent flags are `None`.
#[derive(Clone, Debug, Default)]
#[expect(missing_docs, reason = "each is the flag of the same name")]
pub struct Flags {
    pub config: Option<PathBuf>,
    pub data_dir: Option<PathBuf>,
    pub database_url: Option<String>,
    pub listen: Option<String>,
    pub log_format: Option<String>,
    pub log_level: Option<String>,
    pub no_auth: bool,
}

/// Which source won.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Source {
    /// Nothing was said.
    Default,
    /// The configuration file at this path.
    File(PathBuf),
    /// This environment variable.
    Environment(&'static str),
    /// This flag.
    Flag(&'static str),
}

/// A value and where it came from.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Setting<T> {
    /// The value.
    pub value: T,
    /// The source that won.
    pub source: Source,
}

impl<T> Setting<T> {
    /// A value that nobody asked for.
    pub const fn default_of(value: T) -> Self {
        Self {
            value,
            source: Source::Default,
        }
    }
}
