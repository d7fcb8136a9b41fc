//! One pass over the files: which blocks apply, and what they set.

use std::path::PathBuf;

use super::super::pattern::{self, Listed};
use super::error::{ConfigError, ConfigFault, Place};
use super::files::{FileText, Files};
use super::glob::Found;
use super::include::{self, Budget, whole};
use super::keyword::{Rule, Structure, rule};
use super::lexer::{self, Line};
use super::local::Local;
use super::matching::{self, Activity, Facts};
use super::options::Entry;
use super::ports::Ports;
use super::settings::Settings;
use super::tokens;

/// A file to begin with.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Source {
    pub(super) path: PathBuf,
    /// The user's own, so that `~` is allowed and relative includes are under `~/.ssh`.
    pub(super) of_user: bool,
    /// Whether others may not be able to write it.
    pub(super) check_permissions: bool,
    /// Whether it has to exist.
    pub(super) required: bool,
}

/// A pass over the files for one target.
pub(super) struct Walk<'a> {
    pub(super) files: &'a dyn Files,
    pub(super) local: &'a Local,
    pub(super) ports: &'a Ports<'a>,
    /// What `Host` patterns are compared with: the name as given, in the final pass the resolved
    /// one.
    pub(super) host: &'a str,
    pub(super) original: &'a str,
    pub(super) final_pass: bool,
    pub(super) settings: &'a mut Settings,
    pub(super) budget: &'a mut Budget,
    pub(super) wants_final: bool,
}

/// How a file is read.
#[derive(Clone)]
struct Scope {
    of_user: bool,
    check_permissions: bool,
    depth: usize,
    /// The activity of the block that includes the file.
    outer: Activity,
}

impl Walk<'_> {
    /// Reads a file and all it includes.
    pub(super) fn source(&mut self, source: &Source) -> Result<(), ConfigError> {
        let scope = Scope {
            of_user: source.of_user,
            check_permissions: source.check_permissions,
            depth: 0,
            outer: Activity::Active,
        };
        let whole = whole(&source.path);
        match self
            .files
            .read(&source.path)
            .map_err(|fault| fault.at(&whole))?
        {
            Some(text) => self.file(&whole, &text, &scope, Activity::Active),
            None if source.required => Err(ConfigFault::Missing.at(&whole)),
            None => Ok(()),
        }
    }

    fn file(
        &mut self,
        whole: &Place,
        text: &FileText,
        scope: &Scope,
        mut activity: Activity,
    ) -> Result<(), ConfigError> {
        let foreign = text.owner != 0 && text.owner != self.local.uid;
        if scope.check_permissions && (foreign || text.mode & 0o022 != 0) {
            return Err(ConfigFault::BadPermissions.at(whole));
        }
        self.budget
            .spend(text.bytes.len())
            .map_err(|fault| fault.at(whole))?;
        for (line, number) in text.bytes.split(|byte| *byte == b'\n').zip(1..) {
            let place = whole.at_line(number);
            if number == 1 && line.starts_with(b"\xef\xbb\xbf") {
                return Err(ConfigFault::ByteOrderMark.at(&place));
            }
            if let Some(line) = lexer::split(line).map_err(|fault| fault.at(&place))? {
                self.line(&line, &place, scope, &mut activity)?;
            }
        }
        Ok(())
    }

    fn line(
        &mut self,
        line: &Line<'_>,
        place: &Place,
        scope: &Scope,
        activity: &mut Activity,
    ) -> Result<(), ConfigError> {
        match rule(&line.keyword) {
            Some((_, Rule::Structure(Structure::Host))) => {
                *activity = self.host(line, scope).map_err(|fault| fault.at(place))?;
                Ok(())
            }
            Some((_, Rule::Structure(Structure::Match))) => {
                *activity = self
                    .matched(line, place, scope)
                    .map_err(|fault| fault.at(place))?;
                Ok(())
            }
            Some((_, Rule::Structure(Structure::Include))) => {
                self.include(line, place, scope, activity)
            }
            Some((name, rule)) => self.option(
                rule,
                &Entry {
                    name,
                    line,
                    place,
                    of_user: scope.of_user,
                    activity,
                },
            ),
            None if self.is_ignored(&line.keyword) => Ok(()),
            None => {
                let shown = line.keyword.chars().take(64).collect();
                Err(ConfigFault::UnknownOption(shown).at(place))
            }
        }
    }

    fn is_ignored(&self, keyword: &str) -> bool {
        let ignored = self.settings.ignore_unknown.as_ref();
        ignored.is_some_and(|list| {
            let list = list.value.to_ascii_lowercase();
            pattern::listed(keyword.as_bytes(), &list) == Listed::Yes
        })
    }

    fn host(&mut self, line: &Line<'_>, scope: &Scope) -> Result<Activity, ConfigFault> {
        // OpenSSH looks at the words one by one, and at the first alone in a file whose includer
        // does not apply.
        let never = matches!(scope.outer, Activity::Inactive);
        let looked_at = if never { 1 } else { line.words.len() };
        if line.words.iter().take(looked_at).any(Vec::is_empty) {
            return Err(ConfigFault::EmptyArgument {
                keyword: "Host".to_owned(),
            });
        }
        let seen = matching::host(self.host, &line.words);
        if !seen.active {
            return Ok(Activity::Inactive);
        }
        let activity = Activity::Active.within(&scope.outer);
        self.settings.named |= seen.by_name && matches!(activity, Activity::Active);
        Ok(activity)
    }

    fn matched(
        &mut self,
        line: &Line<'_>,
        place: &Place,
        scope: &Scope,
    ) -> Result<Activity, ConfigFault> {
        let host = match &self.settings.host_name {
            Some(host) if self.final_pass => host.value.clone(),
            Some(host) => tokens::host_name(&host.value, self.host)?,
            None => self.host.to_owned(),
        };
        let user = self.settings.user.as_ref();
        let facts = Facts {
            host: &host,
            original: self.original,
            user: user.map_or(&self.local.user, |user| &user.value),
            local_user: &self.local.user,
            final_pass: self.final_pass,
        };
        let criteria = matching::criteria(line.rest, &facts, place)?;
        self.wants_final |= criteria.wants_final;
        let activity = criteria.activity.within(&scope.outer);
        self.settings.named |= criteria.by_name && matches!(activity, Activity::Active);
        Ok(activity)
    }

    fn include(
        &mut self,
        line: &Line<'_>,
        place: &Place,
        scope: &Scope,
        activity: &Activity,
    ) -> Result<(), ConfigError> {
        for word in &line.words {
            let found = include::files(self.files, self.local, word, scope.of_user)
                .map_err(|fault| fault.at(place))?;
            let scope = Scope {
                of_user: scope.of_user,
                check_permissions: true,
                depth: scope.depth + 1,
                outer: activity.clone().within(&scope.outer),
            };
            for found in found {
                self.included_file(&found, place, &scope)?;
            }
        }
        Ok(())
    }

    fn included_file(
        &mut self,
        found: &Found,
        place: &Place,
        scope: &Scope,
    ) -> Result<(), ConfigError> {
        match include::read(self.files, found, scope.depth, place)? {
            Some((whole, text)) => self.file(&whole, &text, scope, scope.outer.clone()),
            None => Ok(()),
        }
    }
}
