use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::*;

/// Files in memory.
#[derive(Default)]
struct Map(BTreeMap<PathBuf, FileText>);

impl Map {
    fn with(mut self, path: &str, text: impl AsRef<[u8]>) -> Self {
        let text = FileText {
            bytes: text.as_ref().to_vec(),
            owner: 1000,
            mode: 0o600,
        };
        self.0.insert(PathBuf::from(path), text);
        self
    }

    fn with_mode(mut self, path: &str, owner: u32, mode: u32) -> Self {
        let text = self.0.get_mut(Path::new(path)).unwrap();
        (text.owner, text.mode) = (owner, mode);
        self
    }
}

impl Files for Map {
    fn read(&self, path: &Path) -> Result<Option<FileText>, ConfigFault> {
        Ok(self.0.get(path).cloned())
    }

    fn names(&self, directory: &Path) -> Vec<OsString> {
        let inside = self
            .0
            .keys()
            .filter_map(|path| path.strip_prefix(directory).ok());
        inside
            .filter_map(|path| Some(path.components().next()?.as_os_str().to_owned()))
            .collect()
    }

    fn exists(&self, path: &Path) -> bool {
        self.0.keys().any(|known| known.starts_with(path))
    }
}

const USER: &str = "/home/ada/.ssh/config";
const SYSTEM: &str = "/etc/ssh/ssh_config";

fn ada() -> Local {
    Local {
        user: "ada".to_owned(),
        uid: 1000,
        home: PathBuf::from("/home/ada"),
        system: PathBuf::from("/etc/ssh"),
        host_name: "desk.example".to_owned(),
        ..Local::default()
    }
}

fn route(files: &Map, target: &str) -> Result<Route, ConfigError> {
    let local = ada();
    let config = SshConfig::of_user(files, &local);
    config.route(&config.target(target)?)
}

fn fault(text: &str) -> (Option<u32>, ConfigFault) {
    let error = route(&Map::default().with(USER, text), "gpu").unwrap_err();
    (error.at.map(|at| at.line), error.fault)
}

fn line<T>(value: &Located<T>) -> Option<(&str, u32)> {
    let place = value.place()?;
    Some((place.file.to_str().unwrap(), place.line))
}

#[test]
fn every_value_tells_its_file_and_line() {
    let files = Map::default()
        .with(USER, "Host gpu\n  Include more\n  User eve\n")
        .with("/home/ada/.ssh/more", "# it\nHostName gpu.example\n")
        .with(SYSTEM, "\nHost *\n  Port 2222\n  User root\n");
    let gpu = route(&files, "gpu").unwrap().target;
    assert_eq!(gpu.host.value, "gpu.example");
    assert_eq!(line(&gpu.host), Some(("/home/ada/.ssh/more", 2)));
    assert_eq!(line(&gpu.user), Some((USER, 3)));
    assert_eq!(line(&gpu.port), Some((SYSTEM, 3)));
    assert_eq!(gpu.identities_only.origin, Origin::Default);
}

#[test]
fn form_values_win_and_are_known_as_such() {
    let files = Map::default().with(
        USER,
        "Host gpu\n HostName a\n User eve\n Port 23\n ProxyJump b\n",
    );
    let local = ada();
    let config = SshConfig::of_user(&files, &local);
    let query = Query {
        name: "gpu".to_owned(),
        host: Some("100%.example".to_owned()),
        port: Some(24),
        user: Some("bob".to_owned()),
        proxy_jump: Some("none".to_owned()),
    };
    let route = config.alias(&query).unwrap();
    let target = route.target;
    assert_eq!(
        target.host,
        Located::new("100%.example".to_owned(), Origin::Given)
    );
    assert_eq!(target.port, Located::new(24, Origin::Given));
    assert_eq!(target.user, Located::new("bob".to_owned(), Origin::Given));
    assert_eq!(route.bastion, None);
}

/// P4.
#[test]
fn an_alias_has_to_be_named_by_more_than_a_star() {
    let alias = |text: &str, name: &str| {
        let files = Map::default().with(USER, text);
        let local = ada();
        let query = Query {
            name: name.to_owned(),
            ..Query::default()
        };
        SshConfig::of_user(&files, &local)
            .alias(&query)
            .map(|route| route.target.host.value)
    };
    let unknown = ConfigFault::UnknownAlias("gpu".to_owned());
    for text in ["", "Host *\n User x\n", "Host other\n", "Host gpu !gpu\n"] {
        assert_eq!(alias(text, "gpu").unwrap_err().fault, unknown, "{text:?}");
    }
    assert_eq!(alias("Host gpu\n", "gpu").unwrap(), "gpu");
    assert_eq!(alias("Host g*\n", "gpu").unwrap(), "gpu");
    assert_eq!(alias("Match host gpu\n", "gpu").unwrap(), "gpu");
    assert_eq!(alias("Host *\n HostName %h.x\n", "gpu").unwrap(), "gpu.x");
}

#[test]
fn a_literal_host_is_dialled_without_the_files_and_its_bastion_with_them() {
    let files = Map::default().with(
        USER,
        "Host b\n HostName bastion.example\nHost *\n Port 23\n",
    );
    let local = ada();
    let query = Query {
        name: "gpu".to_owned(),
        proxy_jump: Some("eve@b".to_owned()),
        ..Query::default()
    };
    let route = SshConfig::of_user(&files, &local).literal(&query).unwrap();
    assert_eq!(route.target.port.value, 22);
    let bastion = route.bastion.unwrap();
    assert_eq!(bastion.host.value, "bastion.example");
    assert_eq!(
        (bastion.port.value, bastion.user.value.as_str()),
        (23, "eve")
    );
}

