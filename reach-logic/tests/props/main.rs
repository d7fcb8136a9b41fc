//! What must hold for every input.
#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests stand outside of test functions"
)]

mod strategies;

use std::collections::BTreeSet;

use chrono::DateTime;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use reach_logic::freshness::stale_from;
use reach_logic::transition::{FUTURE_TOLERANCE_MICROS, is_change};
use reach_logic::{
    Age, DialEvidence, Editable, EffectiveInterval, ExecutorConfig, ExecutorDraft,
    FAILURE_THRESHOLD, Freshness, Held, ReachabilityRecord, ReachabilityView, Reason, State,
    UnixMicros, classify, observe, reconcile, reset,
};

use strategies::{Event, configs, drafts, events, executor, intervals, moments, views};

/// What a history of events leaves; refused observations leave it as it was.
fn play(history: &[Event]) -> Vec<(Option<ReachabilityRecord>, &Event, ReachabilityRecord)> {
    let mut steps = Vec::new();
    let mut record: Option<ReachabilityRecord> = None;
    for event in history {
        let before = record.clone();
        let after = match event {
            Event::Observe(observation, now) => {
                observe(&executor(), before.as_ref(), observation, *now)
            }
            Event::Reset(now) => {
                let digest = "d2".to_owned();
                Some(reset(
                    &executor(),
                    before.as_ref(),
                    "h2".to_owned(),
                    digest,
                    *now,
                ))
            }
        };
        if let Some(after) = after {
            record = Some(after.clone());
            steps.push((before, event, after));
        }
    }
    steps
}

