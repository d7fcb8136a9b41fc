//! What the server said no with (RFC 9457).

use std::fmt::{self, Write as _};

use serde_json::Value;

/// The document, or what came in its place.
#[derive(Debug)]
pub(super) struct Problem {
    status: u16,
    body: Value,
}

impl Problem {
    /// Reads the answer's body; one that is no problem document leaves the status alone.
    pub(super) fn read(status: u16, body: &str) -> Self {
        Self {
            status,
            body: serde_json::from_str(body).unwrap_or_default(),
        }
    }

    /// The same words, with the flag beside each field that has one.
    pub(super) fn with_flags(&self, flag_of: impl Fn(&str) -> Option<&'static str>) -> String {
        let text = |name: &str| self.body[name].as_str();
        let mut told = match (text("title"), text("detail")) {
            (Some(title), Some(detail)) => format!("{title}: {detail}"),
            _ => format!("the server answered with status {}", self.status),
        };
        for error in self.body["errors"].as_array().into_iter().flatten() {
            let text = |name: &str| error[name].as_str().unwrap_or_default();
            let (field, message) = (text("field"), text("message"));
            let flag = flag_of(field).map(|flag| format!(" ({flag})"));
            let flag = flag.unwrap_or_default();
            // Writing to a String cannot fail.
            let _ = write!(told, "; {field}{flag}: {message}");
        }
        told
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_flags(|_| None))
    }
}
