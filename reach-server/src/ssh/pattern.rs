//! OpenSSH's wildcard patterns (`match.c`): `*` and `?`, and comma lists with negation. Used by
//! `ssh_config` and `known_hosts` alike. Linear in pattern times text, whatever the pattern.

/// Longest member of a pattern list that OpenSSH still looks at.
const MEMBER_LIMIT: usize = 1023;

/// What a pattern list says about a text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Listed {
    /// A member matched, and no negated one did.
    Yes,
    /// A negated member matched.
    Negated,
    /// Nothing matched.
    No,
}

/// Whether the whole text matches one pattern.
pub(super) fn matches(text: &[u8], pattern: &[u8]) -> bool {
    let (mut t, mut p) = (0, 0);
    // Where to go on when the last `*` has to swallow one byte more.
    let mut retry: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                retry = Some((t, p + 1));
                p += 1;
                continue;
            }
            Some(byte) if *byte == b'?' || *byte == text[t] => {
                t += 1;
                p += 1;
                continue;
            }
            Some(_) | None => {}
        }
        let Some((from, after)) = retry else {
            return false;
        };
        retry = Some((from + 1, after));
        (t, p) = (from + 1, after);
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}

/// Whether the text matches a comma list; a negated member that matches decides.
pub(super) fn listed(text: &[u8], list: &[u8]) -> Listed {
    let mut found = Listed::No;
    for member in list.split(|byte| *byte == b',') {
        let (negated, pattern) = match member.strip_prefix(b"!") {
            Some(pattern) => (true, pattern),
            None => (false, member),
        };
        if pattern.len() >= MEMBER_LIMIT {
            return Listed::No;
        }
        if matches(text, pattern) {
            if negated {
                return Listed::Negated;
            }
            found = Listed::Yes;
        }
    }
    found
}

/// [`listed`] for host names: ASCII case does not count.
pub(super) fn host_listed(host: &[u8], list: &[u8]) -> Listed {
    listed(&host.to_ascii_lowercase(), &list.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks_match_as_in_openssh() {
        for (text, pattern, expected) in [
            ("foo", "foo", true),
            ("foo", "f?o", true),
            ("foo", "f?", false),
            ("foo", "*", true),
            ("foo", "*o", true),
            ("foo", "f*o*", true),
            ("foo", "f*x", false),
            ("", "*", true),
            ("", "?", false),
            ("", "", true),
            ("abcabd", "*abd", true),
            ("[a]", "[a]", true),
        ] {
            let seen = matches(text.as_bytes(), pattern.as_bytes());
            assert_eq!(seen, expected, "{text} {pattern}");
        }
    }

    #[test]
    fn a_pattern_of_many_stars_is_decided_at_once() {
        let text = vec![b'a'; 4096];
        let pattern = b"*a".repeat(500);
        let mut pattern = pattern;
        pattern.push(b'b');
        assert!(!matches(&text, &pattern));
    }

    #[test]
    fn a_negated_member_decides_wherever_it_stands() {
        assert_eq!(listed(b"a.x", b"*.x,!a.x"), Listed::Negated);
        assert_eq!(listed(b"b.x", b"!a.x,*.x"), Listed::Yes);
        assert_eq!(listed(b"b.x", b"!a.x"), Listed::No);
        assert_eq!(host_listed(b"A.X", b"a.*"), Listed::Yes);
    }
}
