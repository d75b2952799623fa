//! Calls as JSON: `<tool_call>{"name": .., "arguments": {..}}</tool_call>`.

use minijinja::Value;
use minijinja::value::ValueKind;

use super::call::{CLOSE, OPEN, ReadCall, ToolCall, Unreadable};

const REMEDY: &str = "write one JSON object {\"name\": \"..\", \"arguments\": {..}} between \
                      <tool_call> and </tool_call>";

/// Reads a call from behind its opening mark. Where the JSON ends decides where the call ends, so
/// that an argument may hold any text.
pub(super) fn read_call(text: &str) -> ReadCall {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let outcome = values.next();
    let end = values.byte_offset();
    let value = match outcome {
        Some(Ok(value)) => value,
        Some(Err(error)) => return malformed(text, &error),
        None => return unreadable(text, 0, None, "there is nothing in it".to_owned()),
    };
    let rest = &text[end..];
    let after = rest.trim_start();
    let n_space = rest.len() - after.len();
    // What a model wrote behind a whole object is no reason to drop the call, unless it is words.
    let (n_bytes, is_closed) = match after.strip_prefix(CLOSE) {
        Some(_) => (end + n_space + CLOSE.len(), true),
        // The answer may have been cut off within the mark.
        None if CLOSE.starts_with(after) => (text.len(), false),
        None if after.starts_with(OPEN) => (end, false),
        None => {
            let shown: String = after.chars().take(20).collect();
            let problem = format!("`{shown}` follows its JSON object");
            return unreadable(text, end, name_of(&value), problem);
        }
    };
    ReadCall { call: call_of(&value), n_bytes, is_closed, may_go_on: false }
}

fn call_of(value: &Value) -> Result<ToolCall, Unreadable> {
    let fault = |name: Option<String>, problem: String| Unreadable {
        name,
        problem,
        remedy: REMEDY.to_owned(),
    };
    if value.kind() != ValueKind::Map {
        return Err(fault(None, format!("it is a {}, not a JSON object", json_kind(value))));
    }
    let Some(name) = name_of(value) else {
        return Err(fault(None, "its `name` is missing, or no text".to_owned()));
    };
    // Llama's templates call the member `parameters`; models mix them up.
    let arguments = member(value, "arguments").or_else(|| member(value, "parameters"));
    let arguments = match arguments {
        None => return Err(fault(Some(name), "its `arguments` are missing".to_owned())),
        Some(arguments) => arguments,
    };
    // Some models write the object as a text once more.
    let arguments = match arguments.as_str().map(serde_json::from_str::<Value>) {
        Some(Ok(inner)) => inner,
        _ => arguments,
    };
    if arguments.kind() != ValueKind::Map {
        let problem = format!("its `arguments` are a {}, not a JSON object", json_kind(&arguments));
        return Err(fault(Some(name), problem));
    }
    let arguments = serde_json::to_string(&arguments);
    let arguments = arguments.map_err(|error| fault(Some(name.clone()), error.to_string()))?;
    Ok(ToolCall { id: None, name, arguments })
}

fn member(value: &Value, name: &str) -> Option<Value> {
    value.get_attr(name).ok().filter(|member| !member.is_undefined())
}

fn name_of(value: &Value) -> Option<String> {
    let name = member(value, "name")?;
    name.as_str().filter(|name| !name.is_empty()).map(str::to_owned)
}

fn json_kind(value: &Value) -> &'static str {
    match value.kind() {
        ValueKind::None => "null",
        ValueKind::Bool => "boolean",
        ValueKind::Number => "number",
        ValueKind::String => "text",
        ValueKind::Seq => "list",
        _ => "value",
    }
}

/// JSON that does not parse: the call ends at its closing mark, or at the next opening one.
fn malformed(text: &str, error: &serde_json::Error) -> ReadCall {
    let inside = &text[..extent(text, 0).0];
    if inside.trim().is_empty() {
        return unreadable(text, 0, None, "there is nothing in it".to_owned());
    }
    if error.is_eof() {
        let problem = format!("its JSON ends too early: {error}");
        return ReadCall { may_go_on: true, ..unreadable(text, 0, None, problem) };
    }
    unreadable(text, 0, None, format!("its JSON is wrong: {error}"))
}

fn unreadable(text: &str, from: usize, name: Option<String>, problem: String) -> ReadCall {
    let (inside, n_bytes, is_closed) = extent(text, from);
    let name = name.or_else(|| written_name(&text[..inside]));
    ReadCall {
        call: Err(Unreadable { name, problem, remedy: REMEDY.to_owned() }),
        n_bytes,
        is_closed,
        may_go_on: false,
    }
}

/// Where a call that cannot be read ends, looked for from a place on: the bytes inside, those with
/// the closing mark, and whether that is there.
fn extent(text: &str, from: usize) -> (usize, usize, bool) {
    let find = |mark: &str| text[from..].find(mark).map(|at| from + at);
    let next = find(OPEN).unwrap_or(text.len());
    match find(CLOSE) {
        Some(close) if close < next => (close, close + CLOSE.len(), true),
        _ => (next, next, false),
    }
}

/// The tool's name in JSON that does not parse as a whole.
fn written_name(inside: &str) -> Option<String> {
    let after = inside.split_once("\"name\"")?.1.trim_start().strip_prefix(':')?;
    let mut values = serde_json::Deserializer::from_str(after).into_iter::<String>();
    values.next()?.ok().filter(|name| !name.is_empty())
}
