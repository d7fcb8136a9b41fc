//! What this process has open.

use std::collections::HashSet;
use std::fs;

/// This process's TCP sockets to a port, that the kernel still knows as its own.
pub fn sockets_to(port: u16) -> usize {
    count_own(|_, remote| remote == port)
}

/// This process's TCP sockets on any of these ports of its own, listening or not.
pub fn sockets_on(ports: &[u16]) -> usize {
    count_own(|local, _| ports.contains(&local))
}

fn count_own(of_interest: impl Fn(u16, u16) -> bool) -> usize {
    let table = fs::read_to_string("/proc/self/net/tcp").expect("/proc");
    let own = own_sockets();
    let port = |address: &str| {
        let digits = address.rsplit_once(':').expect("an address").1;
        u16::from_str_radix(digits, 16).expect("a port")
    };
    let lines = table.lines().skip(1).filter(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        of_interest(port(fields[1]), port(fields[2])) && own.contains(fields[9])
    });
    lines.count()
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
