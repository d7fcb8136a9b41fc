//! Single-use tickets for a WebSocket: a browser cannot send a header with one, and a token in a
//! URL would end in logs.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use sha2::{Digest as _, Sha256};

use super::random_text;

/// How long a ticket is good.
pub const TICKET_LIFE: Duration = Duration::from_secs(30);

/// Tickets that may be out at once; past it the oldest is void.
const MOST: usize = 1_000;

/// Kept by digest, so that the time a lookup takes says nothing about a ticket.
type TicketDigest = [u8; 32];

#[derive(Debug, Default)]
pub(super) struct Tickets {
    expiries: BTreeMap<TicketDigest, Instant>,
}

impl Tickets {
    pub(super) fn issue(&mut self, now: Instant) -> Result<String, getrandom::Error> {
        self.expiries.retain(|_, expiry| *expiry > now);
        if self.expiries.len() >= MOST {
            let oldest = self.expiries.iter().min_by_key(|(_, expiry)| **expiry);
            if let Some(digest) = oldest.map(|(digest, _)| *digest) {
                self.expiries.remove(&digest);
            }
        }
        let ticket = random_text()?;
        self.expiries.insert(digest(&ticket), now + TICKET_LIFE);
        Ok(ticket)
    }

    pub(super) fn redeem(&mut self, ticket: &str, now: Instant) -> bool {
        self.expiries
            .remove(&digest(ticket))
            .is_some_and(|expiry| expiry > now)
    }
}

fn digest(ticket: &str) -> TicketDigest {
    Sha256::digest(ticket).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_good_once_and_for_thirty_seconds() {
        let mut tickets = Tickets::default();
        let start = Instant::now();
        let ticket = tickets.issue(start).unwrap();
        assert!(tickets.redeem(&ticket, start + Duration::from_secs(29)));
        assert!(!tickets.redeem(&ticket, start + Duration::from_secs(29)));

        let late = tickets.issue(start).unwrap();
        assert!(!tickets.redeem(&late, start + TICKET_LIFE));
        assert!(!tickets.redeem("", start));
    }

    #[test]
    fn the_oldest_of_too_many_is_void() {
        let mut tickets = Tickets::default();
        let start = Instant::now();
        let first = tickets.issue(start).unwrap();
        let later = start + Duration::from_millis(1);
        let others: Vec<String> = (0..MOST).map(|_| tickets.issue(later).unwrap()).collect();
        assert_eq!(tickets.expiries.len(), MOST);
        assert!(!tickets.redeem(&first, later));
        assert!(others.iter().all(|one| tickets.redeem(one, later)));
    }
}
