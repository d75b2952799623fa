//! Arguments of `grpo-lm`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use compoworld_lm::command::model_choice::{ToolFormatChoice, ToolPromptChoice};
use compoworld_lm::device::DeviceChoice;
use compoworld_lm::model::precision::Precision;
use compoworld_world::ToolView;

use crate::aggregation::Aggregation;
use crate::reward::RewardKind;

/// How an environment shows its tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ViewChoice {
    /// The four meta-tools, through which the others are found and called: little to read.
    Meta,
    /// Every tool of every service.
    Flat,
}

impl From<ViewChoice> for ToolView {
    fn from(choice: ViewChoice) -> Self {
        match choice {
            ViewChoice::Meta => Self::Meta,
            ViewChoice::Flat => Self::Flat,
        }
    }
}

/// What practises on what, and how.
#[derive(Debug, Args)]
pub struct GrpoLmArguments {
    /// The model: a Hugging Face folder, or a GGUF file.
    #[arg(long)]
    pub model: PathBuf,
    /// Start from this adapter, a run of `compoworld-lm sft` or a folder of `peft`; it goes on
    /// learning.
    #[arg(long, value_name = "FOLDER", conflicts_with = "lora_rank")]
    pub adapter: Option<PathBuf>,
    /// Train new adapters of this rank in place of all weights.
    #[arg(long, value_name = "RANK")]
    pub lora_rank: Option<usize>,
    /// Task file to practise on.
    #[arg(long, value_name = "FILE")]
    pub tasks: PathBuf,
    /// Task file to measure success on before the first round and after the last, taking the
    /// likeliest token.
    #[arg(long, value_name = "FILE")]
    pub held_out: Option<PathBuf>,
    /// Folder for checkpoints and metrics.jsonl; created when missing.
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// Go on from this checkpoint, or from the newest one of this run. Its settings are kept.
    #[arg(long, value_name = "CHECKPOINT")]
    pub resume: Option<PathBuf>,
    /// Use tasks that were made with another catalog version.
    #[arg(long)]
    pub allow_other_catalog: bool,

    /// What is rewarded: `completion` weighs criteria that the group rarely satisfies more, `uniform`
    /// weighs all alike, `binary` counts only full success.
    #[arg(long, value_enum, default_value = "completion", help_heading = "Learning")]
    pub reward: RewardKind,
    /// What counts alike in the objective: every token, or every rollout.
    #[arg(long, value_enum, default_value = "token", help_heading = "Learning")]
    pub aggregation: Aggregation,
    /// Rounds of acting and learning.
    #[arg(long, default_value_t = 100, help_heading = "Learning")]
    pub rounds: usize,
    /// Tasks a round.
    #[arg(long, default_value_t = 32, help_heading = "Learning",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub round_tasks: u64,
    /// Attempts at each task of a round, the group that is compared.
    #[arg(long, default_value_t = 8, help_heading = "Learning",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub group_size: u64,
    /// Optimizer steps on each round's attempts.
    #[arg(long, default_value_t = 1, help_heading = "Learning")]
    pub updates: usize,
    /// Learning rate.
    #[arg(long, default_value_t = 1e-5, help_heading = "Learning")]
    pub rate: f64,
    /// Fixes the order of the tasks and every draw.
    #[arg(long, default_value_t = 0, help_heading = "Learning")]
    pub seed: u64,

    /// Turns that an attempt may take.
    #[arg(long, default_value_t = 16, help_heading = "Acting")]
    pub turns: usize,
    /// Tokens of one turn.
    #[arg(long, default_value_t = 512, help_heading = "Acting",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub turn_tokens_max: u64,
    /// Tokens of a whole conversation; the model's own limit where that is less.
    #[arg(long, default_value_t = 8192, help_heading = "Acting")]
    pub context_tokens_max: usize,
    /// Attempts that advance together.
    #[arg(long, default_value_t = 16, help_heading = "Acting")]
    pub rows_max: usize,
    /// How tools are shown.
    #[arg(long, value_enum, default_value = "meta", help_heading = "Acting")]
    pub view: ViewChoice,
    /// How the model is told of tools.
    #[arg(long, value_enum, default_value_t = ToolPromptChoice::Template, help_heading = "Acting")]
    pub tool_prompt: ToolPromptChoice,
    /// The form in which the model writes calls; what its template shows, unless told otherwise.
    #[arg(long, value_enum, help_heading = "Acting")]
    pub tool_format: Option<ToolFormatChoice>,

    /// Tokens of a row, into which attempts are packed; rows go through the model one a thread.
    #[arg(long, default_value_t = 2048, help_heading = "Memory and time")]
    pub row_tokens_max: usize,
    /// Hold only the inputs of blocks until the backward pass, and compute the rest again.
    #[arg(long, help_heading = "Memory and time")]
    pub recompute: bool,
    /// In which numbers the matrices beside the adapters are held.
    #[arg(long, value_enum, default_value = "f32", help_heading = "Memory and time")]
    pub precision: Precision,
    /// Where to compute. `auto` takes a GPU when this build and this machine have one.
    #[arg(long, value_enum, default_value = "auto", help_heading = "Memory and time")]
    pub device: DeviceChoice,
    /// Rows that are computed at the same time on a CPU. Results do not depend on it.
    #[arg(long, default_value_t = 2, help_heading = "Memory and time",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub threads: u64,
    /// Rounds between checkpoints; the last round always writes one.
    #[arg(long, default_value_t = 10, help_heading = "Memory and time",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub checkpoint_every: u64,
    /// Checkpoints to keep.
    #[arg(long, default_value_t = 2, help_heading = "Memory and time")]
    pub keep: usize,
}
