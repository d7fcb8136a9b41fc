//! What the files said, collected by OpenSSH's rule: the first value wins.

use std::collections::BTreeMap;

use super::error::{ConfigError, ConfigFault, Place};
use super::jump::Jump;
use super::matching::Activity;

/// Where a value comes from.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Origin {
    /// Nobody said otherwise.
    Default,
    /// A line of a file.
    File(Place),
    /// The executor's own configuration, or the command line.
    Given,
}

/// A value and where it comes from.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it comes from.
    pub origin: Origin,
}

impl<T> Located<T> {
    /// A value that comes from there.
    pub fn new(value: T, origin: Origin) -> Self {
        Self { value, origin }
    }

    /// The line, when a file said it.
    pub(super) fn place(&self) -> Option<&Place> {
        match &self.origin {
            Origin::File(place) => Some(place),
            Origin::Default | Origin::Given => None,
        }
    }
}

impl ConfigFault {
    /// The fault of a value, at its line if it has one.
    pub(super) fn of<T>(self, value: &Located<T>) -> ConfigError {
        let at = value.place().cloned();
        ConfigError { at, fault: self }
    }
}

/// Which addresses of a name may be dialled.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum AddressFamily {
    /// All.
    #[default]
    Any,
    /// IPv4.
    Inet,
    /// IPv6.
    Inet6,
}

/// A value of one that accumulate.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Accumulated {
    pub(super) text: String,
    /// OpenSSH drops a repeated value only within the user's files or within the system's.
    pub(super) of_user: bool,
    pub(super) place: Place,
}

/// First values, as written.
#[derive(Debug, Default)]
pub(super) struct Settings {
    pub(super) address_family: Option<Located<AddressFamily>>,
    pub(super) certificate_files: Vec<Accumulated>,
    pub(super) host_key_alias: Option<Located<String>>,
    pub(super) host_name: Option<Located<String>>,
    pub(super) identities_only: Option<Located<bool>>,
    pub(super) identity_agent: Option<Located<String>>,
    pub(super) identity_files: Vec<Accumulated>,
    pub(super) ignore_unknown: Option<Located<Vec<u8>>>,
    pub(super) jump: Option<Located<Jump>>,
    pub(super) port: Option<Located<u16>>,
    pub(super) strict: Option<Located<bool>>,
    pub(super) user: Option<Located<String>>,
    /// The first value of each option that is refused.
    pub(super) refused: BTreeMap<&'static str, Located<Vec<Vec<u8>>>>,
    /// The first line of each option that is ignored.
    pub(super) ignored: BTreeMap<&'static str, Place>,
    /// A block names the target, and not only by `*`.
    pub(super) named: bool,
}

/// Takes a value if it is the first, and the block applies.
pub(super) fn set<T>(
    slot: &mut Option<Located<T>>,
    value: T,
    activity: &Activity,
    keyword: &str,
    place: &Place,
) -> Result<(), ConfigError> {
    if slot.is_none() && applies(activity, keyword)? {
        *slot = Some(Located::new(value, Origin::File(place.clone())));
    }
    Ok(())
}

/// Whether the block's option counts; an error when that cannot be decided.
pub(super) fn applies(activity: &Activity, keyword: &str) -> Result<bool, ConfigError> {
    match activity {
        Activity::Active => Ok(true),
        Activity::Inactive => Ok(false),
        Activity::Undecided(undecided) => Err(undecided.would_set(keyword)),
    }
}
