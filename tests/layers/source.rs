//! Just enough reading of Rust for rules about names: code without comments and literals, and the
//! modules that it names.

use std::fs;
use std::path::{Path, PathBuf};

/// One source file, its path relative to the repository's root, with `/`.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    /// The text with comments and the contents of literals blanked out; lines stay where they are.
    pub(crate) fn code(&self) -> String {
        blank_out(&self.text)
    }

    /// [`code`](Self::code) up to the unit tests, which stand at the bottom of a file.
    pub(crate) fn code_without_tests(&self) -> String {
        let code = self.code();
        match code.find("\n#[cfg(test)]\nmod ") {
            Some(end) => code[..=end].to_owned(),
            None => code,
        }
    }

    /// The module's path below `src`: `["ssh", "dial"]` for `src/ssh/dial.rs`.
    pub(crate) fn module(&self) -> Vec<&str> {
        let (_, below) = self.path.split_once("/src/").unwrap_or(("", &self.path));
        below.trim_end_matches(".rs").split('/').collect()
    }

    /// The top-level modules of its own crate that the code names, tests included.
    pub(crate) fn names_of_crate(&self) -> Vec<String> {
        let code = self.code();
        let mut names = Vec::new();
        for (at, _) in code.match_indices("crate::") {
            if !is_word_before(&code, at) {
                names.extend(heads(&code[at + "crate::".len()..]));
            }
        }
        // `super` as often as the module is deep leads to the crate's root; in unit tests, which
        // are one deeper, `crate` is what people write.
        let code = self.code_without_tests();
        let up = "super::".repeat(self.module().len());
        for (at, _) in code.match_indices(&up) {
            let rest = &code[at + up.len()..];
            let climbs_on = code[..at].ends_with("super::") || rest.starts_with("super::");
            if !is_word_before(&code, at) && !climbs_on {
                names.extend(heads(rest));
            }
        }
        names.sort();
        names.dedup();
        names
    }

    /// Whether the code names this crate, in a path or a `use`.
    pub(crate) fn names_library(&self, library: &str) -> bool {
        let code = self.code();
        code.match_indices(library).any(|(at, _)| {
            let rest = &code[at + library.len()..];
            let before = code[..at].trim_end();
            let is_whole = !is_word_before(&code, at) && !rest.starts_with(is_word);
            let is_segment = before
                .strip_suffix("::")
                .is_some_and(|path| path.ends_with(is_word));
            let is_path = rest.trim_start().starts_with("::");
            is_whole && !is_segment && (is_path || before.ends_with("use"))
        })
    }
}

/// Every `.rs` file below a folder of the repository.
pub(crate) fn sources(folder: &str) -> Vec<Source> {
    files(folder, &["rs"])
}

/// Every file with one of these extensions below a folder of the repository.
pub(crate) fn files(folder: &str, extensions: &[&str]) -> Vec<Source> {
    let mut found = Vec::new();
    collect(&root().join(folder), extensions, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Whether code has this name or path, not as a part of longer words.
pub(crate) fn names(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let goes_on = !name.ends_with(':') && code[at + name.len()..].starts_with(is_word);
        !is_word_before(code, at) && !goes_on
    })
}

fn collect(folder: &Path, extensions: &[&str], found: &mut Vec<Source>) {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, extensions, found);
        } else if path
            .extension()
            .is_some_and(|own| extensions.iter().any(|one| own == *one))
        {
            let text = fs::read_to_string(&path).unwrap();
            let shown = path.strip_prefix(root()).unwrap().display().to_string();
            found.push(Source::new(&shown, &text));
        }
    }
}

/// The first segments of what follows a path separator: one name, or those in a group.
fn heads(rest: &str) -> Vec<String> {
    let Some(group) = rest.strip_prefix('{') else {
        return vec![rest.chars().take_while(|c| is_word(*c)).collect()];
    };
    let mut heads = Vec::new();
    let mut depth = 1;
    let mut at_start = true;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => at_start = true,
            _ if depth == 1 && at_start && is_word(c) => {
                heads.push(group[at..].chars().take_while(|c| is_word(*c)).collect());
                at_start = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    heads
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_word_before(code: &str, at: usize) -> bool {
    code[..at].ends_with(is_word)
}

fn blank_out(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match_skipped(rest, code.chars().next_back());
        if length == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (skipped, after) = rest.split_at(length);
        code.extend(skipped.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        rest = after;
    }
    code
}

/// The length of the comment or literal that starts here, or 0.
fn match_skipped(rest: &str, before: Option<char>) -> usize {
    let in_word = before.is_some_and(is_word);
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return block_comment(rest);
    }
    if !in_word && rest.starts_with(['r', 'b', 'c']) {
        let letters = rest.len() - rest.trim_start_matches(['r', 'b', 'c']).len();
        let hashes = rest[letters..].len() - rest[letters..].trim_start_matches('#').len();
        let is_raw = rest[..letters].contains('r') && letters <= 2;
        if is_raw && rest[letters + hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let start = letters + hashes + 1;
            return rest[start..]
                .find(&end)
                .map_or(rest.len(), |at| start + at + end.len());
        }
    }
    if rest.starts_with('"') {
        return quoted(rest, '"');
    }
    // A lifetime has no closing quote right after its first character.
    let is_char = rest.starts_with("'\\") || rest.chars().nth(2) == Some('\'');
    if rest.starts_with('\'') && is_char {
        return quoted(rest, '\'');
    }
    0
}

fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        let here = &rest[at..];
        if here.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if here.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += here.chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

#[test]
fn comments_and_literals_are_not_code() {
    let text = "a /* crate::x /* y */ */ b // crate::z\n\"crate::\\\"q\" r#\"crate::\"w\"# 'c' '\\'' &'a str";
    let code = Source::new("a.rs", text).code();
    let words: Vec<_> = code.split_whitespace().collect();
    assert_eq!(words, ["a", "b", "&'a", "str"]);
    assert_eq!(code.len(), text.len());
}

#[test]
fn names_are_found_in_paths_groups_and_through_super() {
    let text = "use crate::{a::{x, b}, c, d as e};\nfn f() -> crate::g::H { super::super::h::k() }\n\
                use super::near;\nuse mycrate::no;\n#[cfg(test)]\nmod tests { use super::super::one; }";
    let source = Source::new("reach-server/src/one/two.rs", text);
    assert_eq!(source.names_of_crate(), ["a", "c", "d", "g", "h"]);
}

#[test]
fn a_library_is_found_in_paths_and_plain_uses() {
    let named = |text| Source::new("a.rs", text).names_library("sqlx");
    assert!(named("use sqlx::Row;"));
    assert!(named("let x: sqlx::Error;"));
    assert!(named("use ::sqlx::Row;"));
    assert!(named("use sqlx as db;"));
    assert!(!named("use crate::sqlx::Row;"));
    assert!(!named("// sqlx::Row"));
    assert!(!named("let sqlx_url = crate::sqlx_pool::x();"));
}
