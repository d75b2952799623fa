//! The messages of a conversation, as chat templates see them.

use minijinja::Value;

use crate::text::tool_calls::ToolCall;

/// Who says a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Instructions that hold for the whole conversation.
    System,
    /// The same under its newer name at OpenAI; templates know it as `system`.
    Developer,
    /// The person, or the task.
    User,
    /// The model.
    Assistant,
    /// A tool, with what it answered.
    Tool,
}

impl Role {
    /// The role of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        match name {
            "system" => Some(Self::System),
            "developer" => Some(Self::Developer),
            "user" => Some(Self::User),
            "assistant" => Some(Self::Assistant),
            "tool" => Some(Self::Tool),
            _ => None,
        }
    }

    /// The name by which templates know it.
    #[must_use]
    pub fn template_name(self) -> &'static str {
        match self {
            Self::System | Self::Developer => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
        }
    }
}

/// One message.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatMessage {
    /// Who says it.
    pub role: Role,
    /// The words.
    pub content: String,
    /// What the model thought before it spoke, without the marks around it.
    pub reasoning: Option<String>,
    /// The calls that the model asks for.
    pub tool_calls: Vec<ToolCall>,
    /// Which call a tool answers.
    pub tool_call_id: Option<String>,
}

impl ChatMessage {
    /// A message of words alone.
    #[must_use]
    pub fn new(role: Role, content: impl Into<String>) -> Self {
        Self {
            role,
            content: content.into(),
            reasoning: None,
            tool_calls: Vec::new(),
            tool_call_id: None,
        }
    }

    /// The message as templates take it. Arguments that are a JSON object become a mapping, which
    /// every template can show; others stay the text that they are.
    #[must_use]
    pub fn template_value(&self) -> Value {
        let mut members = vec![
            ("role", Value::from(self.role.template_name())),
            ("content", Value::from(self.content.clone())),
        ];
        if let Some(reasoning) = &self.reasoning {
            // Templates know it by either name, and `transformers` gives them both.
            members.insert(0, ("thinking", Value::from(reasoning.clone())));
            members.push(("reasoning_content", Value::from(reasoning.clone())));
        }
        if !self.tool_calls.is_empty() {
            members.push(("tool_calls", self.tool_calls.iter().map(call_value).collect()));
        }
        if let Some(id) = &self.tool_call_id {
            members.push(("tool_call_id", Value::from(id.clone())));
        }
        Value::from_pairs(members)
    }
}

fn call_value(call: &ToolCall) -> Value {
    let arguments = match serde_json::from_str::<Value>(&call.arguments) {
        Ok(value) if value.kind() == minijinja::value::ValueKind::Map => value,
        _ => Value::from(call.arguments.clone()),
    };
    let function =
        Value::from_pairs([("name", Value::from(call.name.clone())), ("arguments", arguments)]);
    let mut members = vec![("type", Value::from("function")), ("function", function)];
    if let Some(id) = &call.id {
        members.insert(0, ("id", Value::from(id.clone())));
    }
    Value::from_pairs(members)
}
