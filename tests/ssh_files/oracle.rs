//! What `ssh -G` says.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use reach_server::ssh::config::{AddressFamily, Agent, KeyFile, Located, Resolved};

/// The environment of both sides.
pub(crate) fn variables(home: &Path) -> BTreeMap<String, String> {
    [
        ("HOME", home.to_str().unwrap()),
        ("SSH_AUTH_SOCK", "/run/agent"),
        ("OTHER_SOCK", "/run/other"),
        ("PATH", "/usr/bin:/bin"),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .collect()
}

/// The values that decide what is dialled, in one comparable form.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Dial {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) user: String,
    pub(crate) jump: Option<String>,
    pub(crate) identities: Vec<String>,
    pub(crate) certificates: Vec<String>,
    pub(crate) agent: Agent,
    pub(crate) identities_only: bool,
    pub(crate) host_key_alias: Option<String>,
    pub(crate) address_family: AddressFamily,
    pub(crate) strict: bool,
}

impl Dial {
    pub(crate) fn of(resolved: &Resolved) -> Self {
        let jump = resolved.jump.as_ref().map(|jump| {
            let spec = &jump.value;
            let user = spec.user.as_ref().map(|user| format!("{user}@"));
            let port = spec.port.map(|port| format!(":{port}"));
            let host = &spec.host;
            let numeric = host.contains(':')
                || host
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b'.');
            let host = if numeric {
                format!("[{host}]")
            } else {
                host.clone()
            };
            format!(
                "{}{host}{}",
                user.unwrap_or_default(),
                port.unwrap_or_default()
            )
        });
        let files = |files: &[Located<KeyFile>]| {
            let given = |file: &Located<KeyFile>| file.value.given.clone();
            files.iter().map(given).collect()
        };
        Self {
            host: resolved.host.value.clone(),
            port: resolved.port.value,
            user: resolved.user.value.clone(),
            jump,
            identities: files(&resolved.identity_files),
            certificates: files(&resolved.certificate_files),
            agent: resolved.agent.value.clone(),
            identities_only: resolved.identities_only.value,
            host_key_alias: resolved
                .host_key_alias
                .as_ref()
                .map(|alias| alias.value.clone()),
            address_family: resolved.address_family.value,
            strict: resolved.strict_host_keys.value,
        }
    }
}

/// Runs `ssh -G`; its complaint when it fails.
pub(crate) fn ssh(arguments: &[&str], target: &str, home: &Path) -> Result<Dial, String> {
    let mut command = Command::new("timeout");
    command.args(["10", "ssh", "-G"]).args(arguments);
    command.args(["--", target]);
    command
        .env_clear()
        .envs(variables(home))
        .stdin(Stdio::null());
    let output = command.output().unwrap();
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(parse(&text, &variables(home)))
}

pub(crate) fn parse(text: &str, variables: &BTreeMap<String, String>) -> Dial {
    let all = |name: &str| {
        let value = |line: &str| Some(line.strip_prefix(name)?.strip_prefix(' ')?.to_owned());
        text.lines().filter_map(value).collect::<Vec<_>>()
    };
    let one = |name: &str| all(name).into_iter().next();
    let variable = |name: &str| match variables.get(name) {
        Some(path) => Agent::Socket(PathBuf::from(path)),
        None => Agent::Unset {
            variable: name.to_owned(),
        },
    };
    let agent = match one("identityagent").as_deref() {
        None | Some("SSH_AUTH_SOCK") => variable("SSH_AUTH_SOCK"),
        Some("none") => Agent::Disabled,
        Some(name) if name.starts_with('$') && !name.starts_with("${") => variable(&name[1..]),
        Some(path) => Agent::Socket(PathBuf::from(path)),
    };
    Dial {
        host: one("hostname").unwrap(),
        port: one("port").unwrap().parse().unwrap(),
        user: one("user").unwrap(),
        jump: one("proxyjump"),
        // It prints a "none", and then skips it.
        identities: all("identityfile")
            .into_iter()
            .filter(|file| !file.eq_ignore_ascii_case("none"))
            .collect(),
        certificates: all("certificatefile"),
        agent,
        identities_only: one("identitiesonly").unwrap() == "yes",
        host_key_alias: one("hostkeyalias"),
        address_family: match one("addressfamily").unwrap().as_str() {
            "inet" => AddressFamily::Inet,
            "inet6" => AddressFamily::Inet6,
            _ => AddressFamily::Any,
        },
        strict: matches!(
            one("stricthostkeychecking").unwrap().as_str(),
            "true" | "yes"
        ),
    }
}
