//! Where a command's result cannot go.

use std::fs::OpenOptions;
use std::process::Stdio;
use std::time::Duration;

use reach_tests::binary;
use tokio::time::timeout;

const DEADLINE: Duration = Duration::from_secs(20);

/// The exit code and the complaints of a command that prints to this.
async fn printing_to(stdout: impl Into<Stdio>, args: &[&str]) -> (Option<i32>, String) {
    let dir = tempfile::tempdir().unwrap();
    let command = binary::command(args, dir.path())
        .stdout(stdout)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let output = timeout(DEADLINE, command.wait_with_output()).await;
    let output = output.unwrap().unwrap();
    let complaints = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), complaints)
}

#[tokio::test]
async fn a_result_that_cannot_be_written_is_no_success() {
    for (args, expected) in [
        (&["config", "show"][..], 3),
        (&["config", "show", "--json"], 3),
        (&["resolve", "h.example"], 3),
        // It failed already.
        (&["resolve", "--json", "--", "a;b"], 2),
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let (code, complaints) = printing_to(full, args).await;
        assert_eq!(code, Some(expected), "{args:?}: {complaints}");
        assert_eq!(complaints.lines().count(), 1, "{complaints}");
        let reason = "reach: the result cannot be written: No space left on device";
        assert!(complaints.starts_with(reason), "{complaints}");
    }
}

#[tokio::test]
async fn nobody_has_to_read_a_result_to_its_end() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let ended = printing_to(writer, &["config", "show"]).await;
    assert_eq!(ended, (Some(0), String::new()));
}
