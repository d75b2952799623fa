//! Tools for models whose template has no place for them: the system message lists them, calls and
//! answers become words, all in the Hermes form.
//!
//! This is a choice that a user makes: a model that was not trained on this form follows it as well
//! as it follows any instruction.

use super::message::{ChatMessage, Role};
use super::python_json::{JsonStyle, json_text};
use crate::text::tool::Tool;
use crate::text::tool_calls::{ToolCallFormat, render_calls};

/// The conversation with its tools in words, to be rendered without tools.
#[must_use]
pub fn with_hermes_tools(messages: &[ChatMessage], tools: &[Tool]) -> Vec<ChatMessage> {
    let mut told: Vec<ChatMessage> = Vec::with_capacity(messages.len() + 1);
    let mut messages = messages.iter().peekable();
    let mut system = String::new();
    while let Some(message) =
        messages.next_if(|message| matches!(message.role, Role::System | Role::Developer))
    {
        system.push_str(&message.content);
        system.push_str("\n\n");
    }
    system.push_str(&tool_instructions(tools));
    told.push(ChatMessage::new(Role::System, system));

    let mut after_tool = false;
    for message in messages {
        match (message.role, told.last_mut()) {
            // The answers to one turn's calls are one turn of the other side.
            (Role::Tool, Some(last)) if after_tool => {
                last.content.push('\n');
                last.content.push_str(&tool_response(&message.content));
            }
            (Role::Tool, _) => {
                told.push(ChatMessage::new(Role::User, tool_response(&message.content)));
            }
            (Role::Assistant, _) => told.push(assistant_words(message)),
            _ => told.push(message.clone()),
        }
        after_tool = message.role == Role::Tool;
    }
    told
}

fn tool_response(content: &str) -> String {
    format!("<tool_response>\n{content}\n</tool_response>")
}

fn assistant_words(message: &ChatMessage) -> ChatMessage {
    let mut content = message.content.clone();
    if !message.tool_calls.is_empty() {
        if !content.is_empty() {
            content.push('\n');
        }
        // The Hermes form can write every call.
        content.push_str(
            &render_calls(&message.tool_calls, ToolCallFormat::Hermes, &[]).unwrap_or_default(),
        );
    }
    ChatMessage { content, tool_calls: Vec::new(), ..message.clone() }
}

fn tool_instructions(tools: &[Tool]) -> String {
    let lines: Vec<String> = tools
        .iter()
        .filter_map(|tool| json_text(tool.shown(), &JsonStyle::default()).ok())
        .collect();
    format!(
        "You can call functions. Each line between <tools> and </tools> describes one in JSON:\n\
         <tools>\n{}\n</tools>\n\n\
         To call a function, write its name and its arguments as one JSON object:\n\
         <tool_call>\n{{\"name\": \"the name\", \"arguments\": {{\"argument\": \"value\"}}}}\n</tool_call>\n\
         What it answers comes between <tool_response> and </tool_response>.",
        lines.join("\n")
    )
}
