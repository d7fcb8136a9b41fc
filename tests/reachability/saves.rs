//! What a save does to the record, and to a probe under way.

use std::time::Duration;

use reach_logic::{
    ConfigPatch, ExecutorPatch, ExecutorStatus, ExecutorType, NewExecutor, Patch,
    ReachabilityRecord, Reason, State,
};
use reach_server::clock::Clock as _;
use reach_server::executors::ExecutorError;
use reach_server::store::StoreError;
use reach_tests::fake_probe::Act;

use crate::rig::{INTERVAL, Rig, executor_id, new_ssh, pass_time, settle, to_host, to_status};

const SECOND: Duration = Duration::from_secs(1);

fn assert_is_reset(record: &ReachabilityRecord, host: &str) {
    assert_eq!(record.state, State::Unknown);
    assert_eq!(record.reason, None);
    assert_eq!(record.message, "");
    assert_eq!(record.consecutive_failures, 0);
    assert_eq!(record.host, host);
    assert_eq!((record.checked_at, record.last_success_at), (None, None));
}

// covers: SSH-REACHABILITY-001.18
#[tokio::test(start_paused = true)]
async fn a_created_executor_is_reset_and_probed_at_once() {
    let rig = Rig::with_interval(0);
    rig.start().await;
    rig.probe.hold();
    rig.executors.create(new_ssh("a")).await.unwrap();
    settle().await;
    assert_eq!(rig.probe.started(), ["a"]);
    assert_is_reset(&rig.record("a").unwrap(), "a.test");
    rig.probe.release();
    pass_time(SECOND).await;
    assert_eq!(rig.record("a").unwrap().state, State::Reachable);
    assert_eq!(rig.metrics.resets.get(), 1);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.18
#[tokio::test(start_paused = true)]
async fn creating_what_is_not_eligible_probes_nothing() {
    let rig = Rig::with_interval(0);
    let local = NewExecutor {
        kind: ExecutorType::Local,
        ..new_ssh("here")
    };
    let inactive = NewExecutor {
        status: ExecutorStatus::Inactive,
        ..new_ssh("off")
    };
    rig.executors.create(local).await.unwrap();
    rig.executors.create(inactive).await.unwrap();
    pass_time(SECOND).await;
    assert_eq!(rig.probe.started(), [""; 0]);
    assert_eq!((rig.record("here"), rig.record("off")), (None, None));
    assert_eq!(rig.metrics.resets.get(), 0);
    rig.finish().await;
}

/// One save per field of the connection configuration.
fn changes() -> Vec<(&'static str, ConfigPatch)> {
    let text = |value: &str| Patch::Set(value.to_owned());
    let none = ConfigPatch::default;
    let fingerprint = format!("SHA256:{}", "A".repeat(43));
    vec![
        (
            "host",
            ConfigPatch {
                host: text("b.test"),
                ..none()
            },
        ),
        (
            "host_alias",
            ConfigPatch {
                host_alias: text("b"),
                ..none()
            },
        ),
        (
            "port",
            ConfigPatch {
                port: Patch::Set(2222),
                ..none()
            },
        ),
        (
            "user",
            ConfigPatch {
                user: text("ada"),
                ..none()
            },
        ),
        (
            "identity_source",
            ConfigPatch {
                identity_source: text("agent"),
                ..none()
            },
        ),
        (
            "identity_file",
            ConfigPatch {
                identity_file: text("~/.ssh/id"),
                ..none()
            },
        ),
        (
            "proxy_jump",
            ConfigPatch {
                proxy_jump: text("bastion"),
                ..none()
            },
        ),
        (
            "host_fingerprint",
            ConfigPatch {
                host_fingerprint: text(&fingerprint),
                ..none()
            },
        ),
    ]
}

fn config(config: ConfigPatch) -> ExecutorPatch {
    ExecutorPatch {
        config,
        ..ExecutorPatch::default()
    }
}

// covers: SSH-REACHABILITY-001.18
#[tokio::test(start_paused = true)]
async fn a_change_of_any_connection_field_resets_and_probes_at_once() {
    for (field, change) in changes() {
        let rig = Rig::with_probed_and_no_passes().await;
        let host = if field == "host" { "b.test" } else { "a.test" };
        rig.probe.hold();
        rig.save("a", config(change.clone())).await;
        assert_is_reset(&rig.record("a").unwrap(), host);
        settle().await;
        assert_eq!(rig.probe.started(), ["a", "a"], "{field}");
        rig.probe.release();
        pass_time(SECOND).await;
        let record = rig.record("a");
        assert_eq!(record.as_ref().unwrap().state, State::Reachable, "{field}");

        rig.save("a", config(change)).await;
        pass_time(SECOND).await;
        assert_eq!(rig.record("a"), record, "{field}: an equal save");
        assert_eq!(rig.probe.started().len(), 2, "{field}: an equal save");
        assert_eq!(rig.metrics.resets.get(), 1);
        rig.finish().await;
    }
}

// covers: SSH-REACHABILITY-001.18
#[tokio::test(start_paused = true)]
async fn a_save_of_anything_else_resets_nothing_and_probes_nothing() {
    let mut rig = Rig::with_probed_and_no_passes().await;
    let record = rig.record("a");
    let renamed = ExecutorPatch {
        name: Some("another name".to_owned()),
        ..ExecutorPatch::default()
    };
    rig.save("a", renamed).await;
    let key_type = ConfigPatch {
        host_key_algorithm: Patch::Set("ssh-ed25519".to_owned()),
        ..ConfigPatch::default()
    };
    rig.save("a", config(key_type)).await;
    rig.events();
    rig.save("a", ExecutorPatch::default()).await;
    pass_time(SECOND).await;
    assert_eq!(rig.events(), [], "nothing changed");
    assert_eq!(rig.record("a"), record);
    assert_eq!(rig.probe.started(), ["a"]);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.17, SSH-REACHABILITY-001.18
#[tokio::test(start_paused = true)]
async fn a_save_while_inactive_waits_for_the_reactivation() {
    let rig = Rig::with_probed_and_no_passes().await;
    let record = rig.record("a");
    rig.save("a", to_status(ExecutorStatus::Inactive)).await;
    rig.save("a", to_host("b.test")).await;
    pass_time(SECOND).await;
    assert_eq!(rig.record("a"), record, "kept, whatever is saved");
    assert_eq!(rig.probe.started(), ["a"]);

    rig.probe.hold();
    rig.save("a", to_status(ExecutorStatus::Active)).await;
    settle().await;
    assert_is_reset(&rig.record("a").unwrap(), "b.test");
    assert_eq!(rig.probe.started(), ["a", "a"]);
    rig.probe.release();
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.18
#[tokio::test(start_paused = true)]
async fn a_reactivation_of_the_same_target_keeps_its_record_and_waits_for_the_pass() {
    let rig = Rig::with_probed_and_no_passes().await;
    let record = rig.record("a");
    rig.save("a", to_status(ExecutorStatus::Inactive)).await;
    rig.save("a", to_status(ExecutorStatus::Active)).await;
    pass_time(SECOND).await;
    assert_eq!(rig.record("a"), record);
    assert_eq!(rig.probe.started(), ["a"]);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.19
#[tokio::test(start_paused = true)]
async fn a_probe_of_the_old_target_writes_nothing_after_the_save() {
    let rig = Rig::with_probed_and_no_passes().await;
    rig.probe.hold();
    rig.probe.then(
        "a",
        [Act::Fail(Reason::HostKey), Act::Fail(Reason::Network)],
    );
    let asked = rig.ask("a");
    settle().await;
    rig.save("a", to_host("b.test")).await;
    settle().await;
    let hosts: Vec<_> = rig
        .probe
        .running()
        .iter()
        .map(|one| one.config.connection.host.clone())
        .collect();
    assert_eq!(
        hosts,
        [Some("a.test".to_owned()), Some("b.test".to_owned())]
    );
    rig.probe.release();
    let old = asked.await.unwrap().unwrap();
    assert!(!old.persisted);
    assert_eq!(
        (old.host.as_str(), old.reason),
        ("a.test", Some(Reason::HostKey))
    );
    pass_time(SECOND).await;
    let record = rig.record("a").unwrap();
    assert_eq!(
        (record.host.as_str(), record.reason),
        ("b.test", Some(Reason::Network))
    );
    assert_eq!(
        record.consecutive_failures, 1,
        "the old target's failure does not count"
    );
    assert_eq!(rig.metrics.write_refused.get(), 1);
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn a_rename_discards_no_probe() {
    let rig = Rig::with_probed_and_no_passes().await;
    rig.probe.hold();
    let asked = rig.ask("a");
    settle().await;
    let renamed = ExecutorPatch {
        name: Some("another name".to_owned()),
        ..ExecutorPatch::default()
    };
    rig.save("a", renamed).await;
    rig.probe.release();
    assert!(asked.await.unwrap().unwrap().persisted);
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn a_queued_probe_of_the_old_target_is_dropped_and_the_asker_gets_the_new_one() {
    let rig = Rig::with_probed_and_no_passes().await;
    rig.has(&["b", "c", "d", "e"]).await;
    rig.probe.hold();
    let others = ["b", "c", "d", "e"].map(|id| rig.ask(id));
    let asked = rig.ask("a");
    settle().await;
    rig.save("a", to_host("new.test")).await;
    rig.probe.release();
    let view = asked.await.unwrap().unwrap();
    assert!(view.persisted);
    assert_eq!(view.host, "new.test");
    for other in others {
        other.await.unwrap().unwrap();
    }
    let of_a = |start: &&reach_tests::fake_probe::Start| start.executor.id.as_str() == "a";
    assert_eq!(
        rig.probe.starts().iter().filter(of_a).count(),
        2,
        "shared with the save's"
    );
    assert_eq!(rig.metrics.probe_discarded.get(), 1);
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn what_the_store_refuses_is_told_and_causes_nothing() {
    let mut rig = Rig::with_probed_and_no_passes().await;
    rig.events();
    let again = rig.executors.create(new_ssh("a")).await;
    assert!(matches!(
        again,
        Err(ExecutorError::Store(StoreError::Exists))
    ));
    let stale = rig
        .executors
        .save(executor_id("a"), to_host("x"), Some(rig.clock.now()))
        .await;
    assert!(matches!(
        stale,
        Err(ExecutorError::Store(StoreError::Stale))
    ));
    let missing = rig.executors.delete(executor_id("none")).await;
    assert!(matches!(
        missing,
        Err(ExecutorError::Store(StoreError::NotFound))
    ));
    pass_time(SECOND).await;
    assert_eq!(rig.events(), []);
    assert_eq!(rig.probe.started(), ["a"]);
    rig.finish().await;
}

#[tokio::test(start_paused = true)]
async fn after_shutdown_every_save_is_refused() {
    let rig = Rig::with_probed_and_no_passes().await;
    rig.executors.shutdown().await;
    let saved = rig
        .executors
        .save(executor_id("a"), to_host("x"), None)
        .await;
    assert!(matches!(saved, Err(ExecutorError::ShuttingDown)));
    let created = rig.executors.create(new_ssh("b")).await;
    assert!(matches!(created, Err(ExecutorError::ShuttingDown)));
    let deleted = rig.executors.delete(executor_id("a")).await;
    assert!(matches!(deleted, Err(ExecutorError::ShuttingDown)));
    assert_eq!(rig.store.snapshot().len(), 1);
    rig.finish().await;
}

// covers: SSH-REACHABILITY-001.18
#[tokio::test(start_paused = true)]
async fn a_saved_executor_is_probed_even_with_a_pass_waiting_for_slots() {
    let rig = Rig::new();
    let ids: Vec<String> = (10..50).map(|n| format!("e{n}")).collect();
    let names: Vec<&str> = ids.iter().map(String::as_str).collect();
    rig.has(&names).await;
    rig.probe.takes(SECOND);
    rig.start().await;
    rig.save("e49", to_host("new.test")).await;
    pass_time(SECOND * 2 + SECOND / 2).await;
    assert_eq!(rig.record("e49").unwrap().state, State::Reachable);
    pass_time(INTERVAL / 2).await;
    rig.finish().await;
}
