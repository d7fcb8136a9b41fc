//! Tags for conditional reads of records.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reach_logic::{ReachabilityView, UnixMicros};
use sha2::{Digest as _, Sha256};

/// A weak tag over everything but `at`, which is the time of the answer and says nothing about the
/// records.
pub(super) fn of(views: &[ReachabilityView]) -> String {
    let mut hash = Sha256::new();
    for view in views {
        let view = ReachabilityView {
            at: UnixMicros::new(0),
            ..view.clone()
        };
        // A view is plain data and always has a JSON form; an empty one only costs a re-read.
        hash.update(serde_json::to_vec(&view).unwrap_or_default());
        hash.update(*b"\n");
    }
    let digest = hash.finalize();
    let start = URL_SAFE_NO_PAD.encode(digest.iter().take(18).copied().collect::<Vec<u8>>());
    format!("W/\"{start}\"")
}
