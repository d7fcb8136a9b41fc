//! A small HTTP client that sends exactly what a test says, wrong things included.

use std::fmt::Write as _;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Longer than anything that a server may take over a request.
const DEADLINE: Duration = Duration::from_secs(40);

/// A request that was not sent yet.
#[derive(Clone, Debug)]
pub struct Request {
    address: SocketAddr,
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Request {
    /// A request with the headers that every client sends.
    pub fn new(address: SocketAddr, method: &str, path: &str) -> Self {
        Self {
            address,
            method: method.to_owned(),
            path: path.to_owned(),
            headers: vec![
                ("host".to_owned(), address.to_string()),
                ("connection".to_owned(), "close".to_owned()),
            ],
            body: Vec::new(),
        }
    }

    /// Sets a header, in place of one of the same name.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self = self.without(name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Leaves a header out.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.headers
            .retain(|(one, _)| !one.eq_ignore_ascii_case(name));
        self
    }

    /// Sends this as JSON.
    #[must_use]
    pub fn json(self, body: &Value) -> Self {
        self.body(body.to_string().as_bytes())
            .header("content-type", "application/json")
    }

    /// Sends these bytes.
    #[must_use]
    pub fn body(mut self, body: &[u8]) -> Self {
        self.body = body.to_vec();
        self
    }

    /// Sends it and reads the whole answer.
    pub async fn send(&self) -> Response {
        self.try_send().await.expect("an answer")
    }

    /// The same, for a server that may be going away.
    pub async fn try_send(&self) -> io::Result<Response> {
        let exchange = async {
            let mut stream = self.write().await?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await?;
            Response::parse(&answer).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
        };
        timeout(DEADLINE, exchange).await?
    }

    /// Sends it and leaves the answer unread; dropping the stream is a client that goes away.
    pub async fn write(&self) -> io::Result<TcpStream> {
        let mut stream = TcpStream::connect(self.address).await?;
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        for (name, value) in &self.headers {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        let has_length = self
            .headers
            .iter()
            .any(|(name, _)| matches!(name.as_str(), "content-length" | "transfer-encoding"));
        if !has_length && (!self.body.is_empty() || self.method != "GET") {
            write!(head, "content-length: {}\r\n", self.body.len()).unwrap();
        }
        head += "\r\n";
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(&self.body).await?;
        Ok(stream)
    }
}

impl Response {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = std::str::from_utf8(bytes.get(..end)?).ok()?;
        let mut lines = head.split("\r\n");
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers = lines.filter_map(|line| {
            let (name, value) = line.split_once(':')?;
            Some((name.to_ascii_lowercase(), value.trim().to_owned()))
        });
        Some(Self {
            status,
            headers: headers.collect(),
            body: bytes.get(end + 4..)?.to_vec(),
        })
    }

    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(one, _)| one == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("not JSON: {} {}", self.status, self.text()))
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Checks that it is a problem document of this status, and returns its slug.
    pub fn problem(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json")
        );
        let body = self.json();
        assert_eq!(body["status"], status);
        for member in ["title", "detail"] {
            assert!(!body[member].as_str().unwrap().is_empty(), "{body}");
        }
        body["type"].as_str().unwrap().to_owned()
    }

    /// Checks that it is a 422, and returns `field code` for each error, in order.
    pub fn field_errors(&self) -> Vec<String> {
        assert_eq!(self.problem(422), "invalid");
        let body = self.json();
        let errors = body["errors"].as_array().unwrap().iter().map(|error| {
            assert!(!error["message"].as_str().unwrap().is_empty());
            let (field, code) = (&error["field"], &error["code"]);
            format!("{} {}", field.as_str().unwrap(), code.as_str().unwrap())
        });
        errors.collect()
    }
}
