//! Prompts whose answer is JSON of a given schema, asked of anything that answers requests.

use std::fmt::Debug;

use serde_json::{Value, json};

use crate::Tokens;
use crate::client::{ChatClient, ChatError};
use crate::completion::{Completion, Request};
use crate::message::{ChatMessage, Role};

/// A question whose answer has a schema.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// The conversation so far, what the system says first.
    pub messages: Vec<ChatMessage>,
    /// The JSON Schema that the answer must have.
    pub schema: Value,
    /// The seed of the model's choices, for endpoints that take one.
    pub seed: u64,
}

/// What a model answers to a prompt.
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
    /// A cassette or a script holds no answer to this request, or a file cannot be written.
    #[error("{0}")]
    Cassette(String),
}

/// Something that answers requests: a model, or what one said before.
pub trait Chat: Debug + Send + Sync {
    /// The model's name.
    fn model(&self) -> &str;

    /// One turn of the model.
    ///
    /// # Errors
    /// When none can be had.
    fn complete(&self, request: &Request) -> Result<Completion, ChatFault>;

    /// The answer to a prompt.
    ///
    /// # Errors
    /// When none can be had, or the model answers with no words.
    fn answer(&self, prompt: &Prompt) -> Result<StructuredReply, ChatFault> {
        let Prompt { messages, schema, seed } = prompt.clone();
        let request =
            Request { messages, schema: Some(schema), seed: Some(seed), ..Request::default() };
        let Completion { content, tokens, .. } = self.complete(&request)?;
        Ok(StructuredReply { content, tokens })
    }
}

impl Prompt {
    /// Words of the system, then words of the user.
    #[must_use]
    pub fn new(system: impl Into<String>, user: impl Into<String>, schema: Value) -> Self {
        let messages =
            vec![ChatMessage::said(Role::System, system), ChatMessage::said(Role::User, user)];
        Self { messages, schema, seed: 0 }
    }
}

/// A model behind an endpoint.
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

    fn complete(&self, request: &Request) -> Result<Completion, ChatFault> {
        let config = self.client.config();
        let mut body = json!({
            "model": config.model,
            "temperature": config.temperature,
            "max_tokens": config.completion_tokens_max,
        });
        request.write_into(&mut body);
        Ok(self.client.ask(&body, read_turn)?)
    }
}

/// An answer of which something can be used. A refusal of the model is none.
fn read_turn(body: &Value) -> Result<Completion, String> {
    let message = &body["choices"][0]["message"];
    let completion = Completion::read(body)?;
    if completion.content.is_empty() && completion.tool_calls.is_empty() {
        return Err(match message["refusal"].as_str() {
            Some(refusal) => format!("the model refuses: {refusal}"),
            None => "`choices[0].message` has neither words nor tool calls".to_owned(),
        });
    }
    Ok(completion)
}
