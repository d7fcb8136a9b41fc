//! Logs: to standard error, text on a terminal and JSON otherwise (A4). Standard output belongs
//! to the `listening` line.

use std::io::{self, IsTerminal as _};
use std::panic;

use tracing::error;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::{LogConfig, LogFormat, LogLevel};

/// Installs the process's logger, and makes panics a part of the log. Later calls change nothing.
pub fn install(config: &LogConfig) {
    panic::set_hook(Box::new(|panic| {
        let location = panic.location().map(ToString::to_string);
        // Escaped: the text may repeat what somebody sent.
        let text = panic.payload_as_str().unwrap_or_default();
        error!(panic.location = location, panic.message = ?text, "a defect in Reach");
    }));
    // A line that cannot be written is lost: the library would complain about it to the same
    // standard error, and panic when the terminal is gone.
    let builder = fmt()
        .with_writer(io::stderr)
        .with_env_filter(filter(config.level.value))
        .log_internal_errors(false);
    let terminal = io::stderr().is_terminal();
    // An error says that there is a logger already, as in a test.
    let _ = match config.format.value {
        LogFormat::ByTerminal if terminal => builder.finish().try_init(),
        LogFormat::Text => builder.with_ansi(terminal).finish().try_init(),
        LogFormat::ByTerminal | LogFormat::Json => {
            builder.json().flatten_event(true).finish().try_init()
        }
    };
}

/// The chosen level for Reach itself. Libraries repeat what the other side sent, and say more
/// than an operator asked for; they are one level quieter, down to warnings, and as quiet as asked
/// for below.
fn filter(level: LogLevel) -> EnvFilter {
    let libraries = match level {
        LogLevel::Error => LogLevel::Error,
        LogLevel::Warn | LogLevel::Info => LogLevel::Warn,
        LogLevel::Debug => LogLevel::Info,
        LogLevel::Trace => LogLevel::Debug,
    };
    EnvFilter::new(format!(
        "{},reach_server={level},reach={level}",
        libraries.token(),
        level = level.token()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_never_louder_than_what_was_asked_for() {
        for (level, libraries) in [
            (LogLevel::Error, "error"),
            (LogLevel::Warn, "warn"),
            (LogLevel::Info, "warn"),
            (LogLevel::Debug, "info"),
        ] {
            let filter = filter(level).to_string();
            let mut directives = filter.split(',');
            assert!(directives.any(|one| one == libraries), "{filter}");
        }
    }
}
