//! What a person typed, checked field by field: the server and the page's form use the same rules.
//!
//! What can never be meant is refused, every complaint at once. What merely does not resolve (no
//! host, no pin, an unknown alias) is stored: that is a state to show, not an error.

mod check;
mod draft;
mod patch;

use alloc::string::{String, ToString};

use serde::{Deserialize, Serialize};

use crate::{ExecutorConfig, ExecutorId, ExecutorStatus, ExecutorType};

pub use check::check_name;
pub use draft::{DraftCheck, Editable, ExecutorDraft};
pub use patch::{ConfigPatch, ExecutorPatch, Patch};

/// Limits in characters (`docs/design/api.md`).
pub mod limit {
    /// An executor's name.
    pub const NAME: usize = 200;
    /// A host, an alias, a bastion.
    pub const HOST: usize = 253;
    /// A remote user.
    pub const USER: usize = 64;
    /// A path.
    pub const PATH: usize = 4096;
}

/// What is wrong with a field; the page translates the code, `message` is for logs and scripts.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum FieldCode {
    /// A control character, or an invisible one that changes how text reads.
    ControlCharacter,
    /// Not a value of the allowed set or form.
    Invalid,
    /// Outside the allowed range.
    OutOfRange,
    /// Needed and absent.
    Required,
    /// Too long.
    TooLong,
    /// Not of the expected JSON type.
    Type,
    /// Not a field that is known here.
    Unknown,
}

/// One complaint about one field.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FieldError {
    /// The field, dotted from the body's root: `config.port`.
    pub field: String,
    /// What is wrong.
    pub code: FieldCode,
    /// The same, as an English sentence.
    pub message: String,
}

impl FieldError {
    /// A complaint about `field`.
    pub fn new(field: &str, code: FieldCode, message: &str) -> Self {
        Self {
            field: field.to_string(),
            code,
            message: message.to_string(),
        }
    }
}

/// A checked create.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NewExecutor {
    /// The id, if the caller chose one.
    pub id: Option<ExecutorId>,
    /// The name.
    pub name: String,
    /// The type.
    pub kind: ExecutorType,
    /// The status.
    pub status: ExecutorStatus,
    /// The configuration.
    pub config: ExecutorConfig,
}
