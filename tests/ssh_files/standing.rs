//! What stands above and below the one file: options of the command, the system's file, and the
//! tokens in paths, which `ssh -G` prints unexpanded.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use reach_server::ssh::config::{ConfigFault, Disk, FileText, Files, Local, Query, SshConfig};
use tempfile::TempDir;

use super::corpus::Case;
use super::generated::{self, Random};
use super::oracle::{self, Dial};

fn local(home: &Path) -> Local {
    Local {
        variables: oracle::variables(home),
        ..Local::of_process(&Disk)
    }
}

#[test]
fn form_values_win_as_the_options_of_the_command_do() {
    let mut random = Random::new(0xf0e4);
    let mut same = 0;
    for _ in 0..80 {
        let case = Case {
            target: "foo".to_owned(),
            ..generated::case(&mut random)
        };
        let given = |random: &mut Random, value: &str| {
            let given = random.below(2) == 0;
            given.then(|| value.to_owned())
        };
        let host = given(&mut random, "Form.Example");
        let user = given(&mut random, "form");
        let port = given(&mut random, "2022");
        let jump = given(&mut random, "j@gate:2023");
        let home = TempDir::new().unwrap();
        let main = case.write(home.path());
        let named = host.as_ref().map(|host| format!("HostName={host}"));
        let mut options = vec!["-F", main.to_str().unwrap()];
        for (flag, value) in [("-o", &named), ("-l", &user), ("-p", &port), ("-J", &jump)] {
            options.extend(value.iter().flat_map(|value| [flag, value]));
        }
        let theirs = oracle::ssh(&options, "foo", home.path());
        let query = Query {
            name: "foo".to_owned(),
            host,
            user,
            port: port.map(|port| port.parse().unwrap()),
            proxy_jump: jump,
        };
        let local = local(home.path());
        let ours = SshConfig::of_file(&Disk, &local, &main).route(&query);
        match (ours, theirs) {
            (Ok(route), Ok(dial)) => {
                assert_eq!(Dial::of(&route.target), dial, "{query:?}\n{case}");
                same += 1;
            }
            (Ok(_), Err(complaint)) => panic!("{complaint}{query:?}\n{case}"),
            (Err(_), _) => {}
        }
    }
    assert!(same >= 30, "{same}");
}

/// The file system, with other directories in place of the user's and the system's.
struct Elsewhere {
    user: PathBuf,
    system: PathBuf,
    local: Local,
}

impl Elsewhere {
    fn place(&self, path: &Path) -> PathBuf {
        if let Ok(rest) = path.strip_prefix(&self.local.home) {
            return self.user.join(rest);
        }
        match path.strip_prefix("/etc/ssh") {
            Ok(rest) => self.system.join(rest),
            Err(_) => path.to_owned(),
        }
    }
}

impl Files for Elsewhere {
    fn read(&self, path: &Path) -> Result<Option<FileText>, ConfigFault> {
        Disk.read(&self.place(path))
    }

    fn names(&self, directory: &Path) -> Vec<OsString> {
        Disk.names(&self.place(directory))
    }

    fn exists(&self, path: &Path) -> bool {
        Disk.exists(&self.place(path))
    }
}

