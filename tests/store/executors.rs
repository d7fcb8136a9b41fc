//! Executors: what is stored, who may have which name and id, what a save may do.

use reach_logic::{
    ConfigPatch, ExecutorPatch, ExecutorStatus, Fingerprint, KeyType, NewExecutor, Patch,
};
use reach_server::store::{Saved, StoreError};

use crate::bed::Bed;
use crate::sample::{
    T0, Usual as _, at, configured, id, inactive, local, pin, pointed_at, renamed, ssh, switched,
};

async fn a_created_executor_is_read_back_as_it_was_given(bed: &mut Bed) {
    let store = &*bed.store;
    for (name, new) in [
        ("gpu", ssh("gpu")),
        ("off", inactive("off")),
        ("box", local("box")),
    ] {
        let created = store.create(&id(name), &new, T0).await;
        let Ok(Saved {
            before: None,
            after,
            ..
        }) = created
        else {
            panic!("{created:?}");
        };
        let executor = &after.executor;
        let given = NewExecutor {
            id: None,
            name: executor.name.clone(),
            kind: executor.kind,
            status: executor.status,
            config: executor.config.clone(),
        };
        assert_eq!(given, new);
        assert_eq!((executor.created_at, executor.updated_at), (T0, T0));
        assert_eq!(after.generation, 1);
        let read = store.executor(&id(name)).await.expect("it answers");
        assert_eq!(read, Some(after));
    }
}

/// R13: the order is that of bytes, not of a language.
async fn executors_come_ascending_by_id(bed: &mut Bed) {
    let store = &*bed.store;
    let ascending = [
        "-", "0", "10", "9", "A", "Z", "Z9", "_", "a", "a-b", "a_", "ab",
    ];
    let made = [
        "a", "Z9", "_", "ab", "9", "-", "a_", "A", "10", "Z", "a-b", "0",
    ];
    for (number, name) in made.into_iter().enumerate() {
        store.made(name, &ssh(&format!("name {number}"))).await;
    }
    let ids = |stored: &reach_server::store::StoredExecutor| stored.executor.id.to_string();
    let executors = store.executors().await.expect("it answers");
    assert_eq!(executors.iter().map(ids).collect::<Vec<_>>(), ascending);
    let eligible = store.eligible().await.expect("it answers");
    assert_eq!(eligible, executors);
    let records = store.records().await.expect("it answers");
    let records: Vec<_> = records.iter().map(|(stored, _)| ids(stored)).collect();
    assert_eq!(records, ascending);
}

// covers: SSH-REACHABILITY-001.2
async fn only_active_ssh_executors_are_eligible(bed: &mut Bed) {
    let store = &*bed.store;
    store.made("box", &local("box")).await;
    store.made("gone", &ssh("gone")).await;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    store.made("off", &inactive("off")).await;
    store.delete(&id("gone"), at(1)).await.expect("it is there");
    assert_eq!(store.eligible().await.expect("it answers"), [gpu]);
    let with_records = store.records().await.expect("it answers");
    let ssh_ones: Vec<_> = with_records
        .iter()
        .map(|(stored, record)| (stored.executor.id.as_str(), record.is_some()))
        .collect();
    assert_eq!(ssh_ones, [("gpu", true), ("off", false)]);
}

async fn an_id_is_never_given_twice(bed: &mut Bed) {
    let store = &*bed.store;
    store.made("gpu", &ssh("gpu")).await;
    let again = |name: &'static str| async move { store.create(&id("gpu"), &ssh(name), T0).await };
    assert!(matches!(again("other").await, Err(StoreError::Exists)));
    store.delete(&id("gpu"), at(1)).await.expect("it is there");
    assert!(matches!(again("other").await, Err(StoreError::Exists)));
    assert_eq!(store.executor(&id("gpu")).await.expect("it answers"), None);
    // Ids have case, unlike names.
    store.made("GPU", &ssh("gpu")).await;
}

async fn a_name_belongs_to_one_executor_whatever_its_case(bed: &mut Bed) {
    let store = &*bed.store;
    let names = [
        ("Gpu", "gPU"),
        ("Łódź", "ŁÓDŹ"),
        ("Straße", "STRASSE"),
        ("ΣΑΣ", "σας"),
    ];
    for (number, (name, same)) in names.into_iter().enumerate() {
        let (first, second) = (format!("first{number}"), format!("second{number}"));
        store.made(&first, &ssh(name)).await;
        let taken = store.create(&id(&second), &ssh(same), T0).await;
        assert!(matches!(taken, Err(StoreError::NameTaken)), "{name} {same}");

        store.made(&second, &ssh(&second)).await;
        let taken = store.save(&id(&second), &renamed(same), None, at(1)).await;
        assert!(matches!(taken, Err(StoreError::NameTaken)), "{name} {same}");
        let kept = store.saved(&id(&first), &renamed(same), at(1)).await;
        assert_eq!(kept.after.executor.name, same, "its own name");

        store.delete(&id(&first), at(2)).await.expect("it is there");
        let freed = store.saved(&id(&second), &renamed(name), at(3)).await;
        assert_eq!(freed.after.executor.name, name);
    }
}

