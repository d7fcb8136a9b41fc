//! Whether a session's credential broker can be reached from its host.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use url::Url;

use super::ground::Way;
use crate::ssh::{Received, one_line};

/// The start of an HTTP answer.
const STATUS_LINE: &[u8] = b"HTTP/1.";
/// What is read of an answer before it is clear that it is none.
const ENOUGH: usize = 4 << 10;

/// Opens a connection from the host to the broker; for `http` it wants a status line. No time
/// limit: the caller has one (S5).
pub(super) async fn preflight(way: Way<'_>, url: &str) -> Result<(), String> {
    let url = Url::parse(url).map_err(|error| format!("the broker's URL: {error}"))?;
    let name = url.host_str().ok_or("the broker's URL names no host")?;
    let port = url.port_or_known_default();
    let port = port.ok_or("the broker's URL names no port")?;
    let request = (url.scheme() == "http")
        .then(|| format!("HEAD / HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n"));
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let said = match way {
        Way::Remote(connection) => {
            let tunnel = connection.open_tcp(name, port).await;
            let mut tunnel = tunnel.map_err(|error| error.to_string())?;
            let Some(request) = request else {
                return Ok(());
            };
            let lost = || "the connection ended".to_owned();
            let mut stream = tunnel.writer.stream().ok_or_else(lost)?;
            let sent = stream.write_all(request.as_bytes()).await;
            sent.map_err(|_| lost())?;
            let mut said = Vec::new();
            while said.len() < ENOUGH && !is_decided(&said) {
                match tunnel.reader.next().await {
                    Received::Data(data) => said.extend_from_slice(&data),
                    Received::Eof | Received::Closed => break,
                    Received::Lost => return Err(lost()),
                }
            }
            said
        }
        Way::Local => {
            let stream = TcpStream::connect((name, port)).await;
            let mut stream = stream.map_err(|error| error.to_string())?;
            let Some(request) = request else {
                return Ok(());
            };
            let sent = stream.write_all(request.as_bytes()).await;
            sent.map_err(|error| error.to_string())?;
            let mut said = vec![0; STATUS_LINE.len()];
            let read = stream.read_exact(&mut said).await;
            read.map_err(|_| "it answers no HTTP".to_owned())?;
            said
        }
    };
    if said.starts_with(STATUS_LINE) {
        return Ok(());
    }
    let start = String::from_utf8_lossy(&said);
    Err(one_line(&format!("it answers no HTTP: {start}")))
}

fn is_decided(said: &[u8]) -> bool {
    said.len() >= STATUS_LINE.len()
}
