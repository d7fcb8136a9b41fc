use std::path::{Path, PathBuf};
use std::time::Duration;

use reach_logic::{
    ConnectionConfig, ExecutorConfig, ExecutorStatus, ExecutorType, IdentitySource, UnixMicros,
};

use super::*;
use crate::ssh::config::{FileText, Files, Local, OneText};

const CONFIG: &str = "/home/ada/.ssh/config";
const ED25519: &str =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJJtX2dPXmcPeMeASJbaOUZGYYWnWRdVNBGmsXFEzjuQ";
const OTHER: &str =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f";

fn ada() -> Local {
    Local {
        user: "ada".to_owned(),
        uid: 1000,
        home: PathBuf::from("/home/ada"),
        ..Local::default()
    }
}

/// Plans an import of the user's own files.
fn import(config: &str, known_hosts: &str, existing: &[Executor]) -> Vec<Planned> {
    import_text(config, config, known_hosts, existing)
}

/// Plans an import of a text beside the user's own file.
fn import_text(sent: &str, own: &str, known_hosts: &str, existing: &[Executor]) -> Vec<Planned> {
    let until = Instant::now() + Duration::from_mins(1);
    import_until(until, sent, own, known_hosts, existing).unwrap()
}

fn import_until(
    until: Instant,
    sent: &str,
    own: &str,
    known_hosts: &str,
    existing: &[Executor],
) -> Option<Vec<Planned>> {
    let file = |text: &str| OneText {
        path: PathBuf::from(CONFIG),
        text: text.into(),
    };
    let (sent, own, local) = (file(sent), file(own), ada());
    let (imported, own) = (
        SshConfig::of_file(&sent, &local, Path::new(CONFIG)),
        SshConfig::of_user(&own, &local),
    );
    let (known_hosts, _) = KnownHosts::parse(Path::new("known_hosts"), known_hosts.as_bytes());
    plan(&Sources {
        imported: &imported,
        names: &imported.names().unwrap(),
        own: &own,
        known_hosts: &known_hosts,
        existing,
        until,
    })
}

/// Carries a plan out on a list.
fn applied(plan: &[Planned], existing: &[Executor]) -> Vec<Executor> {
    let mut executors = existing.to_vec();
    for planned in plan {
        match &planned.outcome {
            Outcome::Create(new) => {
                let id = format!("new-{}", executors.len());
                executors.push(executor(&id, &new.name, new.config.clone()));
            }
            Outcome::Complete {
                id,
                fingerprint,
                key_type,
                ..
            } => {
                let one = executors.iter_mut().find(|one| one.id == *id).unwrap();
                one.config.host_key_algorithm = Some(*key_type);
                if let Some(fingerprint) = fingerprint {
                    one.config.connection.host_fingerprint = Some(fingerprint.clone());
                }
            }
            Outcome::SameAs(_) | Outcome::Skip(_) => {}
        }
    }
    executors
}

fn executor(id: &str, name: &str, config: ExecutorConfig) -> Executor {
    Executor {
        id: id.parse().unwrap(),
        name: name.to_owned(),
        kind: ExecutorType::Ssh,
        status: ExecutorStatus::Active,
        config,
        created_at: UnixMicros::new(0),
        updated_at: UnixMicros::new(0),
    }
}

fn alias(name: &str) -> ConnectionConfig {
    ConnectionConfig {
        host_alias: Some(name.to_owned()),
        ..ConnectionConfig::default()
    }
}

fn unpinned(connection: ConnectionConfig) -> ExecutorConfig {
    ExecutorConfig {
        connection,
        host_key_algorithm: None,
    }
}

/// Name and token of each outcome.
fn outcomes(plan: &[Planned]) -> Vec<(&str, String)> {
    let token = |outcome: &Outcome| match outcome {
        Outcome::Create(new) if new.config.connection.host_fingerprint.is_some() => {
            "pinned".to_owned()
        }
        Outcome::Create(_) => "unpinned".to_owned(),
        Outcome::Complete { .. } => "completed".to_owned(),
        Outcome::SameAs(name) => format!("same as {name}"),
        Outcome::Skip(reason) => reason.token().to_owned(),
    };
    plan.iter()
        .map(|planned| (planned.name.as_str(), token(&planned.outcome)))
        .collect()
}

