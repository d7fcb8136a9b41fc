//! From a JSON body to what the services take. The values' own rules are `reach_logic::form`'s;
//! here every member gets its JSON type, and every complaint is collected.

use std::borrow::Cow;

use reach_logic::{
    ConfigPatch, ExecutorConfig, ExecutorId, ExecutorPatch, ExecutorStatus, ExecutorType,
    FieldCode, FieldError, IdError, NewExecutor, Patch, form::check_name,
};
use serde_json::{Map, Value};

use crate::trust::ImportRequest;
use crate::trust::resolution::Asked;

pub(super) type Errors = Vec<FieldError>;

/// The body of a create.
pub(super) fn new_executor(body: Value) -> Result<NewExecutor, Errors> {
    let mut errors = Errors::new();
    let mut members = Members::of("", body, &mut errors)?;
    let id = members.id(&mut errors);
    let name = members.name(&mut errors);
    if name.is_none() && !errors.iter().any(|error| error.field == "name") {
        errors.push(complaint("name", FieldCode::Required, "a name is needed"));
    }
    let kind = members.kind(&mut errors);
    let status = members.status(&mut errors).unwrap_or_default();
    let config = members.config(&mut errors);
    members.refuse_rest(&mut errors);
    let config = checked(&config, &mut errors);
    match (name, kind) {
        (Some(name), Some(kind)) if errors.is_empty() => Ok(NewExecutor {
            id,
            name,
            kind,
            status,
            config,
        }),
        (Some(_) | None, Some(_) | None) => Err(errors),
    }
}

/// The body of a partial save. Its values are checked here as well as in the store's transaction,
/// so that one answer names everything.
pub(super) fn executor_patch(body: Value) -> Result<ExecutorPatch, Errors> {
    let mut errors = Errors::new();
    let mut members = Members::of("", body, &mut errors)?;
    if members.map.remove("type").is_some() {
        let message = "the type cannot be changed";
        errors.push(complaint("type", FieldCode::Invalid, message));
    }
    let patch = ExecutorPatch {
        name: members.name(&mut errors),
        status: members.status(&mut errors),
        config: members.config(&mut errors),
    };
    members.refuse_rest(&mut errors);
    checked(&patch.config, &mut errors);
    if errors.is_empty() {
        Ok(patch)
    } else {
        Err(errors)
    }
}

/// The body of a login.
pub(super) fn login_token(body: Value) -> Result<String, Errors> {
    let mut errors = Errors::new();
    let mut members = Members::of("", body, &mut errors)?;
    let token = members.text("token", &mut errors);
    members.refuse_rest(&mut errors);
    match token {
        Patch::Set(token) if errors.is_empty() => Ok(token),
        Patch::Keep if errors.is_empty() => Err(vec![complaint(
            "token",
            FieldCode::Required,
            "a token is needed",
        )]),
        Patch::Keep | Patch::Clear | Patch::Set(_) => Err(errors),
    }
}

/// The body of an import.
pub(super) fn import_request(body: Value) -> Result<ImportRequest, Errors> {
    let mut errors = Errors::new();
    let mut members = Members::of("", body, &mut errors)?;
    let given = |patch| match patch {
        Patch::Set(text) => Some(text),
        Patch::Clear | Patch::Keep => None,
    };
    let request = ImportRequest {
        ssh_config: given(members.text("ssh_config", &mut errors)),
        known_hosts: given(members.text("known_hosts", &mut errors)),
        dry_run: members.flag("dry_run", &mut errors),
    };
    members.refuse_rest(&mut errors);
    if errors.is_empty() {
        Ok(request)
    } else {
        Err(errors)
    }
}

/// The body of a resolution: the members of a `config`, or a `target`.
pub(super) fn asked(body: Value) -> Result<Asked, Errors> {
    let mut errors = Errors::new();
    let mut members = Members::of("", body, &mut errors)?;
    let target = members.text("target", &mut errors);
    if let Patch::Set(target) = target {
        members.refuse_rest(&mut errors);
        return if errors.is_empty() {
            Ok(Asked::Target(target))
        } else {
            Err(errors)
        };
    }
    let config = config(&mut members, &mut errors);
    members.refuse_rest(&mut errors);
    if errors.is_empty() {
        Ok(Asked::Connection(config.connection))
    } else {
        Err(errors)
    }
}

/// A `config` that is the body itself, so that its members are named as they stand there.
pub(super) fn config(members: &mut Members, errors: &mut Errors) -> ExecutorConfig {
    let patch = members.config_members(errors);
    let mut complaints = Errors::new();
    let config = checked(&patch, &mut complaints);
    for complaint in &mut complaints {
        if let Some(member) = complaint.field.strip_prefix("config.") {
            complaint.field = member.to_owned();
        }
    }
    errors.append(&mut complaints);
    config
}

fn checked(patch: &ConfigPatch, errors: &mut Errors) -> ExecutorConfig {
    match patch.clone().apply(&ExecutorConfig::default()) {
        Ok(config) => config,
        Err(complaints) => {
            errors.extend(complaints);
            ExecutorConfig::default()
        }
    }
}

/// The members of one object that were not taken yet.
pub(super) struct Members {
    prefix: Cow<'static, str>,
    map: Map<String, Value>,
}

