//! What a probe by the server found.

use std::process::ExitCode;

use reach_logic::{ReachabilityView, Reason, State};
use serde_json::json;

use super::super::output::{complain, print};
use super::{FAILED, NOT_USABLE};

/// Says it in the words of `reach probe`, and what the record makes of it where that is something
/// else.
pub(super) fn tell(view: &ReachabilityView, json: bool) -> ExitCode {
    if json {
        print(json!(view));
    } else {
        lines(view).iter().for_each(print);
    }
    if !view.persisted {
        complain("this result was not stored; the record stays as it was");
    }
    match view.reason {
        None => ExitCode::SUCCESS,
        Some(Reason::Config) => ExitCode::from(NOT_USABLE),
        Some(
            Reason::Timeout | Reason::HostKey | Reason::Auth | Reason::Network | Reason::Unknown,
        ) => ExitCode::from(FAILED),
    }
}

fn lines(view: &ReachabilityView) -> Vec<String> {
    let host = &view.host;
    let Some(reason) = view.reason else {
        return vec![format!("reachable: {host}")];
    };
    let mut lines = vec![
        format!("unreachable: {}: {host}", reason.token()),
        view.message.clone(),
    ];
    if view.state != State::Unreachable {
        lines.push(format!(
            "the record still says {}: one failure alone does not change it",
            view.state.token()
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use reach_logic::{EffectiveInterval, UnixMicros};

    use super::*;

    // W3
    #[test]
    fn a_failure_below_the_threshold_is_told_beside_the_state_that_stands() {
        let id = "gpu-1".parse().unwrap();
        let view = ReachabilityView {
            state: State::Reachable,
            reason: Some(Reason::Network),
            message: "connection refused".to_owned(),
            ..ReachabilityView::never_probed(
                id,
                "10.0.0.5".to_owned(),
                EffectiveInterval::DEFAULT,
                UnixMicros::new(0),
            )
        };
        let told = lines(&view);
        assert_eq!(told[0], "unreachable: network: 10.0.0.5");
        assert_eq!(told[1], "connection refused");
        assert!(told[2].contains("still says reachable"), "{told:?}");

        let down = ReachabilityView {
            state: State::Unreachable,
            ..view
        };
        assert_eq!(lines(&down).len(), 2);
    }
}
