//! One line of an `ssh_config` as OpenSSH splits it: `strdelim` for the keyword and for `Match`,
//! `argv_split` for everything else. The two differ, and files depend on both.

use super::error::ConfigFault;

/// Blanks between a keyword and its arguments.
const BLANKS: &[u8] = b" \t\r\n";

/// A line that is neither blank nor a comment.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Line<'a> {
    /// In lower case.
    pub(super) keyword: String,
    /// What follows the keyword, quotes and comments included.
    pub(super) rest: &'a [u8],
    /// The same, split into words, comment cut off.
    pub(super) words: Vec<Vec<u8>>,
}

/// Splits a line; `None` for blank lines and comments.
pub(super) fn split(line: &[u8]) -> Result<Option<Line<'_>>, ConfigFault> {
    let mut rest = trimmed(line);
    if rest.is_empty() {
        return Ok(None);
    }
    let mut keyword = token(&mut rest);
    if keyword.as_ref().is_some_and(Vec::is_empty) {
        keyword = token(&mut rest);
    }
    let Some(keyword) = keyword.filter(|word| !word.is_empty() && !word.starts_with(b"#")) else {
        return Ok(None);
    };
    let keyword = String::from_utf8_lossy(&keyword).to_ascii_lowercase();
    let rest = skip_blanks(rest);
    if rest.is_empty() {
        return Err(ConfigFault::NoArgument { keyword });
    }
    let words = words(rest)?;
    Ok(Some(Line {
        keyword,
        rest,
        words,
    }))
}

/// Takes the next token as `strdelim` does: ended by blanks, by one `=`, or by the closing quote.
/// `None` when a quote is not closed.
pub(super) fn token(input: &mut &[u8]) -> Option<Vec<u8>> {
    let text = *input;
    let ends = |byte: &u8| BLANKS.contains(byte) || matches!(byte, b'"' | b'=');
    let Some(end) = text.iter().position(ends) else {
        *input = &[];
        return Some(text.to_vec());
    };
    if text[end] == b'"' {
        let quoted = &text[end + 1..];
        let Some(close) = quoted.iter().position(|byte| *byte == b'"') else {
            *input = &[];
            return None;
        };
        *input = skip_blanks(&quoted[close + 1..]);
        return Some([&text[..end], &quoted[..close]].concat());
    }
    let mut rest = skip_blanks(&text[end + 1..]);
    if text[end] != b'='
        && let Some(after) = rest.strip_prefix(b"=")
    {
        rest = skip_blanks(after);
    }
    *input = rest;
    Some(text[..end].to_vec())
}

/// The argument of an option that takes the rest of the line as it stands.
pub(super) fn command(rest: &[u8]) -> &[u8] {
    let skip = |byte: &u8| BLANKS.contains(byte) || *byte == b'=';
    &rest[rest.iter().take_while(|byte| skip(byte)).count()..]
}

/// Splits as `argv_split` does, ending at a word that begins with `#`.
fn words(text: &[u8]) -> Result<Vec<Vec<u8>>, ConfigFault> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(first) = text.get(at) {
        match first {
            b' ' | b'\t' => at += 1,
            b'#' => break,
            _ => {
                let (word, end) = word(text, at)?;
                words.push(word);
                at = end;
            }
        }
    }
    Ok(words)
}

fn word(text: &[u8], mut at: usize) -> Result<(Vec<u8>, usize), ConfigFault> {
    let mut word = Vec::new();
    let mut quote: Option<u8> = None;
    while let Some(&byte) = text.get(at) {
        match (byte, quote) {
            (b'\\', _) => {
                let escaped = text.get(at + 1).copied().filter(|next| {
                    matches!(next, b'\'' | b'"' | b'\\') || (quote.is_none() && *next == b' ')
                });
                word.push(escaped.unwrap_or(b'\\'));
                at += usize::from(escaped.is_some());
            }
            (b' ' | b'\t', None) => return Ok((word, at)),
            (b'"' | b'\'', None) => quote = Some(byte),
            (_, Some(open)) if byte == open => quote = None,
            _ => word.push(byte),
        }
        at += 1;
    }
    if quote.is_some() {
        return Err(ConfigFault::InvalidQuotes);
    }
    Ok((word, at))
}

/// A line is a C string to OpenSSH: it ends at a NUL, and blanks at its end do not count.
fn trimmed(line: &[u8]) -> &[u8] {
    let line = line.split(|byte| *byte == 0).next().unwrap_or_default();
    let blank = |byte: &u8| BLANKS.contains(byte) || *byte == b'\x0c';
    let end = line.iter().rposition(|byte| !blank(byte));
    // The first byte is never cut off.
    &line[..end.map_or_else(|| line.len().min(1), |end| end + 1)]
}

fn skip_blanks(text: &[u8]) -> &[u8] {
    &text[text.iter().take_while(|byte| BLANKS.contains(byte)).count()..]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn keyword_and_words(line: &str) -> (String, Vec<String>) {
        let line = split(line.as_bytes()).unwrap().unwrap();
        let words = line.words.into_iter();
        let words = words.map(|word| String::from_utf8(word).unwrap());
        (line.keyword, words.collect())
    }

    #[test]
    fn keyword_and_arguments_split_as_openssh_splits_them() {
        for (line, keyword, words) in [
            ("Port 22", "port", vec!["22"]),
            ("\tPort=22 \r\n", "port", vec!["22"]),
            ("Port = 22", "port", vec!["22"]),
            ("Port==22", "port", vec!["=22"]),
            ("\"Port\" 22", "port", vec!["22"]),
            ("Po\"rt\" 22", "port", vec!["22"]),
            (" =Port 22", "port", vec!["22"]),
            ("User \"a b\" # c", "user", vec!["a b"]),
            ("User a\\ b", "user", vec!["a b"]),
            ("User a\"b c\"d", "user", vec!["ab cd"]),
            ("User a#b", "user", vec!["a#b"]),
            ("User 'a b'", "user", vec!["a b"]),
            ("User #a", "user", vec![]),
            ("Port 22\0x", "port", vec!["22"]),
        ] {
            let words = words.into_iter().map(str::to_owned).collect();
            let expected = (keyword.to_owned(), words);
            assert_eq!(keyword_and_words(line), expected, "{line:?}");
        }
    }

    #[test]
    fn blank_lines_and_comments_are_no_lines() {
        for line in [
            "",
            "\n",
            " \t\r\n",
            "# x",
            "\t# x",
            "#",
            "\0Port 22",
            "==x y",
        ] {
            assert_eq!(split(line.as_bytes()).unwrap(), None, "{line:?}");
        }
    }

    #[test]
    fn a_keyword_alone_and_an_open_quote_are_faults() {
        assert!(split(b"Port").is_err());
        assert!(split(b"User \"a").is_err());
    }

    proptest! {
        #[test]
        fn no_line_panics(line in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = split(&line);
        }
    }
}
