//! Logging in with what there is to offer.

use russh::client::{AuthResult, Handle};
use russh::keys::{HashAlg, PrivateKeyWithHashAlg};
use russh::{AgentAuthError, Disconnect, MethodKind, SendError};
use tokio_util::sync::CancellationToken;

use super::error::Fault;
use super::handler::{ClientHandler, Ear, Farewell};
use super::identity::{AgentFault, CertifiedKey, Identities, Offer};
use super::message::quoted;

/// One login on a connection whose host key was checked.
pub(super) struct Login<'a> {
    pub(super) handle: &'a mut Handle<ClientHandler>,
    pub(super) ear: &'a Ear,
    pub(super) ended: &'a CancellationToken,
    pub(super) user: &'a str,
}

/// What one offer came to.
enum Answer {
    Accepted,
    /// The agent would not sign.
    NotSigned,
    Refused {
        more_allowed: bool,
        partial: bool,
    },
    /// The session ended, or the server takes no more attempts.
    Ended,
}

impl Login<'_> {
    /// Offers one key after the other until one is taken.
    pub(super) async fn run(mut self, identities: &mut Identities) -> Result<(), Fault> {
        self.bind_agent(identities).await;
        let mut refused = Vec::new();
        let mut not_signed = false;
        let mut rsa_hash = None;
        for (offer, name) in identities.offers.clone() {
            if rsa_hash.is_none() && is_rsa(&offer) {
                rsa_hash = Some(self.rsa_hash().await);
            }
            let hash = rsa_hash.filter(|_| is_rsa(&offer));
            match self.offer(offer, hash, identities).await {
                Answer::Accepted => return Ok(()),
                Answer::NotSigned => not_signed = true,
                Answer::Refused { partial: true, .. } => {
                    return Err(Fault::AuthIncomplete(self.user.to_owned()));
                }
                Answer::Refused { more_allowed, .. } => {
                    refused.push(name);
                    if !more_allowed {
                        break;
                    }
                }
                Answer::Ended => return Err(self.ended(refused, name).await),
            }
        }
        if !refused.is_empty() {
            return Err(self.refused(&refused));
        }
        let fault = identities.agent_fault.unwrap_or(AgentFault::Empty);
        let fault = if not_signed {
            AgentFault::NotSigning
        } else {
            fault
        };
        Err(fault.into())
    }

    /// Tells the agent which host it signs for: keys that were added for certain hosts sign for
    /// nothing else. Agents that do not know of this refuse, and sign all the same.
    async fn bind_agent(&self, identities: &mut Identities) {
        let binding = self.handle.agent_session_binding();
        if let (Some(signer), Some(binding)) = (&mut identities.agent, binding) {
            let _ = signer.bind_session(binding, false).await;
        }
    }

    async fn offer(
        &mut self,
        offer: Offer,
        hash: Option<HashAlg>,
        identities: &mut Identities,
    ) -> Answer {
        let user = self.user;
        let outcome = match (offer, &mut identities.agent) {
            (Offer::Key(key), _) => {
                let key = PrivateKeyWithHashAlg::new(key, hash);
                let outcome = self.handle.authenticate_publickey(user, key).await;
                outcome.map_err(|_| AgentAuthError::Send(SendError {}))
            }
            (Offer::Certificate(key, certificate), _) => {
                let signer = &mut CertifiedKey(key);
                self.handle
                    .authenticate_certificate_with(user, *certificate, hash, signer)
                    .await
            }
            (Offer::Agent(key), Some(signer)) => {
                self.handle
                    .authenticate_publickey_with(user, key, hash, signer)
                    .await
            }
            (Offer::AgentCertificate(certificate), Some(signer)) => {
                self.handle
                    .authenticate_certificate_with(user, *certificate, hash, signer)
                    .await
            }
            (Offer::Agent(_) | Offer::AgentCertificate(_), None) => return Answer::NotSigned,
        };
        match outcome {
            Ok(AuthResult::Success) => Answer::Accepted,
            // No method left is also how russh says that the session has ended.
            Ok(AuthResult::Failure {
                remaining_methods, ..
            }) if remaining_methods.is_empty() => Answer::Ended,
            Ok(AuthResult::Failure {
                remaining_methods,
                partial_success,
            }) => Answer::Refused {
                more_allowed: remaining_methods.contains(&MethodKind::PublicKey),
                partial: partial_success,
            },
            Err(AgentAuthError::Key(_)) => Answer::NotSigned,
            Err(AgentAuthError::Send(_)) => Answer::Ended,
        }
    }

    /// SHA-2 always: a server that knows only SHA-1 refuses.
    async fn rsa_hash(&self) -> HashAlg {
        match self.handle.best_supported_rsa_hash().await {
            Ok(Some(Some(hash))) => hash,
            Ok(Some(None) | None) | Err(_) => HashAlg::Sha512,
        }
    }

    /// A session that ends after a refusal, or with a farewell, has refused; one that just ends
    /// says nothing about the keys (P4).
    async fn ended(&self, mut refused: Vec<String>, current: String) -> Fault {
        self.ended.cancelled().await;
        let heard = self.ear.heard();
        match &heard.farewell {
            Some(Farewell::Message {
                code: Disconnect::ServiceNotAvailable | Disconnect::TooManyConnections,
                text,
            }) => Fault::Closed(quoted(text)),
            Some(Farewell::Message { .. } | Farewell::NoAuthMethod) => {
                refused.push(current);
                self.refused(&refused)
            }
            Some(Farewell::Lost) | None if refused.is_empty() => Fault::Closed(String::new()),
            Some(Farewell::Lost) | None => self.refused(&refused),
        }
    }

    fn refused(&self, refused: &[String]) -> Fault {
        Fault::AuthRefused {
            user: self.user.to_owned(),
            offered: refused.join(", "),
        }
    }
}

fn is_rsa(offer: &Offer) -> bool {
    match offer {
        Offer::Agent(key) => key.algorithm().is_rsa(),
        Offer::AgentCertificate(certificate) | Offer::Certificate(_, certificate) => {
            certificate.algorithm().is_rsa()
        }
        Offer::Key(key) => key.algorithm().is_rsa(),
    }
}
