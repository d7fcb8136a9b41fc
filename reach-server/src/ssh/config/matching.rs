//! Whether a block applies: `Host` patterns and `Match` criteria.

use std::rc::Rc;

use super::super::pattern::{self, Listed};
use super::error::{ConfigError, ConfigFault, Place, shown};
use super::lexer::token;

/// Whether the options of a block are taken.
#[derive(Clone, Debug)]
pub(super) enum Activity {
    Active,
    Inactive,
    /// It hangs on something that Reach does not evaluate.
    Undecided(Rc<Undecided>),
}

/// The criterion that is not evaluated, and its line.
#[derive(Debug)]
pub(super) struct Undecided {
    pub(super) criterion: String,
    pub(super) place: Place,
}

impl Undecided {
    /// The error when it would set an option.
    pub(super) fn would_set(&self, keyword: &str) -> ConfigError {
        ConfigFault::Undecided {
            criterion: self.criterion.clone(),
            keyword: keyword.to_owned(),
        }
        .at(&self.place)
    }
}

impl Activity {
    /// What is left of it inside a block of this activity.
    pub(super) fn within(self, outer: &Self) -> Self {
        match (self, outer) {
            (Self::Inactive, _) | (_, Self::Inactive) => Self::Inactive,
            (inner, Self::Active) => inner,
            (_, outer @ Self::Undecided(_)) => outer.clone(),
        }
    }
}

/// What a `Host` line says about a name.
pub(super) struct HostMatch {
    pub(super) active: bool,
    /// By a pattern that is not only `*`.
    pub(super) by_name: bool,
}

/// Evaluates the patterns of a `Host` line; case counts.
pub(super) fn host(name: &str, words: &[Vec<u8>]) -> HostMatch {
    let mut seen = HostMatch {
        active: false,
        by_name: false,
    };
    for word in words {
        let (negated, pattern) = match word.strip_prefix(b"!") {
            Some(pattern) => (true, pattern),
            None => (false, word.as_slice()),
        };
        if !pattern::matches(name.as_bytes(), pattern) {
            continue;
        }
        if negated {
            return HostMatch {
                active: false,
                by_name: false,
            };
        }
        seen.active = true;
        seen.by_name |= is_specific(pattern);
    }
    seen
}

/// What `Match` criteria are compared with.
#[derive(Debug)]
pub(super) struct Facts<'a> {
    /// The host name as far as it is known.
    pub(super) host: &'a str,
    /// The name as it was given.
    pub(super) original: &'a str,
    pub(super) user: &'a str,
    pub(super) local_user: &'a str,
    pub(super) final_pass: bool,
}

/// What a `Match` line says.
pub(super) struct Criteria {
    pub(super) activity: Activity,
    /// It named `final`, so that the files are read a second time.
    pub(super) wants_final: bool,
    /// It names the host.
    pub(super) by_name: bool,
}

/// Evaluates a `Match` line from left to right.
pub(super) fn criteria(
    line: &[u8],
    facts: &Facts<'_>,
    place: &Place,
) -> Result<Criteria, ConfigFault> {
    let mut rest = line;
    let mut evaluation = Evaluation::default();
    while let Some(word) = token(&mut rest).filter(|word| !word.is_empty()) {
        if word.starts_with(b"#") {
            rest = &[];
            break;
        }
        let (negated, name) = match word.strip_prefix(b"!") {
            Some(name) => (true, name),
            None => (false, word.as_slice()),
        };
        let name = String::from_utf8_lossy(name).to_ascii_lowercase();
        if name == "all" {
            let argument = token(&mut rest).unwrap_or_default();
            let comment = argument.starts_with(b"#");
            if evaluation.count > 1 || !(argument.is_empty() || comment) {
                return Err(ConfigFault::AllCombined(shown(&word)));
            }
            if comment {
                rest = &[];
            }
            evaluation.holds &= !negated;
            evaluation.count += 1;
            break;
        }
        evaluation.count += 1;
        if matches!(name.as_str(), "canonical" | "final") {
            evaluation.wants_final |= name == "final";
            evaluation.decided(facts.final_pass, negated);
            continue;
        }
        let argument = token(&mut rest).unwrap_or_default();
        if argument.is_empty() || argument.starts_with(b"#") {
            return Err(ConfigFault::NoArgument {
                keyword: format!("Match {name}"),
            });
        }
        evaluation.with_argument(&name, negated, &argument, facts)?;
    }
    if evaluation.count == 0 {
        return Err(ConfigFault::NoCriterion);
    }
    if !rest.is_empty() {
        return Err(ConfigFault::ExtraArguments {
            keyword: "Match".to_owned(),
        });
    }
    Ok(evaluation.finish(place))
}

struct Evaluation {
    holds: bool,
    undecided: Option<String>,
    wants_final: bool,
    by_name: bool,
    count: usize,
}

impl Default for Evaluation {
    fn default() -> Self {
        Self {
            holds: true,
            undecided: None,
            wants_final: false,
            by_name: false,
            count: 0,
        }
    }
}

impl Evaluation {
    fn with_argument(
        &mut self,
        name: &str,
        negated: bool,
        argument: &[u8],
        facts: &Facts<'_>,
    ) -> Result<(), ConfigFault> {
        let hosts = |host: &str| pattern::host_listed(host.as_bytes(), argument) == Listed::Yes;
        let users = |user: &str| pattern::listed(user.as_bytes(), argument) == Listed::Yes;
        match name {
            "host" | "originalhost" => {
                let host = if name == "host" {
                    facts.host
                } else {
                    facts.original
                };
                self.decided(hosts(host), negated);
                self.by_name |= !negated && argument.split(|b| *b == b',').any(is_specific);
            }
            "user" => self.decided(users(facts.user), negated),
            "localuser" => self.decided(users(facts.local_user), negated),
            // The last five came with releases newer than the one this was compared with.
            "exec" | "command" | "localnetwork" | "sessiontype" | "tagged" | "version" => {
                self.undecided.get_or_insert_with(|| name.to_owned());
            }
            _ => return Err(ConfigFault::UnknownCriterion(name.to_owned())),
        }
        Ok(())
    }

    fn decided(&mut self, holds: bool, negated: bool) {
        self.holds &= holds != negated;
    }

    fn finish(self, place: &Place) -> Criteria {
        let activity = match self.undecided {
            _ if !self.holds => Activity::Inactive,
            None => Activity::Active,
            Some(criterion) => Activity::Undecided(Rc::new(Undecided {
                criterion,
                place: place.clone(),
            })),
        };
        Criteria {
            activity,
            wants_final: self.wants_final,
            by_name: self.by_name,
        }
    }
}

fn is_specific(pattern: &[u8]) -> bool {
    !pattern.starts_with(b"!") && pattern.iter().any(|byte| *byte != b'*')
}
