//! Who may talk to the server: the token, the sockets' tickets, and which `Host` and `Origin`
//! headers are this server's own (`docs/design/api.md`, Access). Knows texts and times, no HTTP library.

mod limit;
mod origin;
mod tickets;
mod token;

use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::config::PublicUrl;

pub use limit::TooMany;
pub use origin::{Claim, Foreign};
pub use tickets::TICKET_LIFE;
pub use token::{Token, TokenError};

use limit::LoginLimit;
use origin::Names;
use tickets::Tickets;

/// The rules of one server.
#[derive(Debug)]
pub struct Access {
    token: Option<Token>,
    names: Names,
    logins: Mutex<LoginLimit>,
    tickets: Mutex<Tickets>,
}

impl Access {
    /// Rules for a server that listens on `listen`. Without a token (`--no-auth`) only the `Host`
    /// and `Origin` checks remain.
    pub fn new(token: Option<Token>, listen: SocketAddr, public_url: Option<PublicUrl>) -> Self {
        Self {
            token,
            names: Names::new(listen, public_url),
            logins: Mutex::new(LoginLimit::default()),
            tickets: Mutex::new(Tickets::default()),
        }
    }

    /// Whether a request with these headers can come from a page of this server, or from no page
    /// at all.
    pub fn check_claim(&self, claim: &Claim<'_>) -> Result<(), Foreign> {
        self.names.check(claim)
    }

    /// Whether an `Authorization` header admits. Always, without authentication.
    pub fn admits(&self, authorization: Option<&str>) -> bool {
        match (&self.token, authorization.and_then(bearer)) {
            (None, _) => true,
            (Some(token), Some(given)) => token.matches(given),
            (Some(_), None) => false,
        }
    }

    /// Whether a typed token is good. Failures from one peer are limited in rate.
    pub fn login(&self, given: &str, peer: SocketAddr, now: Instant) -> Result<bool, TooMany> {
        let mut logins = lock(&self.logins);
        logins.check(peer.ip(), now)?;
        let good = self.token.as_ref().is_none_or(|token| token.matches(given));
        if !good {
            logins.count_failure(peer.ip(), now);
        }
        Ok(good)
    }

    /// A new ticket for one WebSocket.
    pub fn issue_ticket(&self, now: Instant) -> Result<String, getrandom::Error> {
        lock(&self.tickets).issue(now)
    }

    /// Uses a ticket up. Whether it was good. Always, without authentication.
    pub fn redeem_ticket(&self, ticket: &str, now: Instant) -> bool {
        lock(&self.tickets).redeem(ticket, now) || self.token.is_none()
    }
}

/// The credentials of a `Bearer` header.
fn bearer(authorization: &str) -> Option<&str> {
    let (scheme, credentials) = authorization.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then(|| credentials.trim())
}

/// These locks guard plain data, which a panic elsewhere leaves whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// 256 random bits, as text for URLs and headers.
fn random_text() -> Result<String, getrandom::Error> {
    use base64::Engine as _;
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes)?;
    Ok(base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(token: Option<&str>) -> Access {
        let token = token.map(|text| text.parse().unwrap());
        Access::new(token, ([127, 0, 0, 1], 7878).into(), None)
    }

    #[test]
    fn only_the_right_bearer_token_admits() {
        let access = access(Some("a-token-of-twenty-chars"));
        assert!(access.admits(Some("Bearer a-token-of-twenty-chars")));
        assert!(access.admits(Some("bearer  a-token-of-twenty-chars")));
        for wrong in [
            None,
            Some(""),
            Some("a-token-of-twenty-chars"),
            Some("Basic a-token-of-twenty-chars"),
            Some("Bearer a-token-of-twenty-char"),
            Some("Bearer a-token-of-twenty-chars-and-more"),
            Some("Bearer"),
            Some("Bearer "),
        ] {
            assert!(!access.admits(wrong), "{wrong:?}");
        }
    }

    #[test]
    fn without_authentication_any_login_and_ticket_is_good() {
        let access = access(None);
        let now = Instant::now();
        assert!(access.admits(None));
        assert!(access.redeem_ticket("", now));
        assert_eq!(
            access.login("", ([127, 0, 0, 1], 1).into(), now).ok(),
            Some(true)
        );
    }
}
