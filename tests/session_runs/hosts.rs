//! What hosts and controllers do wrong: a clear failure that names the step, and nothing left.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use reach_logic::session::SessionSpec;
use reach_logic::session::{LaunchStep, SessionFailure, SessionState};

use crate::rig::{GREETER, Rig, greeting, session_id, spec};

/// Launches what must fail, and checks that nothing is left of it.
async fn failure(rig: &Rig, wanted: SessionSpec) -> SessionFailure {
    let session = rig.fails(wanted).await;
    rig.until_no_process().await;
    assert!(!session.controller_may_remain, "{session:?}");
    assert_eq!((session.local_port, session.remote_pid), (None, None));
    session.failure.expect("a failed session says why")
}

async fn failure_of(wanted: SessionSpec) -> SessionFailure {
    failure(&Rig::new().await, wanted).await
}

#[tokio::test]
async fn a_prepare_script_that_fails_ends_the_launch_before_anything_starts() {
    for code in [1, 255] {
        let rig = Rig::new().await;
        let mut wanted = spec("touch started; exec sleep 1000");
        wanted.prepare_script = Some(format!(
            "cd /; echo first; echo no such model >&2; exit {code}"
        ));
        let failure = failure(&rig, wanted).await;
        assert_eq!(failure.step, Some(LaunchStep::Prepare));
        assert_eq!(failure.reason, None);
        let expected = format!("the prepare script ended with {code}: first | no such model");
        assert!(failure.message.ends_with(&expected), "{}", failure.message);
        assert!(!rig.directory().join("started").exists());
    }
}

#[tokio::test]
async fn a_prepare_script_that_never_ends_is_ended_with_all_it_started() {
    let mut limits = crate::rig::limits();
    limits.prepare = std::time::Duration::from_secs(1);
    let rig = Rig::with_limits(limits, reach_logic::EffectiveInterval::DEFAULT, |sshd| sshd).await;
    let mut wanted = spec(GREETER);
    wanted.prepare_script = Some("trap '' TERM; sleep 1000 & sleep 1001".to_owned());
    let failure = failure(&rig, wanted).await;
    assert_eq!(failure.step, Some(LaunchStep::Prepare));
    assert!(
        failure.message.contains("was ended after 1 s"),
        "{}",
        failure.message
    );
}

#[tokio::test]
async fn what_a_prepare_script_leaves_in_the_background_holds_nothing_up_and_ends_with_the_session()
{
    let rig = Rig::new().await;
    let mut wanted = spec(GREETER);
    wanted.prepare_script = Some("sleep 1000 & echo started".to_owned());
    rig.runs(wanted).await;
    assert!(rig.processes().len() >= 2);
    rig.sessions.stop(session_id("s1")).await.unwrap();
    assert_eq!(rig.processes(), [0; 0]);
}

#[tokio::test]
async fn a_controller_that_ends_is_named_with_the_end_of_its_log() {
    let failure = failure_of(spec("echo starting; echo 'model not found' >&2; exit 4")).await;
    assert_eq!(failure.step, Some(LaunchStep::Port));
    assert!(
        failure
            .message
            .ends_with("its log ends: starting | model not found"),
        "{}",
        failure.message
    );
}

#[tokio::test]
async fn a_controller_that_dies_after_it_told_its_port_is_no_session() {
    let failure = failure_of(spec(
        "echo 1 > $REACH_PORT_FILE; sleep 1; echo gone; exit 1",
    ))
    .await;
    assert_eq!(failure.step, Some(LaunchStep::Ready));
    assert!(
        failure.message.ends_with("its log ends: gone"),
        "{}",
        failure.message
    );
}

#[tokio::test]
async fn a_controller_that_never_gets_ready_is_stopped() {
    let mut limits = crate::rig::limits();
    // Long enough for a shell to start and write its port, on a machine that is busy.
    limits.ready = std::time::Duration::from_secs(3);
    for (command, step, why) in [
        ("sleep 1000", LaunchStep::Port, "it wrote no port"),
        (
            "echo 1 > $REACH_PORT_FILE; sleep 1000",
            LaunchStep::Ready,
            "cannot connect",
        ),
    ] {
        let interval = reach_logic::EffectiveInterval::DEFAULT;
        let rig = Rig::with_limits(limits, interval, |sshd| sshd).await;
        let failure = failure(&rig, spec(command)).await;
        assert_eq!(failure.step, Some(step));
        assert!(failure.message.contains(why), "{}", failure.message);
    }
}

#[tokio::test]
async fn a_port_file_with_garbage_is_quoted() {
    for text in ["eighty", "0", "70000", "12 34; rm -rf /"] {
        let command = format!("echo '{text}' > $REACH_PORT_FILE; sleep 1000");
        let failure = failure_of(spec(&command)).await;
        assert_eq!(failure.step, Some(LaunchStep::Port), "{text}");
        assert!(
            failure.message.contains("which is no port"),
            "{}",
            failure.message
        );
    }
}

#[tokio::test]
async fn a_controller_that_forks_is_stopped_with_its_children() {
    let rig = Rig::new().await;
    let forking = format!("sleep 1000 & setsid sleep 1001 & ({GREETER}) & wait");
    rig.runs(spec(&forking)).await;
    assert!(rig.processes().len() >= 4, "{:?}", rig.processes());
    rig.sessions.stop(session_id("s1")).await.unwrap();
    assert_eq!(rig.processes(), [0; 0]);
}

