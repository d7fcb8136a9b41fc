//! What commands print.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};

use crate::config::ConfigError;

/// Prints a line of a command's result. Nobody has to read it.
pub(super) fn print(line: impl Display) {
    let mut stdout = io::stdout();
    let _ = if stdout.is_terminal() {
        writeln!(stdout, "{}", shown(&line.to_string()))
    } else {
        writeln!(stdout, "{line}")
    };
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
