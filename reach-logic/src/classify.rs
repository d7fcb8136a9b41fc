//! From everything an attempt showed to the one reason that is reported.

use crate::Reason;

/// One thing that an attempt to connect showed. An attempt can show several; the reported reason
/// is the first of them in the contract's order.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum DialEvidence {
    /// The configuration cannot be dialled; found before any connection (P4).
    NotDialable,
    /// The deadline passed.
    DeadlineElapsed,
    /// A host key that is not the one on record, or is revoked, at either hop.
    HostKeyRejected,
    /// No common host-key algorithm at a hop whose key type is on record (P4).
    HostKeyTypeMissing,
    /// The server refused the user's keys, or hung up after refusing one.
    AuthenticationRefused,
    /// The agent holds no key, is locked, or refuses to sign.
    NothingToSignWith,
    /// Name resolution failed, or the TCP connection could not be made.
    NotConnected,
    /// Anything after TCP that is none of the above.
    Other,
}

impl DialEvidence {
    /// The reason that this evidence alone would give.
    pub const fn reason(self) -> Reason {
        match self {
            Self::NotDialable => Reason::Config,
            Self::DeadlineElapsed => Reason::Timeout,
            Self::HostKeyRejected | Self::HostKeyTypeMissing => Reason::HostKey,
            Self::AuthenticationRefused | Self::NothingToSignWith => Reason::Auth,
            Self::NotConnected => Reason::Network,
            Self::Other => Reason::Unknown,
        }
    }
}

/// The reported reason: the first in the contract's order, except that once a key mismatch was
/// seen an attempt that then ran out of time still ends as `host_key` (P10): otherwise an
/// interceptor could turn the one into the other by stalling. Without evidence: `unknown`.
pub fn classify(evidence: &[DialEvidence]) -> Reason {
    let saw_mismatch = evidence.contains(&DialEvidence::HostKeyRejected);
    evidence
        .iter()
        .filter(|one| !(saw_mismatch && **one == DialEvidence::DeadlineElapsed))
        .map(|one| one.reason())
        .min()
        .unwrap_or(Reason::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [DialEvidence; 8] = [
        DialEvidence::NotDialable,
        DialEvidence::DeadlineElapsed,
        DialEvidence::HostKeyRejected,
        DialEvidence::HostKeyTypeMissing,
        DialEvidence::AuthenticationRefused,
        DialEvidence::NothingToSignWith,
        DialEvidence::NotConnected,
        DialEvidence::Other,
    ];

    // covers: SSH-REACHABILITY-001.27
    #[test]
    fn the_first_reason_in_the_order_of_the_contract_is_reported() {
        let order = Reason::ALL.map(Reason::token);
        assert_eq!(
            order,
            [
                "config", "timeout", "host_key", "auth", "network", "unknown"
            ]
        );
        assert!(
            Reason::ALL.is_sorted(),
            "the enum's order is the contract's"
        );

        let place = |reason| Reason::ALL.iter().position(|one| *one == reason);
        for one in ALL {
            assert_eq!(classify(&[one]), one.reason());
            for other in ALL {
                let stalled = [one, other].contains(&DialEvidence::HostKeyRejected)
                    && [one, other].contains(&DialEvidence::DeadlineElapsed);
                let first = place(one.reason()).min(place(other.reason()));
                let expected = if stalled {
                    place(Reason::HostKey)
                } else {
                    first
                };
                assert_eq!(
                    place(classify(&[one, other])),
                    expected,
                    "{one:?} {other:?}"
                );
                assert_eq!(
                    place(classify(&[other, one])),
                    expected,
                    "{other:?} {one:?}"
                );
            }
        }
    }

    // P10
    #[test]
    fn stalling_does_not_turn_a_mismatch_into_a_timeout() {
        let stalled = [DialEvidence::HostKeyRejected, DialEvidence::DeadlineElapsed];
        assert_eq!(classify(&stalled), Reason::HostKey);
        let never_seen = [
            DialEvidence::HostKeyTypeMissing,
            DialEvidence::DeadlineElapsed,
        ];
        assert_eq!(classify(&never_seen), Reason::Timeout);
    }

    #[test]
    fn without_evidence_the_reason_is_unknown() {
        assert_eq!(classify(&[]), Reason::Unknown);
    }
}
