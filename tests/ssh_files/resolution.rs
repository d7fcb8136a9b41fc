//! Resolution against `ssh -G`: the same, or a `config` outcome that says what is in the way.

use std::path::Path;

use reach_server::ssh::config::{ConfigError, ConfigFault, Disk, Local, Route, SshConfig};
use tempfile::TempDir;

use super::corpus::Case;
use super::generated::{self, Random};
use super::oracle::{self, Dial};
use super::written;

/// What became of a case.
#[derive(Debug)]
enum Outcome {
    /// Both resolve, to the same.
    Same(Box<Route>),
    /// Both refuse.
    Refused,
    /// `ssh` resolves, Reach says what it does not support.
    Unsupported(ConfigFault),
}

fn local(home: &Path) -> Local {
    let process = Local::of_process(&Disk);
    Local {
        variables: oracle::variables(home),
        ..process
    }
}

fn run(case: &Case) -> Result<Outcome, String> {
    let home = TempDir::new().unwrap();
    let canary = home.path().join("canary");
    let mut case = case.clone();
    let place = |text: &mut Vec<u8>| {
        let replaced = String::from_utf8(text.clone())
            .map(|text| text.replace("CANARY", canary.to_str().unwrap()));
        if let Ok(replaced) = replaced {
            *text = replaced.into_bytes();
        }
    };
    place(&mut case.main);
    case.included.iter_mut().for_each(|(_, text)| place(text));
    let main = case.write(home.path());

    let local = local(home.path());
    let config = SshConfig::of_file(&Disk, &local, &main);
    let ours = config
        .target(&case.target)
        .and_then(|query| config.route(&query));
    if canary.exists() {
        return Err(format!("something was executed:\n{case}"));
    }

    let options = ["-F", main.to_str().unwrap()];
    let theirs = oracle::ssh(&options, &case.target, home.path());
    match (ours, theirs) {
        (Ok(route), Ok(dial)) => {
            let ours = Dial::of(&route.target);
            if ours != dial {
                return Err(format!("Reach {ours:?}\nssh   {dial:?}\n{case}"));
            }
            check_bastion(&case, &route, &main, home.path())?;
            Ok(Outcome::Same(Box::new(route)))
        }
        (Err(_), Err(_)) => Ok(Outcome::Refused),
        (Err(error), Ok(_)) => {
            check_unsupported(&case, &error)?;
            Ok(Outcome::Unsupported(error.fault))
        }
        (Ok(route), Err(complaint)) => Err(format!(
            "ssh refuses: {complaint}\nReach: {route:?}\n{case}"
        )),
    }
}

/// `ssh` resolves its bastion by running itself again.
fn check_bastion(case: &Case, route: &Route, main: &Path, home: &Path) -> Result<(), String> {
    let (Some(bastion), Some(jump)) = (&route.bastion, &route.target.jump) else {
        assert_eq!(route.target.jump, None);
        return Ok(());
    };
    let port = jump.value.port.map(|port| port.to_string());
    let mut options = vec!["-F", main.to_str().unwrap()];
    options.extend(port.iter().flat_map(|port| ["-p", port]));
    options.extend(jump.value.user.iter().flat_map(|user| ["-l", user]));
    let theirs = oracle::ssh(&options, &jump.value.host, home)?;
    let ours = Dial::of(bastion);
    if ours == theirs {
        Ok(())
    } else {
        Err(format!("bastion: Reach {ours:?}\nssh   {theirs:?}\n{case}"))
    }
}

/// The outcome has to name the line of what is not supported.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others are differences")]
fn check_unsupported(case: &Case, error: &ConfigError) -> Result<(), String> {
    let keyword = match &error.fault {
        ConfigFault::Refused { keyword }
        | ConfigFault::UnknownToken { keyword, .. }
        | ConfigFault::NotUtf8 { keyword } => keyword.to_lowercase(),
        ConfigFault::Undecided { .. } => "match".to_owned(),
        ConfigFault::JumpChain(_) | ConfigFault::JumpLoop(_) | ConfigFault::InvalidHost => {
            "proxyjump".to_owned()
        }
        ConfigFault::NotAFile(_) | ConfigFault::UnsetVariable(_) | ConfigFault::UnknownUser(_) => {
            String::new()
        }
        fault => return Err(format!("ssh takes it, Reach: {fault:?}\n{case}")),
    };
    let Some(place) = &error.at else {
        return Err(format!("{error} names no file\n{case}"));
    };
    if matches!(error.fault, ConfigFault::NotAFile(_)) {
        return Ok(());
    }
    let file = case
        .included
        .iter()
        .find(|(path, _)| place.file.ends_with(path));
    let text = file.map_or(&case.main, |(_, text)| text);
    let index = usize::try_from(place.line).unwrap() - 1;
    let line = text.split(|byte| *byte == b'\n').nth(index).unwrap();
    let line = String::from_utf8_lossy(line)
        .to_lowercase()
        .replace('"', "");
    if line.trim_start().starts_with(&keyword) {
        Ok(())
    } else {
        Err(format!("{error} points at {line:?}\n{case}"))
    }
}

/// Runs all cases; fails with the first few that differ.
fn run_all(cases: &[Case]) -> Vec<Outcome> {
    let (mut outcomes, mut differing) = (Vec::new(), Vec::new());
    for case in cases {
        match run(case) {
            Ok(outcome) => outcomes.push(outcome),
            Err(difference) => differing.push(difference),
        }
    }
    let count = differing.len();
    differing.truncate(8);
    assert!(
        count == 0,
        "{count} differ:\n{}",
        differing.join("\n--------\n")
    );
    outcomes
}

/// P11.
#[test]
fn hand_written_configurations_resolve_as_ssh_resolves_them() {
    let cases = written::cases();
    let outcomes = run_all(&cases);
    let same = outcomes
        .iter()
        .filter(|outcome| matches!(outcome, Outcome::Same(_)));
    assert!(same.count() * 2 > cases.len());
}

#[test]
fn generated_configurations_resolve_as_ssh_resolves_them() {
    let seed = std::env::var("REACH_TEST_SEED").ok();
    let seed = seed.and_then(|seed| seed.parse().ok()).unwrap_or(0x5eed);
    let mut random = Random::new(seed);
    let cases: Vec<_> = (0..400).map(|_| generated::case(&mut random)).collect();
    let outcomes = run_all(&cases);
    let count = |wanted: fn(&Outcome) -> bool| outcomes.iter().filter(|one| wanted(one)).count();
    let same = count(|one| matches!(one, Outcome::Same(_)));
    let through_a_bastion =
        count(|one| matches!(one, Outcome::Same(route) if route.bastion.is_some()));
    let refused = count(|one| matches!(one, Outcome::Refused));
    let undecided = count(|one| matches!(one, Outcome::Unsupported(ConfigFault::Undecided { .. })));
    let counts = (same, through_a_bastion, refused, undecided);
    assert!(same >= 150 && through_a_bastion >= 10, "{counts:?}");
    assert!(refused >= 20 && undecided >= 5, "{counts:?}");
}
