//! One server's key in the eyes of `ssh` and of the matcher. The server runs as the client's proxy
//! command, so that any host name will do.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use reach_logic::KeyType;
use reach_server::ssh::known_hosts::{HostName, KnownHosts, Verdict};

use super::keys::{KINDS, Keys};

/// What `ssh -o StrictHostKeyChecking=yes` makes of the server's keys.
#[derive(Debug, Eq, PartialEq)]
pub(crate) enum Seen {
    Changed,
    Known,
    Revoked,
    Unknown,
}

pub(crate) fn ssh(keys: &Keys, known_hosts: &Path, kinds: &[&str], host: &str, port: u16) -> Seen {
    let mut config = "UsePAM no\nStrictModes no\n".to_owned();
    for kind in kinds {
        writeln!(config, "HostKey {}", keys.path(&format!("own-{kind}"))).unwrap();
    }
    fs::write(keys.path("sshd_config"), config).unwrap();
    let mut command = Command::new("timeout");
    command.args(["20", "ssh", "-F", "none", "-o", "BatchMode=yes"]);
    for option in [
        "StrictHostKeyChecking=yes".to_owned(),
        "GlobalKnownHostsFile=/dev/null".to_owned(),
        "KexAlgorithms=curve25519-sha256".to_owned(),
        "PubkeyAuthentication=no".to_owned(),
        "PasswordAuthentication=no".to_owned(),
        "KbdInteractiveAuthentication=no".to_owned(),
        format!("UserKnownHostsFile={}", known_hosts.display()),
        format!(
            "ProxyCommand=/usr/sbin/sshd -i -f {}",
            keys.path("sshd_config")
        ),
    ] {
        command.args(["-o", &option]);
    }
    let output = command.args(["-p", &port.to_string(), host, "true"]);
    let Output { stderr, .. } = output.stdin(Stdio::null()).output().unwrap();
    let stderr = String::from_utf8_lossy(&stderr);
    let words = [
        ("REVOKED HOST KEY", Seen::Revoked),
        ("IDENTIFICATION HAS CHANGED", Seen::Changed),
        ("host key is known for", Seen::Unknown),
        ("Permission denied", Seen::Known),
    ];
    let said = words.into_iter().find(|(text, _)| stderr.contains(text));
    let (_, seen) = said.expect("a verdict of the client");
    seen
}

/// What a client does that asks for the types that the matcher names.
pub(crate) fn reach(keys: &Keys, text: &[u8], kinds: &[&str], host: &str, port: u16) -> Seen {
    let (known, _) = KnownHosts::parse(Path::new("known_hosts"), text);
    let name = HostName::new(host, port);
    let mut order = known.key_types(&name);
    if order.is_empty() {
        order.extend(KeyType::ALL);
    }
    let kind_of = |kind: &KeyType| KINDS.iter().find(|(known, _)| known == kind);
    let shown = order
        .iter()
        .filter_map(kind_of)
        .map(|(_, kind)| kind)
        .find(|kind| kinds.contains(kind));
    // A server without any of these types shows another all the same: so would an impostor.
    let shown = shown.unwrap_or(&kinds[0]);
    match known.check(&name, &keys.public(&format!("own-{shown}"))) {
        Verdict::Changed { .. } => Seen::Changed,
        Verdict::Known => Seen::Known,
        Verdict::Revoked => Seen::Revoked,
        Verdict::Unknown { .. } => Seen::Unknown,
    }
}

pub(crate) fn judge(
    keys: &Keys,
    text: &[u8],
    kinds: &[&str],
    host: &str,
    port: u16,
    differing: &mut Vec<String>,
) {
    let file = keys.0.path().join("known_hosts");
    fs::write(&file, text).unwrap();
    let theirs = ssh(keys, &file, kinds, host, port);
    let ours = reach(keys, text, kinds, host, port);
    if ours != theirs {
        let text = String::from_utf8_lossy(text);
        let case = format!("{kinds:?} at {host} {port}");
        differing.push(format!("ssh {theirs:?}, Reach {ours:?}: {case}\n{text}"));
    }
}
