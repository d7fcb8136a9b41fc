//! `%h`, `${NAME}` and `~` in the values that OpenSSH expands.

use std::path::PathBuf;

use super::error::ConfigFault;
use super::local::Local;

/// What the tokens stand for.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    pub(super) local: &'a Local,
    /// `%h`: the host name that is dialled.
    pub(super) host: &'a str,
    /// `%n`: the name as it was given.
    pub(super) original: &'a str,
    /// `%p`.
    pub(super) port: u16,
    /// `%r`.
    pub(super) user: &'a str,
    /// `%k`: the host-key alias, else the name as it was given.
    pub(super) key_alias: &'a str,
}

impl Tokens<'_> {
    /// Expands a path: `~` first, then tokens and variables in one pass.
    pub(super) fn path(&self, keyword: &str, text: &str) -> Result<PathBuf, ConfigFault> {
        Ok(PathBuf::from(self.text(keyword, text)?))
    }

    /// The same, as text.
    pub(super) fn text(&self, keyword: &str, text: &str) -> Result<String, ConfigFault> {
        let text = tilde(self.local, text)?;
        expand(&text, Some(self.local), |token| {
            Some(match token {
                'd' => self.local.home.to_str()?.to_owned(),
                'h' => self.host.to_owned(),
                'i' => self.local.uid.to_string(),
                'k' => self.key_alias.to_owned(),
                'L' => self.local.short_host_name().to_owned(),
                'l' => self.local.host_name.clone(),
                'n' => self.original.to_owned(),
                'p' => self.port.to_string(),
                'r' => self.user.to_owned(),
                'u' => self.local.user.clone(),
                // %C and %j mean different things in different releases of OpenSSH.
                _ => return None,
            })
        })
        .map_err(|fault| fault.of(keyword))
    }

    /// Expands a `ProxyJump`, which OpenSSH makes part of a command with these tokens.
    pub(super) fn jump(&self, text: &str) -> Result<String, ConfigFault> {
        expand(text, None, |token| {
            Some(match token {
                'h' => self.host.to_owned(),
                'n' => self.original.to_owned(),
                'p' => self.port.to_string(),
                'r' => self.user.to_owned(),
                _ => return None,
            })
        })
        .map_err(|fault| fault.of("ProxyJump"))
    }
}

/// Expands a `HostName`, which knows `%h` alone.
pub(super) fn host_name(text: &str, given: &str) -> Result<String, ConfigFault> {
    let known = |token| (token == 'h').then(|| given.to_owned());
    expand(text, None, known).map_err(|fault| fault.of("HostName"))
}

/// Refuses an `IdentityAgent` with a variable that cannot be expanded, or a bad name of one:
/// OpenSSH looks at this while it reads the file, in every block.
pub(super) fn check_agent(local: &Local, text: &str) -> Result<(), ConfigFault> {
    let keyword = "IdentityAgent";
    let mut rest = text;
    while let Some((_, name)) = rest.split_once("${") {
        (_, rest) = variable(local, name).map_err(|fault| fault.of(keyword))?;
    }
    match text.strip_prefix('$') {
        Some(name) if !name.starts_with('{') && !is_variable_name(name) => {
            Err(super::arguments::invalid(keyword, text.as_bytes()))
        }
        Some(_) | None => Ok(()),
    }
}

fn is_variable_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !name.is_empty() && name.bytes().all(allowed)
}

/// Replaces a leading `~` or `~user` by a home directory.
pub(super) fn tilde(local: &Local, text: &str) -> Result<String, ConfigFault> {
    let Some(after) = text.strip_prefix('~') else {
        return Ok(text.to_owned());
    };
    let (user, path) = match after.split_once('/') {
        Some((user, path)) => (user, path.trim_start_matches('/')),
        None => (after, ""),
    };
    let home = if user.is_empty() {
        Some(local.home.as_path())
    } else {
        local.home_of(user)
    };
    let home = home.and_then(std::path::Path::to_str);
    let home = home.ok_or_else(|| ConfigFault::UnknownUser(user.to_owned()))?;
    Ok(format!("{}/{path}", home.trim_end_matches('/')))
}

/// A text that cannot be expanded.
enum Unexpandable {
    Token(String),
    Variable(String),
}

impl Unexpandable {
    fn of(self, keyword: &str) -> ConfigFault {
        match self {
            Self::Token(token) => ConfigFault::UnknownToken {
                keyword: keyword.to_owned(),
                token,
            },
            Self::Variable(name) => ConfigFault::UnsetVariable(name),
        }
    }
}

/// One pass over the text: what a token or a variable brings in is not expanded again.
fn expand(
    text: &str,
    variables: Option<&Local>,
    value: impl Fn(char) -> Option<String>,
) -> Result<String, Unexpandable> {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['%', '$']) {
        expanded.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(local) = variables
            && let Some(name) = rest.strip_prefix("${")
        {
            let (found, after) = variable(local, name)?;
            expanded.push_str(found);
            rest = after;
        } else if let Some(after) = rest.strip_prefix('$') {
            expanded.push('$');
            rest = after;
        } else {
            let mut after = rest[1..].chars();
            match after.next() {
                Some('%') => expanded.push('%'),
                Some(token) => match value(token) {
                    Some(text) => expanded.push_str(&text),
                    None => return Err(Unexpandable::Token(token.to_string())),
                },
                None => return Err(Unexpandable::Token(String::new())),
            }
            rest = after.as_str();
        }
    }
    expanded.push_str(rest);
    Ok(expanded)
}

/// The value of the variable whose name begins the text and ends at `}`, and what follows.
fn variable<'a, 'l>(local: &'l Local, text: &'a str) -> Result<(&'l str, &'a str), Unexpandable> {
    let (name, after) = text.split_once('}').unwrap_or((text, ""));
    let value = local.variables.get(name).filter(|_| text.contains('}'));
    let value = value.ok_or_else(|| Unexpandable::Variable(name.to_owned()))?;
    Ok((value, after))
}
