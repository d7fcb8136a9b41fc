//! First contact: a host's key is shown before it is trusted, as `ssh` does.

use std::io::{self, IsTerminal as _, Write as _};

use reach_logic::{ConfigPatch, Fingerprint, KeyType, Patch, Reason, reason};
use serde::Deserialize;
use serde_json::json;

use super::super::client::{Client, ClientError};

/// Why no key was trusted.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotTrusted {
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error("the host key was not trusted; nothing was saved")]
    Declined,
    #[error(
        "{0}, and there is no terminal to ask on; nothing was saved. Compare the key with the \
         host's own, then pass --fingerprint {1}; or trust what answers: --trust-on-first-use"
    )]
    NobodyToAsk(String, Fingerprint),
    #[error(
        "the host shows no key to trust: {0}; nothing was saved. Pass --fingerprint SHA256:…, or \
         --inactive to save it as it is"
    )]
    NoKey(String),
}

/// What a connection test tells.
#[derive(Deserialize)]
struct Seen {
    host: String,
    fingerprint: Option<Fingerprint>,
    key_algorithm: Option<KeyType>,
    #[serde(with = "reason::or_empty")]
    reason: Option<Reason>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    detail: String,
}

/// Pins the key that the host shows, if whoever runs the command trusts it.
pub(super) fn pin(
    config: &mut ConfigPatch,
    client: &Client,
    on_first_use: bool,
) -> Result<(), NotTrusted> {
    let seen: Seen = client.post("/api/v1/ssh/test", &json!(config))?;
    let failure = seen.failure();
    let (Some(fingerprint), Some(key_type)) = (&seen.fingerprint, seen.key_algorithm) else {
        return Err(NotTrusted::NoKey(failure.unwrap_or_default()));
    };
    let shown = format!(
        "{} shows the {} key {fingerprint}",
        seen.host,
        key_type.token()
    );
    if !on_first_use {
        if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
            return Err(NotTrusted::NobodyToAsk(shown, fingerprint.clone()));
        }
        if !is_trusted(&shown, failure.as_deref()) {
            return Err(NotTrusted::Declined);
        }
    }
    config.host_fingerprint = Patch::Set(fingerprint.as_str().to_owned());
    config.host_key_algorithm = Patch::Set(key_type.token().to_owned());
    Ok(())
}

impl Seen {
    /// What stood in the way of a login, as a reason and a message.
    fn failure(&self) -> Option<String> {
        let reason = self.reason?;
        let detail = self.steps.last().map(|step| step.detail.as_str());
        Some(format!(
            "{}: {}",
            reason.token(),
            detail.unwrap_or_default()
        ))
    }
}

/// Asks on standard error; standard output is the command's result. What cannot be asked or read
/// is a no.
fn is_trusted(shown: &str, failure: Option<&str>) -> bool {
    let mut err = io::stderr().lock();
    let login = failure.map_or_else(String::new, |told| format!("The login fails: {told}\n"));
    let asked = write!(
        err,
        "{shown}.\nOn the host, `ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub` and the like \
         show its own.\n{login}Trust this key? [y/N] "
    );
    let mut answer = String::new();
    let read = asked
        .and_then(|()| err.flush())
        .and_then(|()| io::stdin().read_line(&mut answer));
    let answer = answer.trim().to_lowercase();
    read.is_ok() && matches!(answer.as_str(), "y" | "yes")
}
