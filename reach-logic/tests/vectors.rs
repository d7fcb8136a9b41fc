//! The vectors in `tests/vectors`, natively. `reach-wasm/tests/vectors.test.mjs` runs the same ones
//! against the module that is shipped.
#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests stand outside of test functions"
)]

use reach_logic::freshness::stale_from;
use reach_logic::warning::is_due;
use reach_logic::{
    Age, Clamp, Editable, EffectiveInterval, ExecutorDraft, Freshness, Held, ReachabilityView,
    Reason, State, UnixMicros, reconcile,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

macro_rules! vectors {
    ($name:literal) => {
        serde_json::from_str(include_str!(concat!(
            "../../tests/vectors/",
            $name,
            ".json"
        )))
        .expect("a readable vector file")
    };
}

// covers: SSH-REACHABILITY-002.15
#[test]
fn timestamps() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        why: String,
        text: String,
        millis: Option<i64>,
    }
    let cases: Vec<Case> = vectors!("timestamp");
    for case in cases {
        let read = parse(Some(&case.text)).map(UnixMicros::as_millis);
        assert_eq!(read, case.millis, "{}", case.why);
    }
}

#[test]
fn ages() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        why: String,
        at: Option<String>,
        now: UnixMicros,
        age: Option<Age>,
    }
    let cases: Vec<Case> = vectors!("age");
    for case in cases {
        let age = parse(case.at.as_deref()).map(|at| Age::of(at, case.now));
        assert_eq!(age, case.age, "{}", case.why);
    }
}

// covers: SSH-REACHABILITY-002.4, SSH-REACHABILITY-002.15
#[test]
fn freshnesses() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        why: String,
        checked_at: Option<String>,
        interval: EffectiveInterval,
        now: UnixMicros,
        freshness: Freshness,
        stale_from: Option<UnixMicros>,
    }
    let cases: Vec<Case> = vectors!("freshness");
    for case in cases {
        let checked_at = parse(case.checked_at.as_deref());
        let freshness = Freshness::of(checked_at, case.interval, case.now);
        assert_eq!(freshness, case.freshness, "{}", case.why);
        // The vectors are in milliseconds, as a browser's timer is: the first one that is stale.
        let from = stale_from(checked_at, case.interval);
        let from = from.map(|from| UnixMicros::from_millis(from.saturating_add(999).as_millis()));
        assert_eq!(from, case.stale_from, "{}", case.why);
    }
}

// covers: SSH-REACHABILITY-001.24
#[test]
fn intervals() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        why: String,
        seconds: i64,
        effective: EffectiveInterval,
        clamp: Option<Clamp>,
    }
    let cases: Vec<Case> = vectors!("interval");
    for case in cases {
        let normalised = EffectiveInterval::from_seconds(case.seconds);
        assert_eq!(normalised, (case.effective, case.clamp), "{}", case.why);
    }
}

// covers: SSH-REACHABILITY-001.27
#[test]
fn reasons() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        why: String,
        reason: Reason,
        sticky: bool,
    }
    let cases: Vec<Case> = vectors!("reason");
    assert_eq!(cases.len(), Reason::ALL.len());
    for (case, reason) in cases.iter().zip(Reason::ALL) {
        let found = (reason, reason.is_sticky());
        assert_eq!(found, (case.reason, case.sticky), "{}", case.why);
    }
}

// covers: SSH-REACHABILITY-003.2
#[test]
fn warnings() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        why: String,
        state: State,
        interval: EffectiveInterval,
        checked_at: Option<String>,
        now: UnixMicros,
        warns: bool,
    }
    let cases: Vec<Case> = vectors!("warning");
    for case in cases {
        let checked_at = parse(case.checked_at.as_deref());
        let warns = is_due(case.state, checked_at, case.interval, case.now);
        assert_eq!(warns, case.warns, "{}", case.why);
    }
}

// covers: SSH-REACHABILITY-002.3
#[test]
fn reconciliations() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        base: Value,
        cases: Vec<Case>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        why: String,
        arrivals: Vec<Value>,
        record: Option<usize>,
        unsaved: Option<usize>,
    }
    let file: File = vectors!("reconcile");
    for case in file.cases {
        let views: Vec<ReachabilityView> = case
            .arrivals
            .iter()
            .map(|changes| with(&file.base, changes))
            .collect();
        let expected = Held {
            record: case.record.map(|place| views[place].clone()),
            unsaved: case.unsaved.map(|place| views[place].clone()),
        };
        let forwards = views.iter().cloned().fold(Held::default(), Held::accept);
        assert_eq!(forwards, expected, "{}", case.why);
        let backwards = views.iter().rev().cloned();
        let backwards = backwards.fold(Held::default(), Held::accept);
        assert_eq!(backwards, expected, "{}, in the other order", case.why);

        let stored: Vec<_> = views.iter().filter(|view| view.persisted).collect();
        let kept = stored.iter().copied().reduce(reconcile);
        assert_eq!(kept, expected.record.as_ref(), "{}", case.why);
    }
}

#[test]
fn forms() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        empty: Value,
        stored: Editable,
        new: Vec<Case>,
        edit: Vec<Case>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        why: String,
        draft: Value,
        errors: Vec<(String, String)>,
        changed: Value,
        save: Value,
    }
    let run = |cases: Vec<Case>, start: &Value, stored: &Editable| {
        for case in cases {
            let draft: ExecutorDraft = with(start, &case.draft);
            let check = serde_json::to_value(draft.check(stored)).unwrap();
            let errors: Vec<(String, String)> = check["errors"]
                .as_array()
                .unwrap()
                .iter()
                .map(|error| (text(&error["field"]), text(&error["code"])))
                .collect();
            assert_eq!(errors, case.errors, "{}", case.why);
            assert_eq!(check["changed"], case.changed, "{}", case.why);
            assert_eq!(check["save"], case.save, "{}", case.why);
        }
    };
    let file: File = vectors!("form");
    let opened = serde_json::to_value(ExecutorDraft::of(file.stored.clone())).unwrap();
    run(file.new, &file.empty, &Editable::default());
    run(file.edit, &opened, &file.stored);
}

fn parse(text: Option<&str>) -> Option<UnixMicros> {
    UnixMicros::parse_rfc3339(text?).ok()
}

/// `base` with the members of `changes` in place of its own.
fn with<T: DeserializeOwned>(base: &Value, changes: &Value) -> T {
    let mut value = base.clone();
    let members = value.as_object_mut().unwrap();
    members.extend(changes.as_object().unwrap().clone());
    serde_json::from_value(value).unwrap()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
