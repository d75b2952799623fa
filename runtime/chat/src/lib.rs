//! Models behind OpenAI-compatible chat endpoints: one client for all that asks one, and cassettes,
//! which keep what a model said so that a run can be repeated without it.

mod cassette;
mod client;
mod config;
mod digest;
mod line_file;
mod structured;

pub use cassette::{Cassette, CassetteError, RecordingChat};
pub use client::{ChatClient, ChatError};
pub use config::{OpenAiConfig, OpenAiConfigError};
pub use line_file::{WholeLines, whole_lines};
pub use structured::{Chat, ChatFault, EndpointChat, Prompt, Said, StructuredReply};

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
    /// What the endpoint's answer says of its cost; nothing where it says nothing.
    pub fn of_answer(body: &serde_json::Value) -> Self {
        let count = |name: &str| body["usage"][name].as_u64().unwrap_or(0);
        Self { prompt: count("prompt_tokens"), completion: count("completion_tokens") }
    }
}
