//! Models behind OpenAI-compatible chat endpoints: one client for all that asks one, and cassettes,
//! which keep what a model said so that a run can be repeated without it.

mod api_key;
mod budget;
mod cassette;
mod client;
mod completion;
mod config;
mod digest;
mod line_file;
mod message;
mod rate_limit;
mod read_completion;
mod read_stream;
mod structured;
mod transcript;

pub use api_key::ApiKey;
pub use budget::{Budget, BudgetSpent, Meter, Prices, Spent};
pub use cassette::{Cassette, CassetteError, RecordingChat};
pub use client::{ChatClient, ChatError};
pub use completion::{Completion, Request, ToolChoice};
pub use config::{OpenAiConfig, OpenAiConfigError};
pub use line_file::{WholeLines, whole_lines};
pub use message::{ChatMessage, Role, ToolCall, ToolDefinition};
pub use structured::{Chat, ChatFault, EndpointChat, Prompt, StructuredReply};
pub use transcript::{TranscribedChat, Transcript};

use serde::{Deserialize, Serialize};

/// How many tokens were read and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tokens {
    /// Read.
    pub prompt: u64,
    /// Written.
    pub completion: u64,
}

impl Tokens {
    /// Whether there are none.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// What the endpoint's answer says of its cost; nothing where it says nothing.
    pub fn of_answer(body: &serde_json::Value) -> Self {
        let count = |name: &str| body["usage"][name].as_u64().unwrap_or(0);
        Self { prompt: count("prompt_tokens"), completion: count("completion_tokens") }
    }
}
