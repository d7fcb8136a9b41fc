//! What a save means, as pure functions: the same for every store.

use reach_logic::form::check_name;
use reach_logic::{
    Executor, ExecutorId, ExecutorPatch, ExecutorStatus, FieldError, NewExecutor,
    ReachabilityRecord, UnixMicros,
};

use super::StoredExecutor;

/// A name without case, for comparing: upper-cased, then lower-cased, character by character, so
/// that "ß" and "SS" meet and a final sigma does not matter. The databases' own functions do not
/// agree beyond ASCII.
pub fn name_key(name: &str) -> String {
    name.chars()
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
        .collect()
}

/// The row that a create makes.
pub fn created(id: &ExecutorId, new: &NewExecutor, now: UnixMicros) -> StoredExecutor {
    StoredExecutor {
        executor: Executor {
            id: id.clone(),
            name: new.name.clone(),
            kind: new.kind,
            status: new.status,
            config: new.config.clone(),
            created_at: now,
            updated_at: now,
        },
        generation: 1,
    }
}

/// The row after a partial save; the same as `before` when the save changes nothing.
///
/// A changed connection configuration or status bumps the generation (R2). `updated_at` strictly
/// advances (R6).
///
/// # Errors
/// Every complaint about the members at once.
pub fn saved(
    before: &StoredExecutor,
    patch: &ExecutorPatch,
    now: UnixMicros,
) -> Result<StoredExecutor, Vec<FieldError>> {
    let mut after = before.clone();
    let executor = &mut after.executor;
    let mut errors = Vec::new();
    if let Some(name) = &patch.name {
        match check_name(name) {
            Ok(name) => executor.name = name,
            Err(error) => errors.push(error),
        }
    }
    if let Some(status) = patch.status {
        executor.status = status;
    }
    match patch.config.clone().apply(&before.executor.config) {
        Ok(config) => executor.config = config,
        Err(more) => errors.extend(more),
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    if after == *before {
        return Ok(after);
    }
    after.executor.updated_at = now.max(before.executor.updated_at.saturating_add(1));
    if after.executor.status != before.executor.status || reconfigured(before, &after) {
        after.generation += 1;
    }
    Ok(after)
}

/// Whether a save invalidates the record (R3, R-001.18). Eligibility is judged on the row after
/// the save: an inactive executor keeps its record.
pub fn resets(
    before: Option<&StoredExecutor>,
    after: &StoredExecutor,
    record: Option<&ReachabilityRecord>,
) -> bool {
    if !after.executor.is_eligible() {
        return false;
    }
    let Some(before) = before else {
        return true;
    };
    let describes_this = |record: &ReachabilityRecord| {
        record.config_digest == after.executor.config.connection.digest()
    };
    let reactivated = before.executor.status == ExecutorStatus::Inactive;
    reconfigured(before, after) || (reactivated && !record.is_some_and(describes_this))
}

fn reconfigured(before: &StoredExecutor, after: &StoredExecutor) -> bool {
    let (was, is) = (&before.executor.config, &after.executor.config);
    !was.connection.changed_fields(&is.connection).is_empty()
}

#[cfg(test)]
mod tests {
    use super::name_key;

    #[test]
    fn names_meet_whatever_their_case() {
        for (one, other) in [
            ("GPU-1", "gpu-1"),
            ("Straße", "STRASSE"),
            ("ΣΑΣ", "σας"),
            ("ŻÓŁĆ", "żółć"),
        ] {
            assert_eq!(name_key(one), name_key(other), "{one} {other}");
        }
        assert_ne!(name_key("gpu-1"), name_key("gpu-2"));
    }
}
