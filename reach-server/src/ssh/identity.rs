//! The user's keys: read before anything is dialled, offered in `ssh`'s order.

mod agent;
mod certified;
mod file;

use std::path::PathBuf;
use std::sync::Arc;

use reach_logic::ExecutorId;
use russh::keys::ssh_key::public::KeyData;
use russh::keys::{Certificate, PrivateKey, PublicKey};

use self::agent::Agent;
pub(super) use self::agent::Signer;
pub(super) use self::certified::CertifiedKey;
pub use self::file::FileProblem;
use self::file::KeyFile;
use super::blocking::BlockingPool;
use super::error::Fault;
use super::settings::SshSettings;
use super::target::{AgentUse, IdentityPlan};

/// Why the user's keys cannot be used; found before any connection, reason `config` (P4).
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum IdentityFault {
    /// A key file that was asked for is of no use.
    #[error("the identity file {path} {problem}")]
    File {
        /// As a person would write it.
        path: String,
        /// What is wrong with it.
        problem: FileProblem,
    },
    /// No agent was found, and none of the default files is a usable key.
    #[error("there is no key to log in with: no SSH agent, and no usable key in {0}")]
    NoIdentity(String),
    /// The agent was chosen, and nothing says where it is.
    #[error("the SSH agent is chosen, but SSH_AUTH_SOCK is not set where Reach runs")]
    AgentUnset,
    /// The agent was chosen, and does not take connections.
    #[error("the SSH agent at {socket} cannot be reached: {problem}")]
    AgentUnreachable {
        /// As a person would write it.
        socket: String,
        /// The system's word for it.
        problem: String,
    },
}

/// Why an agent that is there gives no signature; reason `auth` (P4).
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum AgentFault {
    /// It lists no key: none was added, or it is locked.
    #[error("the SSH agent holds no key, or is locked: add one with ssh-add, or unlock it")]
    Empty,
    /// It does not answer as an agent does.
    #[error("the SSH agent does not list its keys")]
    NotListing,
    /// It has a key that the server takes, and does not sign with it.
    #[error("the SSH agent refused to sign with the key that the server asked for")]
    NotSigning,
}

/// One thing to try.
#[derive(Clone, Debug)]
pub(super) enum Offer {
    Agent(PublicKey),
    AgentCertificate(Box<Certificate>),
    Certificate(Arc<PrivateKey>, Box<Certificate>),
    Key(Arc<PrivateKey>),
}

/// What there is to try, in order, each with its name for messages.
#[derive(Default)]
pub(super) struct Identities {
    pub(super) offers: Vec<(Offer, String)>,
    pub(super) agent: Option<Signer>,
    /// Why there is nothing to try, should the login be reached.
    pub(super) agent_fault: Option<AgentFault>,
}

impl Identities {
    /// Reads files and agent. Everything that can hang runs on the pool, or is a future that the
    /// caller's deadline drops.
    pub(super) async fn load(
        plan: &IdentityPlan,
        settings: &SshSettings,
        pool: &BlockingPool,
        owner: Option<&ExecutorId>,
    ) -> Result<Self, Fault> {
        let paths = plan.files.clone();
        let files = pool.run(owner, move || file::read_all(&paths)).await?;
        let wants_agent = files.iter().any(KeyFile::needs_agent);
        let mut found = Self::default();
        let agent_keys = match &plan.agent {
            AgentUse::Never if !wants_agent => Vec::new(),
            AgentUse::Never => {
                let socket = settings.agent_socket.as_ref();
                found.ask_agent_if_there(socket, pool, owner).await?
            }
            AgentUse::IfThere(socket) => {
                found
                    .ask_agent_if_there(socket.as_ref(), pool, owner)
                    .await?
            }
            AgentUse::Required(socket) => {
                let socket = socket.as_ref().ok_or(IdentityFault::AgentUnset)?;
                let connected = Agent::open(socket, pool, owner).await?;
                let agent = connected.map_err(|error| IdentityFault::AgentUnreachable {
                    socket: settings.shown(socket),
                    problem: super::error::plain(&error),
                })?;
                found.ask(agent).await
            }
        };
        found.choose(plan, files, agent_keys, settings)?;
        Ok(found)
    }

