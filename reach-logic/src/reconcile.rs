//! Which of two views of one record to keep, and what to do with an outcome that was
//! not stored (W2).

use serde::{Deserialize, Serialize};

use crate::{ReachabilityView, UnixMicros};

/// Keeps the view with the later `updated_at`; a null one is older than any real one. Completion
/// time does not order records: a reset clears it.
///
/// A view that was not stored never replaces a stored one. Two answers about the same write
/// differ only in what the server knew when it answered (interval, freshness): the later answer is
/// kept. What is left of a tie is broken by content, so that the order of arrival never matters.
pub fn reconcile<'a>(
    held: &'a ReachabilityView,
    arrived: &'a ReachabilityView,
) -> &'a ReachabilityView {
    if rank(arrived) > rank(held) {
        arrived
    } else {
        held
    }
}

/// A total order on the views of one executor: equal only for equal views.
fn rank(view: &ReachabilityView) -> impl Ord + '_ {
    let write = (view.persisted, last_write(view), view.updated_at, view.at);
    let outcome = (
        view.state,
        view.reason,
        &view.message,
        view.consecutive_failures,
        &view.host,
        view.checked_at,
        view.last_success_at,
    );
    let presentation = (
        view.probing_enabled,
        view.probe_interval_seconds,
        view.freshness,
    );
    (write, outcome, presentation, &view.executor_id)
}

/// The last write that the view knows of, or that an outcome which was not stored can stand
/// beside. For that one `updated_at` will not do: it is null when the store could not be read.
fn last_write(view: &ReachabilityView) -> Option<UnixMicros> {
    if view.persisted {
        view.updated_at
    } else {
        view.updated_at.max(Some(view.at))
    }
}

/// What a page holds about one executor.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(tsify::Tsify),
    tsify(missing_as_null, rename = "HeldReachability")
)]
pub struct Held {
    /// The record; null until one is loaded.
    pub record: Option<ReachabilityView>,
    /// The outcome of the last probe, if it was not stored: shown beside the record, marked as
    /// such, until the record is written again.
    pub unsaved: Option<ReachabilityView>,
}

impl Held {
    /// Takes in a view, from whatever source. The order of arrival does not matter.
    #[must_use]
    pub fn accept(self, arrived: ReachabilityView) -> Self {
        let Self {
            mut record,
            mut unsaved,
        } = self;
        if arrived.persisted {
            record = Some(greater(record, arrived));
        } else {
            unsaved = Some(greater(unsaved, arrived));
        }
        let written_at = record.as_ref().and_then(|record| record.updated_at);
        let unsaved = unsaved.filter(|outcome| written_at <= last_write(outcome));
        Self { record, unsaved }
    }
}

fn greater(held: Option<ReachabilityView>, arrived: ReachabilityView) -> ReachabilityView {
    match held {
        Some(held) if rank(&held) >= rank(&arrived) => held,
        Some(_) | None => arrived,
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::{EffectiveInterval, Freshness, Reason, State};

    // covers: SSH-REACHABILITY-002.3
    #[test]
    fn whatever_two_views_differ_in_the_same_one_is_kept() {
        let view = ReachabilityView::never_probed(
            "gpu-1".parse().unwrap(),
            "h1".to_string(),
            EffectiveInterval::DEFAULT,
            UnixMicros::new(1),
        );
        let moment = Some(UnixMicros::new(0));
        let with = |change: fn(&mut ReachabilityView)| {
            let mut view = view.clone();
            change(&mut view);
            view
        };
        let times = [
            ReachabilityView {
                checked_at: moment,
                ..view.clone()
            },
            ReachabilityView {
                last_success_at: moment,
                ..view.clone()
            },
            ReachabilityView {
                updated_at: moment,
                ..view.clone()
            },
        ];
        let others = [
            with(|v| v.executor_id = "gpu-2".parse().unwrap()),
            with(|v| v.state = State::Reachable),
            with(|v| v.reason = Some(Reason::Auth)),
            with(|v| v.message = "m".to_string()),
            with(|v| v.consecutive_failures = 1),
            with(|v| v.host = "h2".to_string()),
            with(|v| v.probing_enabled = false),
            with(|v| v.probe_interval_seconds = EffectiveInterval::OFF),
            with(|v| v.persisted = false),
            with(|v| v.freshness = Freshness::Off),
            with(|v| v.at = UnixMicros::new(2)),
        ];
        for other in times.iter().chain(&others) {
            assert_ne!(*other, view);
            assert_eq!(reconcile(&view, other), reconcile(other, &view));
        }
    }
}
