//! Servers that misbehave, on loopback. They run on threads, so that the tasks of a test's
//! runtime are those of the code under test alone.

mod interposer;

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::Duration;

pub use self::interposer::{Cut, Interposer, Then};

const IDENTIFICATION: &[u8] = b"SSH-2.0-Fake_1.0\r\n";
const MOMENT: Duration = Duration::from_millis(10);

/// What a fake server does with each connection.
#[derive(Clone, Debug)]
pub enum Behaviour {
    /// Accepts, reads, and never says a word.
    Silent,
    /// Closes at once.
    Close,
    /// Resets at once.
    Reset,
    /// Sends these bytes, and then waits for ever.
    Say(Vec<u8>),
    /// Sends these bytes, and closes.
    SayAndClose(Vec<u8>),
    /// Sends these bytes, and resets.
    SayAndReset(Vec<u8>),
    /// Sends its identification a byte at a time, this far apart.
    Drip(Duration),
    /// Sends lines before the identification, without end.
    EndlessLines,
    /// Sends this many bytes without a line end.
    LongLine(usize),
    /// As the first, for the first connection; then as the second.
    Then(Box<Self>, Box<Self>),
    /// Passes everything on to a real server.
    PassTo(u16),
}

impl Behaviour {
    /// A web server that gets something else than HTTP, and keeps the connection.
    pub fn http() -> Self {
        Self::Say(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".to_vec())
    }

    /// A mail server.
    pub fn smtp() -> Self {
        Self::Say(b"220 mail.example ESMTP ready\r\n".to_vec())
    }

    /// A TLS server: it answers what is no TLS with an alert.
    pub fn tls() -> Self {
        Self::Say(b"\x15\x03\x01\x00\x02\x02\x46".to_vec())
    }

    /// Identifies itself as an SSH server, and then sends these bytes and waits.
    pub fn identify_and_say(bytes: &[u8]) -> Self {
        Self::Say([IDENTIFICATION, bytes].concat())
    }

    /// Identifies itself as an SSH server, and says goodbye with this text (RFC 4253 §11.1).
    pub fn identify_and_disconnect(text: &str) -> Self {
        let text = text.as_bytes();
        let length = u32::try_from(text.len()).expect("a short text");
        let payload = [&[1, 0, 0, 0, 2], &length.to_be_bytes()[..], text, &[0; 4]].concat();
        Self::identify_and_say(&packet(&payload))
    }

    /// Identifies itself as an SSH server, and closes.
    pub fn identify_and_close() -> Self {
        Self::SayAndClose(IDENTIFICATION.to_vec())
    }

    /// Identifies itself as an SSH server, and resets.
    pub fn identify_and_reset() -> Self {
        Self::SayAndReset(IDENTIFICATION.to_vec())
    }
}

/// A fake server; ends when dropped.
#[derive(Debug)]
pub struct Fake {
    port: u16,
    shared: Arc<Shared>,
    listener: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    stop: AtomicBool,
    accepted: AtomicUsize,
    /// By connection; the second handle keeps a socket open, so its entry goes when it is served.
    open: Mutex<Vec<(usize, TcpStream)>>,
}

impl Shared {
    fn open(&self) -> MutexGuard<'_, Vec<(usize, TcpStream)>> {
        self.open.lock().expect("the open connections")
    }
}

impl Fake {
    /// Starts one on a free port of 127.0.0.1.
    pub fn start(behaviour: Behaviour) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let port = listener.local_addr().expect("its address").port();
        let shared = Arc::new(Shared::default());
        let for_thread = Arc::clone(&shared);
        let thread = thread::spawn(move || accept_all(&listener, &behaviour, &for_thread));
        Self {
            port,
            shared,
            listener: Some(thread),
        }
    }

    /// Its port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// How many connections it has accepted.
    pub fn accepted(&self) -> usize {
        self.shared.accepted.load(Ordering::SeqCst)
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        // Wakes the listener.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        for (_, stream) in self.shared.open().iter() {
            let _ = stream.shutdown(Shutdown::Both);
        }
        if let Some(thread) = self.listener.take() {
            let _ = thread.join();
        }
    }
}

