//! The probe interval: lenient in the environment, strict in the file.

use reach_logic::interval::{MAX_SECONDS, MIN_SECONDS};
use reach_logic::{Clamp, EffectiveInterval};

use super::reader::{INTERVAL, Reader, subject};
use super::{Setting, Source};

/// How often hosts are probed.
#[derive(Clone, Debug)]
pub struct ReachabilityConfig {
    /// The interval in force; nothing else is ever used.
    pub interval: Setting<EffectiveInterval>,
}

impl ReachabilityConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        // The file is checked even when the environment overrides it.
        let from_file = from_file(reader);
        let interval = match reader.variable(&INTERVAL) {
            Some((text, source)) => from_environment(reader, text.trim(), source),
            None => match from_file {
                Some((seconds, source)) => normalised(reader, seconds, source),
                None => Setting::default_of(EffectiveInterval::DEFAULT),
            },
        };
        Self { interval }
    }
}

fn from_file(reader: &mut Reader<'_>) -> Option<(i64, Source)> {
    let (value, source) = reader.file_value(&INTERVAL)?;
    let seconds = value.as_i64();
    if seconds.is_none() {
        let complaint = "expected a whole number of seconds".to_owned();
        reader.problem(subject(&INTERVAL, &source), complaint);
    }
    seconds.map(|seconds| (seconds, source))
}

fn from_environment(
    reader: &mut Reader<'_>,
    text: &str,
    source: Source,
) -> Setting<EffectiveInterval> {
    let Some(seconds) = whole_number(text) else {
        let name = subject(&INTERVAL, &source);
        let text = format!(
            "{name} is not a whole number of seconds; the default of {} s is used",
            EffectiveInterval::DEFAULT.seconds()
        );
        reader.notice(&INTERVAL, text);
        return Setting {
            value: EffectiveInterval::DEFAULT,
            source,
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

fn normalised(reader: &mut Reader<'_>, seconds: i64, source: Source) -> Setting<EffectiveInterval> {
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
    Setting { value, source }
}
