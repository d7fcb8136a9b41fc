//! Which saves invalidate the record, and what of it is left.

use reach_logic::{
    ConfigPatch, ExecutorPatch, ExecutorStatus, Patch, ReachabilityRecord, Reason, State,
};
use reach_server::store::Reset;

use crate::bed::Bed;
use crate::sample::{
    T0, Usual as _, at, configured, id, inactive, local, pin, pointed_at, renamed, ssh, switched,
};

// covers: SSH-REACHABILITY-001.18
async fn a_created_ssh_executor_gets_a_reset_record_if_it_is_active(bed: &mut Bed) {
    let store = &*bed.store;
    let created = store.make("gpu", &ssh("gpu")).await;
    let record = ReachabilityRecord {
        executor_id: id("gpu"),
        state: State::Unknown,
        reason: None,
        message: String::new(),
        consecutive_failures: 0,
        host: "10.0.0.5".to_owned(),
        config_digest: created.after.executor.config.connection.digest(),
        checked_at: None,
        last_success_at: None,
        updated_at: T0,
    };
    let expected = Reset {
        before: None,
        after: record.clone(),
    };
    assert_eq!(created.reset, Some(expected));
    assert_eq!(store.record_of(&id("gpu")).await, Some(record));

    for (name, new) in [("off", inactive("off")), ("box", local("box"))] {
        assert_eq!(store.make(name, &new).await.reset, None);
        assert_eq!(store.record_of(&id(name)).await, None);
    }
}

// covers: SSH-REACHABILITY-001.18
async fn each_field_of_the_connection_configuration_resets_the_record(bed: &mut Bed) {
    let store = &*bed.store;
    let set = |text: &str| Patch::Set(text.to_owned());
    let none = ConfigPatch::default;
    let changes = [
        ConfigPatch {
            host: set("10.0.0.6"),
            ..none()
        },
        ConfigPatch {
            host: Patch::Clear,
            ..none()
        },
        ConfigPatch {
            host_alias: set("other"),
            ..none()
        },
        ConfigPatch {
            port: Patch::Set(22),
            ..none()
        },
        ConfigPatch {
            port: Patch::Clear,
            ..none()
        },
        ConfigPatch {
            user: set("bob"),
            ..none()
        },
        ConfigPatch {
            identity_source: set("agent"),
            ..none()
        },
        ConfigPatch {
            identity_file: set("~/.ssh/other"),
            ..none()
        },
        ConfigPatch {
            proxy_jump: set("other"),
            ..none()
        },
        ConfigPatch {
            host_fingerprint: set(pin('r').as_str()),
            ..none()
        },
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let name = format!("gpu{number}");
        let gpu = store.made(&name, &ssh(&name)).await;
        store.written(&gpu, None, at(1)).await;
        let before = store.written(&gpu, Some(Reason::Auth), at(2)).await;
        let saved = store.saved(&id(&name), &configured(change), at(3)).await;
        let reset = saved.reset.expect("the configuration changed");
        let connection = &saved.after.executor.config.connection;
        let expected = ReachabilityRecord {
            executor_id: id(&name),
            state: State::Unknown,
            reason: None,
            message: String::new(),
            consecutive_failures: 0,
            host: connection.display_host().to_owned(),
            config_digest: connection.digest(),
            checked_at: None,
            last_success_at: None,
            updated_at: at(3),
        };
        assert_eq!(reset.before, Some(before));
        assert_eq!(reset.after, expected);
        assert_eq!(store.record_of(&id(&name)).await, Some(expected));
    }
}

// covers: SSH-REACHABILITY-001.18
async fn a_rename_and_a_learned_key_type_reset_nothing(bed: &mut Bed) {
    let store = &*bed.store;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    let record = store.written(&gpu, None, at(1)).await;
    let key_type = configured(ConfigPatch {
        host_key_algorithm: Patch::Set("ssh-rsa".to_owned()),
        ..ConfigPatch::default()
    });
    for patch in [renamed("other"), key_type] {
        assert_eq!(store.reset_by(&id("gpu"), &patch, at(2)).await, None);
    }
    assert_eq!(store.record_of(&id("gpu")).await, Some(record));
}

