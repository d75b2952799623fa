//! Writes calls as models write them.

use minijinja::Value;
use serde_json::{Map, Value as Json};

use super::call::{CLOSE, OPEN, ParsedCall, ToolCall, ToolCallFormat};
use super::parse_turn::{TurnStart, parse_turn};
use crate::text::chat::{JsonStyle, json_text};
use crate::text::tool::Tool;

/// Why a call cannot be written so that it is read again as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// Its arguments are no JSON object.
    #[error("the arguments of a call of `{tool}` are no JSON object: {message}")]
    BadArguments {
        /// The tool.
        tool: String,
        /// What is wrong.
        message: String,
    },
    /// The form has no way to write it: tags have no escapes.
    #[error(
        "a call of `{0}` cannot be written as tags: a name or a value holds the tags themselves, \
         or a text that reads as another type; use the Hermes form"
    )]
    NotExpressible(String),
}

/// The calls of a turn, one after the other.
///
/// # Errors
/// When one of them would not be read again as it was.
pub fn render_calls(
    calls: &[ToolCall],
    format: ToolCallFormat,
    tools: &[Tool],
) -> Result<String, RenderError> {
    let texts = calls.iter().map(|call| match format {
        ToolCallFormat::Hermes => hermes_text(call),
        ToolCallFormat::QwenXml => tagged_text(call, tools),
    });
    Ok(texts.collect::<Result<Vec<_>, _>>()?.join("\n"))
}

/// A whole turn: reasoning, words, calls.
///
/// # Errors
/// When a call would not be read again as it was.
pub fn render_turn(
    reasoning: Option<&str>,
    content: &str,
    calls: &[ToolCall],
    format: ToolCallFormat,
    tools: &[Tool],
) -> Result<String, RenderError> {
    let mut parts = Vec::new();
    if let Some(reasoning) = reasoning {
        parts.push(format!("<think>\n{reasoning}\n</think>\n"));
    }
    if !content.is_empty() {
        parts.push(content.to_owned());
    }
    if !calls.is_empty() {
        parts.push(render_calls(calls, format, tools)?);
    }
    Ok(parts.join("\n"))
}

fn hermes_text(call: &ToolCall) -> Result<String, RenderError> {
    let arguments = serde_json::from_str::<Value>(&call.arguments)
        .map_err(|error| error.to_string())
        .and_then(|value| {
            json_text(&value, &JsonStyle::default()).map_err(|error| error.to_string())
        })
        .map_err(|message| RenderError::BadArguments { tool: call.name.clone(), message })?;
    let name = Json::String(call.name.clone());
    Ok(format!("{OPEN}\n{{\"name\": {name}, \"arguments\": {arguments}}}\n{CLOSE}"))
}

fn tagged_text(call: &ToolCall, tools: &[Tool]) -> Result<String, RenderError> {
    let arguments: Value =
        serde_json::from_str(&call.arguments).map_err(|error| bad(call, &error))?;
    let members: Map<String, Json> =
        serde_json::from_str(&call.arguments).map_err(|error| bad(call, &error))?;
    let mut text = format!("{OPEN}\n<function={}>\n", call.name);
    // The engine's value keeps the order of the members.
    for name in arguments.try_iter().into_iter().flatten() {
        let name = name.to_string();
        let value = match members.get(&name) {
            Some(Json::String(value)) => value.clone(),
            Some(value) => value.to_string(),
            None => continue,
        };
        text.push_str(&format!("<parameter={name}>\n{value}\n</parameter>\n"));
    }
    text.push_str(&format!("</function>\n{CLOSE}"));

    let read = parse_turn(&text, ToolCallFormat::QwenXml, tools, TurnStart::Plain);
    match &read.calls[..] {
        [ParsedCall::Call(again)]
            if again.name == call.name
                && read.content.is_empty()
                && serde_json::from_str(&again.arguments).ok() == Some(members) =>
        {
            Ok(text)
        }
        _ => Err(RenderError::NotExpressible(call.name.clone())),
    }
}

fn bad(call: &ToolCall, error: &serde_json::Error) -> RenderError {
    RenderError::BadArguments { tool: call.name.clone(), message: error.to_string() }
}
