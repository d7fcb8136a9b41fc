//! The data directory: `--data-dir`, else `$REACH_DATA_DIR`, else the platform's own.

use std::path::{Path, PathBuf};

use super::{Flags, Problem, Setting, Source, Strings};

const VARIABLE: &str = "REACH_DATA_DIR";

pub(super) fn read(
    flags: &Flags,
    environment: &dyn Strings,
    problems: &mut Vec<Problem>,
) -> Setting<PathBuf> {
    if let Some(path) = &flags.data_dir {
        return Setting {
            value: path.clone(),
            source: Source::Flag("--data-dir"),
        };
    }
    if let Some(path) = directory(environment, VARIABLE) {
        return Setting {
            value: path,
            source: Source::Environment(VARIABLE),
        };
    }
    let platform = platform_directory(environment).unwrap_or_else(|| {
        problems.push(Problem {
            subject: "data directory".to_owned(),
            text: format!("no home directory is known; name one with --data-dir or {VARIABLE}"),
        });
        PathBuf::new()
    });
    Setting::default_of(platform.join("reach"))
}

fn platform_directory(environment: &dyn Strings) -> Option<PathBuf> {
    let home = directory(environment, "HOME");
    if cfg!(target_os = "macos") {
        return home.map(|home| home.join("Library/Application Support"));
    }
    // A relative XDG path is to be ignored, says the XDG base directory specification.
    directory(environment, "XDG_DATA_HOME")
        .filter(|path| Path::is_absolute(path))
        .or_else(|| home.map(|home| home.join(".local/share")))
}

fn directory(environment: &dyn Strings, name: &str) -> Option<PathBuf> {
    environment
        .get(name)
        .filter(|value| !value.trim().is_empty())
        .map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn chosen(flag: Option<&str>, environment: &[(&str, &str)]) -> Setting<PathBuf> {
        let flags = Flags {
            data_dir: flag.map(PathBuf::from),
            ..Flags::default()
        };
        let environment: BTreeMap<&str, &str> = environment.iter().copied().collect();
        let mut problems = Vec::new();
        let chosen = read(&flags, &environment, &mut problems);
        assert_eq!(problems, []);
        chosen
    }

    #[test]
    fn the_flag_wins_over_the_variable_and_the_variable_over_the_platform() {
        let all = [("REACH_DATA_DIR", "/v"), ("HOME", "/h")];
        assert_eq!(chosen(Some("/f"), &all).value, PathBuf::from("/f"));
        assert_eq!(chosen(None, &all).value, PathBuf::from("/v"));
        let blank = [("REACH_DATA_DIR", " "), ("HOME", "/h")];
        assert_eq!(chosen(None, &blank).source, Source::Default);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_platform_directory_follows_xdg() {
        let xdg = [("XDG_DATA_HOME", "/x"), ("HOME", "/h")];
        assert_eq!(chosen(None, &xdg).value, PathBuf::from("/x/reach"));
        let relative = [("XDG_DATA_HOME", "x"), ("HOME", "/h")];
        let expected = PathBuf::from("/h/.local/share/reach");
        assert_eq!(chosen(None, &relative).value, expected);
    }

    #[test]
    fn without_a_home_it_says_what_to_do() {
        let mut problems = Vec::new();
        let nothing: BTreeMap<&str, &str> = BTreeMap::new();
        read(&Flags::default(), &nothing, &mut problems);
        assert!(problems[0].text.contains("--data-dir"), "{problems:?}");
    }
}
