//! What stands at a path instead of a small file: a clear outcome, and soon.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::time::{Duration, Instant};

use reach_server::ssh::config::{
    ConfigError, ConfigFault, Disk, Files as _, Kind, Local, Query, SshConfig,
};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use tempfile::TempDir;

fn resolve(file: &Path) -> Result<u16, ConfigError> {
    let local = Local::of_process(&Disk);
    let config = SshConfig::of_file(&Disk, &local, file);
    let query = Query {
        name: "foo".to_owned(),
        ..Query::default()
    };
    Ok(config.route(&query)?.target.port.value)
}

fn fault(file: &Path) -> ConfigFault {
    let started = Instant::now();
    let error = resolve(file).unwrap_err();
    assert!(started.elapsed() < Duration::from_secs(2));
    error.fault
}

#[test]
fn a_directory_a_pipe_a_socket_a_device_and_a_huge_file_are_refused_at_once() {
    let dir = TempDir::new().unwrap();
    let path = |name: &str| dir.path().join(name);
    fs::create_dir(path("directory")).unwrap();
    mknodat(
        CWD,
        path("pipe"),
        FileType::Fifo,
        Mode::RUSR | Mode::WUSR,
        0,
    )
    .unwrap();
    let _socket = UnixListener::bind(path("socket")).unwrap();
    File::create(path("huge"))
        .unwrap()
        .set_len(50 << 20)
        .unwrap();
    assert_eq!(
        fault(&path("directory")),
        ConfigFault::NotAFile(Kind::Directory)
    );
    assert_eq!(fault(&path("pipe")), ConfigFault::NotAFile(Kind::Special));
    assert_eq!(
        fault(Path::new("/dev/zero")),
        ConfigFault::NotAFile(Kind::Special)
    );
    assert!(matches!(fault(&path("socket")), ConfigFault::Unreadable(_)));
    assert!(matches!(fault(&path("huge")), ConfigFault::TooLarge { .. }));
    assert!(matches!(fault(&path("absent")), ConfigFault::Missing));
    assert_eq!(resolve(Path::new("/dev/null")).unwrap(), 22);
}

#[test]
fn an_included_pipe_and_a_writable_include_are_refused_with_their_path() {
    let dir = TempDir::new().unwrap();
    let path = |name: &str| dir.path().join(name);
    mknodat(
        CWD,
        path("pipe"),
        FileType::Fifo,
        Mode::RUSR | Mode::WUSR,
        0,
    )
    .unwrap();
    fs::write(path("writable"), "").unwrap();
    fs::set_permissions(path("writable"), fs::Permissions::from_mode(0o666)).unwrap();
    for (name, expected) in [
        ("pipe", ConfigFault::NotAFile(Kind::Special)),
        ("writable", ConfigFault::BadPermissions),
    ] {
        let included = path(name);
        fs::write(path("main"), format!("Include {}\n", included.display())).unwrap();
        let error = resolve(&path("main")).unwrap_err();
        assert_eq!(error.fault, expected);
        assert_eq!(error.at.unwrap().file.as_ref(), included);
    }
}

#[test]
fn a_large_file_that_is_allowed_is_read_in_time() {
    let dir = TempDir::new().unwrap();
    let main = dir.path().join("main");
    let block = "Host h*-? !*x\n  HostName %h.example\n  # comment\n  User \"ada l\"\n";
    let mut text = block.repeat((8 << 20) / block.len());
    text.push_str("Host foo\n Port 23\n");
    fs::write(&main, text).unwrap();
    let started = Instant::now();
    assert_eq!(resolve(&main).unwrap(), 23);
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn absent_files_are_told_from_unreadable_ones() {
    let dir = TempDir::new().unwrap();
    assert_eq!(Disk.read(&dir.path().join("absent")), Ok(None));
    let below_a_file = dir.path().join("file/below");
    fs::write(dir.path().join("file"), "").unwrap();
    assert!(matches!(
        Disk.read(&below_a_file),
        Err(ConfigFault::Unreadable(_))
    ));
}