fn accept_all(listener: &TcpListener, behaviour: &Behaviour, shared: &Arc<Shared>) {
    for stream in listener.incoming().flatten() {
        if shared.stop.load(Ordering::SeqCst) {
            return;
        }
        let nth = shared.accepted.fetch_add(1, Ordering::SeqCst);
        let mut behaviour = behaviour.clone();
        if let Behaviour::Then(first, later) = behaviour {
            behaviour = if nth == 0 { *first } else { *later };
        }
        let handle = stream.try_clone().expect("a second handle");
        shared.open().push((nth, handle));
        let shared = Arc::clone(shared);
        thread::spawn(move || {
            // The peer may leave at any moment.
            let _ = behave(stream, &behaviour, &shared);
            shared.open().retain(|(other, _)| *other != nth);
        });
    }
}

fn behave(mut stream: TcpStream, behaviour: &Behaviour, shared: &Shared) -> io::Result<()> {
    match behaviour {
        Behaviour::Silent => read_to_end(&stream),
        Behaviour::Close => Ok(()),
        Behaviour::Reset => reset(&stream),
        Behaviour::Say(bytes) => {
            stream.write_all(bytes)?;
            read_to_end(&stream)
        }
        Behaviour::SayAndClose(bytes) => {
            stream.write_all(bytes)?;
            read_something(&stream);
            Ok(())
        }
        Behaviour::SayAndReset(bytes) => {
            stream.write_all(bytes)?;
            read_something(&stream);
            reset(&stream)
        }
        Behaviour::Drip(gap) => {
            for byte in IDENTIFICATION {
                stream.write_all(&[*byte])?;
                if !wait(*gap, shared) {
                    break;
                }
            }
            read_to_end(&stream)
        }
        Behaviour::EndlessLines => {
            while wait(MOMENT, shared) {
                stream.write_all(b"You are most welcome here.\r\n")?;
            }
            Ok(())
        }
        Behaviour::LongLine(length) => {
            let chunk = vec![b'x'; 64 * 1024];
            for _ in 0..length.div_ceil(chunk.len()) {
                stream.write_all(&chunk)?;
            }
            read_to_end(&stream)
        }
        Behaviour::Then(..) => unreachable!("chosen before"),
        Behaviour::PassTo(port) => pass_to(stream, *port),
    }
}

/// False when the server shall stop.
fn wait(time: Duration, shared: &Shared) -> bool {
    thread::sleep(time);
    !shared.stop.load(Ordering::SeqCst)
}

fn read_to_end(mut stream: &TcpStream) -> io::Result<()> {
    let mut scratch = [0; 4096];
    while stream.read(&mut scratch)? > 0 {}
    Ok(())
}

/// Waits for the client's first words, so that they do not turn a close into a reset.
fn read_something(mut stream: &TcpStream) {
    let _ = stream.set_read_timeout(Some(Duration::from_secs(1)));
    let _ = stream.read(&mut [0; 4096]);
}

/// A packet in clear (RFC 4253 §6).
fn packet(payload: &[u8]) -> Vec<u8> {
    let padding = 4 + (8 - (5 + payload.len() + 4) % 8) % 8;
    let length = u32::try_from(1 + payload.len() + padding).expect("a short packet");
    let padding_length = u8::try_from(padding).expect("a short padding");
    [
        &length.to_be_bytes()[..],
        &[padding_length],
        payload,
        &vec![0; padding],
    ]
    .concat()
}

/// Makes the coming close a reset.
fn reset(stream: &TcpStream) -> io::Result<()> {
    rustix::net::sockopt::set_socket_linger(stream, Some(Duration::ZERO))?;
    Ok(())
}

fn pass_to(client: TcpStream, port: u16) -> io::Result<()> {
    let server = TcpStream::connect(("127.0.0.1", port))?;
    let (mut from_client, mut to_server) = (client.try_clone()?, server.try_clone()?);
    let upward = thread::spawn(move || {
        let _ = io::copy(&mut from_client, &mut to_server);
        let _ = to_server.shutdown(Shutdown::Write);
    });
    let (mut from_server, mut to_client) = (server, client);
    let _ = io::copy(&mut from_server, &mut to_client);
    let _ = to_client.shutdown(Shutdown::Both);
    let _ = upward.join();
    Ok(())
}
