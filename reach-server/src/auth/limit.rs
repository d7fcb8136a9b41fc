//! How often one peer may try a wrong token.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::time::{Duration, Instant};

/// Wrong tokens in a row that cost nothing.
const BURST: u32 = 10;
/// After that, one try per this time.
const REFILL: Duration = Duration::from_secs(6);
/// Peers that are told apart; beyond them all share one budget.
const MOST_PEERS: usize = 1_024;

/// This peer has to wait.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("too many failed logins")]
pub struct TooMany {
    /// Until the next try counts.
    pub retry_after: Duration,
}

/// Per peer, when its failures will be forgiven. One failure adds [`REFILL`] to that.
#[derive(Debug, Default)]
pub(super) struct LoginLimit {
    forgiven_at: BTreeMap<IpAddr, Instant>,
}

impl LoginLimit {
    pub(super) fn check(&self, peer: IpAddr, now: Instant) -> Result<(), TooMany> {
        let forgiven_at = self.forgiven_at.get(&self.key(peer)).copied();
        let debt = forgiven_at.map_or(Duration::ZERO, |at| at.saturating_duration_since(now));
        let most = REFILL * (BURST - 1);
        if debt > most {
            return Err(TooMany {
                retry_after: debt.saturating_sub(most),
            });
        }
        Ok(())
    }

    pub(super) fn count_failure(&mut self, peer: IpAddr, now: Instant) {
        if self.forgiven_at.len() >= MOST_PEERS {
            self.forgiven_at.retain(|_, at| *at > now);
        }
        let key = self.key(peer);
        let at = self.forgiven_at.entry(key).or_insert(now);
        *at = (*at).max(now) + REFILL;
    }

    fn key(&self, peer: IpAddr) -> IpAddr {
        let network = network_of(peer);
        let known = self.forgiven_at.contains_key(&network);
        if known || self.forgiven_at.len() < MOST_PEERS {
            network
        } else {
            IpAddr::V6(Ipv6Addr::UNSPECIFIED)
        }
    }
}

/// One household has a whole IPv6 /64.
fn network_of(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failures_until_refused(limit: &mut LoginLimit, peer: IpAddr, now: Instant) -> u32 {
        let mut failures = 0;
        while limit.check(peer, now).is_ok() {
            limit.count_failure(peer, now);
            failures += 1;
            assert!(failures < 100, "never refused");
        }
        failures
    }

    #[test]
    fn ten_failures_are_free_and_then_one_every_six_seconds() {
        let mut limit = LoginLimit::default();
        let start = Instant::now();
        let peer = [10, 0, 0, 1].into();
        assert_eq!(failures_until_refused(&mut limit, peer, start), BURST);
        let refused = limit.check(peer, start).unwrap_err();
        assert_eq!(refused.retry_after, REFILL);
        let later = start + REFILL;
        assert_eq!(failures_until_refused(&mut limit, peer, later), 1);
    }

    #[test]
    fn peers_have_budgets_of_their_own() {
        let mut limit = LoginLimit::default();
        let now = Instant::now();
        failures_until_refused(&mut limit, [10, 0, 0, 1].into(), now);
        assert!(limit.check([10, 0, 0, 2].into(), now).is_ok());
    }

    #[test]
    fn one_ipv6_network_is_one_peer() {
        let mut limit = LoginLimit::default();
        let now = Instant::now();
        failures_until_refused(&mut limit, "2001:db8::1".parse().unwrap(), now);
        assert!(limit.check("2001:db8::2".parse().unwrap(), now).is_err());
        assert!(limit.check("2001:db8:0:1::1".parse().unwrap(), now).is_ok());
    }

    #[test]
    fn memory_stays_bounded_whoever_fails() {
        let mut limit = LoginLimit::default();
        let now = Instant::now();
        for peer in 0..5_000_u32 {
            limit.count_failure(IpAddr::V4(peer.into()), now);
        }
        assert!(limit.forgiven_at.len() <= MOST_PEERS + 1);
    }
}
