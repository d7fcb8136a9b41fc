//! From a name to a TCP connection: every address, none waiting for another to fail (P12).

use std::collections::BTreeSet;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs as _};
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use reach_logic::ExecutorId;
use tokio::net::TcpStream;
use tokio::time::sleep;

use super::blocking::{BlockingError, BlockingPool};
use super::config::AddressFamily;

/// Between the starts of two attempts.
const STAGGER: Duration = Duration::from_millis(250);

/// Unacknowledged data ends a connection after this time, so that the kernel does not keep trying
/// for a quarter of an hour after Reach has let go.
const USER_TIMEOUT: Duration = Duration::from_secs(45);

/// The addresses of a server, resolved anew at each call, families taking turns (RFC 8305 §4). An
/// address needs no resolver.
pub(super) async fn addresses(
    host: &str,
    port: u16,
    family: AddressFamily,
    pool: &BlockingPool,
    owner: Option<&ExecutorId>,
) -> Result<io::Result<Vec<SocketAddr>>, BlockingError> {
    if let Ok(address) = host.parse::<IpAddr>() {
        return Ok(Ok(vec![SocketAddr::new(address, port)]));
    }
    let name = host.to_owned();
    let look_up = move || {
        (name.as_str(), port)
            .to_socket_addrs()
            .map(Iterator::collect::<Vec<_>>)
    };
    let found = pool.run(owner, look_up).await?;
    Ok(found.and_then(|mut addresses| {
        addresses.retain(|address| match family {
            AddressFamily::Any => true,
            AddressFamily::Inet => address.is_ipv4(),
            AddressFamily::Inet6 => address.is_ipv6(),
        });
        if addresses.is_empty() {
            return Err(io::Error::other(
                "the name has no address of the wanted family",
            ));
        }
        Ok(take_turns(addresses))
    }))
}

/// What the kernel may hold of a connection that it has not sent yet, in bytes.
#[cfg(target_os = "linux")]
const UNSENT: u32 = 128 * 1024;

/// Connects to the first address that answers. The error is that of the first attempt that
/// failed: it belongs to the address the system prefers.
pub(super) async fn connect(addresses: Vec<SocketAddr>) -> io::Result<TcpStream> {
    let mut waiting = addresses.into_iter();
    let mut attempts = FuturesUnordered::new();
    let mut first_error = None;
    loop {
        if let Some(address) = waiting.next() {
            attempts.push(TcpStream::connect(address));
        }
        tokio::select! {
            outcome = attempts.next() => match outcome {
                Some(Ok(stream)) => return prepared(stream),
                Some(Err(error)) => first_error = first_error.or(Some(error)),
                None => return Err(first_error.unwrap_or_else(|| io::ErrorKind::NotFound.into())),
            },
            () = sleep(STAGGER), if waiting.len() > 0 => {}
        }
    }
}

fn prepared(stream: TcpStream) -> io::Result<TcpStream> {
    stream.set_nodelay(true)?;
    let timeout = u32::try_from(USER_TIMEOUT.as_millis()).unwrap_or(u32::MAX);
    // Linux only, and only a second line of defence.
    let _ = rustix::net::sockopt::set_tcp_user_timeout(&stream, timeout);
    // The kernel would take megabytes, which a keepalive then waits behind (S14).
    #[cfg(target_os = "linux")]
    let _ = socket2::SockRef::from(&stream).set_tcp_notsent_lowat(UNSENT);
    Ok(stream)
}

fn take_turns(addresses: Vec<SocketAddr>) -> Vec<SocketAddr> {
    let mut seen = BTreeSet::new();
    let first_is_v6 = addresses.first().is_some_and(SocketAddr::is_ipv6);
    let (mut leading, mut other): (Vec<_>, Vec<_>) = addresses
        .into_iter()
        .filter(|address| seen.insert(*address))
        .partition(|address| address.is_ipv6() == first_is_v6);
    let mut turns = Vec::with_capacity(leading.len() + other.len());
    leading.reverse();
    other.reverse();
    while let Some(address) = leading.pop().or_else(|| other.pop()) {
        turns.push(address);
        turns.extend(other.pop());
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_families_take_turns_and_none_comes_twice() {
        let parse = |texts: &[&str]| -> Vec<SocketAddr> {
            texts.iter().map(|text| text.parse().unwrap()).collect()
        };
        let found = parse(&["[::1]:1", "[::1]:1", "[::2]:1", "[::3]:1", "127.0.0.1:1"]);
        let expected = parse(&["[::1]:1", "127.0.0.1:1", "[::2]:1", "[::3]:1"]);
        assert_eq!(take_turns(found), expected);
    }

    #[tokio::test]
    async fn a_dead_address_does_not_hide_a_living_one() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let alive = listener.local_addr().unwrap();
        let dead = std::net::TcpListener::bind("127.0.0.2:0").unwrap();
        let refused = dead.local_addr().unwrap();
        drop(dead);

        let stream = connect(vec![refused, alive]).await.unwrap();
        assert_eq!(stream.peer_addr().unwrap(), alive);
        let error = connect(vec![refused]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::ConnectionRefused);
    }

    #[tokio::test]
    async fn an_address_literal_needs_no_thread() {
        let pool = BlockingPool::new(Duration::ZERO);
        for host in ["127.0.0.1", "::1"] {
            let found = addresses(host, 22, AddressFamily::Any, &pool, None)
                .await
                .unwrap()
                .unwrap();
            assert_eq!(found, [SocketAddr::new(host.parse().unwrap(), 22)]);
        }
    }
}
