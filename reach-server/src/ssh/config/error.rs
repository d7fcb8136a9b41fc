//! What can be wrong with an ssh config, and where.

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// A line of a file; line 0 stands for the whole file.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Place {
    /// The file, as it was opened.
    pub file: Arc<Path>,
    /// Counted from 1.
    pub line: u32,
}

impl Place {
    /// Another line of the same file.
    pub(super) fn at_line(&self, line: u32) -> Self {
        Self {
            file: Arc::clone(&self.file),
            line,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        match self.line {
            0 => Ok(()),
            line => write!(f, " line {line}"),
        }
    }
}

/// A target that cannot be resolved: always the reason `config` (P4).
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ConfigError {
    /// Where, if a file is at fault.
    pub at: Option<Place>,
    /// What.
    pub fault: ConfigFault,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.at {
            Some(at) => write!(f, "{at}: {}", self.fault),
            None => write!(f, "{}", self.fault),
        }
    }
}

impl std::error::Error for ConfigError {}

/// What is wrong. Texts are for people: what it is, and what to do where that is not plain.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(
    missing_docs,
    reason = "the message says it, and the fields are its words"
)]
pub enum ConfigFault {
    #[error("\"{0}\" cannot be combined with other Match criteria")]
    AllCombined(String),
    #[error("\"{0}\" is no bastion: expected [user@]host[:port]")]
    BadJump(String),
    #[error("\"{0}\" is no port")]
    BadPort(String),
    #[error("owner or permissions are unsafe: others could write it; chmod go-w it")]
    BadPermissions,
    #[error("begins with a byte-order mark, which ssh refuses too; save it without one")]
    ByteOrderMark,
    #[error("{keyword} has an empty argument")]
    EmptyArgument { keyword: String },
    #[error("{keyword} has more arguments than it takes")]
    ExtraArguments { keyword: String },
    #[error("the host name has characters that ssh refuses")]
    InvalidHost,
    #[error("quotes are not closed")]
    InvalidQuotes,
    #[error("the user name has characters that ssh refuses")]
    InvalidUser,
    #[error("\"{value}\" is no value of {keyword}")]
    InvalidValue { keyword: String, value: String },
    #[error("only one bastion is supported, and \"{0}\" is a chain")]
    JumpChain(String),
    #[error("the bastion \"{0}\" is the target itself")]
    JumpLoop(String),
    #[error("does not exist")]
    Missing,
    #[error("Match names no criterion")]
    NoCriterion,
    #[error("{keyword} has no argument")]
    NoArgument { keyword: String },
    #[error("is {0}, not a file")]
    NotAFile(Kind),
    #[error("{keyword} is not UTF-8 text")]
    NotUtf8 { keyword: String },
    #[error("{keyword} is not supported")]
    Refused { keyword: String },
    #[error("an Include in a system file cannot begin with ~")]
    SystemTilde,
    #[error("Includes are nested more than {limit} deep")]
    TooDeep { limit: usize },
    #[error("is larger than {} MiB", .limit >> 20)]
    TooLarge { limit: u64 },
    #[error("Includes read more than {files} files, or {} MiB", .bytes >> 20)]
    TooMuch { files: usize, bytes: usize },
    #[error("more than {limit} values of {keyword}")]
    TooMany { keyword: String, limit: usize },
    #[error("Match {criterion} is never run by Reach, and its block would set {keyword}")]
    Undecided { criterion: String, keyword: String },
    #[error("no Host or Match of the ssh configuration names \"{0}\"")]
    UnknownAlias(String),
    #[error("Match does not know \"{0}\"")]
    UnknownCriterion(String),
    #[error("\"{0}\" is no option of ssh")]
    UnknownOption(String),
    #[error("{keyword} does not know the token %{token}")]
    UnknownToken { keyword: String, token: String },
    #[error("there is no user \"{0}\" to take the home directory of")]
    UnknownUser(String),
    #[error("cannot be read: {0}")]
    Unreadable(io::ErrorKind),
    #[error("the environment variable {0} is not set")]
    UnsetVariable(String),
}

/// What stands where a file was expected.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A directory.
    Directory,
    /// A device, a pipe or a socket, whose reading may never end.
    Special,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Directory => "a directory",
            Self::Special => "a device, pipe or socket",
        })
    }
}

impl ConfigFault {
    /// The fault at a place.
    pub(super) fn at(self, place: &Place) -> ConfigError {
        ConfigError {
            at: Some(place.clone()),
            fault: self,
        }
    }
}

/// Text of a file for a message.
pub(super) fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().take(64).collect()
}