/// `ssh -G` in a mount namespace where the two directories stand at their usual places. `None`
/// where the kernel does not allow that to this user.
fn ssh_elsewhere(files: &Elsewhere, target: &str) -> Option<Result<Dial, String>> {
    let home = &files.local.home;
    let mounts = format!(
        "mount --bind {} {} && mount --bind {} /etc/ssh",
        files.user.display(),
        home.display(),
        files.system.display()
    );
    let unshare = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", script]);
        command.env_clear().envs(oracle::variables(home));
        command.stdin(Stdio::null()).output()
    };
    if !unshare(&mounts).ok()?.status.success() {
        return None;
    }
    let output = unshare(&format!("{mounts} && exec ssh -G -- {target}")).unwrap();
    if !output.status.success() {
        return Some(Err(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Some(Ok(oracle::parse(&text, &oracle::variables(home))))
}

#[test]
fn the_users_file_is_read_before_the_systems() {
    let mut random = Random::new(0x5957);
    let mut same = 0;
    for round in 0..60 {
        let (user, system) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let of_user = generated::case(&mut random);
        let of_system = generated::case(&mut random);
        of_user.write(user.path());
        if round % 10 != 0 {
            fs::rename(user.path().join("main"), user.path().join(".ssh/config")).unwrap();
        }
        of_system.write(system.path());
        fs::rename(system.path().join("main"), system.path().join("ssh_config")).unwrap();
        let process = Local::of_process(&Disk);
        let local = Local {
            variables: oracle::variables(&process.home),
            ..process
        };
        let files = Elsewhere {
            user: user.path().to_owned(),
            system: system.path().to_owned(),
            local: local.clone(),
        };
        let Some(theirs) = ssh_elsewhere(&files, "foo") else {
            // Not allowed here: only root may mount, unless the kernel lets others.
            return;
        };
        let query = Query {
            name: "foo".to_owned(),
            ..Query::default()
        };
        let ours = SshConfig::of_user(&files, &local).route(&query);
        let shown = format!("user's {of_user}\nsystem's {of_system}");
        match (ours, theirs) {
            (Ok(route), Ok(dial)) => {
                assert_eq!(Dial::of(&route.target), dial, "{shown}");
                same += 1;
            }
            (Ok(_), Err(complaint)) => panic!("{complaint}{shown}"),
            (Err(_), _) => {}
        }
    }
    assert!(same >= 15, "{same}");
}

/// The paths that `ssh` makes of the identity and certificate files, told by its log. Its proxy
/// command is this test's own and makes no connection.
fn expanded(main: &Path, home: &Path) -> Option<Vec<PathBuf>> {
    let mut command = Command::new("ssh");
    command.args([
        "-v",
        "-F",
        main.to_str().unwrap(),
        "-o",
        "ProxyCommand=true",
        "foo",
    ]);
    command
        .env_clear()
        .envs(oracle::variables(home))
        .stdin(Stdio::null());
    let output = command.output().unwrap();
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    let path = |line: &str| {
        let rest = line.strip_prefix("debug1: ")?;
        let rest = rest
            .strip_prefix("identity file ")
            .or_else(|| rest.strip_prefix("certificate file "))?;
        let (path, _) = rest.rsplit_once(" type ")?;
        // Beside each key it looks for a certificate of its own accord.
        (!path.ends_with("-cert")).then(|| PathBuf::from(path.replace(r"\\", r"\")))
    };
    let complaints = ["invalid environment", "expand: failed", "No such user"];
    let failed = complaints.iter().any(|complaint| log.contains(complaint));
    (!failed).then(|| log.lines().filter_map(path).collect())
}

#[test]
fn paths_are_expanded_as_ssh_expands_them() {
    let home = TempDir::new().unwrap();
    let local = local(home.path());
    let main = home.path().join("main");
    for value in [
        "~/k-%h-%n-%p-%r-%u-%d-%i-%k-%L-%l-%%",
        "${OTHER_SOCK}/x",
        "$OTHER_SOCK/x",
        "${NOT_SET}/x",
        "${OTHER_SOCK",
        "${}x",
        "~",
        "~root/x",
        "~nosuchuser/x",
        "~//x",
        "~~/x",
        "a%",
        "%z",
        "\"a b\"",
        "rel/x",
        "~/%%h",
        "%h%h",
        "a\\b",
    ] {
        for option in ["IdentityFile", "CertificateFile"] {
            let other = "IdentityFile /other\nHostName BAR\nHostKeyAlias KA\nUser eve\nPort 23\n";
            fs::write(&main, format!("{option} {value}\n{other}")).unwrap();
            let theirs = expanded(&main, home.path());
            let query = Query {
                name: "foo".to_owned(),
                ..Query::default()
            };
            let ours = SshConfig::of_file(&Disk, &local, &main).route(&query).ok();
            let ours = ours.map(|route| {
                let target = route.target;
                let files = target
                    .identity_files
                    .into_iter()
                    .chain(target.certificate_files);
                files.map(|file| file.value.path).collect::<Vec<_>>()
            });
            assert_eq!(ours, theirs, "{option} {value}");
        }
    }
}
