//! Text that others can influence, made fit for logs and pages (P6).

/// The longest message, in bytes.
pub const MESSAGE_BYTES: usize = 512;

/// One line without control characters, at most [`MESSAGE_BYTES`] long, cut on a character
/// boundary. Runs of whitespace and of what was taken out become one space.
pub fn one_line(text: &str) -> String {
    shortened(text, MESSAGE_BYTES)
}

/// As [`one_line`], with a bound of its own: for what a server said, quoted inside a message.
pub(super) fn quoted(text: &str) -> String {
    shortened(text, 160)
}

fn shortened(text: &str, limit: usize) -> String {
    let mut line = String::new();
    let mut gap = false;
    for character in text.chars() {
        if character.is_whitespace() || is_unprintable(character) {
            gap = true;
            continue;
        }
        let wanted = character.len_utf8() + usize::from(gap && !line.is_empty());
        if line.len() + wanted > limit {
            break;
        }
        if gap && !line.is_empty() {
            line.push(' ');
        }
        gap = false;
        line.push(character);
    }
    line
}

/// Control characters (C0, C1, DEL), and what changes the direction or the shape of the text
/// around it without being seen: bidirectional controls, zero-width and tag characters.
fn is_unprintable(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn nasty_text() -> impl Strategy<Value = String> {
        let nasty = prop::char::ranges(
            vec![
                '\0'..='\u{9f}',
                '\u{200b}'..='\u{206f}',
                '\u{feff}'..='\u{feff}',
                'a'..='z',
                'é'..='ü',
                '😀'..='😄',
                '\u{e0001}'..='\u{e007f}',
            ]
            .into(),
        );
        prop_oneof![
            any::<String>(),
            prop::collection::vec(nasty, 0..700).prop_map(String::from_iter),
        ]
    }

    proptest! {
        #[test]
        fn a_message_is_one_short_line_of_printable_text(text in nasty_text()) {
            let line = one_line(&text);
            prop_assert!(line.len() <= MESSAGE_BYTES);
            prop_assert!(!line.chars().any(char::is_control));
            prop_assert!(!line.chars().any(is_unprintable));
            prop_assert!(!line.starts_with(' ') && !line.ends_with(' ') && !line.contains("  "));
        }

        #[test]
        fn cleaning_a_message_twice_changes_nothing(text in nasty_text()) {
            let line = one_line(&text);
            prop_assert_eq!(one_line(&line), line);
        }

        #[test]
        fn what_is_readable_and_short_is_kept(words in prop::collection::vec("[!-~é]{1,9}", 0..20)) {
            let text = words.join(" ");
            prop_assert_eq!(one_line(&text), text);
        }
    }

    #[test]
    fn an_escape_sequence_and_a_bidi_override_are_taken_apart() {
        assert_eq!(
            one_line("a\x1b[31mred\u{202e}gpj\r\nb\u{9b}2J"),
            "a [31mred gpj b 2J"
        );
    }

    #[test]
    fn a_long_message_is_cut_on_a_character_boundary() {
        let line = one_line(&"é".repeat(400));
        assert_eq!(line, "é".repeat(MESSAGE_BYTES / 2));
    }
}
