//! Sessions: what is stored, and the executor that a live one holds.

use std::sync::Arc;

use reach_logic::session::{Controller, LaunchStep, SessionFailure, SessionSpec, SessionState};
use reach_logic::{ExecutorPatch, ExecutorStatus, Reason, SessionId};
use reach_server::store::{RemoteProcess, ResumeData, SessionRow, StoreError};

use crate::bed::Bed;
use crate::sample::{SECOND, T0, Usual as _, at, id, inactive, local, pin, renamed, ssh, switched};

fn session_id(text: &str) -> SessionId {
    text.parse().expect("it is an id")
}

/// A session that starts, with as little as possible.
fn starting(name: &str, executor: &str) -> SessionRow {
    SessionRow {
        id: session_id(name),
        executor_id: id(executor),
        name: name.to_owned(),
        spec: SessionSpec {
            controller: Controller {
                command: "serve".to_owned(),
                port: 0,
                workdir: None,
            },
            prepare_script: None,
            cleanup_script: None,
            env: [].into(),
            credential_broker_url: None,
        },
        state: SessionState::Starting,
        step: None,
        failure: None,
        config_digest: "digest".to_owned(),
        resume: None,
        controller_may_remain: false,
        started_at: None,
        created_at: T0,
        updated_at: T0,
    }
}

/// The same with every member set.
fn full(name: &str, executor: &str) -> SessionRow {
    let mut row = starting(name, executor);
    row.spec.controller.workdir = Some("/srv/it's here".to_owned());
    row.spec.prepare_script = Some("set -e\nmake\n".to_owned());
    row.spec.cleanup_script = Some("rm -rf \"$TMP\"".to_owned());
    row.spec.env = [("A".to_owned(), "one\ntwo 'three' \"four\"".to_owned())].into();
    row.spec.credential_broker_url = Some("https://broker.example".to_owned());
    SessionRow {
        state: SessionState::Failed,
        step: Some(LaunchStep::Ready),
        failure: Some(SessionFailure {
            step: Some(LaunchStep::Dial),
            reason: Some(Reason::HostKey),
            host: "10.0.0.5".to_owned(),
            message: "größer".to_owned(),
        }),
        resume: Some(ResumeData {
            host: Some("10.0.0.5".to_owned()),
            port: Some(22),
            user: Some("ada".to_owned()),
            pin: Some(pin('q')),
            process: RemoteProcess {
                pid: u32::MAX,
                start_time: "12345".to_owned(),
                boot_id: "b-1".to_owned(),
                node: "node-1".to_owned(),
            },
            remote_port: 65535,
            local_port: 1,
            session_dir: "/home/ada/.reach/sessions/x".to_owned(),
        }),
        controller_may_remain: true,
        started_at: Some(at(7)),
        ..row
    }
}

async fn a_session_is_read_back_as_it_was_written(bed: &mut Bed) {
    let store = &*bed.store;
    store.made("gpu", &ssh("gpu")).await;
    store.made("box", &local("box")).await;
    for row in [full("b", "gpu"), starting("a", "box"), full("C", "gpu")] {
        store.insert_session(&row).await.expect("it is new");
        let read = store.session(&row.id).await.expect("it answers");
        assert_eq!(read, Some(row));
    }
    let ids = |rows: Vec<SessionRow>| -> Vec<String> {
        rows.into_iter().map(|row| row.id.to_string()).collect()
    };
    assert_eq!(
        ids(store.sessions(None).await.expect("it answers")),
        ["C", "a", "b"]
    );
    let of_gpu = store.sessions(Some(&id("gpu"))).await;
    assert_eq!(ids(of_gpu.expect("it answers")), ["C", "b"]);
    bed.reopen().await;
    let rows = bed.store.sessions(None).await.expect("it answers");
    assert_eq!(
        rows,
        [full("C", "gpu"), starting("a", "box"), full("b", "gpu")]
    );
}