async fn a_save_changes_what_it_mentions_and_nothing_else(bed: &mut Bed) {
    let store = &*bed.store;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    let patch = ExecutorPatch {
        name: Some("  gpu-2 ".to_owned()),
        status: None,
        config: ConfigPatch {
            port: Patch::Set(22),
            proxy_jump: Patch::Clear,
            ..ConfigPatch::default()
        },
    };
    let saved = store.saved(&id("gpu"), &patch, at(1)).await;
    let mut expected = gpu.clone();
    expected.generation = 2;
    expected.executor.name = String::from("gpu-2");
    expected.executor.updated_at = at(1);
    expected.executor.config.connection.port = Some(22);
    expected.executor.config.connection.proxy_jump = None;
    assert_eq!(saved.before, Some(gpu));
    assert_eq!(saved.after, expected);
    let read = store.executor(&id("gpu")).await.expect("it answers");
    assert_eq!(read, Some(expected));
}

/// R2.
async fn the_generation_moves_with_configuration_and_status_alone(bed: &mut Bed) {
    let store = &*bed.store;
    store.made("gpu", &ssh("gpu")).await;
    let key_type = configured(ConfigPatch {
        host_key_algorithm: Patch::Set("ssh-rsa".to_owned()),
        ..ConfigPatch::default()
    });
    let steps = [
        (renamed("other"), 1),
        (key_type, 1),
        (switched(ExecutorStatus::Active), 1),
        (pointed_at("10.0.0.5"), 1),
        (pointed_at("10.0.0.6"), 2),
        (switched(ExecutorStatus::Inactive), 3),
        (pointed_at("10.0.0.7"), 4),
        (switched(ExecutorStatus::Active), 5),
        (pointed_at("10.0.0.6"), 6),
    ];
    for (patch, expected) in steps {
        let saved = store.saved(&id("gpu"), &patch, at(1)).await;
        assert_eq!(saved.after.generation, expected, "{patch:?}");
    }
}

// covers: SSH-REACHABILITY-001.18
async fn an_equal_save_writes_nothing(bed: &mut Bed) {
    let store = &*bed.store;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    store.written(&gpu, None, at(1)).await;
    let record = store.record_of(&id("gpu")).await;
    let equal = ExecutorPatch {
        name: Some("gpu".to_owned()),
        status: Some(ExecutorStatus::Active),
        config: ConfigPatch {
            host: Patch::Set(" 10.0.0.5 ".to_owned()),
            port: Patch::Set(2222),
            host_fingerprint: Patch::Set(pin('q').to_string()),
            ..ConfigPatch::default()
        },
    };
    for patch in [equal, ExecutorPatch::default()] {
        let saved = store.saved(&id("gpu"), &patch, at(9)).await;
        assert_eq!(saved.before.as_ref(), Some(&gpu));
        assert_eq!((saved.after, saved.reset), (gpu.clone(), None));
    }
    assert_eq!(store.record_of(&id("gpu")).await, record);
    // Whoever read the row before the equal saves may still save it.
    let seen = Some(gpu.executor.updated_at);
    let saved = store.save(&id("gpu"), &renamed("other"), seen, at(9)).await;
    saved.expect("nothing was changed in between");
}

async fn a_save_over_another_is_refused(bed: &mut Bed) {
    let store = &*bed.store;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    let seen = Some(gpu.executor.updated_at);
    let first = store.save(&id("gpu"), &renamed("a"), seen, T0).await;
    let first = first.expect("nobody came first").after;
    let second = store.save(&id("gpu"), &renamed("b"), seen, T0).await;
    assert!(matches!(second, Err(StoreError::Stale)), "{second:?}");
    let read = store.executor(&id("gpu")).await.expect("it answers");
    assert_eq!(read, Some(first));
}

