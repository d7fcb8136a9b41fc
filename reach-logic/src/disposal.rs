//! What disposing of a session does over its transport, and what it reports.
//!
//! The six steps (take the reading and untrack; stop the watchdog; close the forward; remote
//! commands; close the client; await the probe) are the shell's, in that order. Decided here is
//! which remote commands a path runs for the one reading it took (L-002.8), and what their
//! outcomes come to.

use core::time::Duration;

use crate::session::Transport;
use crate::{Mono, watchdog::Watchdog};

/// One look at a session's transport, under the lock. Every remote command of a disposal obeys
/// the same one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reading {
    /// Nothing speaks against it.
    Answering,
    /// Declared lost, or its client closed by a command's timeout.
    Lost,
    /// Silent for more than two probe intervals: a command would block, not fail.
    Unresponsive,
}

impl Reading {
    /// Reads the lost mark and the watchdog. The mark counts whether or not a watchdog runs (S12).
    pub fn of(is_lost: bool, watchdog: Option<&Watchdog>, now: Mono) -> Self {
        if is_lost {
            Self::Lost
        } else if watchdog.is_some_and(|watchdog| watchdog.is_unresponsive(now)) {
            Self::Unresponsive
        } else {
            Self::Answering
        }
    }

    /// As the API shows it, for a session that has a client.
    pub const fn transport(self) -> Transport {
        match self {
            Self::Answering => Transport::Up,
            Self::Lost => Transport::Lost,
            Self::Unresponsive => Transport::Unresponsive,
        }
    }
}

/// The ways in which a tracked session is disposed of.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum DisposalPath {
    /// The whole manager closes; remote controllers live on (S9).
    Close,
    /// The reset of a session with a credential broker.
    Reset,
    /// A resume of a session whose transport is lost or unresponsive (S2).
    Resume,
    /// A stop.
    Stop,
}

/// A command that a disposal runs on the remote host.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RemoteCommand {
    /// Asks whether the credential broker can be reached; before the session is untracked.
    BrokerPreflight,
    /// The session's cleanup script.
    CleanupScript,
    /// Verifies the controller's process and stops it.
    ControllerStop,
}

impl RemoteCommand {
    /// How long it may take; then the client is closed, the session marked lost and the command
    /// counted as failed. The only timer of the command (S5).
    pub const fn timeout(self) -> Duration {
        match self {
            Self::CleanupScript => Duration::from_mins(1),
            Self::BrokerPreflight | Self::ControllerStop => Duration::from_secs(20),
        }
    }
}

/// The remote commands of a path, in order.
pub const fn remote_commands(path: DisposalPath, reading: Reading) -> &'static [RemoteCommand] {
    match (reading, path) {
        (Reading::Answering, DisposalPath::Stop) => {
            &[RemoteCommand::CleanupScript, RemoteCommand::ControllerStop]
        }
        (Reading::Answering, DisposalPath::Reset) => &[
            RemoteCommand::BrokerPreflight,
            RemoteCommand::ControllerStop,
        ],
        (Reading::Answering, DisposalPath::Close | DisposalPath::Resume)
        | (Reading::Lost | Reading::Unresponsive, _) => &[],
    }
}

/// Whether the remote controller may still run after a stop: its stop was skipped or did not
/// succeed (S3). The stop itself succeeds all the same.
pub fn controller_may_remain(controller_stop: Option<CommandOutcome>) -> bool {
    controller_stop != Some(CommandOutcome::Done)
}

/// How a remote command ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CommandOutcome {
    /// It did what it should.
    Done,
    /// It did not: the host refused, the transport failed, or its timeout passed.
    Failed,
}

/// What a reset reports.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ResetReport {
    /// The stale controller is gone: the resume metadata is cleared.
    Cleared,
    /// The host refused this command; the resume metadata stays.
    Refused(RemoteCommand),
    /// The transport was lost before or under a command; the resume metadata stays (L-002.15).
    TransportLost,
}

