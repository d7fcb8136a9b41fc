//! The controller of a measured session, and its clients. The benchmark's own program is the
//! controller too, so that the host needs nothing but a shell.

use std::io::{self, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// Set in the environment of a controller.
pub(crate) const IS_CONTROLLER: &str = "BENCH_CONTROLLER";

const CHUNK: usize = 64 * 1024;
/// A small request and its answer, each.
const SMALL: usize = 200;
/// No answer of a healthy line takes this long.
const PATIENCE: Duration = Duration::from_mins(2);

/// What a client wants; sent as one byte and a number.
#[derive(Clone, Copy)]
enum Wish {
    Download = 1,
    Upload = 2,
    Echo = 3,
    Silence = 4,
}

/// Listens on a free port, says which in `$REACH_PORT_FILE`, and serves until it is stopped.
pub(crate) fn serve() -> io::Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let port_file = env::var_os("REACH_PORT_FILE").ok_or(io::ErrorKind::NotFound)?;
    fs::write(port_file, format!("{}\n", listener.local_addr()?.port()))?;
    for client in listener.incoming() {
        let client = client?;
        // A client that goes away has no answer to wait for.
        thread::spawn(move || answer(client).ok());
    }
    Ok(())
}

fn answer(mut client: TcpStream) -> io::Result<()> {
    client.set_nodelay(true)?;
    let mut wish = [0; 9];
    client.read_exact(&mut wish)?;
    let [kind, number @ ..] = wish;
    let bytes = u64::from_le_bytes(number);
    match kind {
        1 => send(&mut client, bytes),
        2 => {
            io::copy(&mut (&client).take(bytes), &mut io::sink())?;
            client.write_all(b"!")
        }
        3 => {
            let mut small = [0; SMALL];
            while client.read_exact(&mut small).is_ok() {
                client.write_all(&small)?;
            }
            Ok(())
        }
        // Waits until the client has gone.
        _ => client.read(&mut [0]).map(drop),
    }
}

fn send(to: &mut TcpStream, bytes: u64) -> io::Result<()> {
    let chunk = vec![7; CHUNK];
    let mut left = bytes;
    while left > 0 {
        let size = usize::try_from(left).map_or(CHUNK, |left| left.min(CHUNK));
        to.write_all(&chunk[..size])?;
        left -= size as u64;
    }
    Ok(())
}

fn ask(port: u16, wish: Wish, bytes: u64) -> io::Result<TcpStream> {
    let mut server = TcpStream::connect(("127.0.0.1", port))?;
    server.set_nodelay(true)?;
    server.set_read_timeout(Some(PATIENCE))?;
    let mut request = vec![wish as u8];
    request.extend(bytes.to_le_bytes());
    server.write_all(&request)?;
    Ok(server)
}

/// How long it takes to receive so many bytes.
pub(crate) fn download(port: u16, bytes: u64) -> io::Result<Duration> {
    let started = Instant::now();
    let received = io::copy(&mut ask(port, Wish::Download, bytes)?, &mut io::sink())?;
    assert_eq!(received, bytes, "the answer is whole");
    Ok(started.elapsed())
}

/// How long it takes until so many bytes have arrived.
pub(crate) fn upload(port: u16, bytes: u64) -> io::Result<Duration> {
    let started = Instant::now();
    let mut server = ask(port, Wish::Upload, bytes)?;
    send(&mut server, bytes)?;
    server.read_exact(&mut [0])?;
    Ok(started.elapsed())
}

/// How long each of some small requests takes, one after the other on one connection.
pub(crate) fn requests(port: u16, count: usize) -> io::Result<Vec<Duration>> {
    let mut server = ask(port, Wish::Echo, 0)?;
    (0..count).map(|_| round_trip(&mut server)).collect()
}

/// The same with a connection for each.
pub(crate) fn connections(port: u16, count: usize) -> io::Result<Vec<Duration>> {
    let one = |_| {
        let started = Instant::now();
        round_trip(&mut ask(port, Wish::Echo, 0)?)?;
        Ok(started.elapsed())
    };
    (0..count).map(one).collect()
}

fn round_trip(server: &mut TcpStream) -> io::Result<Duration> {
    let mut small = [1; SMALL];
    let started = Instant::now();
    server.write_all(&small)?;
    server.read_exact(&mut small)?;
    Ok(started.elapsed())
}

/// A request that is never answered, and how it ended: the error, not an answer.
pub(crate) fn wait_for_error(port: u16) -> io::Result<io::Error> {
    let mut server = ask(port, Wish::Silence, 0)?;
    match server.read(&mut [0]) {
        Ok(bytes) => Err(io::Error::other(format!(
            "{bytes} bytes came, as if it were whole"
        ))),
        Err(error) => Ok(error),
    }
}
