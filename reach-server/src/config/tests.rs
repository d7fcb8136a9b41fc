//! Precedence pair by pair, unknown keys, and every problem in one go.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::file::ConfigFile;
use super::{Config, ConfigError, Flags, Setting, Source};

pub(super) type Parsed = Result<Config, ConfigError>;

/// Reads a file's text, an environment and flags, without touching the disk.
pub(super) fn parse(
    file: &str,
    environment: &BTreeMap<&str, &str>,
    flags: &[(&str, &str)],
) -> Parsed {
    let flag = |name: &str| {
        let found = flags.iter().find(|(one, _)| *one == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    let flags = Flags {
        database_url: flag("--database-url"),
        listen: flag("--listen"),
        log_format: flag("--log-format"),
        log_level: flag("--log-level"),
        no_auth: flag("--no-auth").is_some(),
        ..Flags::default()
    };
    let mut problems = Vec::new();
    let path = PathBuf::from("/data/config.yaml");
    let file = ConfigFile::parse(path, file, &mut problems);
    let data_dir = Setting::default_of(PathBuf::from("/data"));
    Config::assemble(&flags, environment, &file, data_dir, problems)
}

struct Case {
    key: &'static str,
    section: &'static str,
    variable: &'static str,
    flag: Option<&'static str>,
    /// The default, then one value for each source; as the report shows them.
    values: [&'static str; 4],
}

const CASES: [Case; 5] = [
    Case {
        key: "server.listen",
        section: "server: {listen: VALUE}",
        variable: "REACH_SERVER_LISTEN",
        flag: Some("--listen"),
        values: [
            "127.0.0.1:7878",
            "127.0.0.1:1",
            "127.0.0.1:2",
            "127.0.0.1:3",
        ],
    },
    Case {
        key: "server.publicUrl",
        section: "server: {publicUrl: VALUE}",
        variable: "REACH_SERVER_PUBLICURL",
        flag: None,
        values: ["null", "https://a.test", "https://b.test", ""],
    },
    Case {
        key: "database.url",
        section: "database: {url: VALUE}",
        variable: "REACH_DATABASE_URL",
        flag: Some("--database-url"),
        values: [
            "SQLite in the data directory",
            "postgres://one/",
            "postgres://two/",
            "postgres://three/",
        ],
    },
    Case {
        key: "log.level",
        section: "log: {level: VALUE}",
        variable: "REACH_LOG_LEVEL",
        flag: Some("--log-level"),
        values: ["info", "error", "debug", "trace"],
    },
    Case {
        key: "log.format",
        section: "log: {format: VALUE}",
        variable: "REACH_LOG_FORMAT",
        flag: Some("--log-format"),
        values: ["by terminal", "text", "json", "text"],
    },
];

#[test]
fn each_source_wins_over_each_that_stands_before_it() {
    for case in &CASES {
        for set in 0..8_u8 {
            let (in_file, in_variable, in_flag) = (set & 1 != 0, set & 2 != 0, set & 4 != 0);
            let [default, file, variable, flag] = case.values;
            let text = case.section.replace("VALUE", &format!("'{file}'"));
            let environment = BTreeMap::from([(case.variable, variable)]);
            let flags = case.flag.map(|name| (name, flag));
            let config = parse(
                if in_file { &text } else { "" },
                if in_variable { &environment } else { &NOTHING },
                if in_flag { flags.as_slice() } else { &[] },
            );
            let report = config.unwrap().report();
            let shown = report.settings.into_iter().find(|one| one.key == case.key);
            let shown = shown.unwrap();
            let value = shown.value.as_str().unwrap_or("null").to_owned();
            let expected = match (case.flag.filter(|_| in_flag), in_variable, in_file) {
                (Some(name), _, _) => (flag, "flag", Some(name)),
                (None, true, _) => (variable, "environment", Some(case.variable)),
                (None, false, true) => (file, "file", Some("/data/config.yaml")),
                (None, false, false) => (default, "default", None),
            };
            let found = (value.as_str(), shown.source, shown.origin.as_deref());
            assert_eq!(found, expected, "{} {set}", case.key);
        }
    }
}

static NOTHING: BTreeMap<&str, &str> = BTreeMap::new();

#[test]
fn a_blank_variable_counts_as_unset() {
    let environment = BTreeMap::from([("REACH_SERVER_LISTEN", "  ")]);
    let config = parse("server: {listen: '127.0.0.1:1'}", &environment, &[]).unwrap();
    assert_eq!(config.server.listen.value.port(), 1);
}

#[test]
fn an_unknown_key_refuses_the_start_by_name() {
    for (text, named) in [
        ("port: 1", "port"),
        ("server: {port: 1}", "server.port"),
        (
            "executors: {sshReachabilityInterval: 1}",
            "executors.sshReachabilityInterval",
        ),
        ("Server: {listen: '127.0.0.1:1'}", "Server"),
        ("server.listen: '127.0.0.1:1'", "server.listen"),
        ("server: {listen: {port: 1}}", "server.listen"),
        ("server: 7", "server"),
        ("server: [1]", "server"),
        ("7: 1", "7"),
    ] {
        let problems = parse(text, &NOTHING, &[]).unwrap_err().problems;
        assert_eq!(problems.len(), 1, "{text}: {problems:?}");
        let line = problems[0].to_string();
        assert!(line.contains(&format!("config.yaml: {named}:")), "{line}");
    }
}

#[test]
fn an_empty_file_and_empty_sections_say_nothing() {
    for text in [
        "",
        "# nothing\n",
        "~",
        "server:\nlog:\n",
        "server: {listen: }",
    ] {
        let config = parse(text, &NOTHING, &[]).unwrap();
        assert_eq!(config.server.listen.source, Source::Default, "{text:?}");
    }
}

#[test]
fn every_problem_is_reported_in_one_go() {
    let file = "server: {listen: nowhere, colour: red}\nlog: {level: 7}\n";
    let environment = BTreeMap::from([("REACH_SERVER_PUBLICURL", "ftp://x")]);
    let flags = [
        ("--database-url", "mysql://u:hunter2@h/d"),
        ("--log-format", "xml"),
    ];
    let problems = parse(file, &environment, &flags).unwrap_err().problems;
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    for named in [
        "server.colour",
        "server.listen",
        "log.level",
        "REACH_SERVER_PUBLICURL",
        "--database-url",
        "--log-format",
    ] {
        assert!(
            lines.iter().any(|line| line.contains(named)),
            "{named}: {lines:#?}"
        );
    }
    assert_eq!(lines.len(), 6, "{lines:#?}");
    assert!(!lines.concat().contains("hunter2"), "{lines:#?}");
}

#[test]
fn a_file_that_is_no_yaml_refuses_the_start() {
    for text in [
        "a: b: c",
        "\t- x",
        "server: {listen: '127.0.0.1:1', listen: '127.0.0.1:2'}",
    ] {
        let problems = parse(text, &NOTHING, &[]).unwrap_err().problems;
        assert!(
            problems[0].to_string().contains("/data/config.yaml"),
            "{text}"
        );
    }
}

#[test]
fn no_authentication_is_refused_beyond_this_machine() {
    let no_auth = ("--no-auth", "");
    for (listen, fine) in [
        ("127.0.0.1:1", true),
        ("127.9.9.9:1", true),
        ("[::1]:1", true),
        ("0.0.0.0:1", false),
        ("[::]:1", false),
        ("192.168.1.5:1", false),
    ] {
        let parsed = parse("", &NOTHING, &[no_auth, ("--listen", listen)]);
        assert_eq!(parsed.is_ok(), fine, "{listen}");
    }
}

#[test]
fn a_chosen_file_must_exist_and_the_usual_one_need_not() {
    let dir = tempfile::tempdir().unwrap();
    let flags = |config: Option<PathBuf>| Flags {
        config,
        data_dir: Some(dir.path().to_owned()),
        ..Flags::default()
    };
    Config::load(&flags(None), &NOTHING).unwrap();
    let missing = dir.path().join("other.yaml");
    let error = Config::load(&flags(Some(missing.clone())), &NOTHING).unwrap_err();
    assert!(error.problems[0].to_string().contains("other.yaml"));
    std::fs::write(&missing, "log: {level: debug}").unwrap();
    let config = Config::load(&flags(Some(missing)), &NOTHING).unwrap();
    assert_eq!(config.log.level.value.token(), "debug");
    std::fs::write(dir.path().join("config.yaml"), "log: {level: trace}").unwrap();
    let config = Config::load(&flags(None), &NOTHING).unwrap();
    assert_eq!(config.log.level.value.token(), "trace");
}
