//! A call as one JSON object: `{"name": …, "arguments": {…}}`.

use serde_json::{Value, json};

use super::{text_of_arguments, without_end_tags};
use crate::rollout::message::ToolCall;

pub(super) const HOW_TO_CALL: &str = "\
To call a function, write a JSON object with its name and its arguments between tags, one pair of \
tags for each call:
<tool_call>
{\"name\": \"the function's name\", \"arguments\": {\"parameter\": \"value\"}}
</tool_call>";

/// What stands between the tags.
pub(super) fn write_call(call: &ToolCall) -> String {
    if call.name.is_empty() {
        // It could not be read, so this is all that the model wrote.
        return call.arguments.clone();
    }
    let arguments = match serde_json::from_str(&call.arguments) {
        Ok(Value::Object(arguments)) => Value::Object(arguments),
        _ => json!(call.arguments),
    };
    without_end_tags(&json!({"name": call.name, "arguments": arguments}).to_string())
}

/// The name and the arguments; `None` when it is no JSON object.
pub(super) fn read_call(inside: &str) -> Option<(String, String)> {
    let call: Value = serde_json::from_str(inside).ok()?;
    let call = call.as_object()?;
    let call = call.get("function").and_then(Value::as_object).unwrap_or(call);
    let arguments = call.get("arguments").or_else(|| call.get("parameters"));
    let name = call.get("name").and_then(Value::as_str).unwrap_or_default();
    Some((name.to_owned(), text_of_arguments(arguments)))
}
