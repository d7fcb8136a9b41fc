//! Whether anything listens on a port.

use std::net::{Ipv4Addr, TcpStream};
use std::time::{Duration, Instant};

/// A listener that was closed lives on for a moment in every child that another test of this
/// process is just starting: from its fork to its exec it holds a copy of each socket.
const FORKED_COPIES: Duration = Duration::from_secs(2);

/// Whether connections to a port of this machine are refused, within a moment. Blocks the thread,
/// so that it can be asked under paused time.
pub fn is_refused(port: u16) -> bool {
    let deadline = Instant::now() + FORKED_COPIES;
    loop {
        if TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            return true;
        }
        if Instant::now() >= deadline {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
