//! The policy behind an OpenAI-compatible chat endpoint.

use serde_json::{Value, json};

use crate::rollout::chat_format::{
    read_turn, request_messages, request_messages_as_text, request_tools,
};
use crate::rollout::context_window::{ContextLimits, ContextWindow};
use crate::rollout::message::Message;
use crate::rollout::policy::{Actor, AttemptStart, Policy, PolicyError, Turn};
use crate::rollout::tool_call_text::{ToolCallFormat, describe_tools};
use crate::tool_view::ToolDescription;
use compoworld_chat::{ChatClient, OpenAiConfig};

/// A model behind a chat endpoint.
#[derive(Debug)]
pub struct OpenAiPolicy {
    client: ChatClient,
    format: ToolCallFormat,
    context: ContextLimits,
}

impl OpenAiPolicy {
    /// The policy of this endpoint, with its own tool calls.
    #[must_use]
    pub fn new(config: OpenAiConfig) -> Self {
        let client = ChatClient::new(config);
        Self { client, format: ToolCallFormat::Native, context: ContextLimits::default() }
    }

    /// The same policy, with tool calls in this format.
    #[must_use]
    pub fn with_format(mut self, format: ToolCallFormat) -> Self {
        self.format = format;
        self
    }

    /// The same policy, with conversations no longer than this.
    #[must_use]
    pub fn with_context(mut self, context: ContextLimits) -> Self {
        self.context = context;
        self
    }
}

impl Policy for OpenAiPolicy {
    fn name(&self) -> String {
        format!("openai:{}", self.client.config().model)
    }

    fn start(&self, start: AttemptStart<'_>) -> Box<dyn Actor + '_> {
        let native = self.format == ToolCallFormat::Native;
        let request_tools = native.then(|| request_tools(start.tools));
        let tools_chars = match &request_tools {
            Some(tools) => tools.to_string().len(),
            None => describe_tools(self.format, start.tools).len(),
        };
        let reply_tokens_max = self.client.config().completion_tokens_max;
        Box::new(Chatting {
            client: &self.client,
            format: self.format,
            tools: start.tools.to_vec(),
            request_tools,
            context: self.context,
            window: ContextWindow::new(self.context, reply_tokens_max, tools_chars),
            // Some endpoints take seeds as signed 32-bit numbers.
            seed: start.seed & 0x7fff_ffff,
        })
    }
}

struct Chatting<'a> {
    client: &'a ChatClient,
    format: ToolCallFormat,
    tools: Vec<ToolDescription>,
    /// The tools as the endpoint wants them; `None` where they are told in words.
    request_tools: Option<Value>,
    context: ContextLimits,
    window: ContextWindow,
    seed: u64,
}

impl Actor for Chatting<'_> {
    fn act(&mut self, conversation: &[Message]) -> Result<Turn, PolicyError> {
        loop {
            let Some(shown) = self.window.show(conversation) else {
                let most = self.context.tokens_max.unwrap_or_default();
                return Err(PolicyError::ContextFull(format!("it is past {most} tokens")));
            };
            let answer = self
                .client
                .ask(&self.request(&shown), |body| read_turn(body, &self.tools))
                .map_err(PolicyError::from);
            match answer {
                Ok(turn) => {
                    self.window.learn(&shown, turn.tokens.prompt);
                    return Ok(turn);
                }
                Err(PolicyError::Endpoint { message, .. }) if is_context_full(&message) => {
                    if !self.window.make_room(conversation) {
                        return Err(PolicyError::ContextFull(message));
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn n_dropped(&self) -> usize {
        self.window.n_dropped()
    }
}

impl Chatting<'_> {
    fn request(&self, shown: &[Message]) -> Value {
        let config = self.client.config();
        let messages = match self.format {
            ToolCallFormat::Native => request_messages(shown),
            format => request_messages_as_text(shown, format, &self.tools),
        };
        let mut body = json!({
            "model": config.model,
            "messages": messages,
            "temperature": config.temperature,
            "max_tokens": config.completion_tokens_max,
            "seed": self.seed,
        });
        if let Some(tools) = &self.request_tools {
            body["tools"] = tools.clone();
        }
        if config.token_ids {
            body["return_token_ids"] = json!(true);
            body["logprobs"] = json!(true);
        }
        body
    }
}

/// Whether an endpoint says that the conversation is too long, in the words of OpenAI and vLLM, of
/// SGLang, of llama.cpp, and of others.
fn is_context_full(message: &str) -> bool {
    const SIGNS: [&str; 6] = [
        "context_length_exceeded",
        "maximum context length",
        "longer than the model's context length",
        "exceed_context_size",
        "prompt is too long",
        "available context size",
    ];
    let message = message.to_lowercase();
    SIGNS.iter().any(|sign| message.contains(sign))
}