// covers: SSH-REACHABILITY-001.17
async fn an_inactive_executor_keeps_its_record_whatever_is_saved(bed: &mut Bed) {
    let store = &*bed.store;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    let record = store.written(&gpu, None, at(1)).await;
    let repointed_too = ExecutorPatch {
        status: Some(ExecutorStatus::Inactive),
        ..pointed_at("10.0.0.6")
    };
    for patch in [repointed_too, pointed_at("10.0.0.7"), renamed("other")] {
        assert_eq!(store.reset_by(&id("gpu"), &patch, at(2)).await, None);
        assert_eq!(store.record_of(&id("gpu")).await, Some(record.clone()));
    }
}

/// R3.
// covers: SSH-REACHABILITY-001.18
async fn reactivation_resets_a_record_of_another_configuration(bed: &mut Bed) {
    let store = &*bed.store;
    let off = switched(ExecutorStatus::Inactive);
    let on = switched(ExecutorStatus::Active);
    let gpu = store.made("gpu", &ssh("gpu")).await;
    let record = store.written(&gpu, None, at(1)).await;

    store.saved(&id("gpu"), &off, at(2)).await;
    assert_eq!(store.reset_by(&id("gpu"), &on, at(3)).await, None, "same");
    assert_eq!(store.record_of(&id("gpu")).await, Some(record.clone()));

    store.saved(&id("gpu"), &off, at(4)).await;
    store.saved(&id("gpu"), &pointed_at("b"), at(5)).await;
    let reset = store.reset_by(&id("gpu"), &on, at(6)).await;
    let reset = reset.expect("it describes another host");
    assert_eq!(reset.before, Some(record));
    assert_eq!(reset.after.host, "b");
    assert_eq!(reset.after.last_success_at, None);

    let created_off = store.made("off", &inactive("off")).await;
    assert_eq!(store.record_of(&id("off")).await, None);
    let reset = store.reset_by(&id("off"), &on, at(7)).await;
    let reset = reset.expect("there is no record");
    assert_eq!(reset.before, None);
    let digest = created_off.executor.config.connection.digest();
    assert_eq!(reset.after.config_digest, digest);
}

/// R3: what was changed and changed back while inactive is the same host.
async fn reactivation_with_the_old_configuration_resets_nothing(bed: &mut Bed) {
    let store = &*bed.store;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    let record = store.written(&gpu, None, at(1)).await;
    let off = switched(ExecutorStatus::Inactive);
    for patch in [off, pointed_at("b"), pointed_at("10.0.0.5")] {
        store.saved(&id("gpu"), &patch, at(2)).await;
    }
    let on = switched(ExecutorStatus::Active);
    assert_eq!(store.reset_by(&id("gpu"), &on, at(3)).await, None);
    assert_eq!(store.record_of(&id("gpu")).await, Some(record));
    // In one save with the switch, it is a change of the configuration all the same.
    store
        .saved(&id("gpu"), &switched(ExecutorStatus::Inactive), at(4))
        .await;
    let both = ExecutorPatch {
        status: Some(ExecutorStatus::Active),
        ..pointed_at("c")
    };
    let reset = store.reset_by(&id("gpu"), &both, at(5)).await;
    assert_eq!(reset.expect("another host").after.host, "c");
}

on_every_store![
    a_created_ssh_executor_gets_a_reset_record_if_it_is_active,
    a_rename_and_a_learned_key_type_reset_nothing,
    an_inactive_executor_keeps_its_record_whatever_is_saved,
    each_field_of_the_connection_configuration_resets_the_record,
    reactivation_resets_a_record_of_another_configuration,
    reactivation_with_the_old_configuration_resets_nothing,
];
