//! The command line. The help texts are written to teach.

use std::path::PathBuf;

use clap::{Args, Parser, ValueEnum};

use super::grpo_lm_arguments::GrpoLmArguments;
use crate::aggregation::Aggregation;
use crate::experiment::statistics::SEEDS_MAX;
use crate::reward::RewardKind;
use crate::train::learner::MatrixOptimizer;
use compoworld_lm::device::DeviceChoice;

/// Train and evaluate policies that use tools across services.
#[derive(Debug, Parser)]
#[command(
    name = "compoworld-trainer",
    version,
    after_help = "\
A first run, from tasks to a policy:
  compoworld-trainer sft  --tasks train.jsonl --out runs/sft
  compoworld-trainer grpo --policy runs/sft --tasks train.jsonl --out runs/grpo
  compoworld-trainer eval --policy runs/grpo --tasks held-out.jsonl

A language model, fine-tuned with `compoworld-lm sft`, goes on practising so:
  compoworld-trainer grpo-lm --model Qwen3-0.6B --adapter runs/lm-sft --tasks train.jsonl \
      --out runs/lm-grpo

A run can be stopped at any time (Ctrl-C too) and resumed from its last checkpoint:
  compoworld-trainer sft  --tasks train.jsonl --out runs/sft --resume runs/sft

Exit codes: 0 done, 1 tasks, trajectories or a checkpoint cannot be used, 2 wrong command line,
3 something cannot be written, 4 the device cannot be used."
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub subcommand: Subcommand,
}

/// What to do.
#[derive(Debug, clap::Subcommand)]
pub enum Subcommand {
    /// Fine-tune a policy on demonstrations; without --policy, train one from scratch.
    Sft(SftArguments),
    /// Improve a policy by its own attempts (GRPO with rubric rewards).
    Grpo(GrpoArguments),
    /// Improve a language model by its own attempts (GRPO with rubric rewards).
    GrpoLm(Box<GrpoLmArguments>),
    /// Measure how often a policy succeeds.
    Eval(EvalArguments),
    /// Run an experiment that shows what the method does, over a few seeds.
    Experiment(ExperimentArguments),
}

/// Which settings the others start from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    /// For the embedded policy of half a million weights, on a few CPU cores.
    Small,
    /// The published settings, for large pretrained policies.
    Paper,
}

/// Where a run computes and writes.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// Where to compute. `auto` takes a GPU when this build and this machine have one.
    #[arg(long, value_enum, default_value = "auto")]
    pub device: DeviceChoice,

    /// Folder for checkpoints and metrics.jsonl; created when missing.
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,

    /// Go on from this checkpoint, or from the newest one in this run's folder. Its settings are
    /// kept; of the other options only --out, --device and the data count.
    #[arg(long, value_name = "CHECKPOINT")]
    pub resume: Option<PathBuf>,

    /// Fixes initial weights, the order of the data, and every draw.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,

    /// Settings that the options below start from.
    #[arg(long, value_enum, default_value = "small")]
    pub preset: Preset,

    /// Steps (rounds, for GRPO) between checkpoints; the last step always writes one.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub checkpoint_every: u64,

    /// Checkpoints to keep.
    #[arg(long, default_value_t = 2)]
    pub keep: usize,

    /// Parts of a batch computed at the same time. Results do not depend on it.
    #[arg(long, default_value_t = 2)]
    pub threads: usize,

    /// Use tasks that were made with another catalog version.
    #[arg(long)]
    pub allow_other_catalog: bool,
}

/// Arguments of `sft`.
#[derive(Debug, Args)]
pub struct SftArguments {
    /// Trajectory files (JSON lines, as `compoworld rollout` writes them); the successful ones are
    /// learned from.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub trajectories: Vec<PathBuf>,

    /// Task files; the reference solution of each task is learned from.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub tasks: Vec<PathBuf>,

    /// Start from this policy instead of from scratch: a run's folder or a checkpoint in it.
    #[arg(long, value_name = "CHECKPOINT")]
    pub policy: Option<PathBuf>,

