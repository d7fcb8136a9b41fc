//! The rule of each field.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{FieldCode, FieldError, limit};
use crate::{Fingerprint, IdentitySource, KeyType};

/// Checks an executor's name: not blank, not too long, no control characters. Surrounding spaces
/// are dropped.
pub fn check_name(name: &str) -> Result<String, FieldError> {
    // The joiners are part of how Persian, Indic scripts and emoji are written.
    let is_joiner = |c| matches!(c, '\u{200C}' | '\u{200D}');
    match visible("name", name, limit::NAME, is_joiner)? {
        "" => Err(FieldError::new(
            "name",
            FieldCode::Required,
            "a name is needed",
        )),
        name => Ok(name.to_string()),
    }
}

/// Complaints about one form, in the order of its fields.
#[derive(Default)]
pub(super) struct Complaints(pub(super) Vec<FieldError>);

impl Complaints {
    pub(super) fn text(&mut self, field: &str, value: &str, limit: usize) -> Option<String> {
        let text = self.note(visible(field, value, limit, |_| false))?;
        (!text.is_empty()).then(|| text.to_string())
    }

    pub(super) fn port(&mut self, port: i64) -> Option<u16> {
        let in_range = u16::try_from(port).ok().filter(|port| *port != 0);
        self.note(in_range.ok_or_else(|| {
            FieldError::new("config.port", FieldCode::OutOfRange, "a port is 1 to 65535")
        }))
    }

    pub(super) fn identity_source(&mut self, value: &str) -> Option<IdentitySource> {
        let field = "config.identity_source";
        let text = self.text(field, value, limit::HOST)?;
        self.note(
            IdentitySource::from_token(&text).ok_or_else(|| {
                FieldError::new(field, FieldCode::Invalid, "expected agent or file")
            }),
        )
    }

    pub(super) fn fingerprint(&mut self, value: &str) -> Option<Fingerprint> {
        let field = "config.host_fingerprint";
        let text = self.text(field, value, limit::HOST)?;
        self.note(
            text.parse::<Fingerprint>()
                .map_err(|error| FieldError::new(field, FieldCode::Invalid, &error.to_string())),
        )
    }

    pub(super) fn key_type(&mut self, value: &str) -> Option<KeyType> {
        let field = "config.host_key_algorithm";
        let text = self.text(field, value, limit::HOST)?;
        self.note(KeyType::from_token(&text).ok_or_else(|| {
            FieldError::new(
                field,
                FieldCode::Invalid,
                "expected a key type such as ssh-ed25519",
            )
        }))
    }

    pub(super) fn note<T>(&mut self, result: Result<T, FieldError>) -> Option<T> {
        result.map_err(|error| self.0.push(error)).ok()
    }
}

/// The text without surrounding white space. What is not printed is looked for first: trimming
/// would drop a tab or a line end at either side without a word.
fn visible<'a>(
    field: &str,
    value: &'a str,
    limit: usize,
    is_allowed: impl Fn(char) -> bool,
) -> Result<&'a str, FieldError> {
    if value.chars().any(|c| is_unprinted(c) && !is_allowed(c)) {
        let message = "control and invisible characters are not allowed";
        return Err(FieldError::new(field, FieldCode::ControlCharacter, message));
    }
    let text = value.trim();
    if text.chars().count() > limit {
        let message = format!("at most {limit} characters");
        return Err(FieldError::new(field, FieldCode::TooLong, &message));
    }
    Ok(text)
}

/// Control characters, line and paragraph separators, and the characters that hide, join or
/// re-order what is around them: with one of those, two different hosts or names look the same.
const fn is_unprinted(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{1F}'
        | '\u{7F}'..='\u{9F}'
        | '\u{AD}'
        | '\u{61C}'
        | '\u{180E}'
        | '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code_of(name: &str) -> Option<FieldCode> {
        check_name(name).err().map(|error| error.code)
    }

    #[test]
    fn a_name_is_trimmed_and_needed() {
        assert_eq!(check_name("  gpu 1 \u{A0}").unwrap(), "gpu 1");
        for blank in ["", "   ", "\u{A0}\u{3000}"] {
            assert_eq!(code_of(blank), Some(FieldCode::Required), "{blank:?}");
        }
    }

    #[test]
    fn control_characters_are_found_also_where_trimming_would_hide_them() {
        for name in [
            "a\u{0}b",
            "\tgpu",
            "gpu\n",
            "gpu\r\n",
            "\u{85}gpu",
            "gpu\u{1B}[31m",
            "gpu\u{7F}",
            "\n",
        ] {
            assert_eq!(code_of(name), Some(FieldCode::ControlCharacter), "{name:?}");
            let mut complaints = Complaints::default();
            assert_eq!(complaints.text("config.host", name, limit::HOST), None);
            assert_eq!(complaints.0.len(), 1, "{name:?}");
        }
    }

    #[test]
    fn characters_that_hide_or_reorder_text_are_refused() {
        for c in [
            '\u{AD}',
            '\u{200B}',
            '\u{200E}',
            '\u{200F}',
            '\u{2028}',
            '\u{202A}',
            '\u{202E}',
            '\u{2060}',
            '\u{2066}',
            '\u{2069}',
            '\u{FEFF}',
            '\u{E0041}',
        ] {
            let name = format!("gpu{c}1");
            assert_eq!(code_of(&name), Some(FieldCode::ControlCharacter), "{c:?}");
        }
    }

    #[test]
    fn names_in_any_script_are_fine_and_joiners_only_there() {
        for name in [
            "gpu-1",
            "مِخدَم",
            "שרת",
            "می\u{200C}خواهم",
            "👩\u{200D}💻",
            "サーバー",
        ] {
            assert_eq!(check_name(name).as_deref(), Ok(name));
        }
        let mut complaints = Complaints::default();
        complaints.text("config.host", "gpu\u{200D}1", limit::HOST);
        assert_eq!(complaints.0[0].code, FieldCode::ControlCharacter);
    }

    #[test]
    fn limits_count_characters_after_trimming() {
        let longest = "ß".repeat(limit::NAME);
        assert_eq!(
            check_name(&format!(" {longest} ")).as_deref(),
            Ok(&*longest)
        );
        assert_eq!(code_of(&format!("{longest}x")), Some(FieldCode::TooLong));
    }

    #[test]
    fn every_control_character_is_unprinted() {
        for c in (char::MIN..=char::MAX).filter(|c| c.is_control()) {
            assert!(is_unprinted(c), "{c:?}");
        }
        assert!(!is_unprinted(' '));
    }
}
