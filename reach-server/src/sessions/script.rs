//! What is sent to a host's shell, and what its answer means.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use reach_logic::SessionId;

use crate::ssh::{ScriptOutput, one_line};

const COMMON: &str = include_str!("remote/common.sh");

/// Before the script: a login script that asks a question gets these as its answers, instead of
/// the script's first lines.
const EMPTY_ANSWERS: &str = "\n\n\n\n\n\n\n\n";

/// Of each line that a message quotes.
const LINE_CHARACTERS: usize = 120;

/// One script for one run.
pub(super) struct Script {
    mark: String,
    head: String,
    body: &'static str,
}

impl Script {
    /// A script about one session's directory, below the home of whoever logs in.
    pub(super) fn new(session: &SessionId, body: &'static str) -> Self {
        let mark = format!("reach-{}", uuid::Uuid::now_v7().simple());
        let script = Self {
            head: String::new(),
            mark: mark.clone(),
            body,
        };
        let script = script.with("mark", &mark).with("id", session.as_str());
        let mut script = script.with("workdir", "");
        script
            .head
            .push_str("reach_dir=$HOME/.reach/sessions/$reach_id\nreach_env() {\n:\n}\n");
        script
    }

    /// Sets a variable of the script.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        let _ = writeln!(self.head, "reach_{name}={}", quoted(value));
        self
    }

    /// Gives the environment of what it starts.
    pub(super) fn with_env(mut self, env: &BTreeMap<String, String>) -> Self {
        self.head.push_str("reach_env() {\n:\n");
        for (name, value) in env {
            let _ = writeln!(self.head, "export {name}={}", quoted(value));
        }
        self.head.push_str("}\n");
        self
    }

    /// The text for `/bin/sh -s`. All of it stands in one group, which the shell reads to its end
    /// before it runs any of it: nothing that the script starts can read the script.
    pub(super) fn text(&self) -> String {
        let Self { head, body, .. } = self;
        format!("{EMPTY_ANSWERS}{{\n{head}{COMMON}\n{body}\n}} </dev/null\n")
    }

    /// What it said.
    pub(super) fn read<'a>(&self, stdout: &'a str) -> Said<'a> {
        let mut said = Said::default();
        let mut rest = stdout;
        while let Some(found) = rest.find(&self.mark) {
            said.before = said
                .before
                .or(Some(&stdout[..stdout.len() - rest.len() + found]));
            rest = &rest[found + self.mark.len()..];
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            if let Some((name, value)) = line.trim_start().split_once('=') {
                said.values.insert(name, value.trim());
            }
            rest = after;
            said.after = rest;
        }
        said
    }
}

/// The lines that a script marked as its own.
#[derive(Debug, Default)]
pub(super) struct Said<'a> {
    values: BTreeMap<&'a str, &'a str>,
    /// What came before the first of them.
    before: Option<&'a str>,
    /// What came after the last.
    after: &'a str,
}

impl<'a> Said<'a> {
    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        self.values.get(name).copied()
    }

    pub(super) fn before(&self) -> &'a str {
        self.before.unwrap_or_default()
    }

    pub(super) fn after(&self) -> &'a str {
        self.after
    }
}

/// Why a script gave no answer, from what the shell printed instead.
pub(super) fn complaint(output: &ScriptOutput) -> String {
    let mut lines = vec![output.stdout.last_line(), output.stderr.last_line()];
    lines.retain(|line| !line.is_empty());
    one_line(&lines.join(" | "))
}

/// The last lines of a script's output, on one line of a message; of a long line the start.
pub(super) fn last_lines(text: &str) -> String {
    let lines = text.lines().rev().filter(|line| !line.trim().is_empty());
    let short = |line: &str| line.chars().take(LINE_CHARACTERS).collect::<String>();
    let mut lines: Vec<String> = lines.take(3).map(short).collect();
    lines.reverse();
    one_line(&lines.join(" | "))
}

/// A word for a POSIX shell, whatever is in it.
fn quoted(value: &str) -> String {
    format!("'{}'", value.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script() -> Script {
        Script::new(&"s1".parse().unwrap(), "say done yes\n")
    }

    #[test]
    fn an_answer_is_found_whatever_login_scripts_print() {
        let script = script();
        let mark = &script.mark;
        let printed =
            format!("Welcome!\n{mark}\nalmost {mark} a=1\nnoise\n{mark} b=x=y \nthe rest");
        let said = script.read(&printed);
        assert_eq!((said.get("a"), said.get("b")), (Some("1"), Some("x=y")));
        assert_eq!(said.after(), "the rest");
        assert_eq!(script.read("Welcome!").get("a"), None);
    }

    #[test]
    fn values_of_every_kind_survive_the_shell() {
        let value = "one\ntwo 'three' \"four\" $HOME `id` \\ ü";
        let env = [("A".to_owned(), value.to_owned())].into();
        let text = script().with_env(&env).text();
        let text = text.replace("say done yes", "with_environment\nprintf %s \"$A\"");
        let output = std::process::Command::new("/bin/sh")
            .args(["-c", &text])
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), value);
    }
}
