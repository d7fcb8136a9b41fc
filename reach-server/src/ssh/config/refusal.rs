//! Options that would make `ssh` do what Reach does not do.

use super::error::{ConfigError, ConfigFault};
use super::keyword::{self, Harmless, Rule};
use super::settings::Settings;

/// Whose part a name plays on the way to the target.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Role {
    Bastion,
    Target,
}

/// Refuses the first of them that applies with a value that matters.
pub(super) fn check(settings: &Settings, role: Role) -> Result<(), ConfigError> {
    for (name, value) in &settings.refused {
        let harmless = match keyword::rule(name) {
            Some((_, Rule::Refused(_, harmless))) => harmless.allows(&value.value, role),
            Some(_) | None => false,
        };
        if !harmless {
            let keyword = (*name).to_owned();
            return Err(ConfigFault::Refused { keyword }.of(value));
        }
    }
    Ok(())
}

impl Harmless {
    fn allows(self, words: &[Vec<u8>], role: Role) -> bool {
        let among = |choices: &[&str], word: &Vec<u8>| {
            let mut choices = choices.iter();
            choices.any(|choice| word.eq_ignore_ascii_case(choice.as_bytes()))
        };
        match self {
            Self::Values(choices) => words.iter().all(|word| among(choices, word)),
            Self::KnownHosts(defaults) => words.iter().all(|word| {
                let nothing = role == Role::Target && among(&["none", "/dev/null"], word);
                nothing || defaults.iter().any(|path| word == path.as_bytes())
            }),
            Self::Listing(member) => words
                .iter()
                .flat_map(|word| word.split(|byte| *byte == b','))
                .any(|word| word == member.as_bytes()),
        }
    }
}
