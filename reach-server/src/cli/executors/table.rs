//! The list of hosts for a person: what the records say, in words.

use reach_logic::{
    Age, AgeUnit, Executor, ExecutorStatus, ExecutorType, Freshness, ReachabilityView, State,
};

const HEAD: [&str; COLUMNS] = ["NAME", "ADDRESS", "STATE", "CHECKED", "REASON"];
const COLUMNS: usize = 5;

/// One line for each host under a line of headings, in columns; nothing without hosts.
pub(super) fn lines(executors: &[Executor], records: &[ReachabilityView]) -> Vec<String> {
    if executors.is_empty() {
        return Vec::new();
    }
    let record_of = |executor: &Executor| {
        let mut records = records.iter();
        records.find(|record| record.executor_id == executor.id)
    };
    let rows = executors
        .iter()
        .map(|executor| row(executor, record_of(executor)));
    let rows: Vec<_> = std::iter::once(HEAD.map(str::to_owned))
        .chain(rows)
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: [usize; COLUMNS] = std::array::from_fn(|column| width(column).unwrap_or(0));
    let line = |row: &[String; COLUMNS]| {
        let cells = row.iter().zip(widths);
        let cells: Vec<_> = cells
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

fn row(executor: &Executor, record: Option<&ReachabilityView>) -> [String; COLUMNS] {
    let (checked, reason) = match record {
        Some(record) => (checked(record), reason(record)),
        None => (String::new(), String::new()),
    };
    [
        executor.name.clone(),
        address(executor),
        state(executor, record),
        checked,
        reason,
    ]
}

fn address(executor: &Executor) -> String {
    let connection = &executor.config.connection;
    let host = connection.display_host();
    match connection.port {
        Some(port) if host.contains(':') => format!("[{host}]:{port}"),
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

/// The state, and whatever keeps it from being the present one. Without a record nothing is known,
/// least of all that a host is unreachable.
fn state(executor: &Executor, record: Option<&ReachabilityView>) -> String {
    if executor.kind == ExecutorType::Local {
        return "this machine".to_owned();
    }
    let state = match record.map(|record| record.state) {
        Some(State::Reachable) => "reachable",
        Some(State::Unreachable) => "unreachable",
        Some(State::Unknown) => "unknown",
        None => "not known",
    };
    let mut words = vec![state];
    match executor.status {
        ExecutorStatus::Inactive => words.push("deactivated"),
        ExecutorStatus::Active => {}
    }
    match record.map(freshness) {
        Some(Freshness::Stale) => words.push("out of date"),
        Some(Freshness::Off) => words.push("probing off"),
        Some(Freshness::Current | Freshness::Never) | None => {}
    }
    words.join(", ")
}

fn freshness(record: &ReachabilityView) -> Freshness {
    Freshness::of(record.checked_at, record.probe_interval_seconds, record.at)
}

/// By the server's clock (W1).
fn checked(record: &ReachabilityView) -> String {
    match record.checked_at {
        Some(at) => ago(Age::of(at, record.at)),
        None => "never".to_owned(),
    }
}

fn ago(age: Age) -> String {
    let unit = match age.unit {
        AgeUnit::Second => "second",
        AgeUnit::Minute => "minute",
        AgeUnit::Hour => "hour",
        AgeUnit::Day => "day",
        AgeUnit::Month => "month",
        AgeUnit::Year => "year",
    };
    match age.value.unsigned_abs() {
        0 => "just now".to_owned(),
        1 => format!("1 {unit} ago"),
        count => format!("{count} {unit}s ago"),
    }
}

/// Also where the state still stands (W3).
fn reason(record: &ReachabilityView) -> String {
    let Some(reason) = record.reason else {
        return String::new();
    };
    let told = format!("{}: {}", reason.token(), record.message);
    match record.state {
        State::Unreachable => told,
        State::Reachable | State::Unknown => format!("last probe failed: {told}"),
    }
}

#[cfg(test)]
mod tests {
    use reach_logic::{ConnectionConfig, EffectiveInterval, ExecutorConfig, Reason, UnixMicros};

    use super::*;

    const NOW: UnixMicros = UnixMicros::new(1_700_000_000_000_000);

    fn executor(kind: ExecutorType, status: ExecutorStatus) -> Executor {
        Executor {
            id: "gpu-1".parse().unwrap(),
            name: "gpu-1".to_owned(),
            kind,
            status,
            config: ExecutorConfig {
                connection: ConnectionConfig {
                    host: Some("10.0.0.5".to_owned()),
                    port: Some(2222),
                    ..ConnectionConfig::default()
                },
                host_key_algorithm: None,
            },
            created_at: NOW,
            updated_at: NOW,
        }
    }

    fn ssh() -> Executor {
        executor(ExecutorType::Ssh, ExecutorStatus::Active)
    }

    fn record(state: State, interval: EffectiveInterval, seconds_ago: i64) -> ReachabilityView {
        let id = "gpu-1".parse().unwrap();
        ReachabilityView {
            state,
            checked_at: Some(NOW.saturating_add(-seconds_ago * 1_000_000)),
            ..ReachabilityView::never_probed(id, "10.0.0.5".to_owned(), interval, NOW)
        }
    }

    #[test]
    fn a_host_is_a_line_with_its_state_in_words_and_the_age_of_its_last_check() {
        let mut down = record(State::Unreachable, EffectiveInterval::DEFAULT, 61);
        down.reason = Some(Reason::Network);
        down.message = "connection refused".to_owned();
        assert_eq!(
            lines(&[ssh()], &[down.clone()]),
            [
                "NAME   ADDRESS        STATE        CHECKED       REASON",
                "gpu-1  10.0.0.5:2222  unreachable  1 minute ago  network: connection refused",
            ]
        );
        down.state = State::Reachable;
        let [_, _, state, _, reason] = row(&ssh(), Some(&down));
        assert_eq!(state, "reachable");
        assert_eq!(reason, "last probe failed: network: connection refused");
        assert_eq!(lines(&[], &[]), [""; 0]);
    }

    // covers: SSH-REACHABILITY-002.4
    #[test]
    fn a_result_is_marked_as_out_of_date_only_past_three_intervals() {
        let told = |ago| {
            let record = record(State::Reachable, EffectiveInterval::DEFAULT, ago);
            state(&ssh(), Some(&record))
        };
        assert_eq!(told(180), "reachable");
        assert_eq!(told(181), "reachable, out of date");
    }

    // covers: SSH-REACHABILITY-001.25
    #[test]
    fn the_list_says_that_probing_is_off_and_calls_nothing_out_of_date_then() {
        let record = record(State::Reachable, EffectiveInterval::OFF, 86_400);
        assert_eq!(state(&ssh(), Some(&record)), "reachable, probing off");
        assert_eq!(checked(&record), "1 day ago");
        let id = "gpu-1".parse().unwrap();
        let never = ReachabilityView::never_probed(id, String::new(), EffectiveInterval::OFF, NOW);
        assert_eq!(state(&ssh(), Some(&never)), "unknown, probing off");
        assert_eq!(checked(&never), "never");
    }

    // covers: SSH-REACHABILITY-002.10
    #[test]
    fn what_could_not_be_loaded_is_not_known() {
        let [_, _, state, checked, reason] = row(&ssh(), None);
        assert_eq!((&*state, &*checked, &*reason), ("not known", "", ""));
    }

    #[test]
    fn what_is_not_probed_says_why() {
        let inactive = executor(ExecutorType::Ssh, ExecutorStatus::Inactive);
        let record = record(State::Reachable, EffectiveInterval::DEFAULT, 3600);
        let told = state(&inactive, Some(&record));
        assert_eq!(told, "reachable, deactivated, out of date");
        let local = executor(ExecutorType::Local, ExecutorStatus::Active);
        assert_eq!(state(&local, None), "this machine");
    }
}