    /// Where to compute and write.
    #[command(flatten)]
    pub run: RunArguments,

    /// Passes over the demonstrations [3].
    #[arg(long)]
    pub epochs: Option<usize>,

    /// Demonstrations a step [small: 8, paper: 32].
    #[arg(long)]
    pub batch_size: Option<usize>,

    /// Highest learning rate [small: 3e-3, paper: 1e-4].
    #[arg(long)]
    pub rate: Option<f64>,

    /// What moves the matrices inside the blocks [small: muon, paper: adamw].
    #[arg(long, value_enum)]
    pub matrices: Option<MatrixOptimizer>,

    /// Share of demonstrations read with copied values respelled, which teaches copying instead of
    /// the values [small: 0.5, paper: 0].
    #[arg(long)]
    pub scramble: Option<f64>,

    /// Share of drills at the first step, falling evenly to none at the last: an observation's rows
    /// asked about and said again in another order, which teaches looking up [small: 1, paper: 0].
    #[arg(long)]
    pub drills: Option<f64>,

    /// Demonstrations that are held out to measure the loss on, at most a tenth of all.
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub held_out: usize,

    /// Steps between measurements of the held-out loss.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub measure_every: u64,

    /// Shape of a policy that starts from scratch.
    #[command(flatten)]
    pub shape: ShapeArguments,
}

/// Shape of a policy that starts from scratch.
#[derive(Debug, Args)]
pub struct ShapeArguments {
    /// Ids in the vocabulary, at most.
    #[arg(long, default_value_t = 2000)]
    pub vocabulary: usize,

    /// Width of the policy.
    #[arg(long, default_value_t = 128)]
    pub width: usize,

    /// Blocks of the policy.
    #[arg(long, default_value_t = 2)]
    pub layers: usize,

    /// Tokens that an episode may have.
    #[arg(long, default_value_t = 768)]
    pub context: usize,

    /// Tokens of an observation that the policy gets to see.
    #[arg(long, default_value_t = 320)]
    pub observation: usize,
}

/// Arguments of `grpo`.
#[derive(Debug, Args)]
pub struct GrpoArguments {
    /// The policy to improve: a run's folder or a checkpoint in it. Not needed with --resume.
    #[arg(long, value_name = "CHECKPOINT", required_unless_present = "resume")]
    pub policy: Option<PathBuf>,

    /// Task file to practise on.
    #[arg(long, value_name = "FILE")]
    pub tasks: PathBuf,

    /// Where to compute and write.
    #[command(flatten)]
    pub run: RunArguments,

    /// What is rewarded: `completion` weighs criteria that the group rarely satisfies more,
    /// `uniform` weighs all alike, `binary` counts only full success.
    #[arg(long, value_enum, default_value = "completion")]
    pub reward: RewardKind,

    /// What counts alike in the mean over a round: `token` every token of the agent, `sequence`
    /// every rollout, by the mean over its own tokens.
    #[arg(long, value_enum, default_value = "token")]
    pub aggregation: Aggregation,

    /// Rounds of acting and learning [small: 40, paper: 100].
    #[arg(long)]
    pub rounds: Option<usize>,

    /// Tasks a round [small: 24, paper: 32].
    #[arg(long)]
    pub round_tasks: Option<usize>,

    /// Attempts at each task of a round, the group that is compared [8].
    #[arg(long)]
    pub group_size: Option<usize>,

    /// Learning rate [small: 1e-4, paper: 1e-5].
    #[arg(long)]
    pub rate: Option<f64>,

    /// Calls and answers an attempt may make [16].
    #[arg(long)]
    pub turns: Option<usize>,

    /// Task file to measure success on before the first round and after the last.
    #[arg(long, value_name = "FILE")]
    pub held_out: Option<PathBuf>,
}

/// Arguments of `eval`.
#[derive(Debug, Args)]
pub struct EvalArguments {
    /// The policy: a run's folder or a checkpoint in it.
    #[arg(long, value_name = "CHECKPOINT")]
    pub policy: PathBuf,