/// What a reset comes to. `outcomes` are those of the commands that were run, in order: the first
/// that fails ends the row. `is_lost` is the mark *after* them: it tells a call that failed because
/// the client was closed under it from a host that refused.
pub fn reset_report(reading: Reading, outcomes: &[CommandOutcome], is_lost: bool) -> ResetReport {
    let commands = remote_commands(DisposalPath::Reset, reading);
    let undone = commands
        .iter()
        .enumerate()
        .find(|(place, _)| outcomes.get(*place) != Some(&CommandOutcome::Done));
    match undone {
        None if commands.is_empty() => ResetReport::TransportLost,
        None => ResetReport::Cleared,
        Some(_) if is_lost => ResetReport::TransportLost,
        Some((_, command)) => ResetReport::Refused(*command),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watchdog::Tuning;

    const READINGS: [Reading; 3] = [Reading::Answering, Reading::Lost, Reading::Unresponsive];

    const fn at(seconds: u64) -> Mono {
        Mono::new(Duration::from_secs(seconds))
    }

    #[test]
    fn the_lost_mark_counts_whatever_the_watchdog_says() {
        let dog = Watchdog::start(Tuning::DEFAULT, at(0));
        for (is_lost, dog, now, expected) in [
            (true, None, at(0), Reading::Lost),
            (true, Some(&dog), at(31), Reading::Lost),
            (false, Some(&dog), at(30), Reading::Answering),
            (false, Some(&dog), at(31), Reading::Unresponsive),
            (false, None, at(1000), Reading::Answering),
        ] {
            assert_eq!(Reading::of(is_lost, dog, now), expected);
        }
        let mut stopped = dog.clone();
        stopped.on_stop();
        assert_eq!(
            Reading::of(false, Some(&stopped), at(31)),
            Reading::Answering
        );
    }

    // L-002.8
    #[test]
    fn one_reading_governs_every_remote_command_of_a_path() {
        use DisposalPath::{Close, Reset, Resume, Stop};
        use RemoteCommand::{BrokerPreflight, CleanupScript, ControllerStop};
        let answering = |path| remote_commands(path, Reading::Answering);
        assert_eq!(answering(Stop), [CleanupScript, ControllerStop]);
        assert_eq!(answering(Reset), [BrokerPreflight, ControllerStop]);
        assert_eq!(answering(Close), []);
        assert_eq!(answering(Resume), []);
        for path in [Close, Reset, Resume, Stop] {
            assert_eq!(remote_commands(path, Reading::Lost), []);
            assert_eq!(remote_commands(path, Reading::Unresponsive), []);
        }
    }

    // L-002.8
    #[test]
    fn every_remote_command_has_its_timeout() {
        let seconds = |command: RemoteCommand| command.timeout().as_secs();
        assert_eq!(seconds(RemoteCommand::CleanupScript), 60);
        assert_eq!(seconds(RemoteCommand::ControllerStop), 20);
        assert_eq!(seconds(RemoteCommand::BrokerPreflight), 20);
    }

    // S3
    #[test]
    fn only_a_controller_stop_that_succeeded_leaves_no_doubt() {
        assert!(controller_may_remain(None));
        assert!(controller_may_remain(Some(CommandOutcome::Failed)));
        assert!(!controller_may_remain(Some(CommandOutcome::Done)));
    }

    // L-002.15
    #[test]
    fn a_reset_tells_a_lost_transport_from_a_host_that_refused() {
        use CommandOutcome::{Done, Failed};
        use RemoteCommand::{BrokerPreflight, ControllerStop};
        use ResetReport::{Cleared, Refused, TransportLost};
        let answering =
            |outcomes: &[_], is_lost| reset_report(Reading::Answering, outcomes, is_lost);
        for (outcomes, is_lost, expected) in [
            (&[Done, Done][..], false, Cleared),
            // A teardown after both had succeeded takes nothing back.
            (&[Done, Done], true, Cleared),
            (&[Failed], false, Refused(BrokerPreflight)),
            (&[Failed], true, TransportLost),
            (&[Done, Failed], false, Refused(ControllerStop)),
            (&[Done, Failed], true, TransportLost),
            (&[Done], false, Refused(ControllerStop)),
            (&[], true, TransportLost),
        ] {
            assert_eq!(
                answering(outcomes, is_lost),
                expected,
                "{outcomes:?} {is_lost}"
            );
        }
        for reading in [Reading::Lost, Reading::Unresponsive] {
            for is_lost in [false, true] {
                assert_eq!(reset_report(reading, &[], is_lost), TransportLost);
            }
        }
    }

    #[test]
    fn the_api_shows_the_reading() {
        let shown = READINGS.map(Reading::transport);
        let expected = [Transport::Up, Transport::Lost, Transport::Unresponsive];
        assert_eq!(shown, expected);
    }
}