#[tokio::test]
async fn a_controller_that_ignores_the_request_to_end_is_killed() {
    let rig = Rig::new().await;
    let deaf = GREETER.replace("$s = ", "$SIG{TERM} = \"IGNORE\"; $s = ");
    rig.runs(spec(&deaf)).await;
    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert!(!stopped.controller_may_remain);
    assert_eq!(rig.processes(), [0; 0]);
}

#[tokio::test]
async fn login_scripts_that_print_or_ask_do_no_harm() {
    for login in [
        "printf 'Welcome! reach-1 pid=1\\n'; printf 'no newline'",
        "printf 'Continue? '; read answer",
    ] {
        let command = format!("ForceCommand {login}; exec $SHELL -c \"$SSH_ORIGINAL_COMMAND\"");
        let rig = Rig::with(|sshd| sshd.config(&command)).await;
        let session = rig.runs(spec(GREETER)).await;
        assert_eq!(greeting(session.local_port).await, "hello you");
        assert_eq!(rig.sessions.logs(session_id("s1"), 20).await.unwrap(), "");
        rig.sessions.stop(session_id("s1")).await.unwrap();
        assert_eq!(rig.processes(), [0; 0]);
    }
}

#[tokio::test]
async fn a_login_shell_that_runs_nothing_is_named() {
    let rig =
        Rig::with(|sshd| sshd.config("ForceCommand echo 'this account is closed'; exit 1")).await;
    let failure = failure(&rig, spec(GREETER)).await;
    assert_eq!(failure.step, Some(LaunchStep::Platform));
    assert!(
        failure.message.contains("this account is closed"),
        "{}",
        failure.message
    );
}

#[tokio::test]
async fn a_host_without_setsid_and_perl_still_ends_what_it_started() {
    let bin = tempfile::tempdir().unwrap();
    for tool in [
        "sh", "cat", "uname", "mkdir", "chmod", "mkfifo", "rm", "sleep", "head", "tr", "tail",
        "grep", "nohup",
    ] {
        let found = ["/usr/bin", "/bin"].map(|place| format!("{place}/{tool}"));
        let found = found.iter().find(|path| fs::exists(path).unwrap()).unwrap();
        symlink(found, bin.path().join(tool)).unwrap();
    }
    let wrapper = format!("PATH={} exec /bin/sh -s", bin.path().display());
    let rig = Rig::with(|sshd| sshd.config(&format!("ForceCommand {wrapper}"))).await;
    let controller = GREETER.replace("exec perl", "exec /usr/bin/perl");
    let mut wanted = spec(&controller);
    wanted.prepare_script = Some("echo prepared > prepared".to_owned());
    let session = rig.runs(wanted).await;
    assert_eq!(greeting(session.local_port).await, "hello you");
    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert!(!stopped.controller_may_remain);
    assert_eq!(rig.processes(), [0; 0]);
}

#[tokio::test]
async fn a_session_directory_that_cannot_be_written_is_named() {
    let rig = Rig::new().await;
    // Root writes anywhere, so a file stands in the way.
    fs::write(rig.home.path().join(".reach"), "").unwrap();
    let failure = failure(&rig, spec(GREETER)).await;
    assert_eq!(failure.step, Some(LaunchStep::Prepare));
    assert!(
        failure.message.contains("cannot make the directory"),
        "{}",
        failure.message
    );
}

#[tokio::test]
async fn a_working_directory_that_is_not_there_is_named() {
    let mut wanted = spec(GREETER);
    wanted.controller.workdir = Some("/no/such/place".to_owned());
    let failure = failure_of(wanted).await;
    assert_eq!(failure.step, Some(LaunchStep::Start));
    assert!(
        failure.message.contains("/no/such/place"),
        "{}",
        failure.message
    );
}

#[tokio::test]
async fn a_platform_that_is_not_supported_is_named() {
    let bin = tempfile::tempdir().unwrap();
    let uname = bin.path().join("uname");
    fs::write(&uname, "#!/bin/sh\necho SunOS sun4u\n").unwrap();
    fs::set_permissions(&uname, fs::Permissions::from_mode(0o755)).unwrap();
    let wrapper = format!("PATH={}:$PATH exec /bin/sh -s", bin.path().display());
    let rig = Rig::with(|sshd| sshd.config(&format!("ForceCommand {wrapper}"))).await;
    let failure = failure(&rig, spec(GREETER)).await;
    assert_eq!(failure.step, Some(LaunchStep::Platform));
    assert!(
        failure.message.contains("this is SunOS sun4u"),
        "{}",
        failure.message
    );
}

#[tokio::test]
async fn the_session_directory_is_for_the_user_alone_and_goes_with_the_session() {
    let rig = Rig::new().await;
    rig.runs(spec(GREETER)).await;
    for directory in [rig.directory(), rig.home.path().join(".reach")] {
        let mode = fs::metadata(directory).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
    let stopped = rig.sessions.stop(session_id("s1")).await.unwrap();
    assert_eq!(stopped.state, SessionState::Stopped);
    rig.sessions.delete(session_id("s1"), false).await.unwrap();
    let started = std::time::Instant::now();
    while rig.directory().exists() {
        assert!(started.elapsed() < crate::rig::PATIENCE);
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}
