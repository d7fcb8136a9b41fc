//! From what the files said to values: tokens, defaults, and what the values mean.

use std::path::PathBuf;

use super::error::{ConfigError, ConfigFault};
use super::jump::{HostSpec, Jump};
use super::local::Local;
use super::resolve::Query;
use super::resolved::{Agent, KeyFile, Resolved};
use super::settings::{Accumulated, AddressFamily, Located, Origin, Settings};
use super::tokens::Tokens;

/// OpenSSH's port.
const DEFAULT_PORT: u16 = 22;

/// The files that OpenSSH tries when the configuration names none.
const DEFAULT_IDENTITIES: &[&str] = &[
    "~/.ssh/id_rsa",
    "~/.ssh/id_ecdsa",
    "~/.ssh/id_ecdsa_sk",
    "~/.ssh/id_ed25519",
    "~/.ssh/id_ed25519_sk",
    "~/.ssh/id_xmss",
    "~/.ssh/id_dsa",
];

const AUTH_SOCK: &str = "SSH_AUTH_SOCK";

/// The outcome for one name.
pub(super) fn finish(
    local: &Local,
    query: &Query,
    settings: Settings,
    host: Located<String>,
) -> Result<Resolved, ConfigError> {
    let port = or_default(settings.port, DEFAULT_PORT);
    let user = settings
        .user
        .unwrap_or_else(|| Located::new(local.user.clone(), Origin::Default));
    let host_key_alias = settings.host_key_alias.map(|alias| {
        let value = alias.value.to_ascii_lowercase();
        Located::new(value, alias.origin)
    });
    let key_alias = host_key_alias.as_ref().map(|alias| alias.value.as_str());
    let tokens = Tokens {
        local,
        host: &host.value,
        original: &query.name,
        port: port.value,
        user: &user.value,
        key_alias: key_alias.unwrap_or(&query.name),
    };
    let jump = jump(settings.jump, &tokens)?;
    let agent = agent(settings.identity_agent, &tokens)?;
    let identity_files = if settings.identity_files.is_empty() {
        default_identities(local)
    } else {
        let files = settings.identity_files.iter();
        let files = files.filter(|file| !file.text.eq_ignore_ascii_case("none"));
        files
            .map(|file| key_file("IdentityFile", file, &tokens))
            .collect::<Result<_, _>>()?
    };
    let certificate_files = settings.certificate_files.iter();
    let certificate_files = certificate_files
        .map(|file| key_file("CertificateFile", file, &tokens))
        .collect::<Result<_, _>>()?;
    Ok(Resolved {
        original: query.name.clone(),
        jump,
        identity_files,
        certificate_files,
        identities_only: or_default(settings.identities_only, false),
        agent,
        address_family: or_default(settings.address_family, AddressFamily::Any),
        strict_host_keys: or_default(settings.strict, false),
        ignored: settings.ignored.into_iter().collect(),
        host,
        port,
        user,
        host_key_alias,
    })
}

fn jump(
    jump: Option<Located<Jump>>,
    tokens: &Tokens<'_>,
) -> Result<Option<Located<HostSpec>>, ConfigError> {
    let Some(jump) = jump else {
        return Ok(None);
    };
    match &jump.value {
        Jump::Direct => Ok(None),
        Jump::Chain(chain) => {
            let chain = chain.chars().take(64).collect();
            Err(ConfigFault::JumpChain(chain).of(&jump))
        }
        Jump::Via(spec) => {
            let expand = |text: &String| tokens.jump(text);
            let host = expand(&spec.host).map_err(|fault| fault.of(&jump))?;
            let user = spec.user.as_ref().map(expand).transpose();
            let user = user.map_err(|fault| fault.of(&jump))?;
            let same_user = user.as_deref().is_none_or(|user| user == tokens.user);
            let same_port = spec.port.unwrap_or(DEFAULT_PORT) == tokens.port;
            if host == tokens.host && same_user && same_port {
                return Err(ConfigFault::JumpLoop(host).of(&jump));
            }
            let port = spec.port;
            let spec = HostSpec { user, host, port };
            Ok(Some(Located::new(spec, jump.origin)))
        }
    }
}

fn agent(
    named: Option<Located<String>>,
    tokens: &Tokens<'_>,
) -> Result<Located<Agent>, ConfigError> {
    let variable = |name: &str| match tokens.local.variables.get(name) {
        Some(path) => Agent::Socket(PathBuf::from(path)),
        None => Agent::Unset {
            variable: name.to_owned(),
        },
    };
    let Some(named) = named else {
        return Ok(Located::new(variable(AUTH_SOCK), Origin::Default));
    };
    let text = tokens
        .text("IdentityAgent", &named.value)
        .map_err(|fault| fault.of(&named))?;
    let agent = match text.strip_prefix('$') {
        _ if text == "none" => Agent::Disabled,
        _ if text == AUTH_SOCK => variable(AUTH_SOCK),
        Some(name) if !name.starts_with('{') => variable(name),
        Some(_) | None => Agent::Socket(PathBuf::from(text)),
    };
    Ok(Located::new(agent, named.origin))
}

fn key_file(
    keyword: &str,
    file: &Accumulated,
    tokens: &Tokens<'_>,
) -> Result<Located<KeyFile>, ConfigError> {
    let path = tokens
        .path(keyword, &file.text)
        .map_err(|fault| fault.at(&file.place))?;
    let given = file.text.clone();
    let origin = Origin::File(file.place.clone());
    Ok(Located::new(KeyFile { given, path }, origin))
}

fn default_identities(local: &Local) -> Vec<Located<KeyFile>> {
    let file = |given: &&str| {
        let path = local.home.join(given.trim_start_matches("~/"));
        let given = (*given).to_owned();
        Located::new(KeyFile { given, path }, Origin::Default)
    };
    DEFAULT_IDENTITIES.iter().map(file).collect()
}

fn or_default<T>(value: Option<Located<T>>, default: T) -> Located<T> {
    value.unwrap_or_else(|| Located::new(default, Origin::Default))
}