async fn a_written_session_strictly_advances(bed: &mut Bed) {
    let store = &*bed.store;
    store.made("gpu", &ssh("gpu")).await;
    let row = starting("s", "gpu");
    store.insert_session(&row).await.expect("it is new");
    let mut wanted = full("s", "gpu");
    for (now, expected) in [(at(SECOND), at(SECOND)), (at(0), at(SECOND + 1))] {
        let written = store.put_session(&wanted, now).await.expect("it is there");
        wanted.updated_at = expected;
        assert_eq!(written, wanted);
        let read = store.session(&row.id).await.expect("it answers");
        assert_eq!(read, Some(written));
    }
    // A member that was set can be null again.
    let back = store.put_session(&row, at(0)).await.expect("it is there");
    assert_eq!(
        (back.resume, back.failure, back.started_at),
        (None, None, None)
    );
    assert!(!back.controller_may_remain);
}

async fn what_is_not_there_is_not_written(bed: &mut Bed) {
    let store = &*bed.store;
    store.made("gpu", &ssh("gpu")).await;
    store.made("off", &inactive("off")).await;
    store.made("gone", &ssh("gone")).await;
    store.delete(&id("gone"), at(1)).await.expect("it is there");
    for executor in ["off", "gone", "never"] {
        let refused = store.insert_session(&starting("s", executor)).await;
        assert!(matches!(refused, Err(StoreError::NotFound)), "{executor}");
    }
    let row = starting("s", "gpu");
    let missing = store.put_session(&row, at(1)).await;
    assert!(matches!(missing, Err(StoreError::NotFound)));
    store.insert_session(&row).await.expect("it is new");
    let second = store.insert_session(&full("s", "gpu")).await;
    assert!(matches!(second, Err(StoreError::Exists)));
    assert_eq!(
        store.session(&row.id).await.expect("it answers"),
        Some(row.clone())
    );
    for _ in 0..2 {
        store.remove_session(&row.id).await.expect("it answers");
        assert_eq!(store.session(&row.id).await.expect("it answers"), None);
    }
}

async fn a_live_session_holds_its_executor(bed: &mut Bed) {
    let store = &*bed.store;
    store.made("gpu", &ssh("gpu")).await;
    store.made("other", &ssh("other")).await;
    let off = switched(ExecutorStatus::Inactive);
    let mut row = starting("s", "gpu");
    store.insert_session(&row).await.expect("it is new");
    let live = SessionState::ALL
        .into_iter()
        .filter(|state| state.is_live());
    for state in live {
        row.state = state;
        store.put_session(&row, at(1)).await.expect("it is there");
        let before = store.executor(&id("gpu")).await.expect("it answers");
        let deactivated = store.save(&id("gpu"), &off, None, at(2)).await;
        assert!(
            matches!(deactivated, Err(StoreError::HasSessions)),
            "{state:?}"
        );
        let deleted = store.delete(&id("gpu"), at(2)).await;
        assert!(matches!(deleted, Err(StoreError::HasSessions)), "{state:?}");
        let after = store.executor(&id("gpu")).await.expect("it answers");
        assert_eq!(after, before, "nothing was written");
    }
    // Anything else may be saved, and other executors are free.
    store.saved(&id("gpu"), &renamed("GPU"), at(3)).await;
    store
        .saved(&id("gpu"), &ExecutorPatch::default(), at(3))
        .await;
    store.saved(&id("other"), &off, at(3)).await;
    store.delete(&id("other"), at(3)).await.expect("it is free");
    for state in [SessionState::Stopped, SessionState::Failed] {
        row.state = state;
        store.put_session(&row, at(4)).await.expect("it is there");
        store.saved(&id("gpu"), &off, at(5)).await;
        let on = switched(ExecutorStatus::Active);
        store.saved(&id("gpu"), &on, at(6)).await;
    }
    store.delete(&id("gpu"), at(7)).await.expect("it is free");
}

