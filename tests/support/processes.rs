//! Other processes, as `/proc` shows them.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};

/// Every descendant of a process. Connections leave sshd's process group, so only their
/// parents tell whose they are.
pub(crate) fn processes_below(ancestor: u32) -> Vec<u32> {
    let parents: Vec<(u32, u32)> = fs::read_dir("/proc")
        .expect("/proc")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter_map(|pid| Some((pid, parent_of(pid)?)))
        .collect();
    let mut found = vec![ancestor];
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        found.extend(parents.iter().filter(|(_, p)| *p == parent).map(|(c, _)| c));
        next += 1;
    }
    found.split_off(1)
}

/// Whether a process is one of sshd's own, not something that it started.
pub(crate) fn is_sshd(pid: u32) -> bool {
    let name = fs::read_to_string(format!("/proc/{pid}/comm"));
    name.is_ok_and(|name| name.starts_with("sshd"))
}

fn parent_of(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, in parentheses, may contain anything: the fields are counted from its end.
    stat.rsplit_once(')')?
        .1
        .split_whitespace()
        .nth(1)?
        .parse()
        .ok()
}

/// Sends a signal to a process that may have gone.
pub(crate) fn signal(pid: u32, signal_to_send: Signal) {
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, signal_to_send);
    }
}