#[test]
fn what_cannot_be_decided_or_done_names_its_line() {
    let undecided = |keyword: &str| ConfigFault::Undecided {
        criterion: "exec".to_owned(),
        keyword: keyword.to_owned(),
    };
    let refused = |keyword: &str| ConfigFault::Refused {
        keyword: keyword.to_owned(),
    };
    for (text, line, expected) in [
        ("\nMatch exec \"x\"\n Port 23\n", 2, undecided("Port")),
        (
            "Match exec \"x\"\n ForwardAgent yes\n ProxyCommand nc\n",
            1,
            undecided("ProxyCommand"),
        ),
        ("Host gpu\n ProxyCommand nc\n", 2, refused("ProxyCommand")),
        (
            "UserKnownHostsFile /tmp/x\n",
            1,
            refused("UserKnownHostsFile"),
        ),
        (
            "ProxyJump a,b\n",
            1,
            ConfigFault::JumpChain("a,b".to_owned()),
        ),
        (
            "Host gpu\n ProxyJump b\nHost b\n ProxyJump c\n",
            4,
            ConfigFault::JumpChain("c,b".to_owned()),
        ),
        (
            "Host gpu\n ProxyJump b\nHost b\n UserKnownHostsFile /dev/null\n",
            4,
            refused("UserKnownHostsFile"),
        ),
        (
            "Host gpu\n IdentityFile %C\n",
            2,
            ConfigFault::UnknownToken {
                keyword: "IdentityFile".to_owned(),
                token: "C".to_owned(),
            },
        ),
        (
            "Match tagged x\n User y\n",
            1,
            ConfigFault::Undecided {
                criterion: "tagged".to_owned(),
                keyword: "User".to_owned(),
            },
        ),
    ] {
        assert_eq!(fault(text), (Some(line), expected), "{text:?}");
    }
}

#[test]
fn a_bastion_in_front_of_everything_is_in_front_of_itself() {
    let (line, fault) = fault("Host *\n ProxyJump b\n");
    assert_eq!(
        (line, fault),
        (Some(2), ConfigFault::JumpLoop("b".to_owned()))
    );
}

#[test]
fn a_file_that_others_can_write_is_not_trusted() {
    let files = || {
        Map::default()
            .with(USER, "Include more\n")
            .with("/home/ada/.ssh/more", "")
    };
    for (path, owner, mode) in [
        (USER, 1000, 0o620),
        (USER, 1001, 0o600),
        ("/home/ada/.ssh/more", 1000, 0o602),
    ] {
        let error = route(&files().with_mode(path, owner, mode), "gpu").unwrap_err();
        assert_eq!(error.fault, ConfigFault::BadPermissions);
        assert_eq!(error.at.unwrap().file.as_ref(), Path::new(path));
    }
    let of_root = files().with_mode(USER, 0, 0o644);
    assert!(route(&of_root, "gpu").is_ok());
    // OpenSSH leaves the system's file to the administrator.
    let system = Map::default()
        .with(SYSTEM, "Port 23\n")
        .with_mode(SYSTEM, 7, 0o666);
    assert_eq!(route(&system, "gpu").unwrap().target.port.value, 23);
}

#[test]
fn a_target_may_have_no_known_hosts_file_at_all() {
    let files = Map::default().with(
        USER,
        "StrictHostKeyChecking no\nUserKnownHostsFile /dev/null\n",
    );
    assert!(route(&files, "gpu").is_ok());
}

#[test]
fn files_that_include_each_other_twice_come_to_an_end() {
    let mut files = Map::default().with(USER, "Include a0 a0 a0\n");
    for level in 0..14 {
        let path = format!("/home/ada/.ssh/a{level}");
        let next = format!("a{}", level + 1);
        files = files.with(&path, format!("Include {next} {next} {next}\n"));
    }
    let files = files.with("/home/ada/.ssh/a14", "Port 23\n");
    let started = Instant::now();
    let error = route(&files, "gpu").unwrap_err();
    assert!(matches!(error.fault, ConfigFault::TooMuch { .. }));
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn hostile_patterns_are_decided_at_once() {
    let stars = "*a".repeat(2000);
    let text = format!("Host {stars}b\nMatch host {stars}b\nInclude {stars}\n").repeat(20);
    let files = Map::default()
        .with(USER, text)
        .with(&format!("/home/ada/.ssh/{}", "a".repeat(255)), "");
    let started = Instant::now();
    assert!(route(&files, &"a".repeat(200)).is_ok());
    assert!(started.elapsed() < Duration::from_secs(5));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_file_panics(text in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = route(&Map::default().with(USER, text), "gpu");
    }

    #[test]
    fn no_configuration_panics(
        lines in proptest::collection::vec(
            (
                "(Host|Match|Include|HostName|User|Port|ProxyJump|IdentityFile|IdentityAgent|\
                 HostKeyAlias|AddressFamily|IgnoreUnknown|X)",
                "[ =\t]{1,2}",
                "([a-z*?!,%$~{}@:\\[\\]/\"'#\\\\ 0-9]|gpu|host |all|final|exec |ssh://){0,12}",
            ),
            0..12,
        ),
        target in "([a-z%@:\\[\\]]|ssh://){1,8}",
    ) {
        let lines = lines.into_iter().map(|(name, between, value)| name + &between + &value + "\n");
        let text: String = lines.collect();
        let files = Map::default().with(USER, &text).with("/home/ada/.ssh/a", &text);
        let _ = route(&files, &target);
    }
}
