//! Which of two views of one record to keep.

use crate::ReachabilityView;

/// Keeps the view with the later `updated_at`; a null one is older than any real one. Completion
/// time does not order records: a reset clears it.
///
/// Of two views with the same `updated_at`, `held` stays.
pub fn reconcile<'a>(
    held: &'a ReachabilityView,
    arrived: &'a ReachabilityView,
) -> &'a ReachabilityView {
    if arrived.updated_at > held.updated_at {
        arrived
    } else {
        held
    }
}
