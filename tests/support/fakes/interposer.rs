//! Between client and server: passes everything on up to a chosen point of the server's side of
//! the handshake, and then does something else.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use super::{read_to_end, reset};

/// RFC 4250 §4.1.2.
const KEXINIT: u8 = 20;
const NEWKEYS: u8 = 21;

/// How far the server may be heard.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Cut {
    /// Its list of algorithms is the last thing.
    AfterKexInit,
    /// Half of the packet that follows its list of algorithms.
    InsideKexReply,
    /// Everything in clear.
    AfterNewKeys,
}

/// What happens then.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Then {
    /// The connection is closed.
    Close,
    /// The connection is reset.
    Reset,
    /// Nothing ever happens.
    Stall,
}

/// A proxy to a real server; ends when dropped.
#[derive(Debug)]
pub struct Interposer {
    port: u16,
    stop: Arc<AtomicBool>,
    listener: Option<JoinHandle<()>>,
}

impl Interposer {
    /// Starts one on a free port of 127.0.0.1.
    pub fn start(server: u16, cut: Cut, then: Then) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let port = listener.local_addr().expect("its address").port();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if stopped.load(Ordering::SeqCst) {
                    return;
                }
                // Either side may leave at any moment.
                thread::spawn(move || drop(interpose(&client, server, cut, then)));
            }
        });
        Self {
            port,
            stop,
            listener: Some(thread),
        }
    }

    /// Its port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for Interposer {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        if let Some(thread) = self.listener.take() {
            let _ = thread.join();
        }
    }
}

fn interpose(client: &TcpStream, server: u16, cut: Cut, then: Then) -> io::Result<()> {
    let server = TcpStream::connect(("127.0.0.1", server))?;
    let (mut from_client, mut to_server) = (client.try_clone()?, server.try_clone()?);
    let upward = thread::spawn(move || {
        let _ = io::copy(&mut from_client, &mut to_server);
        let _ = to_server.shutdown(Shutdown::Both);
    });
    pass_until(&server, client, cut)?;
    match then {
        Then::Close => client.shutdown(Shutdown::Both)?,
        Then::Reset => {
            reset(client)?;
            // Ends the other direction, whose handle would keep the socket open.
            client.shutdown(Shutdown::Read)?;
        }
        Then::Stall => {
            let _ = upward.join();
            return read_to_end(client);
        }
    }
    let _ = upward.join();
    Ok(())
}

/// Passes the server's identification line and packets on, up to the cut.
fn pass_until(server: &TcpStream, mut client: &TcpStream, cut: Cut) -> io::Result<()> {
    let mut server = io::BufReader::new(server);
    let mut line = Vec::new();
    io::BufRead::read_until(&mut server, b'\n', &mut line)?;
    client.write_all(&line)?;
    loop {
        let mut length = [0; 4];
        server.read_exact(&mut length)?;
        let mut packet = vec![0; u32::from_be_bytes(length) as usize];
        server.read_exact(&mut packet)?;
        let message = packet.get(1).copied();
        if cut == Cut::InsideKexReply && message != Some(KEXINIT) {
            client.write_all(&length)?;
            return client.write_all(&packet[..packet.len() / 2]);
        }
        client.write_all(&length)?;
        client.write_all(&packet)?;
        match (cut, message) {
            (Cut::AfterKexInit, Some(KEXINIT)) | (Cut::AfterNewKeys, Some(NEWKEYS)) => {
                return Ok(());
            }
            _ => {}
        }
    }
}
