//! Ports to keep for oneself, and whether anything listens on one.

use std::net::{Ipv4Addr, SocketAddrV4, TcpStream};
use std::os::fd::OwnedFd;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rustix::net::{self, AddressFamily, SocketFlags, SocketType};

/// A listener that was closed lives on for a moment in every child that another test of this
/// process is just starting: from its fork to its exec it holds a copy of each socket.
const FORKED_COPIES: Duration = Duration::from_secs(2);

/// A port on 127.0.0.1 where nothing listens. It is kept for as long as this process runs: nobody
/// else is given it, and whoever asks for this very port with `SO_REUSEADDR`, as servers do, may
/// listen on it, again and again.
pub fn free_port() -> u16 {
    static KEPT: Mutex<Vec<OwnedFd>> = Mutex::new(Vec::new());
    let flags = SocketFlags::CLOEXEC;
    let socket = net::socket_with(AddressFamily::INET, SocketType::STREAM, flags, None);
    let socket = socket.expect("a socket");
    net::sockopt::set_socket_reuseaddr(&socket, true).expect("its option");
    let any = SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0);
    net::bind(&socket, &any).expect("a free port");
    let address = net::getsockname(&socket).expect("its address");
    let address = SocketAddrV4::try_from(address).expect("an address of IPv4");
    KEPT.lock().expect("the ports").push(socket);
    address.port()
}

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

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_free_port_refuses_until_its_owner_listens_again_and_again() {
        let port = free_port();
        for _ in 0..3 {
            assert!(is_refused(port));
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).unwrap();
            let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
            assert!(taken.is_err(), "two listen on it");
            TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
            drop(listener);
        }
        assert_ne!(free_port(), port);
    }
}
