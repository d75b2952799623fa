//! Tool calls as text, for models whose server does not turn them into calls of its own: what the
//! model is told of its tools, how its calls and their answers are written, and how calls are read.
//!
//! Both formats wrap a call into `<tool_call>`; what is inside tells them apart, so reading needs
//! not know which one was asked for. Text of a specification or a state never closes a tag: it
//! stands in JSON, where `</` is written `<\/`.

mod hermes;
mod qwen_xml;

#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::rollout::message::ToolCall;
use crate::tool_view::ToolDescription;

const OPEN: &str = "<tool_call>";
const CLOSE: &str = "</tool_call>";
const THOUGHT_END: &str = "</think>";

/// How a model is told of its tools, and how it calls them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ToolCallFormat {
    /// By the endpoint's own fields; its server knows the model's template.
    #[default]
    Native,
    /// JSON in `<tool_call>`, as Hermes and Qwen 2.5 and 3 write it.
    Hermes,
    /// `<function=…><parameter=…>` in `<tool_call>`, as Qwen 3 Coder and Qwen 3.5 write it.
    QwenXml,
}

/// Words and the calls among them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SpokenCalls {
    /// What is said beside the calls.
    pub content: String,
    /// The calls, in order. One that cannot be read has an empty name, and its text as arguments.
    pub calls: Vec<ToolCall>,
}

/// What a model is told of its tools, to stand in the system's message; nothing for
/// [`ToolCallFormat::Native`].
#[must_use]
pub fn describe_tools(format: ToolCallFormat, tools: &[ToolDescription]) -> String {
    let how = match format {
        ToolCallFormat::Native => return String::new(),
        ToolCallFormat::Hermes => hermes::HOW_TO_CALL,
        ToolCallFormat::QwenXml => qwen_xml::HOW_TO_CALL,
    };
    let mut lines = vec!["# Tools\n\nThese are the functions that you may call:\n\n<tools>".into()];
    lines.extend(tools.iter().map(|tool| {
        let told = serde_json::to_string(&tool.as_function()).expect("a tool is plain JSON");
        without_end_tags(&told)
    }));
    lines.push("</tools>".to_owned());
    lines.push(how.to_owned());
    lines.join("\n")
}

/// An assistant's turn as the model would write it.
#[must_use]
pub fn write_calls(format: ToolCallFormat, content: &str, calls: &[ToolCall]) -> String {
    let mut text = content.to_owned();
    for call in calls {
        if !text.is_empty() {
            text.push('\n');
        }
        let inside = match format {
            ToolCallFormat::QwenXml => qwen_xml::write_call(call),
            ToolCallFormat::Native | ToolCallFormat::Hermes => hermes::write_call(call),
        };
        text.push_str(&format!("{OPEN}\n{inside}\n{CLOSE}"));
    }
    text
}

/// The answer to a call, as it stands in the next turn of the user.
#[must_use]
pub fn write_answer(answer: &str) -> String {
    format!("<tool_response>\n{}\n</tool_response>", without_end_tags(answer))
}

/// Reads the calls in a model's words, in either format. What the model only thought of, before
/// `</think>`, is no call. The tools tell which parameters are texts.
#[must_use]
pub fn read_calls(text: &str, tools: &[ToolDescription]) -> SpokenCalls {
    let thought = text.rfind(THOUGHT_END).map_or(0, |at| at + THOUGHT_END.len());
    let (thought, said) = text.split_at(thought);
    let mut pieces = said.split(OPEN);
    let mut content = thought.to_owned() + pieces.next().unwrap_or_default();
    let mut calls = Vec::new();
    for piece in pieces {
        let (inside, after) = piece.split_once(CLOSE).unwrap_or((piece, ""));
        let inside = inside.trim();
        let read = if inside.starts_with(qwen_xml::OPEN) {
            qwen_xml::read_call(inside, tools)
        } else {
            hermes::read_call(inside)
        };
        let (name, arguments) = read.unwrap_or_else(|| (String::new(), inside.to_owned()));
        calls.push(ToolCall { id: format!("call_{}", calls.len()), name, arguments });
        content.push_str(after);
    }
    SpokenCalls { content: content.trim().to_owned(), calls }
}

/// The arguments of a call as JSON text, however a model wrote them.
#[must_use]
pub(super) fn text_of_arguments(arguments: Option<&Value>) -> String {
    match arguments {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    }
}

/// JSON that closes no tag.
fn without_end_tags(json: &str) -> String {
    json.replace("</", "<\\/")
}
