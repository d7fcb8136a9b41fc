//! Rows to values. A value that no version of Reach writes is an error, never a guess.

use std::fmt;

use reach_logic::session::{LaunchStep, SessionState};
use reach_logic::{
    Executor, ExecutorId, ExecutorStatus, ExecutorType, ReachabilityRecord, Reason, SessionId,
    State, UnixMicros,
};

use super::engine::Engine;
use super::{SessionRow, StoreError, StoredExecutor};

/// An executor from a row with the columns of `executors`.
pub(super) fn executor<D: Engine>(row: &D::Row) -> Result<StoredExecutor, StoreError> {
    let id: ExecutorId = parsed("executors.id", &text::<D>(row, "id")?)?;
    let kind = text::<D>(row, "type")?;
    let status = text::<D>(row, "status")?;
    let config = text::<D>(row, "config")?;
    Ok(StoredExecutor {
        executor: Executor {
            name: text::<D>(row, "name")?,
            kind: ExecutorType::from_token(&kind)
                .ok_or_else(|| corrupt("executors.type", &kind))?,
            status: ExecutorStatus::from_token(&status)
                .ok_or_else(|| corrupt("executors.status", &status))?,
            config: serde_json::from_str(&config)
                .map_err(|error| corrupt("executors.config", &format!("{id}: {error}")))?,
            created_at: instant::<D>(row, "created_at")?,
            updated_at: instant::<D>(row, "updated_at")?,
            id,
        },
        generation: integer::<D>(row, "generation")?,
    })
}

/// The record in a row, `None` where a join found none.
pub(super) fn record<D: Engine>(
    executor_id: &ExecutorId,
    row: &D::Row,
) -> Result<Option<ReachabilityRecord>, StoreError> {
    let Some(updated_at) = D::integer(row, "record_updated_at")? else {
        return Ok(None);
    };
    let state = text::<D>(row, "state")?;
    let reason = text::<D>(row, "reason")?;
    let failures = integer::<D>(row, "consecutive_failures")?;
    Ok(Some(ReachabilityRecord {
        executor_id: executor_id.clone(),
        state: State::from_token(&state)
            .ok_or_else(|| corrupt("executor_reachability.state", &state))?,
        reason: if reason.is_empty() {
            None
        } else {
            let known = Reason::from_token(&reason);
            Some(known.ok_or_else(|| corrupt("executor_reachability.reason", &reason))?)
        },
        message: text::<D>(row, "message")?,
        consecutive_failures: u32::try_from(failures)
            .map_err(|_| corrupt("executor_reachability.consecutive_failures", &failures))?,
        host: text::<D>(row, "host")?,
        config_digest: text::<D>(row, "config_digest")?,
        checked_at: D::integer(row, "checked_at")?.map(UnixMicros::new),
        last_success_at: D::integer(row, "last_success_at")?.map(UnixMicros::new),
        updated_at: UnixMicros::new(updated_at),
    }))
}

/// A session from a row with the columns of `sessions`.
pub(super) fn session<D: Engine>(row: &D::Row) -> Result<SessionRow, StoreError> {
    let id: SessionId = parsed("sessions.id", &text::<D>(row, "id")?)?;
    let state = text::<D>(row, "state")?;
    let step = D::text(row, "step")?;
    let not_read = |column: &'static str| {
        let id = id.clone();
        move |error: serde_json::Error| corrupt(column, &format!("{id}: {error}"))
    };
    let spec = text::<D>(row, "spec")?;
    let failure = D::text(row, "failure")?;
    let resume = D::text(row, "resume")?;
    Ok(SessionRow {
        executor_id: parsed("sessions.executor_id", &text::<D>(row, "executor_id")?)?,
        name: text::<D>(row, "name")?,
        spec: serde_json::from_str(&spec).map_err(not_read("sessions.spec"))?,
        state: SessionState::from_token(&state).ok_or_else(|| corrupt("sessions.state", &state))?,
        step: match step {
            None => None,
            Some(step) => {
                Some(LaunchStep::from_token(&step).ok_or_else(|| corrupt("sessions.step", &step))?)
            }
        },
        failure: failure
            .map(|text| serde_json::from_str(&text).map_err(not_read("sessions.failure")))
            .transpose()?,
        config_digest: text::<D>(row, "config_digest")?,
        resume: resume
            .map(|text| serde_json::from_str(&text).map_err(not_read("sessions.resume")))
            .transpose()?,
        controller_may_remain: integer::<D>(row, "controller_may_remain")? != 0,
        started_at: D::integer(row, "started_at")?.map(UnixMicros::new),
        created_at: UnixMicros::new(integer::<D>(row, "created_at")?),
        updated_at: UnixMicros::new(integer::<D>(row, "updated_at")?),
        id,
    })
}

fn text<D: Engine>(row: &D::Row, column: &'static str) -> Result<String, StoreError> {
    D::text(row, column)?.ok_or_else(|| corrupt(column, &"null"))
}

fn integer<D: Engine>(row: &D::Row, column: &'static str) -> Result<i64, StoreError> {
    D::integer(row, column)?.ok_or_else(|| corrupt(column, &"null"))
}

fn instant<D: Engine>(row: &D::Row, column: &'static str) -> Result<UnixMicros, StoreError> {
    integer::<D>(row, column).map(UnixMicros::new)
}

fn parsed<T: std::str::FromStr>(column: &str, text: &str) -> Result<T, StoreError> {
    text.parse().map_err(|_| corrupt(column, &text))
}

fn corrupt(column: &str, value: &dyn fmt::Display) -> StoreError {
    StoreError::Corrupt(format!("{column}: {value}"))
}
