//! The policy behind an OpenAI-compatible chat endpoint.

use serde_json::{Value, json};

use crate::rollout::chat_format::{read_turn, request_messages, request_tools};
use crate::rollout::message::Message;
use crate::rollout::policy::{Actor, AttemptStart, Policy, PolicyError, Turn};
use compoworld_chat::{ChatClient, OpenAiConfig};

/// A model behind a chat endpoint with tool calls.
#[derive(Debug)]
pub struct OpenAiPolicy {
    client: ChatClient,
}

impl OpenAiPolicy {
    /// The policy of this endpoint.
    #[must_use]
    pub fn new(config: OpenAiConfig) -> Self {
        Self { client: ChatClient::new(config) }
    }
}

impl Policy for OpenAiPolicy {
    fn name(&self) -> String {
        format!("openai:{}", self.client.config().model)
    }

    fn start(&self, start: AttemptStart<'_>) -> Box<dyn Actor + '_> {
        Box::new(Chatting {
            client: &self.client,
            tools: request_tools(start.tools),
            // Some endpoints take seeds as signed 32-bit numbers.
            seed: start.seed & 0x7fff_ffff,
        })
    }
}

struct Chatting<'a> {
    client: &'a ChatClient,
    tools: Value,
    seed: u64,
}

impl Actor for Chatting<'_> {
    fn act(&mut self, conversation: &[Message]) -> Result<Turn, PolicyError> {
        let config = self.client.config();
        let mut body = json!({
            "model": config.model,
            "messages": request_messages(conversation),
            "tools": self.tools,
            "temperature": config.temperature,
            "max_tokens": config.completion_tokens_max,
            "seed": self.seed,
        });
        if config.token_ids {
            body["return_token_ids"] = json!(true);
            body["logprobs"] = json!(true);
        }
        Ok(self.client.ask(&body, read_turn)?)
    }
}
