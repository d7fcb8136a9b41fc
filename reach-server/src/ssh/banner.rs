//! What a server sends before it speaks SSH. russh skips such lines and waits for more, so that
//! a web server would hold a probe until its deadline; here they are recognised at once.

use std::io;

/// Bytes kept of the server's first words.
const KEPT_BYTES: usize = 512;

/// The first bytes of a connection, up to and with the identification line (RFC 4253 §4.2).
#[derive(Clone, Debug, Default)]
pub(super) struct Banner {
    start: Vec<u8>,
    complete: bool,
}

/// The peer speaks something else.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("the server speaks {protocol}, not SSH")]
pub struct NotSsh {
    /// What it speaks, as far as its first bytes tell.
    pub protocol: &'static str,
}

const SIGNS: [(&[u8], &str); 12] = [
    (b"HTTP/", "HTTP"),
    (b"<!", "HTML"),
    (b"<html", "HTML"),
    (b"220 ", "SMTP or FTP"),
    (b"220-", "SMTP or FTP"),
    (b"421 ", "SMTP or FTP"),
    (b"554 ", "SMTP"),
    (b"+OK", "POP3"),
    (b"* OK", "IMAP"),
    (b"RFB 00", "VNC"),
    (b"\x15\x03", "TLS"),
    (b"\x16\x03", "TLS"),
];

impl Banner {
    /// Takes what was read, until the identification line is complete.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        if self.complete {
            return;
        }
        let room = KEPT_BYTES.saturating_sub(self.start.len());
        self.start
            .extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.complete = self.start.len() >= KEPT_BYTES || self.identification().is_some();
    }

    /// An error once the first bytes are those of another protocol.
    pub(super) fn check(&self) -> io::Result<()> {
        match self.not_ssh() {
            Some(other) => Err(io::Error::new(io::ErrorKind::InvalidData, other)),
            None => Ok(()),
        }
    }

    /// The other protocol that the first bytes belong to.
    pub(super) fn not_ssh(&self) -> Option<NotSsh> {
        let found = SIGNS.iter().find(|(sign, _)| self.start.starts_with(sign));
        let protocol = match found {
            Some((_, protocol)) => protocol,
            None if self.is_ssh_1() => "SSH protocol 1",
            None => return None,
        };
        Some(NotSsh { protocol })
    }

    /// `SSH-2.0-…`, once the line is complete.
    pub(super) fn identification(&self) -> Option<&str> {
        let mut lines = self.start.split_inclusive(|byte| *byte == b'\n');
        let line = lines.find(|line| line.ends_with(b"\n") && line.starts_with(b"SSH-"))?;
        std::str::from_utf8(line).ok().map(str::trim_end)
    }

    /// The lines before the identification, as text; empty when there were none.
    pub(super) fn preamble(&self) -> String {
        let lines = self.start.split_inclusive(|byte| *byte == b'\n');
        let before: Vec<u8> = lines
            .take_while(|line| !line.starts_with(b"SSH-"))
            .flatten()
            .copied()
            .collect();
        String::from_utf8_lossy(&before).trim().to_owned()
    }

    fn is_ssh_1(&self) -> bool {
        self.start.starts_with(b"SSH-1.")
            && self.start.len() >= b"SSH-1.99-".len()
            && !self.start.starts_with(b"SSH-1.99-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn banner(chunks: &[&str]) -> Banner {
        chunks.iter().fold(Banner::default(), |mut banner, chunk| {
            banner.read(chunk.as_bytes());
            banner
        })
    }

    #[test]
    fn other_protocols_are_known_by_their_first_bytes() {
        for (start, protocol) in [
            ("HTTP/1.1 400 Bad Request\r\n", "HTTP"),
            ("220 mail.example ESMTP\r\n", "SMTP or FTP"),
            ("SSH-1.5-1.2.27\n", "SSH protocol 1"),
            ("\x15\x03\x01\0\x02", "TLS"),
        ] {
            let found = banner(&[start]).not_ssh();
            assert_eq!(found, Some(NotSsh { protocol }), "{start:?}");
        }
    }

    #[test]
    fn ssh_is_let_through_however_it_is_cut() {
        for chunks in [
            &["SSH-2.0-OpenSSH_9.2p1 Debian\r\n"][..],
            &["SSH-1.99-Cisco-1.25\n"],
            &["S", "SH-2.0", "-x\r", "\n"],
            &["Welcome\r\n", "SSH-2.0-x\r\n"],
        ] {
            let banner = banner(chunks);
            assert_eq!(banner.not_ssh(), None, "{chunks:?}");
            assert!(banner.identification().is_some(), "{chunks:?}");
        }
    }

    #[test]
    fn the_lines_before_the_identification_are_kept_apart() {
        let banner = banner(&["Exceeded Max", "Startups\r\nSSH-2.0-x\r\nbinary"]);
        assert_eq!(banner.preamble(), "Exceeded MaxStartups");
        assert_eq!(banner.identification(), Some("SSH-2.0-x"));
    }
}
