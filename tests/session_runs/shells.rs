//! Real login shells, with start-up files that print and ask.

use std::fs;
use std::path::Path;

use reach_logic::session::LaunchStep;
use reach_tests::netns;

use crate::host::{failures, until_nothing_runs};
use crate::rig::{GREETER, Rig, greeting, session_id, spec};

const ODD: &str = "one\ntwo 'three' \"four\" $HOME `id` (status) !! {a,b} \\n ü";

async fn rig(shell: &str, start_up: &str, text: &str) -> Rig {
    assert!(Path::new(shell).exists(), "{shell}; see .ci/setup");
    let rig = Rig::with(|sshd| sshd.login_shell(Path::new(shell))).await;
    let file = rig.home.path().join(start_up);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
    rig
}

/// Launches, talks and stops, with values that such a shell would take apart.
async fn works_under(shell: &str, start_up: &str, text: &str) {
    let rig = rig(shell, start_up, text).await;
    let mut wanted = spec(GREETER);
    wanted.env.insert("GREETING".to_owned(), ODD.to_owned());
    wanted.prepare_script = Some("printf %s \"$GREETING\" > odd".to_owned());
    wanted.cleanup_script = Some("echo clean > cleaned".to_owned());
    let session = rig.runs(wanted).await;
    let asked = fs::read_to_string(rig.home.path().join("asked"));
    assert_eq!(asked.expect("the start-up file ran"), "[]\n");
    let read = |name: &str| fs::read_to_string(rig.directory().join(name)).unwrap();
    assert_eq!(read("odd"), ODD);
    assert_eq!(greeting(session.local_port).await, format!("hello {ODD}"));
    let log = rig.sessions.logs(session_id("s1"), 20).await.unwrap();
    assert!(!log.contains("Welcome"), "{log}");
    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert!(!stopped.controller_may_remain);
    assert_eq!(read("cleaned"), "clean\n");
    until_nothing_runs(rig.home.path()).await;
}

#[tokio::test]
async fn sessions_run_under_bash_with_a_profile_that_asks() {
    if netns::mounts_are_allowed("bash") {
        let text = "echo Welcome; printf 'Continue? '; read answer; echo \"[$answer]\" > ~/asked\n";
        works_under("/bin/bash", ".bashrc", text).await;
    }
}

#[tokio::test]
async fn sessions_run_under_fish_with_a_configuration_that_asks() {
    if netns::mounts_are_allowed("fish") {
        let text = "echo Welcome\nread -P 'Continue? ' answer\necho \"[$answer]\" > ~/asked\n";
        works_under("/usr/bin/fish", ".config/fish/config.fish", text).await;
    }
}

#[tokio::test]
async fn sessions_run_under_tcsh_with_a_start_up_file_that_asks() {
    if netns::mounts_are_allowed("tcsh") {
        let text =
            "echo Welcome\necho -n 'Continue? '\nset answer = $<\necho \"[$answer]\" > ~/asked\n";
        works_under("/bin/tcsh", ".cshrc", text).await;
    }
}

#[tokio::test]
async fn a_login_shell_that_reads_all_of_its_input_or_ends_is_named() {
    if !netns::mounts_are_allowed("login shells that run nothing") {
        return;
    }
    for (text, said) in [
        ("echo what a day; cat > /dev/null", "what a day"),
        ("echo no entry >&2; exit 7", "no entry"),
    ] {
        let rig = rig("/bin/bash", ".bashrc", text).await;
        let failure = failures(&rig, vec![spec(GREETER)]).await.remove(0);
        assert_eq!(failure.step, Some(LaunchStep::Platform));
        let message = &failure.message;
        assert!(
            message.contains("does a login script read input"),
            "{message}"
        );
        assert!(message.contains(said), "{message}");
    }
}
