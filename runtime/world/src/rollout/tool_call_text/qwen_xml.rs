//! A call as tags: `<function=name>` around a `<parameter=name>` for each argument. Texts stand as
//! they are, everything else as JSON; so the tool's schema says what a parameter's text means.
//!
//! The format has no escapes: a text that holds `</parameter>` ends there.

use serde_json::{Map, Value};

use crate::rollout::message::ToolCall;
use crate::tool_view::ToolDescription;

pub(super) const OPEN: &str = "<function=";
const CLOSE: &str = "</function>";
const PARAMETER: &str = "<parameter=";
const PARAMETER_CLOSE: &str = "</parameter>";

pub(super) const HOW_TO_CALL: &str = "\
To call a function, write its name and its arguments in tags, one <tool_call> for each call. A \
text stands as it is, any other value as JSON:
<tool_call>
<function=the function's name>
<parameter=the parameter's name>
the value
</parameter>
</function>
</tool_call>";

/// What stands between the tags of a call.
pub(super) fn write_call(call: &ToolCall) -> String {
    if call.name.is_empty() {
        return call.arguments.clone();
    }
    let name = &call.name;
    let inside = match serde_json::from_str(&call.arguments) {
        Ok(Value::Object(arguments)) => {
            arguments.iter().map(|(name, value)| write_parameter(name, value)).collect()
        }
        _ if call.arguments.trim().is_empty() => String::new(),
        _ => format!("{}\n", call.arguments),
    };
    format!("{OPEN}{name}>\n{inside}{CLOSE}")
}

fn write_parameter(name: &str, value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    format!("{PARAMETER}{name}>\n{text}\n{PARAMETER_CLOSE}\n")
}

/// The name and the arguments; `None` when the tags are not there. A call without parameters but
/// with other words keeps those as its arguments, for the environment to refuse.
pub(super) fn read_call(inside: &str, tools: &[ToolDescription]) -> Option<(String, String)> {
    let (name, body) = inside.strip_prefix(OPEN)?.split_once('>')?;
    let name = name.trim().trim_matches('"').to_owned();
    let body = body.rsplit_once(CLOSE).map_or(body, |(body, _)| body);
    let schema = tools.iter().find(|tool| tool.name == name).map(|tool| &tool.parameters);
    let mut pieces = body.split(PARAMETER);
    let before = pieces.next().unwrap_or_default().trim();
    let mut arguments = Map::new();
    for piece in pieces {
        let (parameter, text) = piece.split_once('>')?;
        let parameter = parameter.trim().trim_matches('"');
        let text = text.split_once(PARAMETER_CLOSE).map_or(text, |(text, _)| text);
        let text = text.strip_prefix('\n').unwrap_or(text);
        let text = text.strip_suffix('\n').unwrap_or(text);
        let schema = schema.and_then(|schema| schema["properties"].get(parameter));
        arguments.insert(parameter.to_owned(), value_of(text, schema));
    }
    if arguments.is_empty() && !before.is_empty() {
        return Some((name, before.to_owned()));
    }
    Some((name, Value::Object(arguments).to_string()))
}

/// The value of a parameter's text.
fn value_of(text: &str, schema: Option<&Value>) -> Value {
    let value = serde_json::from_str::<Value>(text.trim()).ok();
    let is_text = match schema {
        // With nothing known, whatever reads as JSON is taken for it.
        None => value.is_none(),
        Some(schema) => takes_texts(schema) && !(text == "null" && takes_null(schema)),
    };
    match value {
        Some(value) if !is_text => value,
        _ => Value::String(text.to_owned()),
    }
}

fn takes_texts(schema: &Value) -> bool {
    takes(schema, "string")
        || schema["enum"].as_array().is_some_and(|words| words.iter().any(Value::is_string))
}

fn takes_null(schema: &Value) -> bool {
    takes(schema, "null")
}

fn takes(schema: &Value, kind: &str) -> bool {
    let named = match &schema["type"] {
        Value::String(name) => name == kind,
        Value::Array(names) => names.iter().any(|name| name == kind),
        _ => false,
    };
    let mut branches = ["anyOf", "oneOf"].into_iter().filter_map(|key| schema[key].as_array());
    named || branches.any(|branches| branches.iter().any(|branch| takes(branch, kind)))
}
