//! The probe interval: lenient in the environment, strict in the file.

use reach_logic::interval::{MAX_SECONDS, MIN_SECONDS};
use reach_logic::{Clamp, EffectiveInterval};
use serde::Serialize;

use super::node::Node;
use super::reader::{INTERVAL, Reader, subject};
use super::{Setting, Source};

/// How often hosts are probed.
#[derive(Clone, Debug)]
pub struct ReachabilityConfig {
    /// The interval in force; nothing else is ever used.
    pub interval: Setting<EffectiveInterval>,
    /// What was configured instead, for people; none when that is in force.
    pub replaced: Option<Replaced>,
}

/// A configured interval that is not used as written.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Replaced {
    /// Seconds out of range.
    Seconds(i64),
    /// No whole number.
    Text(String),
}

impl ReachabilityConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        // The file is checked even when the environment overrides it.
        let from_file = from_file(reader);
        match reader.variable(&INTERVAL) {
            Some((text, source)) => from_environment(reader, text.trim(), source),
            None => match from_file {
                Some((seconds, source)) => normalised(reader, seconds, source),
                None => Self {
                    interval: Setting::default_of(EffectiveInterval::DEFAULT),
                    replaced: None,
                },
            },
        }
    }
}

fn from_file(reader: &mut Reader<'_>) -> Option<(i64, Source)> {
    let (value, source) = reader.file_value(&INTERVAL)?;
    if let Node::Whole(seconds) = value {
        return Some((*seconds, source));
    }
    let complaint = "expected a whole number of seconds".to_owned();
    reader.problem(subject(&INTERVAL, &source), complaint);
    None
}

fn from_environment(reader: &mut Reader<'_>, text: &str, source: Source) -> ReachabilityConfig {
    let Some(seconds) = whole_number(text) else {
        let name = subject(&INTERVAL, &source);
        let notice = format!(
            "{name} is not a whole number of seconds; the default of {} s is used",
            EffectiveInterval::DEFAULT.seconds()
        );
        reader.notice(&INTERVAL, notice);
        return ReachabilityConfig {
            interval: Setting {
                value: EffectiveInterval::DEFAULT,
                source,
            },
            replaced: Some(Replaced::Text(text.to_owned())),
        };
    };
    normalised(reader, seconds, source)
}

/// A decimal whole number; one that needs more than 64 bits is held at the end of their range.
fn whole_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let end = if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    Some(text.parse().unwrap_or(end))
}

