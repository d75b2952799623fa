//! Prompts whose answer is JSON of a given schema.

use std::fmt::Debug;

use serde::Serialize;
use serde_json::{Value, json};

use crate::Tokens;
use crate::client::{ChatClient, ChatError};
use crate::digest::digest_json;

/// What a model is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// The conversation so far, what the system says first.
    pub messages: Vec<Said>,
    /// The JSON Schema that the answer must have.
    pub schema: Value,
    /// The seed of the model's choices, for endpoints that take one.
    pub seed: u64,
}

/// One message of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Said {
    /// Who says it: `system`, `user` or `assistant`.
    pub role: &'static str,
    /// What is said.
    pub content: String,
}

/// What a model answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StructuredReply {
    /// Its words: JSON, if it kept to the schema.
    pub content: String,
    /// What it cost; nothing when it came from a cassette.
    pub tokens: Tokens,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChatFault {
    /// The endpoint fails.
    #[error(transparent)]
    Endpoint(#[from] ChatError),
    /// A cassette holds no answer to this prompt, or cannot be written.
    #[error("{0}")]
    Cassette(String),
}

/// Something that answers prompts.
pub trait Chat: Debug + Send + Sync {
    /// The model's name.
    fn model(&self) -> &str;

    /// The answer to a prompt.
    ///
    /// # Errors
    /// When none can be had.
    fn answer(&self, prompt: &Prompt) -> Result<StructuredReply, ChatFault>;
}

impl Prompt {
    /// The SHA-256 of all that an answer should depend on: the model, the conversation and the
    /// schema. The seed is left out: a recorded answer stands for every seed.
    #[must_use]
    pub fn digest(&self, model: &str) -> String {
        let identity = json!({"model": model, "messages": self.messages, "schema": self.schema});
        digest_json(&identity)
    }
}

/// A model behind an endpoint with structured output.
#[derive(Debug)]
pub struct EndpointChat {
    client: ChatClient,
}

impl EndpointChat {
    /// The model that this client asks.
    #[must_use]
    pub fn new(client: ChatClient) -> Self {
        Self { client }
    }
}

impl Chat for EndpointChat {
    fn model(&self) -> &str {
        &self.client.config().model
    }

    fn answer(&self, prompt: &Prompt) -> Result<StructuredReply, ChatFault> {
        let config = self.client.config();
        let body = json!({
            "model": config.model,
            "messages": prompt.messages,
            "temperature": config.temperature,
            "max_tokens": config.completion_tokens_max,
            // Some endpoints take seeds as signed 32-bit numbers.
            "seed": prompt.seed & 0x7fff_ffff,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": false, "schema": prompt.schema},
            },
        });
        Ok(self.client.ask(&body, read_reply)?)
    }
}

fn read_reply(body: &Value) -> Result<StructuredReply, String> {
    let choice = body.pointer("/choices/0").ok_or("there is no `choices[0]`")?;
    let message = choice.get("message").ok_or("there is no `choices[0].message`")?;
    let Some(content) = message["content"].as_str() else {
        let refusal = message["refusal"].as_str();
        return Err(match refusal {
            Some(refusal) => format!("the model refuses: {refusal}"),
            None => "`choices[0].message.content` is no text".to_owned(),
        });
    };
    Ok(StructuredReply { content: content.to_owned(), tokens: Tokens::of_answer(body) })
}
