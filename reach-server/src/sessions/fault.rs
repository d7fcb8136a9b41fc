//! Why a launch came to nothing, and how that is told.

use std::time::Duration;

use reach_logic::session::{LaunchStep, SessionFailure};

use super::forward::ForwardError;
use super::ground::NoWay;
use super::host::HostError;
use crate::ssh::{DialError, Phase, one_line};
use crate::store::StoreError;

/// Why a launch came to nothing.
pub(super) enum Fault {
    Cancelled,
    Dial(Box<DialError>),
    Ended { log: String },
    Forward(ForwardError),
    Host(HostError),
    NotReady { limit: Duration, why: String },
    Port(String),
    PortTaken(u16),
    Store(StoreError),
}

impl From<HostError> for Fault {
    fn from(error: HostError) -> Self {
        Self::Host(error)
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<NoWay> for Fault {
    fn from(no_way: NoWay) -> Self {
        match no_way {
            NoWay::Cancelled => Self::Cancelled,
            NoWay::Dial(error) => Self::Dial(error),
        }
    }
}

impl Fault {
    /// What a session shows: the step, the host, what happened, and of a dial its own reason
    ///
    pub(super) fn failure(&self, step: Option<LaunchStep>, host: &str) -> SessionFailure {
        let mut failure = SessionFailure {
            step,
            reason: None,
            host: host.to_owned(),
            message: String::new(),
        };
        let message = match self {
            Self::Cancelled => format!("Reach was stopped during the launch on {host}"),
            Self::Dial(error) => {
                let dialled = error.failure();
                failure.host.clone_from(&error.host);
                failure.reason = Some(dialled.reason);
                if error.phase == Phase::Prepare {
                    failure.step = Some(LaunchStep::Resolve);
                }
                if error.names_target() {
                    dialled.message
                } else {
                    format!("{}: {}", error.host, dialled.message)
                }
            }
            Self::Ended { log } if log.is_empty() => format!(
                "{host}: the controller ended before it accepted a connection, and logged \
                 nothing; it must stay in the foreground"
            ),
            Self::Ended { log } => format!(
                "{host}: the controller ended before it accepted a connection; its log ends: {log}"
            ),
            Self::Forward(error) => format!("{host}: {error}"),
            Self::Host(error) => format!("{host}: {error}"),
            Self::NotReady { limit, why } => format!(
                "{host}: the controller did not get ready within {} s: {why}",
                limit.as_secs()
            ),
            Self::Port(text) => {
                format!(
                    "{host}: the controller wrote {text:?} to $REACH_PORT_FILE, which is no port"
                )
            }
            Self::PortTaken(port) => format!(
                "{host}: something accepts connections on port {port} already; stop it, or give \
                 another port"
            ),
            Self::Store(error) => format!("the launch on {host} could not be stored: {error}"),
        };
        failure.message = one_line(&message);
        failure
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::ssh::{self, Hop, Itinerary, Sighting};

    #[test]
    fn a_dial_that_failed_names_the_host_once_and_the_bastion_beside_it() {
        let told = |hop, place: &str| {
            let refused = io::Error::from(io::ErrorKind::ConnectionRefused);
            let fault = Fault::Dial(Box::new(DialError {
                host: "nas".to_owned(),
                itinerary: Itinerary::default(),
                place: place.to_owned(),
                hop,
                phase: Phase::Connect,
                fault: ssh::Fault::Connect(refused),
                mismatch: None,
                steps: Vec::new(),
                sighting: Sighting::default(),
            }));
            fault.failure(Some(LaunchStep::Dial), "nas").message
        };
        let why = "cannot connect: connection refused";
        assert_eq!(told(Hop::Target, "nas:41897"), format!("nas:41897: {why}"));
        assert_eq!(told(Hop::Target, ""), format!("nas: {why}"));
        assert_eq!(
            told(Hop::Bastion, "gate:22"),
            format!("nas: via bastion gate:22: {why}")
        );
    }
}
