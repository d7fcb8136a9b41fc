//! A host whose disk is full.

use reach_logic::EffectiveInterval;
use reach_logic::session::LaunchStep;
use reach_tests::netns;
use reach_tests::sshd::SshdBuilder;

use crate::host::{failure, until_nothing_runs};
use crate::rig::{GREETER, Rig, limits, session_id, spec};

#[tokio::test]
async fn a_launch_on_a_full_disk_says_so_and_leaves_nothing() {
    if !netns::mounts_are_allowed("a full disk") {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let disk = home.path().to_owned();
    let small = |sshd: SshdBuilder| sshd.small_disk(&disk);
    let rig = Rig::at(home, limits(), EffectiveInterval::DEFAULT, small).await;
    let fills = spec("cat /dev/zero > ~/fill; exit 1");
    let ended = failure(&rig, "s0", fills).await;
    assert_eq!(ended.step, Some(LaunchStep::Port));
    assert!(ended.message.contains("the controller ended"), "{ended:?}");
    let mut prepared = spec(GREETER);
    prepared.prepare_script = Some("exec sleep 1000".to_owned());
    for (id, wanted, step) in [
        ("s1", spec(GREETER), LaunchStep::Start),
        ("s2", prepared, LaunchStep::Prepare),
    ] {
        let failure = failure(&rig, id, wanted).await;
        assert_eq!(failure.step, Some(step), "{failure:?}");
        let message = &failure.message;
        assert!(message.contains("cannot write to"), "{message}");
        assert!(message.contains("No space left on device"), "{message}");
    }
    until_nothing_runs(rig.home.path()).await;
    for id in ["s0", "s1", "s2"] {
        rig.sessions.delete(session_id(id), false).await.unwrap();
    }
}
