//! Reading what a language model answers.

use compoworld_core::{ErrorCode, Schema, Tool, ToolError};
use serde_json::Value;

use crate::answer::answer_of_text;
use crate::world_model::{Proposal, Refusal};

/// The codes that a simulated call may fail with. The others are the environment's own.
pub(super) const CODES: [ErrorCode; 8] = [
    ErrorCode::InvalidArgument,
    ErrorCode::NotFound,
    ErrorCode::AlreadyExists,
    ErrorCode::Conflict,
    ErrorCode::FailedPrecondition,
    ErrorCode::PermissionDenied,
    ErrorCode::ResourceExhausted,
    ErrorCode::Unavailable,
];

/// Reads an answer. Endpoints that ignore the schema answer with other words around the JSON, or
/// leave out what is empty: whatever is clear is taken.
pub(super) fn read_proposal(tool: &Tool, said: &str) -> Result<Proposal, Refusal> {
    let refuse = |fault: String| Refusal { said: said.to_owned(), faults: vec![fault] };
    let Value::Object(mut answer) = answer_of_text(said) else {
        return Err(refuse(match serde_json::from_str::<Value>(said) {
            Ok(_) => "the answer must be a JSON object".to_owned(),
            Err(error) => format!("the answer is no JSON: {error}"),
        }));
    };
    if let Some(unknown) =
        answer.keys().find(|name| !["patch", "data", "error"].contains(&name.as_str()))
    {
        return Err(refuse(format!(
            "the answer has the properties `patch`, `data` and `error`, not `{unknown}`"
        )));
    }
    let patch = answer.remove("patch").unwrap_or(Value::Null);
    let outcome = match answer.remove("error") {
        None | Some(Value::Null) => match answer.remove("data") {
            Some(data) => {
                check_returns(tool, &data).map_err(refuse)?;
                Ok(data)
            }
            None => return Err(refuse("the answer needs `data`, or an `error`".to_owned())),
        },
        Some(error) => Err(read_error(&error).map_err(refuse)?),
    };
    Ok(Proposal { patch, outcome, said: said.to_owned() })
}

fn check_returns(tool: &Tool, data: &Value) -> Result<(), String> {
    let schema = tool.returns.and_then(|text| serde_json::from_str(text).ok());
    let Some(schema) = schema else { return Ok(()) };
    Schema::compile(&schema).check(data).map_err(|violation| {
        let error = ToolError::from(violation);
        format!("`data` does not fit the tool's `returns`: {}", error.message)
    })
}

fn read_error(error: &Value) -> Result<ToolError, String> {
    let code = error["code"].as_str().unwrap_or_default();
    let Some(code) = CODES.into_iter().find(|known| known.as_str() == code) else {
        let known: Vec<&str> = CODES.iter().map(|code| code.as_str()).collect();
        return Err(format!("`error.code` must be one of {}", known.join(", ")));
    };
    match error["message"].as_str().filter(|message| !message.trim().is_empty()) {
        Some(message) => Ok(ToolError::new(code, message)),
        None => Err("`error.message` must say what is wrong".to_owned()),
    }
}
