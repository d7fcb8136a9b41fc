//! What is logged, and how.

use super::Setting;
use super::reader::{LOG_FORMAT, LOG_LEVEL, Reader};

/// The least important level that is logged.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[expect(missing_docs, reason = "the usual five")]
pub enum LogLevel {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

impl LogLevel {
    const ALL: [Self; 5] = [
        Self::Error,
        Self::Warn,
        Self::Info,
        Self::Debug,
        Self::Trace,
    ];

    /// The token used in the configuration.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warn => "warn",
            Self::Info => "info",
            Self::Debug => "debug",
            Self::Trace => "trace",
        }
    }
}

/// The form of a log line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum LogFormat {
    /// Text on a terminal, JSON otherwise (A4).
    ByTerminal,
    /// One JSON object per line.
    Json,
    /// For people.
    Text,
}

impl LogFormat {
    /// The token used in the configuration; the default has none.
    pub const fn token(self) -> &'static str {
        match self {
            Self::ByTerminal => "by terminal",
            Self::Json => "json",
            Self::Text => "text",
        }
    }
}

/// Logs go to standard error, always.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields' types say what they are")]
pub struct LogConfig {
    pub format: Setting<LogFormat>,
    pub level: Setting<LogLevel>,
}

impl LogConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        Self {
            format: reader.text(&LOG_FORMAT, LogFormat::ByTerminal, |text| {
                [LogFormat::Json, LogFormat::Text]
                    .into_iter()
                    .find(|format| format.token() == text)
                    .ok_or_else(|| "expected text or json".to_owned())
            }),
            level: reader.text(&LOG_LEVEL, LogLevel::Info, |text| {
                LogLevel::ALL
                    .into_iter()
                    .find(|level| level.token() == text)
                    .ok_or_else(|| "expected error, warn, info, debug or trace".to_owned())
            }),
        }
    }
}
