//! Whether an option's arguments are ones that OpenSSH takes. It checks them in every block, also
//! in those that do not apply, and refuses the whole file for one bad value.

use super::error::{ConfigFault, shown};
use super::lexer::Line;

/// The form of an option's arguments.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arguments {
    /// Anything.
    Any,
    /// One of these, ignoring case.
    Choice(&'static [&'static str]),
    /// The rest of the line as it stands.
    Command,
    /// `yes`, `no`, `true`, `false`.
    Flag,
    /// A whole number of 31 bits.
    Integer,
    /// One or more words.
    List,
    /// One word.
    Text,
    /// A time such as `90` or `1h30m`, or `none`.
    Time,
    /// A time or a flag.
    TimeOrFlag,
    /// At least one word, and at most so many.
    UpTo(usize),
}

const FLAGS: &[&str] = &["true", "false", "yes", "no"];

impl Arguments {
    /// Checks a line's arguments.
    pub(super) fn check(self, name: &str, line: &Line<'_>) -> Result<(), ConfigFault> {
        let words = &line.words;
        match self {
            Self::Any | Self::Command => Ok(()),
            Self::List => counted(name, words, usize::MAX),
            Self::UpTo(most) => counted(name, words, most),
            Self::Choice(_)
            | Self::Flag
            | Self::Integer
            | Self::Text
            | Self::Time
            | Self::TimeOrFlag => {
                counted(name, words, 1)?;
                if words.first().is_some_and(|word| self.takes(word)) {
                    Ok(())
                } else {
                    Err(invalid(name, words.first().map_or(b"", Vec::as_slice)))
                }
            }
        }
    }

    fn takes(self, word: &[u8]) -> bool {
        let among = |choices: &[&str]| {
            choices
                .iter()
                .any(|choice| word.eq_ignore_ascii_case(choice.as_bytes()))
        };
        match self {
            Self::Choice(choices) => among(choices),
            Self::Flag => among(FLAGS),
            Self::Integer => number(word).is_some_and(|value| i32::try_from(value).is_ok()),
            Self::Time => word == b"none" || is_time(word),
            Self::TimeOrFlag => among(&["yes", "no"]) || is_time(word),
            Self::Any | Self::Command | Self::List | Self::Text | Self::UpTo(_) => true,
        }
    }
}

/// The one word of an option that takes one.
pub(super) fn one<'a>(name: &str, line: &'a Line<'_>) -> Result<&'a [u8], ConfigFault> {
    counted(name, &line.words, 1)?;
    Ok(line.words.first().map_or(b"", Vec::as_slice))
}

/// The word as text.
pub(super) fn text(name: &str, word: &[u8]) -> Result<String, ConfigFault> {
    match std::str::from_utf8(word) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(ConfigFault::NotUtf8 {
            keyword: name.to_owned(),
        }),
    }
}

/// The one flag of an option that takes one.
pub(super) fn flag(name: &str, line: &Line<'_>) -> Result<bool, ConfigFault> {
    Arguments::Flag.check(name, line)?;
    let word = one(name, line)?;
    Ok(word.eq_ignore_ascii_case(b"yes") || word.eq_ignore_ascii_case(b"true"))
}

/// The value is none of the option's.
pub(super) fn invalid(name: &str, value: &[u8]) -> ConfigFault {
    ConfigFault::InvalidValue {
        keyword: name.to_owned(),
        value: shown(value),
    }
}

/// A number as `strtonum` reads it: leading blanks and a sign are allowed.
pub(super) fn number(word: &[u8]) -> Option<i64> {
    let blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'\x0b';
    let digits = &word[word.iter().take_while(|byte| blank(byte)).count()..];
    let text = std::str::from_utf8(digits).ok()?;
    text.parse().ok()
}

fn counted(name: &str, words: &[Vec<u8>], most: usize) -> Result<(), ConfigFault> {
    let keyword = || name.to_owned();
    match words {
        [] => Err(ConfigFault::NoArgument { keyword: keyword() }),
        _ if words.iter().take(most).any(Vec::is_empty) => {
            Err(ConfigFault::EmptyArgument { keyword: keyword() })
        }
        _ if words.len() > most => Err(ConfigFault::ExtraArguments { keyword: keyword() }),
        _ => Ok(()),
    }
}

/// `convtime`: numbers with units, at least one, nothing else.
fn is_time(word: &[u8]) -> bool {
    let mut rest = word;
    let mut total: u64 = 0;
    while !rest.is_empty() {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let value = std::str::from_utf8(&rest[..digits]).ok();
        let Some(value) = value.and_then(|digits| digits.parse::<u64>().ok()) else {
            return false;
        };
        let unit = match rest.get(digits) {
            None | Some(b's' | b'S') => 1,
            Some(b'm' | b'M') => 60,
            Some(b'h' | b'H') => 3600,
            Some(b'd' | b'D') => 86_400,
            Some(b'w' | b'W') => 604_800,
            Some(_) => return false,
        };
        total = total.saturating_add(value.saturating_mul(unit));
        rest = rest.get(digits + 1..).unwrap_or_default();
    }
    !word.is_empty() && i32::try_from(total).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_read_as_openssh_reads_them() {
        assert_eq!(number(b" +22"), Some(22));
        assert_eq!(number(b"22 "), None);
        assert_eq!(number(b""), None);
        for (text, expected) in [
            ("5", true),
            ("1h30m", true),
            ("5x", false),
            ("", false),
            ("m", false),
            ("99999999999", false),
        ] {
            assert_eq!(is_time(text.as_bytes()), expected, "{text}");
        }
    }
}
