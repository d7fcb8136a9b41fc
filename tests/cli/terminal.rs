//! What is said on a terminal alone.

use std::process::Stdio;
use std::time::Duration;

use reach_tests::binary::{self, ReachProcess};
use reach_tests::terminal::Terminal;
use rustix::process::{Pid, Signal, kill_process};
use tokio::io::AsyncReadExt as _;
use tokio::time::timeout;

const DEADLINE: Duration = Duration::from_secs(20);

#[tokio::test]
async fn the_login_link_is_printed_on_a_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::open();
    let mut server = binary::command(&["serve", "--listen", "127.0.0.1:0"], dir.path())
        .stdout(Stdio::piped())
        .stderr(terminal.stream())
        .spawn()
        .unwrap();
    terminal.shows("#token=").await;
    let pid = i32::try_from(server.id().unwrap()).unwrap();
    kill_process(Pid::from_raw(pid).unwrap(), Signal::TERM).unwrap();
    timeout(DEADLINE, server.wait()).await.unwrap().unwrap();

    let mut out = String::new();
    let mut stdout = server.stdout.take().unwrap();
    stdout.read_to_string(&mut out).await.unwrap();
    let address = out.trim_end().strip_prefix("listening ").unwrap();
    let token = std::fs::read_to_string(dir.path().join("token")).unwrap();
    let token = token.trim();
    let shown = terminal.everything().await;
    let link = format!("{address}/#token={token}");
    assert!(shown.lines().any(|line| line.trim() == link), "{shown}");
    assert!(!out.contains(token), "it is for the person alone: {out}");
}

#[tokio::test]
async fn without_a_terminal_the_start_names_the_tokens_file_and_not_the_token() {
    let dir = tempfile::tempdir().unwrap();
    let mut server = ReachProcess::start(dir.path(), &[]).await;
    let file = dir.path().join("token");
    server.logged(file.to_str().unwrap()).await;
    server.signal(Signal::TERM);
    let (_, out, log) = server.ended().await;
    let token = std::fs::read_to_string(file).unwrap();
    assert!(!format!("{out}{log}").contains(token.trim()), "{out}{log}");
}
