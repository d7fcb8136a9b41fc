//! From russh's errors to faults, by their types.

use std::io;

use russh::AlgorithmKind;

use super::banner::Banner;
use super::error::Fault;
use super::handler::{Ear, Farewell, HandlerError};
use super::message::quoted;

/// Why a handshake failed.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "russh names forty things that can go wrong; most mean the same here"
)]
pub(super) fn handshake_fault(error: HandlerError, ear: &Ear, banner: &Banner) -> Fault {
    if let Some(other) = banner.not_ssh() {
        return other.into();
    }
    let error = match error {
        HandlerError::HostKey(fault) => return fault.into(),
        HandlerError::StrangeHostKey => return Fault::Protocol(error.to_string()),
        HandlerError::Russh(error) => error,
    };
    if let Some(Farewell::Message { text, .. }) = &ear.heard().farewell {
        return Fault::Closed(quoted(text));
    }
    match error {
        russh::Error::NoCommonAlgo { kind, theirs, .. } => {
            no_common_algorithm(&kind, quoted(&theirs.join(", ")))
        }
        russh::Error::IO(error) if !is_close(error.kind()) => Fault::Broken(error),
        russh::Error::IO(_) | russh::Error::Disconnect | russh::Error::HUP => {
            Fault::Closed(quoted(&banner.preamble()))
        }
        russh::Error::Version => {
            Fault::Protocol("it does not send an SSH identification line".to_owned())
        }
        other => Fault::Protocol(quoted(&other.to_string())),
    }
}

fn no_common_algorithm(kind: &AlgorithmKind, offered: String) -> Fault {
    let kind = match kind {
        AlgorithmKind::Key => return Fault::NoHostKeyAlgorithm(offered),
        AlgorithmKind::Cipher => "encryption",
        AlgorithmKind::Compression => "compression",
        AlgorithmKind::Kex => "key exchange",
        AlgorithmKind::Mac => "integrity",
    };
    Fault::NoCommonAlgorithm { kind, offered }
}

/// How the end of a connection looks that the peer has closed or reset.
fn is_close(kind: io::ErrorKind) -> bool {
    [
        io::ErrorKind::BrokenPipe,
        io::ErrorKind::ConnectionAborted,
        io::ErrorKind::ConnectionReset,
        io::ErrorKind::NotConnected,
        io::ErrorKind::UnexpectedEof,
    ]
    .contains(&kind)
}
