//! Which host keys a bastion may show (P7): those that the user's and the system's known-hosts
//! files name, and those that Reach has met before.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reach_logic::KeyType;
use russh::keys::PublicKey;

use super::config::{ConfigError, Disk, Place};
use super::host_key::{HostKey, HostKeyFault};
use super::known_hosts::{HostName, KnownHosts, Verdict, Warning, hashed_line, plain_line};
use super::settings::SshSettings;

/// No more bad lines than this are remembered as told.
const TOLD_LIMIT: usize = 1000;

/// The keys of all bastions. Shared by everything that dials.
#[derive(Debug)]
pub(super) struct BastionKeys {
    files: Vec<PathBuf>,
    own_file: PathBuf,
    met: Mutex<BTreeMap<String, Met>>,
    /// Held while the own file is written.
    writing: Mutex<()>,
    told: Mutex<BTreeSet<Place>>,
}

/// A key that was accepted without being on record.
#[derive(Clone, Debug)]
struct Met {
    key: PublicKey,
    /// It is in Reach's own file. If it no longer is, the user has taken it out.
    written: bool,
    /// There was a warning about it.
    told: bool,
}

/// What is on record for one bastion, as of one moment.
#[derive(Clone, Debug)]
pub(super) struct BastionRecord {
    keys: Arc<BastionKeys>,
    known: Arc<KnownHosts>,
    warnings: Arc<[Warning]>,
    name: HostName,
    strict: bool,
}

/// A key that the record allows.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Allowed {
    /// It is on record.
    Known,
    /// No key was on record, and from now on this one is; it is still to be written down.
    New {
        key: PublicKey,
        /// A certificate authority covers the host, whose certificates Reach does not check.
        by_authority: bool,
    },
}

impl BastionKeys {
    pub(super) fn new(settings: &SshSettings) -> Self {
        let own_file = settings.data_dir.join("known_hosts");
        let mut files = KnownHosts::standard_paths(&settings.local);
        files.push(own_file.clone());
        Self {
            files,
            own_file,
            met: Mutex::default(),
            writing: Mutex::default(),
            told: Mutex::default(),
        }
    }

    /// Reads the files. An unreadable one is an error, since it may hold the bastion's key.
    pub(super) fn record(
        self: &Arc<Self>,
        name: HostName,
        strict: bool,
    ) -> Result<BastionRecord, ConfigError> {
        // Looked up first: what was written by now has to be in the text that is read next.
        let met_before = self.met().get(name.exact()).cloned();
        let (known, warnings) = KnownHosts::load(&Disk, &self.files)?;
        if let Some(met) = met_before
            && met.written
            && known.check(&name, &met.key) != Verdict::Known
        {
            self.met().remove(name.exact());
        }
        Ok(BastionRecord {
            keys: Arc::clone(self),
            known: Arc::new(known),
            warnings: warnings.into(),
            name,
            strict,
        })
    }

    /// Writes a key into Reach's own file, unless it is there. Blocks.
    fn write(&self, name: &HostName, key: &PublicKey) -> io::Result<()> {
        let _one_at_a_time = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if self.met().get(name.exact()).is_none_or(|met| met.written) {
            return Ok(());
        }
        let mut salt = [0; 20];
        getrandom::fill(&mut salt)?;
        let line = plain_line(name, key).unwrap_or_else(|| hashed_line(name, key, salt));
        if let Some(directory) = self.own_file.parent() {
            let mut builder = DirBuilder::new();
            builder.recursive(true).mode(0o700).create(directory)?;
        }
        let mut options = OpenOptions::new();
        let mut file = options
            .append(true)
            .create(true)
            .mode(0o600)
            .open(&self.own_file)?;
        file.write_all(format!("{line}\n").as_bytes())?;
        if let Some(met) = self.met().get_mut(name.exact()) {
            met.written = true;
        }
        Ok(())
    }

    fn met(&self) -> MutexGuard<'_, BTreeMap<String, Met>> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BastionRecord {
    /// Whether the bastion may show this key. The first key of an unknown bastion is the one that
    /// counts from then on, for every other attempt too.
    pub(super) fn check(
        &self,
        key: &PublicKey,
        presented: &HostKey,
    ) -> Result<Allowed, HostKeyFault> {
        let presented = || presented.clone();
        let by_authority = match self.known.check(&self.name, key) {
            Verdict::Known => return Ok(Allowed::Known),
            Verdict::Revoked => return Err(HostKeyFault::Revoked(presented())),
            Verdict::Changed { .. } => {
                let recorded = self.known.keys(&self.name);
                let at = recorded.first().map(|key| key.at.to_string());
                return Err(HostKeyFault::NotOnRecord {
                    presented: presented(),
                    record: at.unwrap_or_default(),
                });
            }
            Verdict::Unknown { by_authority } => by_authority,
        };
        if self.strict {
            return Err(HostKeyFault::Unknown(presented()));
        }
        let mut met = self.keys.met();
        let met = met
            .entry(self.name.exact().to_owned())
            .or_insert_with(|| Met {
                key: key.clone(),
                written: false,
                told: false,
            });
        if met.key.key_data() != key.key_data() {
            return Err(HostKeyFault::NotOnRecord {
                presented: presented(),
                record: "an earlier connection".to_owned(),
            });
        }
        if met.written {
            return Ok(Allowed::Known);
        }
        Ok(Allowed::New {
            key: key.clone(),
            by_authority,
        })
    }

    /// The key types on record. Where there are any, they alone are asked for (P7).
    pub(super) fn key_types(&self) -> Vec<KeyType> {
        let types = self.known.key_types(&self.name);
        if !types.is_empty() {
            return types;
        }
        let met = self.keys.met().get(self.name.exact()).cloned();
        let met = met.and_then(|met| HostKey::of(&met.key));
        met.map(|key| key.key_type).into_iter().collect()
    }

    /// Writes a new key down. Blocks.
    pub(super) fn write(&self, key: &PublicKey) -> io::Result<()> {
        self.keys.write(&self.name, key)
    }

    /// Warns about a new key, once.
    pub(super) fn warn_of(&self, key: &PublicKey, by_authority: bool, written: &io::Result<()>) {
        let told = match self.keys.met().get_mut(self.name.exact()) {
            Some(met) => std::mem::replace(&mut met.told, true),
            None => true,
        };
        if told {
            return;
        }
        let bastion = self.name.exact();
        let fingerprint = HostKey::of(key).map(|key| key.to_string());
        let fingerprint = fingerprint.unwrap_or_default();
        let unwritten = match written {
            Ok(()) => String::new(),
            Err(error) => format!(", until Reach ends, since it cannot be written down ({error})"),
        };
        let authority = if by_authority {
            "; a certificate authority is on record for it, but Reach does not check host \
             certificates"
        } else {
            ""
        };
        tracing::warn!(
            ssh.bastion = bastion,
            ssh.host_key = fingerprint,
            "the bastion {bastion} was not known: its host key {fingerprint} is accepted, and from \
             now on no other{unwritten}{authority}"
        );
    }

    /// Warns about lines that are skipped, once for each.
    pub(super) fn warn_of_lines(&self) {
        let mut told = self
            .keys
            .told
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for warning in self.warnings.iter() {
            if told.len() < TOLD_LIMIT && told.insert(warning.at.clone()) {
                tracing::warn!("known hosts: {warning}");
            }
        }
    }
}