impl Members {
    pub(super) fn of(
        prefix: impl Into<Cow<'static, str>>,
        value: Value,
        errors: &mut Errors,
    ) -> Result<Self, Errors> {
        let prefix = prefix.into();
        match value {
            Value::Object(map) => Ok(Self { prefix, map }),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_) => {
                let field = prefix.trim_end_matches('.');
                errors.push(complaint(field, FieldCode::Type, "expected an object"));
                Err(std::mem::take(errors))
            }
        }
    }

    fn id(&mut self, errors: &mut Errors) -> Option<ExecutorId> {
        match self.text("id", errors) {
            Patch::Set(text) => text
                .parse()
                .map_err(|error: IdError| {
                    errors.push(complaint("id", FieldCode::Invalid, &error.to_string()));
                })
                .ok(),
            Patch::Keep | Patch::Clear => None,
        }
    }

    fn name(&mut self, errors: &mut Errors) -> Option<String> {
        match self.text("name", errors) {
            Patch::Set(text) => check_name(&text).map_err(|error| errors.push(error)).ok(),
            Patch::Clear => {
                errors.push(complaint("name", FieldCode::Required, "a name is needed"));
                None
            }
            Patch::Keep => None,
        }
    }

    fn kind(&mut self, errors: &mut Errors) -> Option<ExecutorType> {
        let before = errors.len();
        let kind = match self.text("type", errors) {
            Patch::Set(text) => ExecutorType::from_token(&text),
            Patch::Keep | Patch::Clear => {
                errors.push(complaint("type", FieldCode::Required, "a type is needed"));
                None
            }
        };
        if kind.is_none() && errors.len() == before {
            let message = "expected ssh or local";
            errors.push(complaint("type", FieldCode::Invalid, message));
        }
        kind
    }

    fn status(&mut self, errors: &mut Errors) -> Option<ExecutorStatus> {
        let text = match self.text("status", errors) {
            Patch::Set(text) => text,
            Patch::Clear => String::new(),
            Patch::Keep => return None,
        };
        let status = ExecutorStatus::from_token(&text);
        if status.is_none() {
            let message = "expected active or inactive";
            errors.push(complaint("status", FieldCode::Invalid, message));
        }
        status
    }

    fn config(&mut self, errors: &mut Errors) -> ConfigPatch {
        let Some(value) = self.map.remove("config") else {
            return ConfigPatch::default();
        };
        let mut complaints = Errors::new();
        match Self::of("config.", value, &mut complaints) {
            Ok(mut members) => {
                let patch = members.config_members(errors);
                members.refuse_rest(errors);
                patch
            }
            Err(complaints) => {
                errors.extend(complaints);
                ConfigPatch::default()
            }
        }
    }

    fn config_members(&mut self, errors: &mut Errors) -> ConfigPatch {
        ConfigPatch {
            host: self.text("host", errors),
            host_alias: self.text("host_alias", errors),
            port: self.integer("port", errors),
            user: self.text("user", errors),
            identity_source: self.text("identity_source", errors),
            identity_file: self.text("identity_file", errors),
            proxy_jump: self.text("proxy_jump", errors),
            host_fingerprint: self.text("host_fingerprint", errors),
            host_key_algorithm: self.text("host_key_algorithm", errors),
        }
    }

    /// Absent is false.
    fn flag(&mut self, name: &str, errors: &mut Errors) -> bool {
        match self.map.remove(name) {
            None => false,
            Some(Value::Bool(flag)) => flag,
            Some(
                Value::Null
                | Value::Number(_)
                | Value::String(_)
                | Value::Array(_)
                | Value::Object(_),
            ) => {
                self.wrong_type(name, "expected true or false", errors);
                false
            }
        }
    }

    pub(super) fn text(&mut self, name: &str, errors: &mut Errors) -> Patch<String> {
        match self.map.remove(name) {
            None => Patch::Keep,
            Some(Value::Null) => Patch::Clear,
            Some(Value::String(text)) => Patch::Set(text),
            Some(Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
                self.wrong_type(name, "expected text", errors);
                Patch::Keep
            }
        }
    }

    /// Takes a member of whatever type.
    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        self.map.remove(name)
    }

    pub(super) fn integer(&mut self, name: &str, errors: &mut Errors) -> Patch<i64> {
        match self.map.remove(name) {
            None => Patch::Keep,
            Some(Value::Null) => Patch::Clear,
            Some(Value::Number(number)) if number.is_i64() || number.is_u64() => {
                Patch::Set(number.as_i64().unwrap_or(i64::MAX))
            }
            Some(
                Value::Bool(_)
                | Value::Number(_)
                | Value::String(_)
                | Value::Array(_)
                | Value::Object(_),
            ) => {
                self.wrong_type(name, "expected a whole number", errors);
                Patch::Keep
            }
        }
    }

    fn wrong_type(&self, name: &str, message: &str, errors: &mut Errors) {
        errors.push(complaint(&self.path(name), FieldCode::Type, message));
    }

    /// A member, dotted from the body's root.
    pub(super) fn path(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    pub(super) fn refuse_rest(self, errors: &mut Errors) {
        for name in self.map.keys() {
            // The sender chose this name: it is cut, and its control characters are escaped.
            let shown: String = name.chars().take(64).flat_map(char::escape_debug).collect();
            let field = self.path(&shown);
            errors.push(complaint(&field, FieldCode::Unknown, "not a known field"));
        }
    }
}

pub(super) fn complaint(field: &str, code: FieldCode, message: &str) -> FieldError {
    FieldError {
        field: field.to_owned(),
        code,
        message: message.to_owned(),
    }
}
