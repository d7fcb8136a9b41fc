//! Conditional reads (RFC 9110, section 13.1.2).

use hyper::header::{HeaderMap, IF_NONE_MATCH};

/// Whether `If-None-Match` names this tag, or any: the reader holds what would be sent. Tags are
/// compared weakly.
pub fn is_held(headers: &HeaderMap, tag: &str) -> bool {
    let own = OpaqueTags(tag.as_bytes()).next();
    headers.get_all(IF_NONE_MATCH).iter().any(|field| {
        let field = field.as_bytes();
        field.trim_ascii() == b"*" || OpaqueTags(field).any(|one| Some(one) == own)
    })
}

/// The tags of a list, without quotes and weakness; they end where the list is malformed. A comma
/// inside of quotes belongs to the tag.
struct OpaqueTags<'a>(&'a [u8]);

impl<'a> Iterator for OpaqueTags<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let is_between = |byte: &u8| matches!(byte, b',' | b' ' | b'\t');
        let start = self.0.iter().position(|byte| !is_between(byte))?;
        let tag = self.0.get(start..)?;
        let tag = tag.strip_prefix(b"W/").unwrap_or(tag);
        let tag = tag.strip_prefix(b"\"")?;
        let end = tag.iter().position(|byte| *byte == b'"')?;
        self.0 = tag.get(end + 1..)?;
        tag.get(..end)
    }
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    fn held(fields: &[&str], tag: &str) -> bool {
        let mut headers = HeaderMap::new();
        for field in fields {
            let value = HeaderValue::from_bytes(field.as_bytes()).unwrap();
            headers.append(IF_NONE_MATCH, value);
        }
        is_held(&headers, tag)
    }

    #[test]
    fn a_tag_is_held_if_a_list_names_it_weak_or_not_or_names_all() {
        for fields in [
            &["\"a\""][..],
            &["W/\"a\""],
            &["\"x\", W/\"y\",\t\"a\" "],
            &[", \"x\",,\"a\""],
            &["\"x,y\",\"a\""],
            &["\"ü\", \"a\""],
            &["\"x\"", "\"a\""],
            &["*"],
            &[" * "],
        ] {
            assert!(held(fields, "\"a\""), "{fields:?}");
            assert!(held(fields, "W/\"a\""), "{fields:?}");
        }
    }

    #[test]
    fn a_tag_that_only_looks_alike_is_not_held() {
        for fields in [
            &[][..],
            &[""],
            &["a"],
            &["\"A\""],
            &["\"aa\""],
            &["w/\"a\""],
            &["\"W/a\""],
            &["\"x, \"a\""],
            &["\"a"],
            &["\"*\""],
            &["x, \"a\""],
        ] {
            assert!(!held(fields, "\"a\""), "{fields:?}");
        }
        assert!(held(&["\"a,b\""], "\"a,b\""));
        assert!(!held(&["\"a,b\""], "\"b\""));
    }
}
