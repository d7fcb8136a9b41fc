//! One pass over the files: which blocks apply, and what they set.

use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::pattern::{self, Listed};
use super::error::{ConfigError, ConfigFault, Kind, Place};
use super::files::{FileText, Files};
use super::glob::{Found, glob};
use super::keyword::{Rule, Structure, rule};
use super::lexer::{self, Line};
use super::local::Local;
use super::matching::{self, Activity, Facts};
use super::options::Entry;
use super::ports::Ports;
use super::settings::Settings;
use super::tokens;

/// OpenSSH's limit of nested includes.
const DEPTH_LIMIT: usize = 16;

/// Limits of one resolution: OpenSSH has none, and a handful of files that include each other
/// twice would keep it busy for ever.
const FILES_LIMIT: usize = 1000;
const BYTES_LIMIT: usize = 64 << 20;

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

/// What was read so far.
#[derive(Debug, Default)]
pub(super) struct Budget {
    files: usize,
    bytes: usize,
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
            None if source.required => {
                Err(ConfigFault::Unreadable(std::io::ErrorKind::NotFound).at(&whole))
            }
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
            let place = Place {
                file: Arc::clone(&whole.file),
                line: number,
            };
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
            let found = self
                .included(word, scope.of_user)
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
        if scope.depth > DEPTH_LIMIT {
            let limit = DEPTH_LIMIT;
            return Err(ConfigFault::TooDeep { limit }.at(place));
        }
        let whole = whole(&found.path);
        match self.files.read(&found.path) {
            Ok(Some(text)) => self.file(&whole, &text, scope, scope.outer.clone()),
            Ok(None) => Ok(()),
            Err(ConfigFault::NotAFile(Kind::Directory)) if found.by_wildcard => Ok(()),
            Err(fault) => Err(fault.at(&whole)),
        }
    }

    /// The files of one argument of an `Include`.
    fn included(&self, word: &[u8], of_user: bool) -> Result<Vec<Found>, ConfigFault> {
        let under = |base: &Path, rest: &[u8]| {
            let base = base.as_os_str().as_bytes();
            glob(self.files, &[base, b"/", rest].concat())
        };
        match word.first() {
            None => Err(ConfigFault::EmptyArgument {
                keyword: "Include".to_owned(),
            }),
            Some(b'~') if !of_user => Err(ConfigFault::SystemTilde),
            Some(b'~') => {
                let split = word.iter().position(|byte| *byte == b'/');
                let (user, rest) = word[1..].split_at(split.unwrap_or(word.len()) - 1);
                let home = match user {
                    [] => Some(self.local.glob_home()),
                    user => std::str::from_utf8(user)
                        .ok()
                        .and_then(|user| self.local.home_of(user)),
                };
                // As in OpenSSH, the home of nobody matches nothing.
                Ok(home.map_or_else(Vec::new, |home| under(home, rest)))
            }
            Some(b'/') => Ok(glob(self.files, word)),
            Some(_) if of_user => Ok(under(&self.local.glob_home().join(".ssh"), word)),
            Some(_) => Ok(under(Path::new("/etc/ssh"), word)),
        }
    }
}

impl Budget {
    fn spend(&mut self, bytes: usize) -> Result<(), ConfigFault> {
        self.files += 1;
        self.bytes += bytes;
        if self.files > FILES_LIMIT || self.bytes > BYTES_LIMIT {
            return Err(ConfigFault::TooMuch {
                files: FILES_LIMIT,
                bytes: BYTES_LIMIT,
            });
        }
        Ok(())
    }
}

fn whole(path: &Path) -> Place {
    Place {
        file: Arc::from(path),
        line: 0,
    }
}