proptest! {
    // covers: SSH-REACHABILITY-001.5
    #[test]
    fn a_record_is_consistent_after_any_history(history in events()) {
        for (_, _, record) in play(&history) {
            prop_assert_eq!(record.reason.is_none(), record.consecutive_failures == 0);
            prop_assert_eq!(record.reason.is_none(), record.message.is_empty());
            prop_assert_eq!(record.checked_at.is_none(), record.config_digest == "d2");
            let is_down = record.state == State::Unreachable;
            if record.reason.is_none() {
                prop_assert_eq!(record.state == State::Reachable, record.checked_at.is_some());
                prop_assert_eq!(record.last_success_at, record.checked_at);
            } else if record.reason.is_some_and(Reason::is_sticky)
                || record.consecutive_failures >= FAILURE_THRESHOLD
            {
                prop_assert!(is_down);
            } else {
                prop_assert!(!is_down, "below the threshold");
            }
        }
    }

    // covers: SSH-REACHABILITY-001.5, SSH-REACHABILITY-001.9
    // covers: SSH-REACHABILITY-001.10, SSH-REACHABILITY-001.11
    #[test]
    fn a_step_follows_the_rules_whatever_came_before(history in events()) {
        for (before, event, after) in play(&history) {
            let Event::Observe(observation, now) = event else { continue };
            let state = before.as_ref().map_or(State::Unknown, |b| b.state);
            let failures = before.as_ref().map_or(0, |b| b.consecutive_failures);
            let success = before.as_ref().and_then(|b| b.last_success_at);
            prop_assert_eq!(after.checked_at, Some(observation.checked_at));
            let Some(failure) = &observation.failure else {
                prop_assert_eq!(after.state, State::Reachable);
                prop_assert_eq!(after.consecutive_failures, 0);
                prop_assert_eq!(after.last_success_at, Some(observation.checked_at));
                continue;
            };
            prop_assert_eq!(after.reason, Some(failure.reason));
            prop_assert_eq!(after.consecutive_failures, failures + 1);
            let down = failure.reason.is_sticky() || failures + 1 >= FAILURE_THRESHOLD;
            prop_assert_eq!(after.state, if down { State::Unreachable } else { state });
            if success.is_none_or(|at| at <= *now) {
                prop_assert_eq!(after.last_success_at, success);
            }
        }
    }

    // R6
    #[test]
    fn every_write_advances_the_update_time(history in events()) {
        for (before, event, after) in play(&history) {
            let (Event::Observe(_, now) | Event::Reset(now)) = event;
            prop_assert!(after.updated_at >= *now);
            if let Some(before) = before {
                prop_assert!(after.updated_at > before.updated_at);
            }
        }
    }

    // covers: SSH-REACHABILITY-001.21
    #[test]
    fn only_a_later_completion_or_one_instead_of_the_future_is_taken(history in events()) {
        for (before, event, after) in play(&history) {
            let Event::Observe(_, now) = event else { continue };
            let Some(stored) = before.and_then(|before| before.checked_at) else { continue };
            let is_future = stored > now.saturating_add(FUTURE_TOLERANCE_MICROS);
            prop_assert!(after.checked_at > Some(stored) || is_future);
        }
    }

    // R7
    #[test]
    fn a_failure_moves_the_last_success_only_out_of_the_future(history in events()) {
        for (before, event, after) in play(&history) {
            let (Event::Observe(observation, now), Some(before)) = (event, before) else { continue };
            if observation.failure.is_none() || after.last_success_at == before.last_success_at {
                continue;
            }
            prop_assert!(before.checked_at > Some(now.saturating_add(FUTURE_TOLERANCE_MICROS)));
            prop_assert!(before.last_success_at > Some(*now));
            prop_assert_eq!(after.last_success_at, Some(observation.checked_at));
        }
    }

    // covers: SSH-REACHABILITY-002.3
    #[test]
    fn a_repeated_outcome_is_pushed_at_most_until_the_threshold(
        history in events(),
        reason in proptest::option::of(select(&Reason::ALL[..])),
    ) {
        let mut record = play(&history).pop().map(|(_, _, record)| record);
        let mut pushes = 0;
        for n in 1_i64..=10 {
            let now = UnixMicros::new(strategies::END + n * 1_000_000);
            let observation = strategies::observation(reason, now);
            let after = observe(&executor(), record.as_ref(), &observation, now).unwrap();
            pushes += u32::from(is_change(record.as_ref(), &after));
            record = Some(after);
        }
        prop_assert!(pushes <= FAILURE_THRESHOLD, "{pushes}");
    }

    // covers: SSH-REACHABILITY-002.3
    #[test]
    fn reconcile_is_commutative_associative_and_idempotent(a in views(), b in views(), c in views()) {
        prop_assert_eq!(reconcile(&a, &b), reconcile(&b, &a));
        prop_assert_eq!(reconcile(&a, reconcile(&b, &c)), reconcile(reconcile(&a, &b), &c));
        prop_assert_eq!(reconcile(&a, &a), &a);
    }

    // covers: SSH-REACHABILITY-002.3
    #[test]
    fn reconcile_keeps_the_later_write(a in views(), b in views()) {
        let kept = reconcile(&a, &b);
        if a.persisted == b.persisted && a.persisted {
            prop_assert_eq!(kept.updated_at, a.updated_at.max(b.updated_at));
        }
        prop_assert_eq!(kept.persisted, a.persisted || b.persisted);
    }

    // W2
    #[test]
    fn what_a_page_holds_does_not_depend_on_the_order_of_arrival(
        (views, shuffled) in proptest::collection::vec(views(), 0..8)
            .prop_flat_map(|views| (Just(views.clone()), Just(views).prop_shuffle())),
    ) {
        let hold = |views: Vec<ReachabilityView>| {
            views.into_iter().fold(Held::default(), Held::accept)
        };
        let held = hold(views.clone());
        prop_assert_eq!(&held, &hold(shuffled));
        prop_assert!(held.record.as_ref().is_none_or(|record| record.persisted));
        prop_assert!(held.unsaved.as_ref().is_none_or(|outcome| !outcome.persisted));
        prop_assert_eq!(held.record.is_some(), views.iter().any(|view| view.persisted));
        let again = views.into_iter().fold(held.clone(), Held::accept);
        prop_assert_eq!(again, held, "a second delivery changes nothing");
    }

    // covers: SSH-REACHABILITY-001.24
    #[test]
    fn clamping_is_a_fixpoint(configured in any::<i64>()) {
        let (interval, clamp) = EffectiveInterval::from_seconds(configured);
        let seconds = i64::from(interval.seconds());
        prop_assert_eq!(EffectiveInterval::from_seconds(seconds), (interval, None));
        prop_assert_eq!(clamp.is_none(), seconds == configured);
        prop_assert!(seconds == 0 || (15..=3600).contains(&seconds));
    }

    // covers: SSH-REACHABILITY-002.4
    #[test]
    fn what_is_stale_stays_stale(
        checked_at in moments(), interval in intervals(), now in moments(), later in 0_i64..1 << 50,
    ) {
        let of = |now| Freshness::of(Some(checked_at), interval, now);
        if of(now) == Freshness::Stale {
            prop_assert_eq!(of(now.saturating_add(later)), Freshness::Stale);
        }
        prop_assert_eq!(
            of(now) == Freshness::Stale,
            stale_from(Some(checked_at), interval).is_some_and(|from| now >= from)
        );
    }

    #[test]
    fn an_age_never_shrinks(at in moments(), now in moments(), later in 0_i64..1 << 50) {
        let size = |age: Age| (age.unit, -age.value);
        let (first, second) = (Age::of(at, now), Age::of(at, now.saturating_add(later)));
        prop_assert!(size(first) <= size(second));
        prop_assert!(first.value <= 0);
    }

    // covers: SSH-REACHABILITY-001.27
    #[test]
    fn classification_depends_on_what_was_seen_not_on_its_order(
        evidence in subsequence(&strategies::EVIDENCE[..], 0..=8).prop_shuffle(),
    ) {
        let seen: BTreeSet<_> = evidence.iter().copied().collect();
        let sorted: Vec<_> = seen.into_iter().collect();
        let reason = classify(&evidence);
        prop_assert_eq!(reason, classify(&sorted));
        let twice = [evidence.clone(), evidence.clone()].concat();
        prop_assert_eq!(reason, classify(&twice));
        if evidence.contains(&DialEvidence::HostKeyRejected) {
            prop_assert!(reason == Reason::HostKey || evidence.contains(&DialEvidence::NotDialable));
        }
    }

    // covers: SSH-REACHABILITY-001.18
    #[test]
    fn two_configurations_are_equal_exactly_when_their_digests_are(a in configs(), b in configs()) {
        let is_equal = a.changed_fields(&b).is_empty();
        prop_assert_eq!(is_equal, a == b);
        prop_assert_eq!(is_equal, a.digest() == b.digest());
        prop_assert_eq!(a.changed_fields(&b), b.changed_fields(&a));
    }

    // covers: SSH-REACHABILITY-002.15
    #[test]
    fn no_text_makes_the_timestamp_reader_panic(text in ".{0,40}") {
        let _ = UnixMicros::parse_rfc3339(&text);
    }

    // covers: SSH-REACHABILITY-002.15
    #[test]
    fn what_the_timestamp_reader_takes_is_what_chrono_understands(
        text in "[0-9]{4}-[01][0-9]-[0-3][0-9][Tt ][0-2][0-9]:[0-6][0-9]:[0-6][0-9](\\.[0-9]{0,9})?([Zz]|[-+−][0-2][0-9]:[0-6][0-9])",
    ) {
        let chrono = DateTime::parse_from_rfc3339(&text).map(|at| at.timestamp_micros()).ok();
        let strict = UnixMicros::parse_rfc3339(&text).map(UnixMicros::as_micros).ok();
        let is_lenient = text.contains(['t', 'z', ' ', '−']) || text.get(17..19) == Some("60");
        let is_in_range = chrono.is_some_and(|at| UnixMicros::new(at).as_micros() == at);
        prop_assert_eq!(strict, chrono.filter(|_| !is_lenient && is_in_range), "{}", text);
    }

    #[test]
    fn a_moment_survives_its_text(at in moments()) {
        let text = at.to_string();
        prop_assert_eq!(text.len(), "2026-09-06T10:00:00.000000Z".len());
        prop_assert_eq!(UnixMicros::parse_rfc3339(&text), Ok(at));
        let chrono = DateTime::parse_from_rfc3339(&text).unwrap();
        prop_assert_eq!(chrono.timestamp_micros(), at.as_micros());
    }

    #[test]
    fn moments_and_their_texts_have_one_order(a in moments(), b in moments()) {
        prop_assert_eq!(a.cmp(&b), a.to_string().cmp(&b.to_string()));
    }

    #[test]
    fn a_form_saves_what_stands_in_it(draft in drafts(), stored in drafts()) {
        let stored = saved(&stored);
        let check = draft.clone().check(&stored);
        prop_assert_eq!(&check.errors, &[]);
        let after = Editable {
            name: check.save.name.unwrap_or_else(|| stored.name.clone()),
            config: check.save.config.apply(&stored.config).unwrap(),
        };
        prop_assert_eq!(&after.config.connection, &saved(&draft).config.connection);
        prop_assert_eq!(&after.name, &draft.name);
        prop_assert_eq!(check.is_changed, after.name != stored.name || !check.changed.is_empty());
        prop_assert_eq!(
            check.changed,
            after.config.connection.changed_fields(&stored.config.connection)
        );
        let again = ExecutorDraft::of(after.clone()).check(&after);
        prop_assert!(!again.is_changed);
    }

    #[test]
    fn no_text_makes_the_form_panic(text in ".{0,20}", stored in drafts()) {
        let stored = saved(&stored);
        let draft = ExecutorDraft {
            name: text.clone(),
            host: text.clone(),
            host_alias: text.clone(),
            port: text.clone(),
            user: text.clone(),
            identity_source: text.clone(),
            identity_file: text.clone(),
            proxy_jump: text.clone(),
            host_fingerprint: text,
        };
        let check = draft.check(&stored);
        let refused = check.save.config.apply(&stored.config).is_err();
        prop_assert!(!refused, "what the form lets through the server takes");
    }
}

fn saved(draft: &ExecutorDraft) -> Editable {
    let check = draft.clone().check(&Editable::default());
    Editable {
        name: check.save.name.unwrap(),
        config: check.save.config.apply(&ExecutorConfig::default()).unwrap(),
    }
}