fn created(plan: &[Planned], name: &str) -> ExecutorConfig {
    let planned = plan.iter().find(|planned| planned.name == name).unwrap();
    let Outcome::Create(new) = &planned.outcome else {
        panic!("{planned:?}");
    };
    new.config.clone()
}

#[test]
fn names_become_executors_by_alias_with_the_pin_on_record() {
    let config = "Host gpu web\n  HostName %h.example\nHost db\n  Port 2222\nHost *\n  User eve\n";
    let known = format!("gpu.example {ED25519}\n[db]:2222 {ED25519}\n");
    let plan = import(config, &known, &[]);
    let expected = [
        ("gpu", "pinned"),
        ("web", "unpinned"),
        ("db", "pinned"),
        ("*", "wildcard"),
    ];
    let expected = expected.map(|(name, token)| (name, token.to_owned()));
    assert_eq!(outcomes(&plan), expected);
    let gpu = created(&plan, "gpu");
    assert_eq!(gpu.host_key_algorithm, Some(KeyType::Ed25519));
    let without_pin = ConnectionConfig {
        host_fingerprint: None,
        ..gpu.connection
    };
    assert_eq!(without_pin, alias("gpu"));
    assert_eq!(plan[2].at.line, 3);
}

#[test]
fn an_import_that_is_repeated_changes_nothing() {
    let config = "Host a\nHost b\n HostName a\nHost c\n Port 23\nHost a\nHost !x ?\n";
    let known = format!("a {ED25519}\n");
    let first = import(config, &known, &[]);
    let once = applied(&first, &[]);
    let second = import(config, &known, &once);
    assert_eq!(applied(&second, &once), once);
    assert!(
        second
            .iter()
            .all(|planned| matches!(planned.outcome, Outcome::Skip(_)))
    );
}

#[test]
fn names_of_one_host_become_one_executor() {
    let plan = import(
        "Host a b\n HostName x\nHost c\n HostName X\n User ada\n",
        "",
        &[],
    );
    let expected = [("a", "unpinned"), ("b", "same as a"), ("c", "same as a")];
    let expected = expected.map(|(name, token)| (name, token.to_owned()));
    assert_eq!(outcomes(&plan), expected);
    let plan = import(
        "Host a\n HostName x\nHost b\n HostName x\n User eve\n",
        "",
        &[],
    );
    assert!(matches!(plan[1].outcome, Outcome::Create(_)));
}

#[test]
fn an_executor_that_is_there_is_completed_and_never_repinned() {
    let known = format!("a {ED25519}\n");
    let there = executor("1", "mine", unpinned(alias("a")));
    let plan = import("Host a\n", &known, std::slice::from_ref(&there));
    let Outcome::Complete {
        id, fingerprint, ..
    } = &plan[0].outcome
    else {
        panic!("{plan:?}");
    };
    assert_eq!(*id, there.id);
    let fingerprint = fingerprint.clone().unwrap();

    let mut pinned = there.clone();
    pinned.config.connection.host_fingerprint = Some(fingerprint);
    let plan = import("Host a\n", &known, std::slice::from_ref(&pinned));
    let type_only = Outcome::Complete {
        id: there.id.clone(),
        seen: there.updated_at,
        fingerprint: None,
        key_type: KeyType::Ed25519,
    };
    assert_eq!(plan[0].outcome, type_only);

    pinned.config.host_key_algorithm = Some(KeyType::Ed25519);
    let plan = import("Host a\n", &known, std::slice::from_ref(&pinned));
    assert_eq!(
        plan[0].outcome,
        Outcome::Skip(SkipReason::Exists(there.id.clone()))
    );

    let changed = format!("a {OTHER}\n");
    let plan = import("Host a\n", &changed, std::slice::from_ref(&pinned));
    assert_eq!(
        plan[0].outcome,
        Outcome::Skip(SkipReason::KeyDiffers(there.id))
    );
}

#[test]
fn an_executor_with_the_hosts_address_is_found_too() {
    let by_host = ConnectionConfig {
        host: Some("x.example".to_owned()),
        port: Some(22),
        ..ConnectionConfig::default()
    };
    let there = executor("1", "x", unpinned(by_host));
    let plan = import(
        "Host a\n HostName x.example\n",
        "",
        std::slice::from_ref(&there),
    );
    assert_eq!(plan[0].outcome, Outcome::Skip(SkipReason::Exists(there.id)));
    let other = executor("2", "A", unpinned(alias("elsewhere")));
    let plan = import("Host a\n", "", &[other]);
    assert_eq!(plan[0].outcome, Outcome::Skip(SkipReason::NameTaken));
}