async fn a_refused_save_leaves_everything_as_it_was(bed: &mut Bed) {
    let store = &*bed.store;
    store.made("other", &ssh("other")).await;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    store.written(&gpu, None, at(1)).await;
    let before = store.records().await.expect("it answers");

    let nonsense = ExecutorPatch {
        name: Some("  ".to_owned()),
        status: Some(ExecutorStatus::Inactive),
        config: ConfigPatch {
            host: Patch::Set("10.0.0.9".to_owned()),
            port: Patch::Set(70_000),
            ..ConfigPatch::default()
        },
    };
    let refused = store.save(&id("gpu"), &nonsense, None, at(2)).await;
    let Err(StoreError::Invalid(errors)) = refused else {
        panic!("{refused:?}");
    };
    let fields: Vec<_> = errors.iter().map(|error| error.field.as_str()).collect();
    assert_eq!(fields, ["name", "config.port"]);

    let taken = ExecutorPatch {
        name: Some("OTHER".to_owned()),
        ..pointed_at("10.0.0.9")
    };
    let refused = store.save(&id("gpu"), &taken, None, at(2)).await;
    assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
    assert_eq!(store.records().await.expect("it answers"), before);
}

// covers: SSH-REACHABILITY-001.16
async fn a_deleted_executor_is_nowhere_and_its_record_is_gone(bed: &mut Bed) {
    let store = &*bed.store;
    let gpu = store.made("gpu", &ssh("gpu")).await;
    store.written(&gpu, None, at(1)).await;
    store.delete(&id("gpu"), at(2)).await.expect("it is there");
    assert_eq!(store.executor(&id("gpu")).await.expect("it answers"), None);
    assert_eq!(store.record(&id("gpu")).await.expect("it answers"), None);
    assert_eq!(store.executors().await.expect("it answers"), []);
    assert_eq!(store.eligible().await.expect("it answers"), []);
    assert_eq!(store.records().await.expect("it answers"), []);
    // The record itself, not only its executor: a refused write tells what stands.
    let observed = store.observed(&gpu, None, at(3)).await;
    assert_eq!(observed, reach_server::store::Observed::Refused(None));

    let again = store.delete(&id("gpu"), at(4)).await;
    assert!(matches!(again, Err(StoreError::NotFound)), "{again:?}");
    let saved = store.save(&id("gpu"), &renamed("x"), None, at(4)).await;
    assert!(matches!(saved, Err(StoreError::NotFound)), "{saved:?}");
    let never = store.delete(&id("never"), at(4)).await;
    assert!(matches!(never, Err(StoreError::NotFound)), "{never:?}");
}

/// P10: learned once, for the pin and generation that were probed.
async fn a_key_type_is_learned_only_for_the_pin_that_was_probed(bed: &mut Bed) {
    let store = &*bed.store;
    let mut new = ssh("gpu");
    new.config.host_key_algorithm = None;
    let gpu = store.made("gpu", &new).await;
    let learn = |generation: i64, pin: Fingerprint, key_type: KeyType| async move {
        let id = id("gpu");
        let learned = store.learn_key_type(&id, generation, &pin, key_type, at(1));
        learned.await.expect("it answers")
    };
    assert_eq!(learn(2, pin('q'), KeyType::Rsa).await, None, "generation");
    assert_eq!(learn(1, pin('r'), KeyType::Rsa).await, None, "pin");
    let read = store.executor(&id("gpu")).await.expect("it answers");
    assert_eq!(read.as_ref(), Some(&gpu));

    let learned = learn(1, pin('q'), KeyType::Rsa)
        .await
        .expect("it is learned");
    let mut expected = gpu.clone();
    expected.executor.config.host_key_algorithm = Some(KeyType::Rsa);
    expected.executor.updated_at = at(1);
    assert_eq!(learned, expected, "the generation stands still");
    assert_eq!(learn(1, pin('q'), KeyType::Ed25519).await, None, "known");

    let repinned = configured(ConfigPatch {
        host_fingerprint: Patch::Set(pin('r').to_string()),
        ..ConfigPatch::default()
    });
    let repinned = store.saved(&id("gpu"), &repinned, at(2)).await.after;
    assert_eq!(repinned.executor.config.host_key_algorithm, None);
    assert_eq!(learn(1, pin('q'), KeyType::Rsa).await, None, "the old pin");

    store.delete(&id("gpu"), at(3)).await.expect("it is there");
    assert_eq!(learn(2, pin('r'), KeyType::Rsa).await, None, "deleted");
}

on_every_store![
    a_created_executor_is_read_back_as_it_was_given,
    a_deleted_executor_is_nowhere_and_its_record_is_gone,
    a_key_type_is_learned_only_for_the_pin_that_was_probed,
    a_name_belongs_to_one_executor_whatever_its_case,
    a_refused_save_leaves_everything_as_it_was,
    a_save_changes_what_it_mentions_and_nothing_else,
    a_save_over_another_is_refused,
    an_equal_save_writes_nothing,
    an_id_is_never_given_twice,
    executors_come_ascending_by_id,
    only_active_ssh_executors_are_eligible,
    the_generation_moves_with_configuration_and_status_alone,
];
