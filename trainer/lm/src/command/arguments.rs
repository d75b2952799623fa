//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, ValueEnum};

use crate::endpoint::ToolPrompt;
use crate::text::tool_calls::ToolCallFormat;

/// Runs language models on this machine.
#[derive(Debug, Parser)]
#[command(name = "compoworld-lm", version)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub(super) subcommand: Subcommand,
}

/// What to do.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Subcommand {
    /// Serves a model as an OpenAI-compatible endpoint.
    ///
    /// `/v1/models` and `/v1/chat/completions`, with tools, streaming, log-probabilities and, when
    /// `return_token_ids` asks for them, the very token ids. Requests that come together are
    /// generated together; rows with equal prompts read it once, and the next turn of a
    /// conversation reads only what is new. Ctrl-C ends it.
    Serve(ServeArguments),
}

/// What to serve, and how.
#[derive(Debug, Args)]
pub(super) struct ServeArguments {
    /// A Hugging Face folder (config.json, safetensors, tokenizer.json, chat template), or a GGUF
    /// file.
    #[arg(long)]
    pub(super) model: PathBuf,
    /// The model's name in requests; the name of its folder or file unless told otherwise.
    #[arg(long)]
    pub(super) name: Option<String>,
    /// Where to listen. Port 0 takes a free one. Other addresses than this machine's own want a
    /// token.
    #[arg(long, default_value = "127.0.0.1:8080")]
    pub(super) address: SocketAddr,
    /// The environment variable that holds the token which clients have to send.
    #[arg(long, value_name = "NAME")]
    pub(super) token_env: Option<String>,
    /// How the model is told of tools.
    #[arg(long, value_enum, default_value_t = ToolPromptChoice::Template)]
    pub(super) tool_prompt: ToolPromptChoice,
    /// The form in which the model writes calls; what its template shows, unless told otherwise.
    #[arg(long, value_enum)]
    pub(super) tool_format: Option<ToolFormatChoice>,
    /// Tokens of a conversation, its answer among them; the model's own limit where that is less.
    #[arg(long, default_value_t = 8192)]
    pub(super) context_tokens_max: usize,
    /// Tokens of prompts and conversations that are remembered, to be gone on from.
    #[arg(long, default_value_t = 16384)]
    pub(super) prefix_tokens_max: usize,
    /// Answers that are generated together.
    #[arg(long, default_value_t = 16)]
    pub(super) rows_max: usize,
    /// Requests that may wait; more are turned away with status 429.
    #[arg(long, default_value_t = 256)]
    pub(super) waiting_max: usize,
    /// The largest request body, in KiB.
    #[arg(long, default_value_t = 4096)]
    pub(super) body_kib_max: usize,
}

/// How a model is told of tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ToolPromptChoice {
    /// By its own chat template, which has to know tools.
    Template,
    /// By words in the system message, in the Hermes form, whatever the template knows.
    Hermes,
}

/// The form in which a model writes calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ToolFormatChoice {
    /// JSON: Hermes, Qwen 2.5, Qwen 3.
    Hermes,
    /// Tags: Qwen3-Coder, Qwen 3.5 and later.
    QwenXml,
}

impl From<ToolPromptChoice> for ToolPrompt {
    fn from(choice: ToolPromptChoice) -> Self {
        match choice {
            ToolPromptChoice::Template => Self::Template,
            ToolPromptChoice::Hermes => Self::Hermes,
        }
    }
}

impl From<ToolFormatChoice> for ToolCallFormat {
    fn from(choice: ToolFormatChoice) -> Self {
        match choice {
            ToolFormatChoice::Hermes => Self::Hermes,
            ToolFormatChoice::QwenXml => Self::QwenXml,
        }
    }
}
