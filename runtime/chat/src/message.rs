//! What is said in a conversation with a model that may call tools.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Who says a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Whoever set the conversation up.
    System,
    /// Whoever asks.
    User,
    /// The model.
    Assistant,
    /// A tool, answering a call of the model.
    Tool,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatMessage {
    /// Who says it.
    pub role: Role,
    /// What is said.
    #[serde(default)]
    pub content: String,
    /// The tools that the model calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// The call that a tool answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
}

/// A call of a tool, as a model wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Which call of the conversation it is.
    #[serde(default)]
    pub id: String,
    /// The tool; empty where the model names none.
    #[serde(default)]
    pub name: String,
    /// The arguments as the model wrote them: JSON, if it wrote well.
    #[serde(default)]
    pub arguments: String,
}

/// A tool that a model may call.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ToolDefinition {
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: String,
    /// The JSON Schema of its arguments.
    pub parameters: Value,
}

impl ChatMessage {
    /// A message that is only words.
    #[must_use]
    pub fn said(role: Role, content: impl Into<String>) -> Self {
        Self { role, content: content.into(), tool_calls: Vec::new(), tool_call_id: None }
    }

    /// What a tool answers to a call.
    #[must_use]
    pub fn answer_to(call: &ToolCall, content: impl Into<String>) -> Self {
        let tool_call_id = Some(call.id.clone());
        Self { tool_call_id, ..Self::said(Role::Tool, content) }
    }

    /// The message as endpoints want it. Servers refuse calls whose arguments are no JSON, so
    /// those go back as an empty object; the tool's answer tells the model what was wrong.
    pub(crate) fn to_request(&self) -> Value {
        let mut message = json!({"role": self.role, "content": self.content});
        if let Some(id) = &self.tool_call_id {
            message["tool_call_id"] = json!(id);
        }
        if !self.tool_calls.is_empty() {
            message["tool_calls"] = self.tool_calls.iter().map(ToolCall::to_request).collect();
            if self.content.is_empty() {
                message["content"] = Value::Null;
            }
        }
        message
    }
}

impl ToolCall {
    fn to_request(&self) -> Value {
        let is_json = serde_json::from_str::<serde_json::Map<_, _>>(&self.arguments).is_ok();
        let arguments = if is_json { &self.arguments } else { "{}" };
        let name = if self.name.is_empty() { "unknown" } else { &self.name };
        json!({"id": self.id, "type": "function",
            "function": {"name": name, "arguments": arguments}})
    }
}

impl ToolDefinition {
    pub(crate) fn to_request(&self) -> Value {
        json!({"type": "function", "function": self})
    }
}
