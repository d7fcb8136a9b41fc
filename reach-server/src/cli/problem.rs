//! What the server said no with (RFC 9457).

use std::fmt;

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
        let errors = self.body["errors"].as_array().into_iter().flatten();
        let errors: Vec<_> = errors
            .map(|error| {
                let text = |name: &str| error[name].as_str().unwrap_or_default();
                let (field, message) = (text("field"), text("message"));
                let flag = flag_of(field).map(|flag| format!(" ({flag})"));
                let flag = flag.unwrap_or_default();
                format!("{field}{flag}: {message}")
            })
            .collect();
        match (text("title"), text("detail")) {
            _ if !errors.is_empty() => errors.join("; "),
            (Some(title), Some(detail)) if says_again(detail, title) => detail.to_owned(),
            (Some(title), Some(detail)) => format!("{title}: {detail}"),
            _ => format!("the server answered with status {}", self.status),
        }
    }
}

/// Whether a detail begins as its title does, or is nothing more.
fn says_again(detail: &str, title: &str) -> bool {
    detail.to_lowercase().starts_with(&title.to_lowercase())
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_flags(|_| None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_told_once_and_its_fields_with_their_flags() {
        let told = |body: &str| Problem::read(422, body).with_flags(|_| Some("--port"));
        assert_eq!(
            told(r#"{"title":"No such session","detail":"no such session: it is gone"}"#),
            "no such session: it is gone"
        );
        assert_eq!(
            told(r#"{"title":"Not now","detail":"try again"}"#),
            "Not now: try again"
        );
        assert_eq!(
            told(
                r#"{"title":"T","detail":"D","errors":[{"field":"config.port","message":"too large"}]}"#
            ),
            "config.port (--port): too large"
        );
        assert_eq!(told("oops"), "the server answered with status 422");
    }
}
