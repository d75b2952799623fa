//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser};

use super::model_choice::{ToolFormatChoice, ToolPromptChoice};
use super::sft_arguments::SftArguments;
use crate::device::DeviceChoice;
use crate::model::precision::Precision;

/// Runs and trains language models on this machine.
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
    /// Fine-tunes a model on attempts that succeeded.
    ///
    /// Reads what `compoworld export --format trl` writes, or attempts with their own tokens
    /// (`compoworld rollout --token-ids`). Trains all weights, or adapters with --lora-rank. Ctrl-C
    /// finishes the step and writes a checkpoint; --resume goes on from it, step for step as if it
    /// had never stopped.
    Sft(Box<SftArguments>),
    /// Measures a model on demonstrations: the loss, and how well it calls tools.
    ///
    /// Where a demonstration calls a tool, the model reads everything before and takes the likeliest
    /// tokens; what it writes is compared with the tools and with what was demonstrated.
    Eval(EvalArguments),
    /// Folds an adapter into its model, and writes the whole for `transformers` and others.
    Merge(MergeArguments),
}

/// What to measure on what.
#[derive(Debug, Args)]
pub(super) struct EvalArguments {
    /// A Hugging Face folder, or a GGUF file.
    #[arg(long)]
    pub(super) model: PathBuf,
    /// A LoRA adapter to use with it: a run of `sft`, a checkpoint in it, or a folder of `peft`.
    #[arg(long, value_name = "FOLDER")]
    pub(super) adapter: Option<PathBuf>,
    /// Rows as `compoworld export --format trl` writes them.
    #[arg(long, value_name = "FILE")]
    pub(super) data: PathBuf,
    /// Tokens that the model may write in a turn.
    #[arg(long, default_value_t = 128)]
    pub(super) turn_tokens_max: usize,
    /// Longer conversations are left out.
    #[arg(long, default_value_t = 4096)]
    pub(super) context_tokens_max: usize,
    /// Tokens of a row, into which conversations are packed to measure the loss.
    #[arg(long, default_value_t = 2048)]
    pub(super) row_tokens_max: usize,
    /// How the model is told of tools.
    #[arg(long, value_enum, default_value_t = ToolPromptChoice::Template)]
    pub(super) tool_prompt: ToolPromptChoice,
    /// The form in which the model writes calls; what its template shows, unless told otherwise.
    #[arg(long, value_enum)]
    pub(super) tool_format: Option<ToolFormatChoice>,
    /// Where to compute. `auto` takes a GPU when this build and this machine have one.
    #[arg(long, value_enum, default_value = "auto")]
    pub(super) device: DeviceChoice,
    /// In which numbers the model's matrices are held.
    #[arg(long, value_enum, default_value = "f32")]
    pub(super) precision: Precision,
    /// Print JSON instead of a table.
    #[arg(long)]
    pub(super) json: bool,
}

/// What to fold into what.
#[derive(Debug, Args)]
pub(super) struct MergeArguments {
    /// The model that the adapter was trained on.
    #[arg(long)]
    pub(super) model: PathBuf,
    /// The adapter: a run of `sft`, a checkpoint in it, or a folder of `peft`.
    #[arg(long, value_name = "FOLDER")]
    pub(super) adapter: PathBuf,
    /// The folder to write.
    #[arg(long, value_name = "FOLDER")]
    pub(super) out: PathBuf,
}

/// What to serve, and how.
#[derive(Debug, Args)]
pub(super) struct ServeArguments {
    /// A Hugging Face folder (config.json, safetensors, tokenizer.json, chat template), or a GGUF
    /// file.
    #[arg(long)]
    pub(super) model: PathBuf,
    /// A LoRA adapter to use with it, as `compoworld-lm sft` and `peft` write them.
    #[arg(long, value_name = "FOLDER")]
    pub(super) adapter: Option<PathBuf>,
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
    /// Where to compute. `auto` takes a GPU when this build and this machine have one.
    #[arg(long, value_enum, default_value = "auto")]
    pub(super) device: DeviceChoice,
    /// In which numbers the model's matrices are held.
    #[arg(long, value_enum, default_value = "f32")]
    pub(super) precision: Precision,
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