    /// Task file.
    #[arg(long, value_name = "FILE")]
    pub tasks: PathBuf,

    /// Where to compute.
    #[arg(long, value_enum, default_value = "auto")]
    pub device: DeviceChoice,

    /// Attempts at each task; pass^k is given for every k up to it.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub attempts: u64,

    /// 0 always takes the likeliest token, 1 draws from the policy as it is.
    #[arg(long, default_value_t = 0.0)]
    pub temperature: f32,

    /// Draw only among the likeliest tokens that together have this probability.
    #[arg(long, default_value_t = 1.0)]
    pub top_p: f32,

    /// Calls and answers an attempt may make.
    #[arg(long, default_value_t = 16)]
    pub turns: usize,

    /// Fixes every draw.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,

    /// Batches that run at the same time. Results do not depend on it.
    #[arg(long, default_value_t = 2)]
    pub threads: usize,

    /// Print JSON instead of a table.
    #[arg(long)]
    pub json: bool,

    /// Also write what was said in each attempt, as text, one JSON object a line.
    #[arg(long, value_name = "FILE")]
    pub transcripts: Option<PathBuf>,

    /// Use tasks that were made with another catalog version.
    #[arg(long)]
    pub allow_other_catalog: bool,
}

/// Which experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExperimentName {
    /// How success grows with demonstrations: 100, 500, 1,000 and 3,000 of them.
    DataScaling,
    /// Training on single services or on composed ones at an equal budget, measured on composed
    /// tasks over services that no training data joins.
    Composition,
    /// GRPO from one fine-tuned policy with the uniform, the binary and the completion-focused
    /// reward.
    Rewards,
    /// A language model before and after its adapters are fine-tuned on a few dozen attempts: loss and
    /// tool calls. Needs --model.
    LanguageModel,
}

/// Arguments of `experiment`.
#[derive(Debug, Args)]
#[command(after_help = "\
An experiment is a grid of conditions and seeds. Its tasks are made by the planner as it runs, so it
needs no file; equal settings and seeds give equal results. What is trained on and what is held out
have seeds of their own, and no instruction is in both.

Each cell that is done is a file in OUT/NAME/cells. Stopped in whatever way, or asked for more seeds,
another run does the cells that are missing. After each cell these are brought up to date:
  OUT/NAME/results.jsonl   every cell: measures, curves, seconds
  OUT/NAME/table.md        means, and differences from the baseline, with 95% intervals (Student's t)
  OUT/NAME/report.html     the same with charts; one file, no network

On two cores that do nothing else, each takes about a quarter of an hour with three seeds.

Examples:
  compoworld experiment data-scaling
  compoworld experiment composition --seeds 5
  compoworld experiment rewards --out runs/experiments
  compoworld experiment language-model --model SmolLM2-135M-Instruct.Q4_1.gguf --seeds 1
  compoworld experiment rewards --quick             # a minute, to see that it runs; says nothing")]
pub struct ExperimentArguments {
    /// Which experiment.
    #[arg(value_enum)]
    pub name: ExperimentName,

    /// The language model of `language-model`: a Hugging Face folder, or a GGUF file.
    #[arg(long, required_if_eq("name", "language-model"))]
    pub model: Option<PathBuf>,

    /// How many seeds each condition is run with.
    #[arg(long, value_name = "N", default_value_t = 3,
        value_parser = clap::value_parser!(u64).range(1..=SEEDS_MAX as u64))]
    pub seeds: u64,

    /// Folder of all experiments' results; each has a folder in it.
    #[arg(long, value_name = "FOLDER", default_value = "compoworld-out/experiments")]
    pub out: PathBuf,

    /// As little as shows that it runs, in a folder of its own; the figures say nothing.
    #[arg(long)]
    pub quick: bool,

    /// Where to compute.
    #[arg(long, value_enum, default_value = "cpu")]
    pub device: DeviceChoice,

    /// Parts computed at the same time. Results do not depend on it.
    #[arg(long, default_value_t = 2)]
    pub threads: usize,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Arguments;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}
