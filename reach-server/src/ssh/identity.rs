//! The user's keys: read before anything is dialled, offered in `ssh`'s order.

mod agent;
mod certified;
mod file;
mod plan;

use std::path::Path;
use std::sync::Arc;

use reach_logic::ExecutorId;
use russh::keys::ssh_key::public::KeyData;
use russh::keys::{Certificate, PrivateKey, PublicKey};

use self::agent::Agent;
pub(super) use self::agent::Signer;
pub(super) use self::certified::CertifiedKey;
pub use self::file::FileProblem;
use self::file::KeyFile;
pub use self::plan::{IdentityPlan, KeySource};
use super::blocking::BlockingPool;
use super::config;
use super::error::Fault;
use super::settings::SshSettings;

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
    /// The agent was chosen, and the ssh configuration says to use none.
    #[error("the SSH agent is chosen, but the ssh configuration says IdentityAgent none")]
    AgentDisabled,
    /// The agent was chosen, and nothing says where it is.
    #[error("the SSH agent is chosen, but {0} is not set where Reach runs")]
    AgentUnset(String),
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
    /// Of the keys that the ssh configuration allows, it holds none.
    #[error("the SSH agent holds none of the keys that IdentitiesOnly allows")]
    NoneAllowed,
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
        let (paths, certificates) = (plan.file_paths(), plan.certificate_paths());
        let read = move || file::read_all(&paths, &certificates);
        let files = if plan.files.is_empty() {
            Vec::new()
        } else {
            pool.run(owner, read).await?
        };
        let source = plan.source.value;
        let mut found = Self::default();
        let asks = source != KeySource::Files || files.iter().any(KeyFile::needs_agent);
        let agent_keys = match &plan.agent.value {
            config::Agent::Socket(socket) if asks => {
                match (Agent::open(socket, pool, owner).await?, source) {
                    (Ok(agent), _) => found.ask(agent).await,
                    (Err(error), KeySource::Agent) => {
                        return Err(unreachable_agent(socket, &error, settings).into());
                    }
                    (Err(_), KeySource::AsSsh | KeySource::Files) => Vec::new(),
                }
            }
            config::Agent::Disabled if source == KeySource::Agent => {
                return Err(IdentityFault::AgentDisabled.into());
            }
            config::Agent::Unset { variable } if source == KeySource::Agent => {
                return Err(IdentityFault::AgentUnset(variable.clone()).into());
            }
            config::Agent::Socket(_) | config::Agent::Disabled | config::Agent::Unset { .. } => {
                Vec::new()
            }
        };
        found.choose(plan, files, agent_keys, settings)?;
        Ok(found)
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
    /// that it does not hold. A file that the executor names comes first all the same, since
    /// servers count attempts.
    fn choose(
        &mut self,
        plan: &IdentityPlan,
        files: Vec<KeyFile>,
        mut agent_keys: Vec<AgentKey>,
        settings: &SshSettings,
    ) -> Result<(), IdentityFault> {
        let mut last = Vec::new();
        let mut first_problem = None;
        for file in files {
            let path = settings.shown(&file.path);
            let is_held = |key: &mut AgentKey| key.belongs_to(&file);
            let held: Vec<AgentKey> = agent_keys.extract_if(.., is_held).collect();
            let by_agent = plan.source.value == KeySource::Agent || file.private.is_err();
            if by_agent && !held.is_empty() {
                let name = format!("{path} (in the agent)");
                let offers = held.into_iter().map(|key| (key.into_offer(), name.clone()));
                self.offers.extend(offers);
                continue;
            }
            match file.private {
                Ok(_) if by_agent => {}
                Ok(private) => {
                    let certified = file.certificates.into_iter().map(|certificate| {
                        Offer::Certificate(Arc::clone(&private), Box::new(certificate))
                    });
                    let offers = certified.chain([Offer::Key(Arc::clone(&private))]);
                    let offers = offers.map(|offer| (offer, path.clone()));
                    if plan.explicit || !held.is_empty() {
                        self.offers.extend(offers);
                    } else {
                        last.extend(offers);
                    }
                }
                Err(problem) if plan.explicit => {
                    return Err(IdentityFault::File { path, problem });
                }
                Err(FileProblem::Missing) => {}
                Err(problem) => {
                    first_problem.get_or_insert(IdentityFault::File { path, problem });
                }
            }
        }
        if plan.source.value != KeySource::Files && !plan.identities_only.value {
            let others = agent_keys.into_iter();
            self.offers.extend(others.map(AgentKey::into_named_offer));
        }
        self.offers.append(&mut last);
        if !self.offers.is_empty() || self.agent_fault.is_some() {
            return Ok(());
        }
        if self.agent.is_some() {
            self.agent_fault = Some(AgentFault::NoneAllowed);
            return Ok(());
        }
        Err(first_problem.unwrap_or_else(|| {
            let tried = plan.files.iter();
            let tried: Vec<String> = tried.map(|file| settings.shown(&file.value.path)).collect();
            IdentityFault::NoIdentity(tried.join(", "))
        }))
    }
}

fn unreachable_agent(
    socket: &Path,
    error: &std::io::Error,
    settings: &SshSettings,
) -> IdentityFault {
    IdentityFault::AgentUnreachable {
        socket: settings.shown(socket),
        problem: super::error::plain(error),
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
    /// Whether it is the file's key, or certifies it. A comment does not count.
    fn belongs_to(&self, file: &KeyFile) -> bool {
        let public: &KeyData = match &self.key {
            AgentKeyKind::Certificate(certificate) => certificate.public_key(),
            AgentKeyKind::Plain(key) => key.key_data(),
        };
        file.public.as_ref() == Some(public)
    }

    fn into_named_offer(self) -> (Offer, String) {
        let name = self.name.clone();
        (self.into_offer(), name)
    }

    fn into_offer(self) -> Offer {
        match self.key {
            AgentKeyKind::Certificate(certificate) => Offer::AgentCertificate(certificate),
            AgentKeyKind::Plain(key) => Offer::Agent(key),
        }
    }
}
