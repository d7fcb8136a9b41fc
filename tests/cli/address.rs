//! Where commands look for the running server.

use std::path::Path;
use std::process::{Output, Stdio};

use reach_tests::binary::{self, ReachProcess};
use reach_tests::ports::free_port;
use rustix::process::Signal;

/// Each asks the server, and changes nothing.
const QUESTIONS: [&[&str]; 3] = [
    &["executors", "list"],
    &["sessions", "list"],
    &["import", "--dry-run"],
];

/// With a configured address where nobody listens, so that no server of this machine answers.
async fn ask(args: &[&str], dir: &Path, configured: &str) -> Output {
    let mut command = binary::command(args, dir);
    command.env("REACH_SERVER_LISTEN", configured);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.output().await.unwrap()
}

fn nowhere() -> String {
    format!("127.0.0.1:{}", free_port())
}

#[tokio::test]
async fn every_command_finds_the_server_that_holds_the_store() {
    let dir = tempfile::tempdir().unwrap();
    let server = ReachProcess::start(dir.path(), &[]).await;
    for question in QUESTIONS {
        let output = ask(question, dir.path(), &nowhere()).await;
        assert!(output.status.success(), "{question:?}: {output:?}");
    }
    // An address that is given wins.
    let elsewhere = format!("http://{}", nowhere());
    for question in QUESTIONS {
        let args = [question, &["--server", &elsewhere]].concat();
        let output = ask(&args, dir.path(), &nowhere()).await;
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        assert!(complaint.contains(&elsewhere), "{complaint}");
    }
    server.signal(Signal::TERM);
    server.ended().await;
}

#[tokio::test]
async fn without_a_server_the_configured_address_is_asked() {
    let dir = tempfile::tempdir().unwrap();
    let server = ReachProcess::start(dir.path(), &[]).await;
    server.signal(Signal::TERM);
    server.ended().await;
    let configured = nowhere();
    for question in QUESTIONS {
        let output = ask(question, dir.path(), &configured).await;
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        let named = complaint.contains(&format!("http://{configured} does not answer"));
        assert!(named, "{complaint}");
        assert!(
            complaint.contains("is `reach serve` running?"),
            "{complaint}"
        );
    }
}

#[tokio::test]
async fn the_address_of_a_server_that_was_killed_is_not_asked_and_the_complaint_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let server = ReachProcess::start(dir.path(), &[]).await;
    let last = format!("the last server on this store, on {},", server.address());
    server.signal(Signal::KILL);
    server.ended().await;
    let configured = nowhere();
    for question in QUESTIONS {
        let output = ask(question, dir.path(), &configured).await;
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        assert!(complaint.contains(&configured), "{complaint}");
        assert!(complaint.contains(&last), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
    }
    let token = ask(&["token"], dir.path(), &configured).await;
    assert!(token.status.success());
    let link = String::from_utf8(token.stdout).unwrap();
    assert!(
        link.starts_with(&format!("http://{configured}/#token=")),
        "{link}"
    );
    let note = String::from_utf8(token.stderr).unwrap();
    assert!(note.contains(&last), "{note}");
}
