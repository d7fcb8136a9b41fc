//! What commands print.

use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::sync::OnceLock;

use crate::config::ConfigError;

/// Neither an answer nor a refusal; what Nagios calls unknown.
const NOT_WRITTEN: u8 = 3;

/// Why a line did not get out. There is one for the process, as there is one standard output.
static FAULT: OnceLock<io::Error> = OnceLock::new();

/// Prints a line of a command's result; [`ended`] tells if that fails.
pub(super) fn print(line: impl Display) {
    let mut stdout = io::stdout();
    let written = if stdout.is_terminal() {
        writeln!(stdout, "{}", shown(&line.to_string()))
    } else {
        writeln!(stdout, "{line}")
    };
    if let Err(error) = written {
        // The first one says enough.
        let _ = FAULT.set(error);
    }
}

/// The code that a command exits with: its own, unless it would be a success and the result did
/// not get out. Nobody has to read all of it: a pipe may be closed.
pub fn ended(code: ExitCode) -> ExitCode {
    match FAULT.get() {
        Some(error) if error.kind() != ErrorKind::BrokenPipe => {
            complain(format_args!("the result cannot be written: {error}"));
            if code == ExitCode::SUCCESS {
                ExitCode::from(NOT_WRITTEN)
            } else {
                code
            }
        }
        Some(_) | None => code,
    }
}

/// Prints one line about why nothing was done, whatever the cause says.
pub fn complain(error: impl Display) {
    let line = error.to_string();
    let line: Vec<&str> = line.split_whitespace().collect();
    let _ = writeln!(io::stderr(), "reach: {}", shown(&line.join(" ")));
}

/// A line as a terminal may have it: what a host logged, or a file says, could otherwise command
/// the terminal.
fn shown(line: &str) -> String {
    let harmless = |one: char| !one.is_control() || one == '\n' || one == '\t';
    line.chars()
        .map(|one| if harmless(one) { one } else { '\u{fffd}' })
        .collect()
}

/// One line for each problem.
pub fn complain_about_config(error: &ConfigError) {
    for problem in &error.problems {
        complain(problem);
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn nothing_that_is_shown_commands_the_terminal() {
        let hostile = "\u{1b}]0;title\u{7}\ta\u{9b}31mü\u{7f}";
        assert_eq!(
            shown(hostile),
            "\u{fffd}]0;title\u{fffd}\ta\u{fffd}31mü\u{fffd}"
        );
    }
}
