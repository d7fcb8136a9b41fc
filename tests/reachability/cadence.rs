//! When passes run.

use std::time::Duration;

use crate::rig::{INTERVAL, Rig, pass_time, settle};

// covers: SSH-REACHABILITY-001.1
#[tokio::test(start_paused = true)]
async fn a_pass_runs_at_the_start_and_then_once_per_interval() {
    let rig = Rig::new();
    rig.has(&["a"]).await;
    rig.reachability.start();
    settle().await;
    let began = rig.probe.starts()[0].at;
    pass_time(INTERVAL * 3 + Duration::from_secs(1)).await;
    let offsets: Vec<_> = rig
        .probe
        .starts()
        .iter()
        .map(|one| one.at - began)
        .collect();
    assert_eq!(
        offsets,
        [INTERVAL * 0, INTERVAL, INTERVAL * 2, INTERVAL * 3]
    );
    rig.finish().await;
}
