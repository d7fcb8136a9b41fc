//! What this process has open.

use std::collections::HashSet;
use std::fs;

/// This process's TCP sockets to a port, that the kernel still knows as its own.
pub fn sockets_to(port: u16) -> usize {
    let suffix = format!(":{port:04X}");
    let table = fs::read_to_string("/proc/self/net/tcp").expect("/proc");
    let own = own_sockets();
    // The table may show a socket twice while others come and go.
    let found: HashSet<&str> = table
        .lines()
        .skip(1)
        .filter_map(|line| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let is_one = fields[2].ends_with(&suffix) && own.contains(fields[9]);
            is_one.then_some(fields[9])
        })
        .collect();
    found.len()
}

/// The sockets of any kind, by the kernel's numbers.
pub(crate) fn own_sockets() -> HashSet<String> {
    let descriptors = fs::read_dir("/proc/self/fd").expect("/proc");
    let links = descriptors.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
    links
        .filter_map(|link| {
            let inode = link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?;
            Some(inode.to_owned())
        })
        .collect()
}
