//! One turn of a model: what it is asked, and what it answers.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Tokens;
use crate::digest::digest_json;
use crate::message::{ChatMessage, ToolCall, ToolDefinition};

/// What a model is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Request {
    /// The conversation so far, what the system says first.
    pub messages: Vec<ChatMessage>,
    /// The tools that it may call.
    pub tools: Vec<ToolDefinition>,
    /// Whether it has to call one.
    pub tool_choice: ToolChoice,
    /// The JSON Schema that its words must have.
    pub schema: Option<Value>,
    /// The seed of its choices, for endpoints that take one.
    pub seed: Option<u64>,
}

/// Whether a model has to call a tool.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ToolChoice {
    /// As it likes.
    #[default]
    Auto,
    /// One or more.
    Required,
    /// This one.
    Named(String),
    /// None.
    Never,
}

/// What a model answers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Completion {
    /// Its words.
    pub content: String,
    /// The tools that it calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// Why it stopped, as the endpoint says: `stop`, `length`, `tool_calls`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish_reason: Option<String>,
    /// What it cost; nothing when it came from a cassette.
    #[serde(default, skip_serializing_if = "Tokens::is_none")]
    pub tokens: Tokens,
}

impl Request {
    /// The SHA-256 of all that an answer should depend on: the model, the conversation, the tools
    /// and the schema. The seed is left out: a recorded answer stands for every seed.
    #[must_use]
    pub fn digest(&self, model: &str) -> String {
        let mut identity = json!({"model": model, "messages": self.messages});
        if let Some(schema) = &self.schema {
            identity["schema"] = schema.clone();
        }
        if !self.tools.is_empty() {
            identity["tools"] = json!(self.tools);
        }
        if let Some(choice) = self.tool_choice.to_request() {
            identity["tool_choice"] = choice;
        }
        digest_json(&identity)
    }

    /// Adds what is asked to the body of a request.
    pub(crate) fn write_into(&self, body: &mut Value) {
        body["messages"] = self.messages.iter().map(ChatMessage::to_request).collect();
        if let Some(seed) = self.seed {
            // Some endpoints take seeds as signed 32-bit numbers.
            body["seed"] = json!(seed & 0x7fff_ffff);
        }
        if !self.tools.is_empty() {
            body["tools"] = self.tools.iter().map(ToolDefinition::to_request).collect();
            if let Some(choice) = self.tool_choice.to_request() {
                body["tool_choice"] = choice;
            }
        }
        if let Some(schema) = &self.schema {
            body["response_format"] = json!({
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": false, "schema": schema},
            });
        }
    }
}

impl ToolChoice {
    fn to_request(&self) -> Option<Value> {
        match self {
            Self::Auto => None,
            Self::Required => Some(json!("required")),
            Self::Never => Some(json!("none")),
            Self::Named(name) => Some(json!({"type": "function", "function": {"name": name}})),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Request, ToolChoice};
    use crate::message::{ChatMessage, Role, ToolCall, ToolDefinition};

    fn request() -> Request {
        let call = ToolCall { id: "a".into(), name: "read".into(), arguments: "{oops".into() };
        let mut turn = ChatMessage::said(Role::Assistant, "");
        turn.tool_calls.push(call.clone());
        Request {
            messages: vec![
                ChatMessage::said(Role::User, "Go."),
                turn,
                ChatMessage::answer_to(&call, "that is no JSON"),
            ],
            tools: vec![ToolDefinition {
                name: "read".into(),
                description: "Reads.".into(),
                parameters: json!({"type": "object"}),
            }],
            tool_choice: ToolChoice::Named("read".into()),
            schema: None,
            seed: Some(u64::MAX),
        }
    }

    #[test]
    fn a_request_is_written_as_endpoints_want_it() {
        let mut body = Value::Null;
        request().write_into(&mut body);
        assert_eq!(
            body,
            json!({
                "messages": [
                    {"role": "user", "content": "Go."},
                    {"role": "assistant", "content": null, "tool_calls": [{"id": "a",
                        "type": "function", "function": {"name": "read", "arguments": "{}"}}]},
                    {"role": "tool", "content": "that is no JSON", "tool_call_id": "a"},
                ],
                "seed": 2_147_483_647,
                "tools": [{"type": "function", "function": {"name": "read",
                    "description": "Reads.", "parameters": {"type": "object"}}}],
                "tool_choice": {"type": "function", "function": {"name": "read"}},
            })
        );
    }

    #[test]
    fn the_digest_depends_on_all_but_the_seed() {
        let digest = request().digest("m");
        assert_eq!(Request { seed: None, ..request() }.digest("m"), digest);
        for other in [
            Request { tool_choice: ToolChoice::Required, ..request() },
            Request { tools: Vec::new(), ..request() },
            Request { schema: Some(json!({})), ..request() },
            Request { messages: Vec::new(), ..request() },
        ] {
            assert_ne!(other.digest("m"), digest);
        }
        assert_ne!(request().digest("n"), digest);
    }
}