async fn a_new_session_and_a_deletion_do_not_miss_each_other(bed: &mut Bed) {
    let store = Arc::clone(&bed.store);
    for round in 0..20 {
        let name = format!("gpu-{round}");
        store.made(&name, &ssh(&name)).await;
        let row = starting(&name, &name);
        let add = tokio::spawn({
            let (store, row) = (Arc::clone(&store), row.clone());
            async move { store.insert_session(&row).await }
        });
        let delete = tokio::spawn({
            let (store, name) = (Arc::clone(&store), name.clone());
            async move { store.delete(&id(&name), at(1)).await }
        });
        let added = add.await.expect("it does not panic");
        let deleted = delete.await.expect("it does not panic");
        match (added, deleted) {
            (Ok(()), Err(StoreError::HasSessions)) | (Err(StoreError::NotFound), Ok(())) => {}
            both => panic!("{both:?}"),
        }
    }
}

async fn a_session_that_had_ended_comes_to_life_on_an_active_executor_alone(bed: &mut Bed) {
    let store = &*bed.store;
    let live = SessionState::ALL
        .into_iter()
        .filter(|state| state.is_live());
    for executor in ["on", "off", "gone"] {
        store.made(executor, &ssh(executor)).await;
        let mut row = starting(executor, executor);
        store.insert_session(&row).await.expect("it is new");
        row.state = SessionState::Stopped;
        store.put_session(&row, at(1)).await.expect("it is there");
    }
    let off = switched(ExecutorStatus::Inactive);
    store.saved(&id("off"), &off, at(2)).await;
    store.delete(&id("gone"), at(2)).await.expect("it is free");
    for state in live {
        for executor in ["on", "off", "gone"] {
            let mut row = starting(executor, executor);
            row.state = state;
            let written = store.put_session(&row, at(3)).await;
            if executor == "on" {
                assert_eq!(written.expect("it is active").state, state);
            } else {
                assert!(matches!(written, Err(StoreError::NotFound)), "{written:?}");
                let kept = store.session(&row.id).await.expect("it answers");
                assert_eq!(kept.expect("it is there").state, SessionState::Stopped);
            }
            row.state = SessionState::Failed;
            row.failure = full("x", "x").failure;
            store.put_session(&row, at(4)).await.expect("it has ended");
            row.state = SessionState::Stopped;
            store.put_session(&row, at(5)).await.expect("it has ended");
        }
    }
}

async fn a_session_that_comes_to_life_and_a_deletion_do_not_miss_each_other(bed: &mut Bed) {
    let store = Arc::clone(&bed.store);
    for round in 0..20 {
        let name = format!("gpu-{round}");
        store.made(&name, &ssh(&name)).await;
        let mut row = starting(&name, &name);
        store.insert_session(&row).await.expect("it is new");
        row.state = SessionState::Stopped;
        store.put_session(&row, at(1)).await.expect("it is there");
        row.state = SessionState::Running;
        let put = tokio::spawn({
            let (store, row) = (Arc::clone(&store), row.clone());
            async move { store.put_session(&row, at(2)).await }
        });
        let delete = tokio::spawn({
            let (store, name) = (Arc::clone(&store), name.clone());
            async move { store.delete(&id(&name), at(2)).await }
        });
        let put = put.await.expect("it does not panic");
        let deleted = delete.await.expect("it does not panic");
        match (put, deleted) {
            (Ok(_), Err(StoreError::HasSessions)) | (Err(StoreError::NotFound), Ok(())) => {}
            both => panic!("{both:?}"),
        }
    }
}

on_every_store!(
    a_live_session_holds_its_executor,
    a_session_that_comes_to_life_and_a_deletion_do_not_miss_each_other,
    a_session_that_had_ended_comes_to_life_on_an_active_executor_alone,
    a_new_session_and_a_deletion_do_not_miss_each_other,
    a_session_is_read_back_as_it_was_written,
    a_written_session_strictly_advances,
    what_is_not_there_is_not_written,
);
