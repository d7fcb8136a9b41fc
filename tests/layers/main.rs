//! Rules about the tree that the compiler does not know: which layer may name which, where a
//! library may be named, how long a file may get. Each check is shown a bad sample too.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests stand outside of test functions"
)]

mod order;
mod source;

use std::fs;

use order::Order;
use source::{Source, files, read, root, sources};

/// Where each of these libraries may be named: files whose path starts so.
const HOMES: [(&str, &[&str]); 3] = [
    ("axum", &["api", "web", "app"]),
    ("russh", &["ssh"]),
    ("sqlx", &["store"]),
];

const MAX_LINES: usize = 400;

/// Files that may be longer, and why.
const LONG_FILES: [(&str, &str); 1] = [(
    "web/src/i18n/messages.ts",
    "generated: the ids of all messages",
)];

/// What reads a clock, waits, or does I/O.
const IMPURE: [&str; 10] = [
    "std::",
    "Instant",
    "SystemTime",
    "Utc::now",
    "Local::now",
    "async",
    "await",
    "print",
    "println",
    "thread",
];

/// Everything that may stand at the top besides files and dot-folders.
const TOP: [&str; 7] = [
    "docs",
    "migrations",
    "reach-logic",
    "reach-server",
    "reach-wasm",
    "tests",
    "web",
];

#[test]
fn no_layer_of_the_server_names_one_beside_or_above_it() {
    let order = Order::drawn_in(&read("reach-server/src/lib.rs"));
    assert!(
        order.modules().count() > 10,
        "the drawing was not understood"
    );
    assert_none(&order.violations(&sources("reach-server/src")));
}

#[test]
fn a_library_is_named_only_in_the_layer_that_wraps_it() {
    assert_none(&strays(&sources("reach-server/src")));

    let sample = |path, text| strays(&[Source::new(path, text)]);
    assert_eq!(sample("s/src/ssh/dial.rs", "use russh::client;"), [""; 0]);
    assert_eq!(
        sample("s/src/api/socket.rs", "use russh::client;"),
        ["s/src/api/socket.rs: names `russh`"]
    );
    assert_eq!(
        sample("s/src/executors.rs", "fn f() -> sqlx::Error { g() }"),
        ["s/src/executors.rs: names `sqlx`"]
    );
}

#[test]
fn no_file_is_longer_than_one_concept_needs() {
    let mut all = files("web/src", &["ts", "tsx"]);
    all.retain(|file| !file.path.contains(".test.") && !file.path.contains("/pkg/"));
    for package in ["reach-logic/src", "reach-wasm/src", "reach-server/src"] {
        all.extend(sources(package));
    }
    assert_none(&too_long(&all));

    let long = "x();\n".repeat(MAX_LINES);
    let with_tests = format!("{long}\n#[cfg(test)]\nmod tests {{\n{long}}}\n");
    assert_eq!(too_long(&[Source::new("a/src/a.rs", &with_tests)]), [""; 0]);
    let longer = format!("{long}y();\n");
    assert_eq!(
        too_long(&[Source::new("a/src/a.rs", &longer)]),
        ["a/src/a.rs: 401 lines"]
    );
}

#[test]
fn reach_logic_reads_no_clock_and_does_no_io() {
    let root = read("reach-logic/src/lib.rs");
    assert!(root.contains("#![cfg_attr(not(any(test, feature = \"ts\")), no_std)]"));
    assert_none(&impurities(&sources("reach-logic/src")));

    assert_eq!(
        impurities(&[Source::new("a.rs", "fn f() { chrono::Utc::now() }")]),
        ["a.rs: names `Utc::now`"]
    );
    assert_eq!(
        impurities(&[Source::new(
            "a.rs",
            "use std::fs; fn mystd::f(thread_count: u8) {}"
        )]),
        ["a.rs: names `std::`"]
    );
    let tested = "fn f() {}\n#[cfg(test)]\nmod tests { use std::time; }";
    assert_eq!(impurities(&[Source::new("a.rs", tested)]), [""; 0]);
}

/// A `clippy.toml` in a package replaces the one at the root instead of adding to it.
#[test]
fn a_packages_clippy_settings_repeat_those_of_the_root() {
    let shared = read("clippy.toml");
    let shared = shared
        .lines()
        .filter(|line| line.starts_with("allow-") || line.starts_with("doc-"));
    let shared: Vec<_> = shared.collect();
    assert_eq!(shared.len(), 4);
    let own = read("reach-logic/clippy.toml");
    for line in shared {
        assert!(own.contains(line), "reach-logic/clippy.toml lacks: {line}");
    }
}

#[test]
fn both_databases_have_the_same_migrations_in_one_sequence() {
    let names = |engine: &str| {
        let folder = files(&format!("migrations/{engine}"), &["sql"]);
        let names = folder
            .iter()
            .map(|file| file.path.rsplit('/').next().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    let sqlite = names("sqlite");
    assert_eq!(sqlite, names("postgres"));
    assert_none(&misnumbered(&sqlite));

    let sample =
        |names: &[&str]| misnumbered(&names.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert_eq!(sample(&["0001_a.sql", "0002_b.sql"]), [""; 0]);
    assert_eq!(
        sample(&["0001_a.sql", "0001_b.sql"]),
        ["0001_b.sql: is not number 2"]
    );
    assert_eq!(
        sample(&["0001_a.sql", "0003_b.sql"]),
        ["0003_b.sql: is not number 2"]
    );
}

#[test]
fn nothing_else_stands_at_the_top() {
    let mut odd = Vec::new();
    for entry in fs::read_dir(root()).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let is_folder = entry.file_type().unwrap().is_dir();
        if is_folder && !name.starts_with('.') && name != "target" && !TOP.contains(&&*name) {
            odd.push(name);
        }
    }
    assert_none(&odd);
}

fn strays(sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources {
        for (library, homes) in HOMES {
            if !homes.contains(&source.module()[0]) && source.names_library(library) {
                found.push(format!("{}: names `{library}`", source.path));
            }
        }
    }
    found
}

fn too_long(sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources {
        let lines = source.code_without_tests().trim_end().lines().count();
        let is_allowed = LONG_FILES.iter().any(|(path, _)| *path == source.path);
        if lines > MAX_LINES && !is_allowed {
            found.push(format!("{}: {lines} lines", source.path));
        }
    }
    found
}

fn impurities(sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources {
        let code = source.code_without_tests();
        let named = IMPURE.iter().filter(|name| source::names(&code, name));
        found.extend(named.map(|name| format!("{}: names `{name}`", source.path)));
    }
    found
}

fn misnumbered(names: &[String]) -> Vec<String> {
    let numbered = names.iter().enumerate();
    let wrong = numbered.filter(|(at, name)| !name.starts_with(&format!("{:04}_", at + 1)));
    wrong
        .map(|(at, name)| format!("{name}: is not number {}", at + 1))
        .collect()
}

fn assert_none(violations: &[String]) {
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}
