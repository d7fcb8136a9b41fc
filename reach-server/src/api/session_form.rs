//! The body of a session's create (`api.md`, Sessions and limits).

use std::collections::BTreeMap;

use reach_logic::form::check_name;
use reach_logic::session::{Controller, SessionSpec};
use reach_logic::{FieldCode, FieldError, IdError, Patch};
use serde_json::Value;

use super::form::{Errors, Members, complaint};
use crate::sessions::NewSession;

const MOST_SCRIPT_BYTES: usize = 256 << 10;
const MOST_VALUES: usize = 200;
const MOST_VALUE_BYTES: usize = 32 << 10;
const MOST_COMMAND_CHARACTERS: usize = 32_768;
const MOST_PATH_CHARACTERS: usize = 4096;

/// Reads it, with every complaint at once.
pub(super) fn new_session(body: Value) -> Result<NewSession, Vec<FieldError>> {
    let mut errors = Errors::new();
    let mut members = Members::of("", body, &mut errors)?;
    let id = parsed(&mut members, "id", &mut errors);
    let executor_id = parsed(&mut members, "executor_id", &mut errors);
    if executor_id.is_none() && !has(&errors, "executor_id") {
        errors.push(required("executor_id", "an executor is needed"));
    }
    let name = match members.text("name", &mut errors) {
        Patch::Set(text) => check_name(&text).map_err(|error| errors.push(error)).ok(),
        Patch::Clear | Patch::Keep => None,
    };
    let controller = controller(&mut members, &mut errors);
    let spec = controller.map(|controller| SessionSpec {
        controller,
        prepare_script: script(&mut members, "prepare_script", &mut errors),
        cleanup_script: script(&mut members, "cleanup_script", &mut errors),
        env: environment(&mut members, &mut errors),
        credential_broker_url: broker(&mut members, &mut errors),
    });
    if spec.is_some() {
        members.refuse_rest(&mut errors);
    }
    match (executor_id, spec) {
        (Some(executor_id), Some(spec)) if errors.is_empty() => Ok(NewSession {
            id,
            executor_id,
            name,
            spec,
        }),
        (Some(_) | None, Some(_) | None) => Err(errors),
    }
}

fn parsed<T: std::str::FromStr<Err = IdError>>(
    members: &mut Members,
    name: &str,
    errors: &mut Errors,
) -> Option<T> {
    match members.text(name, errors) {
        Patch::Set(text) => text
            .parse()
            .map_err(|error: IdError| {
                errors.push(complaint(name, FieldCode::Invalid, &error.to_string()));
            })
            .ok(),
        Patch::Keep | Patch::Clear => None,
    }
}

fn controller(members: &mut Members, errors: &mut Errors) -> Option<Controller> {
    let Some(value) = members.take("controller") else {
        errors.push(required("controller", "a controller is needed"));
        return None;
    };
    let mut complaints = Errors::new();
    let mut members = match Members::of("controller.", value, &mut complaints) {
        Ok(members) => members,
        Err(complaints) => {
            errors.extend(complaints);
            return None;
        }
    };
    let command = match members.text("command", errors) {
        Patch::Set(text) => text,
        Patch::Keep | Patch::Clear => String::new(),
    };
    let field = "controller.command";
    if command.trim().is_empty() && !has(errors, field) {
        errors.push(required(field, "a command is needed"));
    }
    if command.chars().count() > MOST_COMMAND_CHARACTERS {
        errors.push(too_long(field, "a command is at most 32,768 characters"));
    }
    refuse_nul(field, &command, errors);
    let port = match members.integer("port", errors) {
        Patch::Set(port) => u16::try_from(port).unwrap_or_else(|_| {
            let message = "a port is 1 to 65535, or 0 for one that the controller tells";
            errors.push(complaint("controller.port", FieldCode::OutOfRange, message));
            0
        }),
        Patch::Keep | Patch::Clear => 0,
    };
    let field = "controller.workdir";
    let workdir = match members.text("workdir", errors) {
        Patch::Set(text) if !text.is_empty() => Some(text),
        Patch::Set(_) | Patch::Keep | Patch::Clear => None,
    };
    if let Some(workdir) = &workdir {
        if workdir.chars().count() > MOST_PATH_CHARACTERS {
            errors.push(too_long(field, "a path is at most 4,096 characters"));
        }
        if workdir.chars().any(char::is_control) {
            let message = "a path has no control characters";
            errors.push(complaint(field, FieldCode::ControlCharacter, message));
        }
    }
    members.refuse_rest(errors);
    Some(Controller {
        command,
        port,
        workdir,
    })
}