    async fn ask_agent_if_there(
        &mut self,
        socket: Option<&PathBuf>,
        pool: &BlockingPool,
        owner: Option<&ExecutorId>,
    ) -> Result<Vec<AgentKey>, Fault> {
        let Some(socket) = socket else {
            return Ok(Vec::new());
        };
        match Agent::open(socket, pool, owner).await? {
            Ok(agent) => Ok(self.ask(agent).await),
            Err(_) => Ok(Vec::new()),
        }
    }

    async fn ask(&mut self, mut agent: Agent) -> Vec<AgentKey> {
        let keys = match agent.list().await {
            Ok(keys) if keys.is_empty() => Err(AgentFault::Empty),
            Ok(keys) => Ok(keys),
            Err(_) => Err(AgentFault::NotListing),
        };
        self.agent_fault = keys.as_ref().err().copied();
        self.agent = keys.is_ok().then(|| agent.into_signer());
        keys.unwrap_or_default()
    }

    /// The order of OpenSSH: files' keys that the agent holds, the agent's others, files' keys
    /// that it does not hold.
    fn choose(
        &mut self,
        plan: &IdentityPlan,
        files: Vec<KeyFile>,
        mut agent_keys: Vec<AgentKey>,
        settings: &SshSettings,
    ) -> Result<(), IdentityFault> {
        let mut from_files = Vec::new();
        for file in files {
            let name = settings.shown(&file.path);
            let held = file.public().and_then(|public| {
                let at = agent_keys.iter().position(|key| key.is_key(&public))?;
                Some(agent_keys.remove(at))
            });
            match (file.private, held) {
                (Ok(private), _) => {
                    if let Some(certificate) = file.certificate {
                        let offer = Offer::Certificate(Arc::clone(&private), certificate);
                        from_files.push((offer, name.clone()));
                    }
                    from_files.push((Offer::Key(private), name));
                }
                (Err(_), Some(held)) => {
                    self.offers
                        .push((held.into_offer(), format!("{name} (in the agent)")));
                }
                (Err(problem), None) if plan.files_required => {
                    return Err(IdentityFault::File {
                        path: name,
                        problem,
                    });
                }
                (Err(_), None) => {}
            }
        }
        if plan.agent != AgentUse::Never && !plan.identities_only {
            let others = agent_keys.into_iter();
            self.offers.extend(others.map(|key| {
                let name = key.name.clone();
                (key.into_offer(), name)
            }));
        }
        self.offers.append(&mut from_files);
        if self.offers.is_empty() && self.agent_fault.is_none() {
            let tried: Vec<String> = plan.files.iter().map(|path| settings.shown(path)).collect();
            return Err(IdentityFault::NoIdentity(tried.join(", ")));
        }
        Ok(())
    }
}

/// A key that an agent holds.
#[derive(Clone, Debug)]
pub(super) struct AgentKey {
    key: AgentKeyKind,
    name: String,
}

#[derive(Clone, Debug)]
enum AgentKeyKind {
    Plain(PublicKey),
    Certificate(Box<Certificate>),
}

impl AgentKey {
    /// Whether it is the plain key with this public half. A comment does not count.
    fn is_key(&self, public: &KeyData) -> bool {
        matches!(&self.key, AgentKeyKind::Plain(key) if key.key_data() == public)
    }

    fn into_offer(self) -> Offer {
        match self.key {
            AgentKeyKind::Plain(key) => Offer::Agent(key),
            AgentKeyKind::Certificate(certificate) => Offer::AgentCertificate(certificate),
        }
    }
}
