//! Calls as tags:
//! `<tool_call><function=NAME><parameter=NAME>value</parameter></function></tool_call>`.
//!
//! The form has no escapes: a value ends at the first `</parameter>` behind which another parameter
//! or the end of the function follows. A newline behind the opening tag and one before the closing
//! tag are the form's, not the value's.

use serde_json::Value as Json;

use super::call::{CLOSE, OPEN, ReadCall, ToolCall, Unreadable};
use super::typed_value::read_value;
use crate::text::tool::Tool;

const REMEDY: &str = "write <tool_call><function=NAME><parameter=NAME>value</parameter>\
                      </function></tool_call>, with one <parameter> for each argument";

pub(super) const FUNCTION: &str = "<function=";
pub(super) const PARAMETER: &str = "<parameter=";
pub(super) const END_PARAMETER: &str = "</parameter>";
pub(super) const END_FUNCTION: &str = "</function>";

/// Reads a call from behind its opening mark.
pub(super) fn read_call(text: &str, tools: &[Tool]) -> ReadCall {
    match read_function(text, tools) {
        Ok((call, rest)) => {
            let after = rest.trim_start();
            let (rest, is_closed) = match after.strip_prefix(CLOSE) {
                Some(rest) => (rest, true),
                None => (rest, false),
            };
            ReadCall { call, n_bytes: text.len() - rest.len(), is_closed, may_go_on: false }
        }
        Err(unreadable) => {
            let next = text.find(OPEN).unwrap_or(text.len());
            let (n_bytes, is_closed) = match text.find(CLOSE) {
                Some(close) if close < next => (close + CLOSE.len(), true),
                _ => (next, false),
            };
            ReadCall { call: Err(unreadable), n_bytes, is_closed, may_go_on: true }
        }
    }
}

type Function<'t> = (Result<ToolCall, Unreadable>, &'t str);

/// The call, or why its values are no arguments, and the text behind it; an error when the tags
/// are wrong, so that nobody knows where the call ends.
fn read_function<'t>(text: &'t str, tools: &[Tool]) -> Result<Function<'t>, Unreadable> {
    let (name, mut rest) = opening_tag(text, FUNCTION)
        .ok_or_else(|| unreadable(None, "it does not open with <function=NAME>".to_owned()))?;
    let parameters = tools.iter().find(|tool| tool.name() == name).map(Tool::parameters);
    let mut written: Vec<(&str, &str)> = Vec::new();
    loop {
        if let Some(after) = rest.trim_start().strip_prefix(END_FUNCTION) {
            let arguments = typed_arguments(name, &written, parameters);
            return Ok((arguments, after));
        }
        let Some((parameter, after)) = opening_tag(rest, PARAMETER) else {
            let shown: String = rest.trim_start().chars().take(20).collect();
            let last = written.last().map_or("<function=..>".to_owned(), |(parameter, _)| {
                format!("parameter `{parameter}`")
            });
            let problem = match shown.as_str() {
                "" => format!("it ends after {last}, without </function>"),
                shown => format!(
                    "`{shown}` follows {last}, where <parameter=NAME> or </function> has to"
                ),
            };
            return Err(unreadable(Some(name), problem));
        };
        let Some(end) = value_end(after) else {
            let problem = format!("parameter `{parameter}` has no </parameter>");
            return Err(unreadable(Some(name), problem));
        };
        written.push((parameter, without_frame(&after[..end])));
        rest = &after[end + END_PARAMETER.len()..];
    }
}

fn unreadable(name: Option<&str>, problem: String) -> Unreadable {
    Unreadable { name: name.map(str::to_owned), problem, remedy: REMEDY.to_owned() }
}

/// The name in an opening tag, and the text behind the tag.
fn opening_tag<'t>(text: &'t str, tag: &str) -> Option<(&'t str, &'t str)> {
    let (name, rest) = text.trim_start().strip_prefix(tag)?.split_once('>')?;
    let name = name.trim();
    let is_name = !name.is_empty() && !name.contains(['\n', '<']);
    is_name.then_some((name, rest))
}

/// Where a value ends: at its closing tag.
fn value_end(text: &str) -> Option<usize> {
    let mut ends = text.match_indices(END_PARAMETER).map(|(end, _)| end);
    let first = ends.clone().next();
    let sure = ends.find(|end| {
        let after = text[end + END_PARAMETER.len()..].trim_start();
        after.starts_with(PARAMETER) || after.starts_with(END_FUNCTION)
    });
    sure.or(first)
}

/// The value without the newlines that frame it.
fn without_frame(text: &str) -> &str {
    let text = text.strip_prefix('\n').unwrap_or(text);
    text.strip_suffix('\n').unwrap_or(text)
}

fn typed_arguments(
    name: &str,
    written: &[(&str, &str)],
    parameters: Option<&Json>,
) -> Result<ToolCall, Unreadable> {
    let nothing = Json::Null;
    let root = parameters.unwrap_or(&nothing);
    let mut members: Vec<(&str, Json)> = Vec::new();
    for (parameter, text) in written {
        if members.iter().any(|(other, _)| other == parameter) {
            return Err(Unreadable {
                name: Some(name.to_owned()),
                problem: format!("parameter `{parameter}` is there twice"),
                remedy: "write each parameter once".to_owned(),
            });
        }
        let schema = &root["properties"][*parameter];
        let value = read_value(text, schema, root).map_err(|wanted| Unreadable {
            name: Some(name.to_owned()),
            problem: format!("parameter `{parameter}` is no {wanted}"),
            remedy: format!("write its value as {wanted} in JSON"),
        })?;
        members.push((parameter, value));
    }
    Ok(ToolCall { id: None, name: name.to_owned(), arguments: object_text(&members) })
}

/// A JSON object whose members keep their order.
fn object_text(members: &[(&str, Json)]) -> String {
    let members = members.iter().map(|(name, value)| {
        let name = Json::String((*name).to_owned());
        format!("{name}:{value}")
    });
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}
