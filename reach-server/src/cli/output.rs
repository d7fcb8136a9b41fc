//! What commands print.

use std::fmt::Display;
use std::io::{self, Write as _};

use crate::config::ConfigError;

/// Prints a line of a command's result. Nobody has to read it.
pub(super) fn print(line: impl Display) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// Prints one line about why nothing was done, whatever the cause says.
pub fn complain(error: impl Display) {
    let line = error.to_string();
    let line: Vec<&str> = line.split_whitespace().collect();
    let _ = writeln!(io::stderr(), "reach: {}", line.join(" "));
}

/// One line for each problem.
pub fn complain_about_config(error: &ConfigError) {
    for problem in &error.problems {
        complain(problem);
    }
}