#[test]
fn each_skip_says_why() {
    let known = format!("gone {ED25519}\n@revoked * {ED25519}\n");
    let config = "Host gone\nHost proxied\n ProxyCommand nc\nHost other*\nHost a\nHost A\n";
    let plan = import(config, &known, &[]);
    let expected = [
        ("gone", "no-usable-key"),
        ("proxied", "config"),
        ("other*", "wildcard"),
        ("a", "unpinned"),
        ("A", "same as a"),
    ];
    let expected = expected.map(|(name, token)| (name, token.to_owned()));
    assert_eq!(outcomes(&plan), expected);
    let Outcome::Skip(SkipReason::Unresolvable(error)) = &plan[1].outcome else {
        panic!("{plan:?}");
    };
    assert_eq!(error.at.as_ref().unwrap().line, 3);
}

#[test]
fn hashed_names_and_host_key_aliases_are_found() {
    let host = crate::ssh::known_hosts::HostName::new("x.example", 2222);
    let key = format!("gpu {ED25519}")
        .replacen("gpu ", "", 1)
        .parse()
        .unwrap();
    let line = crate::ssh::known_hosts::hashed_line(&host, &key, [9; 20]);
    let config = "Host a\n HostName x.example\n Port 2222\nHost b\n HostKeyAlias box\n";
    let plan = import(config, &format!("{line}\nbox {OTHER}\n"), &[]);
    let pins = ["a", "b"].map(|name| created(&plan, name).connection.host_fingerprint);
    assert!(pins.iter().all(Option::is_some));
    assert_ne!(pins[0], pins[1]);
}

#[test]
fn a_text_that_reach_does_not_dial_by_is_imported_by_its_values() {
    let sent = "Host gpu\n HostName gpu.example\n User eve\n IdentityFile ~/.ssh/gpu\n \
                IdentitiesOnly yes\n ProxyJump bob@gate:2022\n";
    let plan = import_text(sent, "", "", &[]);
    let expected = ConnectionConfig {
        host: Some("gpu.example".to_owned()),
        port: Some(22),
        user: Some("eve".to_owned()),
        identity_source: Some(IdentitySource::File),
        identity_file: Some("/home/ada/.ssh/gpu".to_owned()),
        proxy_jump: Some("bob@gate:2022".to_owned()),
        ..ConnectionConfig::default()
    };
    assert_eq!(created(&plan, "gpu").connection, expected);
    // The same text as Reach's own: by its alias.
    assert_eq!(
        created(&import(sent, "", &[]), "gpu").connection,
        alias("gpu")
    );
    // Twice makes no second one.
    let once = applied(&plan, &[]);
    let again = import_text(sent, "", "", &once);
    assert_eq!(
        again[0].outcome,
        Outcome::Skip(SkipReason::Exists(once[0].id.clone()))
    );
}

#[test]
fn what_an_executor_cannot_hold_is_not_lost_in_silence() {
    for setting in [
        "IdentityAgent /run/x",
        "AddressFamily inet6",
        "CertificateFile /c",
        "IdentityFile none",
        "ProxyJump gate\nHost gate\n HostName gate.example\n IdentityFile /k",
    ] {
        let plan = import_text(&format!("Host gpu\n {setting}\n"), "", "", &[]);
        let expected = Outcome::Skip(SkipReason::NotExpressible);
        assert_eq!(plan[0].outcome, expected, "{setting}");
    }
}

#[test]
fn a_plan_that_nobody_waits_for_any_more_is_given_up() {
    let passed = Instant::now();
    let planned = |config: &str, existing: &[Executor]| {
        import_until(passed, config, "", "", existing).is_some()
    };
    assert!(!planned("Host a\nHost b\n", &[]));
    // Looking at the executors there are takes as long as looking at the names.
    let existing = executor("e1", "a", ExecutorConfig::default());
    assert!(!planned("", &[existing]));
}

#[test]
fn a_text_that_somebody_sent_reads_no_file_of_this_machine() {
    let file = OneText {
        path: PathBuf::from(CONFIG),
        text: b"Include /etc/passwd\n".to_vec(),
    };
    assert_eq!(file.read(Path::new("/etc/passwd")), Ok(None::<FileText>));
    assert_eq!(import("Include /etc/passwd\nHost a\n", "", &[]).len(), 1);
}
