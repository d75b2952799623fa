//! A conversation, in the form that chat endpoints and training data share.

use serde::{Deserialize, Serialize};

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the roles of chat formats")]
pub enum Role {
    System,
    User,
    Assistant,
    Tool,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said; for a tool, its whole answer.
    pub content: String,
    /// The calls that an assistant asks for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// Which call a tool's message answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// The tool whose message this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A call that an assistant asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Its name in the conversation.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments: JSON text, if the assistant wrote it well.
    pub arguments: String,
}

impl Message {
    /// What the system, the user or an assistant says.
    #[must_use]
    pub fn said(role: Role, content: impl Into<String>) -> Self {
        Self {
            role,
            content: content.into(),
            tool_calls: Vec::new(),
            tool_call_id: None,
            name: None,
        }
    }

    /// An assistant's turn with calls.
    #[must_use]
    pub fn calling(content: impl Into<String>, tool_calls: Vec<ToolCall>) -> Self {
        Self { tool_calls, ..Self::said(Role::Assistant, content) }
    }

    /// A tool's answer to a call.
    #[must_use]
    pub fn answering(call: &ToolCall, content: impl Into<String>) -> Self {
        Self {
            tool_call_id: Some(call.id.clone()),
            name: Some(call.name.clone()),
            ..Self::said(Role::Tool, content)
        }
    }
}
