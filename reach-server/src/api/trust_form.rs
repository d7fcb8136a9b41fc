//! The bodies of a connection test and of trusted keys.

use reach_logic::{ExecutorConfig, ExecutorId, FieldCode, Fingerprint, KeyType, Patch};
use serde_json::Value;

use crate::trust::ShownKey;

use super::form::{Errors, Members, complaint, config};

/// Keys that can be trusted with one request.
const MOST_KEYS: usize = 1000;

/// The body of a connection test: the members of a `config`.
pub(super) fn tested(body: Value) -> Result<ExecutorConfig, Errors> {
    let mut errors = Errors::new();
    let mut members = Members::of("", body, &mut errors)?;
    let config = config(&mut members, &mut errors);
    members.refuse_rest(&mut errors);
    if errors.is_empty() {
        Ok(config)
    } else {
        Err(errors)
    }
}

/// The body of trusted keys: all of them are right, or none is taken.
pub(super) fn shown_keys(body: Value) -> Result<Vec<ShownKey>, Errors> {
    let Value::Array(items) = body else {
        return Err(vec![complaint("", FieldCode::Type, "expected a list")]);
    };
    if items.is_empty() || items.len() > MOST_KEYS {
        let message = "expected 1 to 1000 items";
        return Err(vec![complaint("", FieldCode::OutOfRange, message)]);
    }
    let mut errors = Errors::new();
    let mut keys = Vec::with_capacity(items.len());
    for (number, item) in items.into_iter().enumerate() {
        keys.extend(shown_key(number, item, &mut errors));
    }
    if errors.is_empty() {
        Ok(keys)
    } else {
        Err(errors)
    }
}

fn shown_key(number: usize, item: Value, errors: &mut Errors) -> Option<ShownKey> {
    let mut complaints = Errors::new();
    let members = Members::of(format!("[{number}]."), item, &mut complaints);
    let Ok(mut members) = members.map_err(|refused| errors.extend(refused)) else {
        return None;
    };
    let executor_id = members.parsed("executor_id", errors, |text| {
        text.parse::<ExecutorId>()
            .map_err(|error| error.to_string())
    });
    let fingerprint = members.parsed("fingerprint", errors, |text| {
        text.parse::<Fingerprint>()
            .map_err(|error| error.to_string())
    });
    let key_type = members.parsed("key_algorithm", errors, |text| {
        let kind = KeyType::from_token(text);
        kind.ok_or_else(|| "expected a key type such as ssh-ed25519".to_owned())
    });
    members.refuse_rest(errors);
    Some(ShownKey {
        executor_id: executor_id?,
        fingerprint: fingerprint?,
        key_type: key_type?,
    })
}

impl Members {
    /// A text that is needed, and read by `parse`.
    fn parsed<T>(
        &mut self,
        name: &str,
        errors: &mut Errors,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        let before = errors.len();
        let (code, message) = match self.text(name, errors) {
            Patch::Set(text) => match parse(&text) {
                Ok(value) => return Some(value),
                Err(message) => (FieldCode::Invalid, message),
            },
            Patch::Keep | Patch::Clear => (FieldCode::Required, "it is needed".to_owned()),
        };
        if errors.len() == before {
            errors.push(complaint(&self.path(name), code, &message));
        }
        None
    }
}
