//! Whether a chat template knows tools, found by rendering: a template that ignores them would give
//! a model that never learns of its tools, without a sign.

use super::message::{ChatMessage, Role};
use super::template::{ChatTemplate, RenderOptions, TemplateError};
use crate::text::tool::Tool;
use crate::text::tool_calls::{ToolCall, ToolCallFormat};

/// What a template that knows tools does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolSupport {
    /// In which form it shows the calls of earlier turns: the one that the model knows. `None` for
    /// a form that cannot be parsed here.
    pub format: Option<ToolCallFormat>,
}

/// How a template fails at tools.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolSupportError {
    /// It shows no tools.
    #[error(
        "the chat template of {0} does not show tools to the model; use a model whose template \
         does, or ask for the plain Hermes prompt, which this model may not have been trained on"
    )]
    ToolsIgnored(String),
    /// It drops the calls of earlier turns.
    #[error(
        "the chat template of {0} leaves out the tool calls of earlier turns; use a model whose \
         template shows them, or ask for the plain Hermes prompt"
    )]
    CallsIgnored(String),
    /// It drops what tools answered.
    #[error(
        "the chat template of {0} leaves out what tools answer; use a model whose template shows \
         it, or ask for the plain Hermes prompt"
    )]
    AnswersIgnored(String),
    /// It refuses or fails on a conversation with tools.
    #[error("{0}; use a model whose template takes tools, or ask for the plain Hermes prompt")]
    Template(#[from] TemplateError),
}

// Words that no template has of itself.
const TOOL: &str = "probe_tool_q7";
const ARGUMENT: &str = "probe_argument_q7";
const VALUE: &str = "probe value q7";
const ANSWER: &str = "probe answer q7";

/// Renders a conversation with a tool, a call and its answer, and looks for each of them.
///
/// # Errors
/// When one of them does not reach the text.
pub fn find_tool_support(template: &ChatTemplate) -> Result<ToolSupport, ToolSupportError> {
    let origin = || template.origin().to_owned();
    let tools = [probe_tool()];
    let question = ChatMessage::new(Role::User, "Hello.");
    let options = RenderOptions { add_generation_prompt: true, ..RenderOptions::default() };

    let shown = template.render(std::slice::from_ref(&question), &tools, &options)?;
    if !shown.contains(TOOL) || !shown.contains(ARGUMENT) {
        return Err(ToolSupportError::ToolsIgnored(origin()));
    }
    let mut call = ChatMessage::new(Role::Assistant, "");
    call.tool_calls = vec![ToolCall {
        // Some templates want the nine letters and digits of Mistral's identifiers.
        id: Some("probe0001".to_owned()),
        name: TOOL.to_owned(),
        arguments: format!(r#"{{"{ARGUMENT}": "{VALUE}"}}"#),
    }];
    let mut answer = ChatMessage::new(Role::Tool, ANSWER);
    answer.tool_call_id = Some("probe0001".to_owned());
    // Tools are left out, so that what is found is the call.
    let called = template.render(&[question, call, answer], &[], &options)?;
    if !called.contains(TOOL) || !called.contains(VALUE) {
        return Err(ToolSupportError::CallsIgnored(origin()));
    }
    if !called.contains(ANSWER) {
        return Err(ToolSupportError::AnswersIgnored(origin()));
    }
    Ok(ToolSupport { format: format_of(&called) })
}

fn format_of(called: &str) -> Option<ToolCallFormat> {
    let after = called.split_once("<tool_call>")?.1.trim_start();
    if after.starts_with(&format!("<function={TOOL}>")) {
        Some(ToolCallFormat::QwenXml)
    } else if after.starts_with('{') {
        Some(ToolCallFormat::Hermes)
    } else {
        None
    }
}

fn probe_tool() -> Tool {
    let text = format!(
        r#"{{"type": "function", "function": {{"name": "{TOOL}", "description": "A probe.",
            "parameters": {{"type": "object", "properties": {{"{ARGUMENT}": {{"type": "string",
            "description": "A value."}}}}, "required": ["{ARGUMENT}"]}}}}}}"#
    );
    let shown = serde_json::from_str(&text).expect("the probe is JSON");
    Tool::new(shown).expect("the probe is a function with a name")
}
