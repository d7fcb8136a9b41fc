//! What refuses a start: one clear line on standard error, exit code 2, nothing on standard output.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Output;

use reach_tests::binary::{self, ReachProcess};
use reach_tests::ports::free_port;
use tempfile::TempDir;
use tokio::net::TcpListener;

fn data_dir() -> TempDir {
    tempfile::tempdir().unwrap()
}

async fn serve(dir: &Path, args: &[&str]) -> Output {
    let mut all = vec!["serve"];
    if !args.contains(&"--listen") {
        all.extend(["--listen", "127.0.0.1:0"]);
    }
    all.extend(args);
    binary::run(&all, dir).await
}

/// The one line; fails if it is not one, or anything else is not as documented.
fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(output.stdout, b"", "{output:?}");
    let line = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.starts_with("reach: "), "{line}");
    line
}

#[tokio::test]
async fn an_unknown_key_in_the_file_is_named() {
    let dir = data_dir();
    fs::write(dir.path().join("config.yaml"), "server:\n  prot: 80\n").unwrap();
    let line = refusal(&serve(dir.path(), &[]).await);
    assert!(
        line.contains("config.yaml: server.prot: unknown key"),
        "{line}"
    );
}

// covers: SSH-REACHABILITY-001.24
#[tokio::test]
async fn an_interval_in_the_file_that_is_no_whole_number_is_named() {
    let dir = data_dir();
    let file = dir.path().join("config.yaml");
    for written in ["60s", "1.5", "'60'"] {
        let text = format!("executors:\n  sshReachabilityIntervalSeconds: {written}\n");
        fs::write(&file, text).unwrap();
        let line = refusal(&serve(dir.path(), &[]).await);
        assert!(
            line.contains("executors.sshReachabilityIntervalSeconds"),
            "{line}"
        );
        assert!(!dir.path().join("reach.db").exists(), "nothing was opened");
    }
}

#[tokio::test]
async fn every_problem_has_a_line_of_its_own() {
    let dir = data_dir();
    fs::write(
        dir.path().join("config.yaml"),
        "colour: red\nlog: {level: loud}\n",
    )
    .unwrap();
    let output = serve(dir.path(), &["--database-url", "mysql://u:hunter2@h/d"]).await;
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(!text.contains("hunter2"), "{text}");
}

#[tokio::test]
async fn a_configuration_file_that_was_asked_for_must_exist() {
    let dir = data_dir();
    let line = refusal(&serve(dir.path(), &["--config", "/nonexistent.yaml"]).await);
    assert!(line.contains("/nonexistent.yaml"), "{line}");
}

#[tokio::test]
async fn a_database_that_is_none_is_refused() {
    let dir = data_dir();
    let text = "this is no database, though it is long enough to have a header\n".repeat(100);
    fs::write(dir.path().join("reach.db"), text).unwrap();
    let line = refusal(&serve(dir.path(), &[]).await);
    assert!(line.contains("reach.db"), "{line}");
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused() {
    let dir = data_dir();
    let server = ReachProcess::start(dir.path(), &[]).await;
    server.signal(rustix::process::Signal::TERM);
    server.ended().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(dir.path().join("reach.db"));
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    let newer = "insert into _sqlx_migrations \
        (version, description, success, checksum, execution_time) \
        values (9999, 'from the future', true, x'00', 0)";
    sqlx::query(newer).execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    let line = refusal(&serve(dir.path(), &[]).await);
    assert!(line.contains("newer version"), "{line}");
}

#[tokio::test]
async fn a_database_that_cannot_be_reached_is_refused_without_its_password() {
    let dir = data_dir();
    let url = format!("postgres://reach:hunter2@127.0.0.1:{}/reach", free_port());
    let line = refusal(&serve(dir.path(), &["--database-url", &url]).await);
    assert!(line.contains("database"), "{line}");
    assert!(!line.contains("hunter2"), "{line}");
}

#[tokio::test]
async fn a_data_directory_that_cannot_be_written_is_refused() {
    let dir = data_dir();
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    let inside = file.join("reach");
    let line = refusal(&serve(dir.path(), &["--data-dir", inside.to_str().unwrap()]).await);
    assert!(line.contains(inside.to_str().unwrap()), "{line}");
    // A directory of /proc refuses even root.
    let line = refusal(&serve(dir.path(), &["--data-dir", "/proc/reach"]).await);
    assert!(line.contains("/proc/reach"), "{line}");
}

#[tokio::test]
async fn a_second_server_on_the_same_store_is_told_who_has_it() {
    let dir = data_dir();
    let first = ReachProcess::start(dir.path(), &[]).await;
    let line = refusal(&serve(dir.path(), &[]).await);
    assert!(line.contains(&format!("pid {}", first.pid())), "{line}");
    let address = format!("listening on {}", first.address());
    assert!(line.contains(&address), "{line}");
    let health = first.request("GET", "/readyz").send().await;
    assert_eq!(health.status, 200, "the first one goes on");
    first.signal(rustix::process::Signal::TERM);
    assert_eq!(first.ended().await.0, Some(0));
    let third = ReachProcess::start(dir.path(), &[]).await;
    third.signal(rustix::process::Signal::TERM);
    third.ended().await;
}

#[tokio::test]
async fn a_port_in_use_is_refused_and_nothing_is_made() {
    let dir = data_dir();
    let inside = dir.path().join("new/reach");
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for place in [dir.path(), &inside] {
        let line = refusal(&serve(place, &["--listen", &address]).await);
        assert!(
            line.contains(&address) && line.contains("--listen"),
            "{line}"
        );
    }
    let left = fs::read_dir(dir.path()).unwrap().count();
    assert_eq!(left, 0, "no store, no token, no directory");
}

#[tokio::test]
async fn a_token_file_that_holds_none_is_refused_and_kept() {
    let dir = data_dir();
    fs::write(dir.path().join("token"), "short\n").unwrap();
    let line = refusal(&serve(dir.path(), &[]).await);
    assert!(line.contains("token"), "{line}");
    assert_eq!(
        fs::read_to_string(dir.path().join("token")).unwrap(),
        "short\n"
    );
}

#[tokio::test]
async fn no_authentication_beyond_this_machine_is_refused() {
    let dir = data_dir();
    let line = refusal(&serve(dir.path(), &["--no-auth", "--listen", "0.0.0.0:0"]).await);
    assert!(line.contains("--no-auth"), "{line}");
}

#[tokio::test]
async fn a_directory_that_is_there_keeps_its_mode() {
    let dir = data_dir();
    let mode = |mode| fs::Permissions::from_mode(mode);
    fs::set_permissions(dir.path(), mode(0o750)).unwrap();
    let server = ReachProcess::start(dir.path(), &[]).await;
    let kept = fs::metadata(dir.path()).unwrap().permissions().mode() & 0o777;
    assert_eq!(kept, 0o750);
    server.signal(rustix::process::Signal::TERM);
    server.ended().await;
}

#[tokio::test]
async fn what_is_made_is_its_owners_alone() {
    let dir = data_dir();
    let inside = dir.path().join("new/reach");
    let server = ReachProcess::start(&inside, &[]).await;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&inside), 0o700);
    for file in fs::read_dir(&inside).unwrap() {
        let path = file.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    server.signal(rustix::process::Signal::TERM);
    server.ended().await;
}
