//! The paths that an `Include` means: `glob(3)` with `~`, over [`Files`].

use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use super::files::Files;

/// More paths than this no `Include` is given; the caller's own limits then stop it.
const RESULT_LIMIT: usize = 4096;

/// A path of an include.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Found {
    pub(super) path: PathBuf,
    /// Found by a wildcard in its last part: a directory there is passed over, as in OpenSSH.
    pub(super) by_wildcard: bool,
}

/// What an absolute pattern matches, in byte order.
pub(super) fn glob(files: &dyn Files, pattern: &[u8]) -> Vec<Found> {
    let parts: Vec<_> = pattern
        .split(|byte| *byte == b'/')
        .filter(|part| !part.is_empty())
        .collect();
    let by_wildcard = parts.last().is_some_and(|part| is_wild(part));
    let mut paths = vec![PathBuf::from("/")];
    for part in parts {
        paths = if is_wild(part) {
            let inside = |directory: &PathBuf| children(files, directory, part);
            paths.iter().flat_map(inside).take(RESULT_LIMIT).collect()
        } else {
            let name = std::ffi::OsString::from_vec(unescaped(part));
            paths.iter().map(|path| path.join(&name)).collect()
        };
    }
    paths.retain(|path| files.exists(path));
    paths.sort_by(|a, b| a.as_os_str().as_bytes().cmp(b.as_os_str().as_bytes()));
    let found = |path| Found { path, by_wildcard };
    paths.into_iter().map(found).collect()
}

fn children(files: &dyn Files, directory: &Path, pattern: &[u8]) -> Vec<PathBuf> {
    let hidden = pattern.starts_with(b".");
    let names = files.names(directory).into_iter();
    names
        .filter(|name| hidden || !name.as_bytes().starts_with(b"."))
        .filter(|name| matches(name.as_bytes(), pattern))
        .map(|name| directory.join(name))
        .collect()
}

fn is_wild(part: &[u8]) -> bool {
    part.iter().any(|byte| matches!(byte, b'*' | b'?' | b'['))
}

fn unescaped(part: &[u8]) -> Vec<u8> {
    let mut name = Vec::new();
    let mut bytes = part.iter();
    while let Some(byte) = bytes.next() {
        let literal = (*byte == b'\\').then(|| bytes.next()).flatten();
        name.push(*literal.unwrap_or(byte));
    }
    name
}

/// `fnmatch` within one part of a path.
fn matches(name: &[u8], pattern: &[u8]) -> bool {
    let (mut n, mut p) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    loop {
        if pattern.get(p) == Some(&b'*') {
            p += 1;
            retry = Some((n, p));
            continue;
        }
        if n == name.len() && p == pattern.len() {
            return true;
        }
        if n < name.len()
            && let Some(length) = one(name[n], &pattern[p..])
        {
            n += 1;
            p += length;
            continue;
        }
        match retry {
            Some((from, after)) if from < name.len() => {
                retry = Some((from + 1, after));
                (n, p) = (from + 1, after);
            }
            Some(_) | None => return false,
        }
    }
}

/// The length of the pattern's first element, if it matches the byte.
fn one(byte: u8, pattern: &[u8]) -> Option<usize> {
    match (pattern.first()?, pattern.get(1)) {
        (b'?', _) => Some(1),
        (b'\\', Some(literal)) => (*literal == byte).then_some(2),
        (b'[', Some(_)) => match bracket(byte, &pattern[1..]) {
            Some((true, length)) => Some(1 + length),
            Some((false, _)) => None,
            None => (byte == b'[').then_some(1),
        },
        (literal, _) => (*literal == byte).then_some(1),
    }
}

/// Whether the byte is in the set that begins after `[`, and the set's length with its `]`;
/// `None` when it is not closed.
fn bracket(byte: u8, set: &[u8]) -> Option<(bool, usize)> {
    let negated = matches!(set.first(), Some(b'!' | b'^'));
    let mut at = usize::from(negated);
    let first = at;
    let mut inside = false;
    loop {
        let low = *set.get(at)?;
        if low == b']' && at > first {
            return Some((inside != negated, at + 1));
        }
        let (high, length) = match (set.get(at + 1), set.get(at + 2)) {
            (Some(b'-'), Some(high)) if *high != b']' => (*high, 3),
            _ => (low, 1),
        };
        inside |= (low..=high).contains(&byte);
        at += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_as_in_fnmatch() {
        for (name, pattern, expected) in [
            ("a.conf", "*.conf", true),
            ("a.conf", "[ab].conf", true),
            ("a.conf", "[!a]*", false),
            ("b.conf", "[a-c].con?", true),
            ("a]b", "a[]]b", true),
            ("a*b", "a\\*b", true),
            ("axb", "a\\*b", false),
            ("a[b", "a[b", true),
            ("conf", "*.conf", false),
            ("abc", "a*b*c", true),
        ] {
            let seen = matches(name.as_bytes(), pattern.as_bytes());
            assert_eq!(seen, expected, "{name} {pattern}");
        }
    }
}
