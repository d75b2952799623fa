//! Arguments of `sft`.

use std::path::PathBuf;

use clap::Args;

use super::model_choice::{ToolFormatChoice, ToolPromptChoice};
use crate::device::DeviceChoice;
use crate::model::precision::Precision;

/// What to learn, from what, and how.
#[derive(Debug, Args)]
pub(super) struct SftArguments {
    /// The model to start from: a Hugging Face folder (config.json, safetensors, tokenizer.json,
    /// chat template), or a GGUF file.
    #[arg(long)]
    pub(super) model: PathBuf,
    /// Files of rows: `compoworld export --format trl`, or attempts with their tokens.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub(super) data: Vec<PathBuf>,
    /// Rows to measure the loss on, in the same form; none of --data is used for it.
    #[arg(long, value_name = "FILE")]
    pub(super) held_out: Option<PathBuf>,
    /// Folder for checkpoints and metrics.jsonl; created when missing.
    #[arg(long, value_name = "FOLDER")]
    pub(super) out: PathBuf,
    /// Go on from this checkpoint, or from the newest one of this run. Its settings are kept; of the
    /// other options only --model, --data, --held-out, --out, --device and --threads
    /// count.
    #[arg(long, value_name = "CHECKPOINT")]
    pub(super) resume: Option<PathBuf>,

    /// Train adapters of this rank in place of all weights.
    #[arg(long, value_name = "RANK", help_heading = "Adapters")]
    pub(super) lora_rank: Option<usize>,
    /// What adapters add is scaled by this over the rank; twice the rank unless told otherwise.
    #[arg(long, value_name = "ALPHA", requires = "lora_rank", help_heading = "Adapters")]
    pub(super) lora_alpha: Option<f64>,
    /// The products that get adapters.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        requires = "lora_rank",
        default_value = "q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj",
        help_heading = "Adapters"
    )]
    pub(super) lora_targets: Vec<String>,

    /// In which numbers the matrices beside the adapters are held.
    #[arg(
        long,
        value_enum,
        default_value = "f32",
        requires_if("bf16", "lora_rank"),
        help_heading = "Adapters"
    )]
    pub(super) precision: Precision,

    /// Passes over the data.
    #[arg(long, default_value_t = 3, help_heading = "Learning")]
    pub(super) epochs: usize,
    /// Sequences a step.
    #[arg(long, default_value_t = 32, help_heading = "Learning",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) batch_size: u64,
    /// The highest learning rate.
    #[arg(long, default_value_t = 1e-4, help_heading = "Learning")]
    pub(super) rate: f64,
    /// Share of all steps over which the rate climbs.
    #[arg(long, default_value_t = 0.03, help_heading = "Learning")]
    pub(super) warmup: f64,
    /// The rate at the end, as a share of the highest; between them it falls along half a cosine.
    #[arg(long, default_value_t = 0.1, help_heading = "Learning")]
    pub(super) final_rate: f64,
    /// The longest gradient, over all weights together.
    #[arg(long, default_value_t = 1.0, help_heading = "Learning")]
    pub(super) clip: f64,
    /// Share of each weight that a step at rate 1 takes away.
    #[arg(long, default_value_t = 0.0, help_heading = "Learning")]
    pub(super) weight_decay: f32,
    /// Fixes the first values of adapters and the order of the data.
    #[arg(long, default_value_t = 0, help_heading = "Learning")]
    pub(super) seed: u64,

    /// Longer sequences are left out.
    #[arg(long, default_value_t = 4096, help_heading = "Memory and time")]
    pub(super) context_tokens_max: usize,
    /// Tokens of a row, into which sequences are packed; rows go through the model one a thread.
    #[arg(long, default_value_t = 2048, help_heading = "Memory and time")]
    pub(super) row_tokens_max: usize,
    /// Hold only the inputs of blocks until the backward pass, and compute the rest again: slower, and
    /// a fraction of the memory. Done by itself where the memory would not do otherwise.
    #[arg(long, help_heading = "Memory and time")]
    pub(super) recompute: bool,
    /// Where to compute. `auto` takes a GPU when this build and this machine have one.
    #[arg(long, value_enum, default_value = "auto", help_heading = "Memory and time")]
    pub(super) device: DeviceChoice,
    /// Rows that are computed at the same time on a CPU. Results do not depend on it.
    #[arg(long, default_value_t = 2, help_heading = "Memory and time",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) threads: u64,
    /// Begin even when the memory seems not to be enough.
    #[arg(long, help_heading = "Memory and time")]
    pub(super) ignore_memory: bool,

    /// Steps between checkpoints; the last step always writes one.
    #[arg(long, default_value_t = 50, help_heading = "Checkpoints",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) checkpoint_every: u64,
    /// Checkpoints to keep.
    #[arg(long, default_value_t = 2, help_heading = "Checkpoints")]
    pub(super) keep: usize,
    /// Steps between measurements of the held-out loss.
    #[arg(long, default_value_t = 10, help_heading = "Checkpoints",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) measure_every: u64,

    /// How the model is told of tools.
    #[arg(long, value_enum, default_value_t = ToolPromptChoice::Template, help_heading = "Text")]
    pub(super) tool_prompt: ToolPromptChoice,
    /// The form in which the model writes calls; what its template shows, unless told otherwise.
    #[arg(long, value_enum, help_heading = "Text")]
    pub(super) tool_format: Option<ToolFormatChoice>,
}