fn script(members: &mut Members, name: &str, errors: &mut Errors) -> Option<String> {
    let Patch::Set(text) = members.text(name, errors) else {
        return None;
    };
    if text.len() > MOST_SCRIPT_BYTES {
        errors.push(too_long(name, "a script is at most 256 KiB"));
    }
    refuse_nul(name, &text, errors);
    (!text.trim().is_empty()).then_some(text)
}

fn environment(members: &mut Members, errors: &mut Errors) -> BTreeMap<String, String> {
    let mut env = BTreeMap::new();
    let values = match members.take("env") {
        None | Some(Value::Null) => return env,
        Some(Value::Object(values)) => values,
        Some(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => {
            errors.push(complaint("env", FieldCode::Type, "expected an object"));
            return env;
        }
    };
    if values.len() > MOST_VALUES {
        errors.push(too_long("env", "an environment has at most 200 values"));
        return env;
    }
    for (name, value) in values {
        if !is_name(&name) {
            let message = "a name is letters, digits and _, and does not start with a digit";
            errors.push(complaint("env", FieldCode::Invalid, message));
            continue;
        }
        let field = format!("env.{name}");
        let Value::String(value) = value else {
            errors.push(complaint(&field, FieldCode::Type, "expected text"));
            continue;
        };
        if value.len() > MOST_VALUE_BYTES {
            errors.push(too_long(&field, "a value is at most 32 KiB"));
        }
        refuse_nul(&field, &value, errors);
        env.insert(name, value);
    }
    env
}

fn broker(members: &mut Members, errors: &mut Errors) -> Option<String> {
    let field = "credential_broker_url";
    let Patch::Set(text) = members.text(field, errors) else {
        return None;
    };
    if text.is_empty() {
        return None;
    }
    let url = url::Url::parse(&text).ok();
    let is_http =
        url.is_some_and(|url| matches!(url.scheme(), "http" | "https") && url.host_str().is_some());
    if text.len() > MOST_PATH_CHARACTERS || !is_http {
        let message = "expected an http:// or https:// URL";
        errors.push(complaint(field, FieldCode::Invalid, message));
    }
    Some(text)
}

/// What a POSIX shell takes as the name of a variable. Reach's own are not to be set.
fn is_name(name: &str) -> bool {
    let mut characters = name.chars();
    let first = characters.next();
    name.len() <= 200
        && !name.starts_with("REACH_")
        && !name.starts_with("reach_")
        && first.is_some_and(|one| one == '_' || one.is_ascii_alphabetic())
        && characters.all(|one| one == '_' || one.is_ascii_alphanumeric())
}

fn refuse_nul(field: &str, text: &str, errors: &mut Errors) {
    if text.contains('\0') {
        let message = "a NUL character cannot be passed on";
        errors.push(complaint(field, FieldCode::ControlCharacter, message));
    }
}

fn has(errors: &Errors, field: &str) -> bool {
    errors.iter().any(|error| error.field == field)
}

fn required(field: &str, message: &str) -> FieldError {
    complaint(field, FieldCode::Required, message)
}

fn too_long(field: &str, message: &str) -> FieldError {
    complaint(field, FieldCode::TooLong, message)
}
