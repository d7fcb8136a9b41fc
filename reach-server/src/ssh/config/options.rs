//! What an option line sets.

use super::arguments::{Arguments, flag, invalid, one, text};
use super::error::{ConfigError, ConfigFault, Place, shown};
use super::jump::Jump;
use super::keyword::{Honoured, Rule};
use super::lexer::{self, Line};
use super::matching::Activity;
use super::settings::{Accumulated, AddressFamily, Located, Origin, applies, set};
use super::tokens;
use super::walk::Walk;

/// OpenSSH's limit of identity files, and of certificate files.
const ACCUMULATED_LIMIT: usize = 100;

const PROXY_COMMAND: &str = "ProxyCommand";

const STRICT: Arguments =
    Arguments::Choice(&["true", "false", "yes", "no", "ask", "off", "accept-new"]);

/// An option line, and where it stands.
pub(super) struct Entry<'a> {
    pub(super) name: &'static str,
    pub(super) line: &'a Line<'a>,
    pub(super) place: &'a Place,
    pub(super) of_user: bool,
    pub(super) activity: &'a Activity,
}

impl Entry<'_> {
    fn set<T>(&self, slot: &mut Option<Located<T>>, value: T) -> Result<(), ConfigError> {
        set(slot, value, self.activity, self.name, self.place)
    }

    fn add(&self, values: &mut Vec<Accumulated>, text: String) -> Result<(), ConfigError> {
        if !applies(self.activity, self.name)? {
            return Ok(());
        }
        if values.len() >= ACCUMULATED_LIMIT {
            return Err(ConfigFault::TooMany {
                keyword: self.name.to_owned(),
                limit: ACCUMULATED_LIMIT,
            }
            .at(self.place));
        }
        let of_user = self.of_user;
        let repeated = |known: &Accumulated| known.of_user == of_user && known.text == text;
        if !values.iter().any(repeated) {
            values.push(Accumulated {
                text,
                of_user,
                place: self.place.clone(),
            });
        }
        Ok(())
    }
}

impl Walk<'_> {
    /// Takes an option line: it is checked in any case, and counts if its block applies.
    pub(super) fn option(&mut self, rule: Rule, entry: &Entry<'_>) -> Result<(), ConfigError> {
        let check = |arguments: Arguments| {
            let checked = arguments.check(entry.name, entry.line);
            checked.map_err(|fault| fault.at(entry.place))
        };
        match rule {
            Rule::Honoured(option) => self.honour(option, entry),
            Rule::Ignored(arguments) => {
                check(arguments)?;
                if matches!(entry.activity, Activity::Active) {
                    let ignored = self.settings.ignored.entry(entry.name);
                    ignored.or_insert_with(|| entry.place.clone());
                }
                Ok(())
            }
            Rule::Refused(arguments, _) => {
                check(arguments)?;
                let words = if matches!(arguments, Arguments::Command) {
                    vec![lexer::command(entry.line.rest).to_vec()]
                } else {
                    entry.line.words.clone()
                };
                self.refuse(words, entry)
            }
            Rule::Structure(_) => Ok(()),
        }
    }

    fn refuse(&mut self, words: Vec<Vec<u8>>, entry: &Entry<'_>) -> Result<(), ConfigError> {
        // Of ProxyJump and ProxyCommand, the first of either wins.
        let beaten = entry.name == PROXY_COMMAND && self.settings.jump.is_some();
        let taken = self.settings.refused.contains_key(entry.name);
        if !beaten && !taken && applies(entry.activity, entry.name)? {
            let value = Located::new(words, Origin::File(entry.place.clone()));
            self.settings.refused.insert(entry.name, value);
        }
        Ok(())
    }

    fn honour(&mut self, option: Honoured, entry: &Entry<'_>) -> Result<(), ConfigError> {
        let (name, line) = (entry.name, entry.line);
        let at = |fault: ConfigFault| fault.at(entry.place);
        let string = || string(name, line).map_err(at);
        let settings = &mut *self.settings;
        match option {
            Honoured::AddressFamily => entry.set(
                &mut settings.address_family,
                family(name, line).map_err(at)?,
            ),
            Honoured::CertificateFile => entry.add(&mut settings.certificate_files, string()?),
            Honoured::HostKeyAlias => entry.set(&mut settings.host_key_alias, string()?),
            Honoured::HostName => entry.set(&mut settings.host_name, string()?),
            Honoured::IdentitiesOnly => {
                entry.set(&mut settings.identities_only, flag(name, line).map_err(at)?)
            }
            Honoured::IdentityAgent => {
                let agent = string()?;
                tokens::check_agent(self.local, &agent).map_err(at)?;
                entry.set(&mut settings.identity_agent, agent)
            }
            Honoured::IdentityFile => entry.add(&mut settings.identity_files, string()?),
            Honoured::IgnoreUnknown => {
                let list = one(name, line).map_err(at)?.to_vec();
                entry.set(&mut settings.ignore_unknown, list)
            }
            Honoured::Port => {
                let word = one(name, line).map_err(at)?;
                let port = self.ports.parse(word);
                let port = port.ok_or_else(|| at(ConfigFault::BadPort(shown(word))))?;
                entry.set(&mut settings.port, port)
            }
            Honoured::ProxyJump => {
                let value = text(name, lexer::command(line.rest)).map_err(at)?;
                let jump = Jump::parse(&value, self.ports).map_err(at)?;
                if settings.refused.contains_key(PROXY_COMMAND) {
                    return Ok(());
                }
                entry.set(&mut settings.jump, jump)
            }
            Honoured::StrictHostKeyChecking => {
                STRICT.check(name, line).map_err(at)?;
                let word = one(name, line).map_err(at)?;
                let mut yes = [b"true".as_slice(), b"yes"].into_iter();
                let strict = yes.any(|yes| word.eq_ignore_ascii_case(yes));
                entry.set(&mut settings.strict, strict)
            }
            Honoured::User => entry.set(&mut settings.user, string()?),
        }
    }
}

fn string(name: &str, line: &Line<'_>) -> Result<String, ConfigFault> {
    text(name, one(name, line)?)
}

fn family(name: &str, line: &Line<'_>) -> Result<AddressFamily, ConfigFault> {
    let word = one(name, line)?;
    let families = [
        ("any", AddressFamily::Any),
        ("inet", AddressFamily::Inet),
        ("inet6", AddressFamily::Inet6),
    ];
    families
        .into_iter()
        .find(|(token, _)| word.eq_ignore_ascii_case(token.as_bytes()))
        .map(|(_, family)| family)
        .ok_or_else(|| invalid(name, word))
}
