//! How a host is reached, as flags.

use clap::{Args, ValueEnum};
use reach_logic::{ConfigPatch, IdentitySource, Patch};

/// The members of a host's `config`.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Settings {
    /// Name or address, dialled as it is.
    #[arg(long)]
    host: Option<String>,
    /// Name in the ssh configuration of the user that the server runs as; other flags win over it.
    #[arg(long, value_name = "NAME")]
    alias: Option<String>,
    /// User to log in as [default: the alias's, else the one that the server runs as].
    #[arg(long)]
    user: Option<String>,
    /// Port [default: the alias's, else 22].
    #[arg(long)]
    port: Option<u16>,
    /// Private key to log in with, on the server's machine.
    #[arg(long, value_name = "FILE", conflicts_with = "agent")]
    identity_file: Option<String>,
    /// Log in with the agent of the server's environment.
    #[arg(long)]
    agent: bool,
    #[arg(
        long,
        value_name = "HOST",
        help = "Bastion to go through: [USER@]HOST[:PORT], or an alias"
    )]
    jump: Option<String>,
    /// The host key to insist on, as `ssh-keygen -lf` prints it.
    #[arg(long, value_name = "SHA256:…")]
    fingerprint: Option<String>,
    /// Type of that key, such as ssh-ed25519 [default: learned at the first success].
    #[arg(long, value_name = "TYPE")]
    key_type: Option<String>,
}

/// Every flag of [`Settings`], by its id.
pub(super) const FLAGS: [&str; 9] = [
    "host",
    "alias",
    "user",
    "port",
    "identity_file",
    "agent",
    "jump",
    "fingerprint",
    "key_type",
];

/// A setting that can be removed, by the name of its flag.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(super) enum Clearable {
    Host,
    Alias,
    User,
    Port,
    /// Key file and agent alike.
    Identity,
    Jump,
    Fingerprint,
    KeyType,
}

/// A setting was given and cleared at once.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("--clear {0} contradicts the flag that sets it")]
pub(super) struct Contradiction(&'static str);

/// The flag of a field that the server complains about; a connection test names the members of
/// `config` alone.
pub(super) fn flag_of(field: &str) -> Option<&'static str> {
    Some(match field.strip_prefix("config.").unwrap_or(field) {
        "name" => "NAME",
        "status" => "--inactive",
        "type" => "--local",
        "host" => "--host",
        "host_alias" => "--alias",
        "user" => "--user",
        "port" => "--port",
        "identity_source" => "--agent",
        "identity_file" => "--identity-file",
        "proxy_jump" => "--jump",
        "host_fingerprint" => "--fingerprint",
        "host_key_algorithm" => "--key-type",
        _ => return None,
    })
}

impl Settings {
    /// What a save says about the configuration.
    pub(super) fn patch(&self, cleared: &[Clearable]) -> Result<ConfigPatch, Contradiction> {
        let set = |value: &Option<String>| value.clone().map_or(Patch::Keep, Patch::Set);
        let source = match (self.agent, &self.identity_file) {
            (true, _) => Patch::Set(IdentitySource::Agent),
            (false, Some(_)) => Patch::Set(IdentitySource::File),
            (false, None) => Patch::Keep,
        };
        let mut patch = ConfigPatch {
            host: set(&self.host),
            host_alias: set(&self.alias),
            port: self
                .port
                .map_or(Patch::Keep, |port| Patch::Set(port.into())),
            user: set(&self.user),
            identity_source: match source {
                Patch::Set(source) => Patch::Set(source.token().to_owned()),
                Patch::Keep | Patch::Clear => Patch::Keep,
            },
            identity_file: set(&self.identity_file),
            proxy_jump: set(&self.jump),
            host_fingerprint: set(&self.fingerprint),
            host_key_algorithm: set(&self.key_type),
        };
        for one in cleared {
            one.clear(&mut patch)?;
        }
        Ok(patch)
    }
}

impl Clearable {
    fn clear(self, patch: &mut ConfigPatch) -> Result<(), Contradiction> {
        match self {
            Self::Host => clear("host", &mut patch.host),
            Self::Alias => clear("alias", &mut patch.host_alias),
            Self::User => clear("user", &mut patch.user),
            Self::Port => clear("port", &mut patch.port),
            Self::Identity => {
                clear("identity", &mut patch.identity_source)?;
                clear("identity", &mut patch.identity_file)
            }
            Self::Jump => clear("jump", &mut patch.proxy_jump),
            Self::Fingerprint => clear("fingerprint", &mut patch.host_fingerprint),
            Self::KeyType => clear("key-type", &mut patch.host_key_algorithm),
        }
    }
}

fn clear<T>(name: &'static str, member: &mut Patch<T>) -> Result<(), Contradiction> {
    if matches!(member, Patch::Set(_)) {
        return Err(Contradiction(name));
    }
    *member = Patch::Clear;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_file_or_the_agent_says_where_the_key_comes_from() {
        let file = Settings {
            identity_file: Some("~/.ssh/id".to_owned()),
            ..Settings::default()
        };
        let patch = serde_json::to_value(file.patch(&[]).unwrap()).unwrap();
        let expected = serde_json::json!({
            "identity_source": "file", "identity_file": "~/.ssh/id",
        });
        assert_eq!(patch, expected);
        let agent = Settings {
            agent: true,
            ..Settings::default()
        };
        let patch = serde_json::to_value(agent.patch(&[]).unwrap()).unwrap();
        assert_eq!(patch, serde_json::json!({ "identity_source": "agent" }));
    }

    #[test]
    fn every_setting_can_be_cleared_and_none_be_set_at_once() {
        let all = Settings::default().patch(Clearable::value_variants());
        let json = serde_json::to_value(all.unwrap()).unwrap();
        let members = json.as_object().unwrap();
        assert_eq!(members.len(), 9, "{json}");
        assert!(members.values().all(serde_json::Value::is_null), "{json}");

        let user = Settings {
            user: Some("ada".to_owned()),
            ..Settings::default()
        };
        let error = user.patch(&[Clearable::User]).unwrap_err();
        assert!(error.to_string().contains("--clear user"), "{error}");
        assert!(user.patch(&[Clearable::Port]).is_ok());
    }
}