fn normalised(reader: &mut Reader<'_>, seconds: i64, source: Source) -> ReachabilityConfig {
    let (value, clamp) = EffectiveInterval::from_seconds(seconds);
    if let Some(clamp) = clamp {
        let name = subject(&INTERVAL, &source);
        let used = value.seconds();
        let text = match clamp {
            Clamp::NegativeToDefault => {
                format!("{name} is negative; the default of {used} s is used")
            }
            Clamp::RaisedToMin => {
                format!("{name} is {seconds} s, below {MIN_SECONDS} s; {used} s is used")
            }
            Clamp::LoweredToMax => {
                format!("{name} is above {MAX_SECONDS} s; {used} s is used")
            }
        };
        reader.notice(&INTERVAL, text);
    }
    ReachabilityConfig {
        interval: Setting { value, source },
        replaced: clamp.map(|_| Replaced::Seconds(seconds)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::PathBuf;

    use super::super::tests::{Parsed, parse};
    use super::*;

    const REACH: &str = "REACH_EXECUTORS_SSHREACHABILITYINTERVALSECONDS";
    const KANDEV: &str = "KANDEV_EXECUTORS_SSHREACHABILITYINTERVALSECONDS";

    fn read(file: Option<&str>, environment: &[(&str, &str)]) -> Parsed {
        let file =
            file.map(|value| format!("executors:\n  sshReachabilityIntervalSeconds: {value}\n"));
        let environment: BTreeMap<&str, &str> = environment.iter().copied().collect();
        parse(file.as_deref().unwrap_or_default(), &environment, &[])
    }

    fn accepted(file: Option<&str>, environment: &[(&str, &str)]) -> (u32, usize, Source) {
        let config = read(file, environment).unwrap();
        let interval = config.reachability.interval;
        (
            interval.value.seconds(),
            config.notices.len(),
            interval.source,
        )
    }

    fn file() -> Source {
        Source::File(PathBuf::from("/data/config.yaml"))
    }

    // covers: SSH-REACHABILITY-001.23, SSH-REACHABILITY-001.24
    #[test]
    fn nothing_said_is_the_default_without_a_word() {
        assert_eq!(accepted(None, &[]), (60, 0, Source::Default));
        for unset in ["", " ", "\t\n"] {
            let both = [(REACH, unset), (KANDEV, unset)];
            assert_eq!(accepted(None, &both), (60, 0, Source::Default), "{unset:?}");
        }
        assert_eq!(accepted(Some(""), &[]), (60, 0, Source::Default));
        assert_eq!(accepted(Some("~"), &[]), (60, 0, Source::Default));
    }

    // covers: SSH-REACHABILITY-001.24
    #[test]
    fn a_number_is_held_to_the_range_from_either_source_and_said_once() {
        for (written, seconds, notices) in [
            ("0", 0, 0),
            ("1", 15, 1),
            ("14", 15, 1),
            ("15", 15, 0),
            ("60", 60, 0),
            ("3600", 3600, 0),
            ("3601", 3600, 1),
            ("9223372036854775807", 3600, 1),
            ("-1", 60, 1),
            ("-9223372036854775808", 60, 1),
        ] {
            let environment = Source::Environment(REACH);
            let variable = [(REACH, written)];
            let of_variable = accepted(None, &variable);
            assert_eq!(of_variable, (seconds, notices, environment), "{written}");
            let of_file = accepted(Some(written), &[]);
            assert_eq!(of_file, (seconds, notices, file()), "{written}");
        }
    }

    // covers: SSH-REACHABILITY-001.24
    #[test]
    fn in_the_environment_what_is_no_whole_number_is_the_default_whatever_the_file_says() {
        for written in [
            "60s", "1.0", "1e3", "abc", "0x3c", "1 000", "--5", "+", "-", "٣", "1_0",
        ] {
            for in_file in [None, Some("300"), Some("0")] {
                let outcome = accepted(in_file, &[(REACH, written)]);
                assert_eq!(outcome, (60, 1, Source::Environment(REACH)), "{written}");
            }
        }
        let outcome = accepted(Some("300"), &[(REACH, "-5")]);
        assert_eq!(outcome, (60, 1, Source::Environment(REACH)));
    }

    #[test]
    fn what_was_configured_is_kept_only_where_something_else_is_in_force() {
        let seconds = |seconds| Some(Replaced::Seconds(seconds));
        for (written, replaced) in [
            ("60", None),
            ("0", None),
            ("5", seconds(5)),
            ("-1", seconds(-1)),
            ("3601", seconds(3601)),
            (" 60s ", Some(Replaced::Text("60s".to_owned()))),
        ] {
            let config = read(Some("300"), &[(REACH, written)]).unwrap();
            assert_eq!(config.reachability.replaced, replaced, "{written}");
        }
        let in_file = read(Some("5"), &[]).unwrap();
        assert_eq!(in_file.reachability.replaced, seconds(5));
    }

    // covers: SSH-REACHABILITY-001.24
    #[test]
    fn in_the_environment_what_needs_more_than_64_bits_is_above_or_below_the_range() {
        for (written, seconds) in [
            ("9223372036854775808", 3600),
            ("99999999999999999999999", 3600),
            ("-99999999999999999999999", 60),
        ] {
            let outcome = accepted(None, &[(REACH, written)]);
            assert_eq!(
                outcome,
                (seconds, 1, Source::Environment(REACH)),
                "{written}"
            );
        }
    }

    // covers: SSH-REACHABILITY-001.24
    #[test]
    fn in_the_file_what_is_no_whole_number_refuses_the_start_by_name() {
        for written in [
            "60s",
            "60.5",
            "60.0",
            "\"60\"",
            "true",
            "[60]",
            "{a: 1}",
            "1e3",
            "9223372036854775808",
            "99999999999999999999",
            "-99999999999999999999",
        ] {
            for environment in [&[][..], &[(REACH, "30")]] {
                let problems = read(Some(written), environment).unwrap_err().problems;
                assert_eq!(problems.len(), 1, "{written}: {problems:?}");
                let line = problems[0].to_string();
                assert!(
                    line.contains("executors.sshReachabilityIntervalSeconds"),
                    "{line}"
                );
                assert!(line.contains("/data/config.yaml"), "{line}");
                assert!(line.contains("whole number"), "{line}");
            }
        }
    }

    // covers: SSH-REACHABILITY-001.24
    #[test]
    fn the_first_variable_that_is_not_blank_counts() {
        let outcome = |reach, kandev| accepted(Some("300"), &[(REACH, reach), (KANDEV, kandev)]);
        assert_eq!(outcome("20", "30"), (20, 0, Source::Environment(REACH)));
        assert_eq!(outcome(" 20 ", "30"), (20, 0, Source::Environment(REACH)));
        assert_eq!(outcome("  ", "30"), (30, 0, Source::Environment(KANDEV)));
        assert_eq!(outcome("bad", "30"), (60, 1, Source::Environment(REACH)));
        assert_eq!(outcome("", "").2, file());
        let only = accepted(None, &[(KANDEV, "0")]);
        assert_eq!(only, (0, 0, Source::Environment(KANDEV)));
    }
}
