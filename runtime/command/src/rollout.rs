//! `rollout`: lets a policy attempt tasks.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use compoworld_chat::OpenAiConfig;
use compoworld_world::rollout::tool_call_text::ToolCallFormat;
use compoworld_world::rollout::{
    AttemptLimits, ContextLimits, OpenAiPolicy, Policy, RandomPolicy, ReferencePolicy,
    RolloutOptions, run_rollouts,
};
use compoworld_world::{Catalog, ToolView};

use crate::catalog_options::TaskOptions;
use crate::exit_code;
use crate::failure::Failure;
use crate::output::Output;
use crate::world_model_options::WorldModelOptions;

/// Let a policy attempt tasks; keep every trajectory.
#[derive(Debug, Args)]
#[command(after_help = "\
Trajectories are appended to --out, one a line, as soon as each is whole. A run that was ended in
any way goes on where it stood when it is started again. A run that is done leaves them in the order
of the tasks, so the files of all shards, one after the other, are what one run writes.

The policy `openai` asks the chat endpoint that OPENAI_BASE_URL names, with OPENAI_API_KEY when it
is set. Addresses and keys are read from the environment only. Calls that name no tool, or whose
arguments are no JSON object, are answered with an error that the model sees, and counted. A
conversation that no longer fits into the model's context ends its attempt (`context_full`), or
loses its oldest answers with --drop-oldest.

Examples:
  compoworld rollout --policy reference --tasks tasks/train.jsonl --out reference.jsonl
  OPENAI_BASE_URL=http://127.0.0.1:8080/v1 compoworld rollout --policy openai --model qwen3-8b \\
      --attempts 4 --tasks tasks/heldout.jsonl --out qwen3-8b.jsonl")]
pub(crate) struct Arguments {
    /// Who attempts the tasks
    #[arg(long, value_enum)]
    policy: PolicyName,
    /// The task file
    #[arg(long, value_name = "FILE")]
    tasks: PathBuf,
    /// The file that trajectories are appended to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many attempts each task gets
    #[arg(long, value_name = "N", default_value_t = 1)]
    attempts: u32,
    /// How the tools are shown
    #[arg(long, value_enum, default_value = "flat")]
    view: View,
    /// How many tool calls an attempt may make
    #[arg(long, value_name = "N", default_value_t = 60)]
    calls_max: usize,
    /// How many turns an attempt may have
    #[arg(long, value_name = "N", default_value_t = 60)]
    turns_max: usize,
    /// How many tokens an attempt may write
    #[arg(long, value_name = "N")]
    tokens_max: Option<u64>,
    /// After how many seconds an attempt begins no further turn
    #[arg(long, value_name = "SECONDS")]
    seconds_max: Option<f64>,
    /// How many attempts run at a time; 0 for one a core
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// The seed of the policy's choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The model's name at the endpoint
    #[arg(long, value_name = "NAME", required_if_eq("policy", "openai"))]
    model: Option<String>,
    /// The sampling temperature of the model
    #[arg(long, default_value_t = 0.7)]
    temperature: f64,
    /// Ask the endpoint for the very tokens and their log-probabilities, as vLLM tells them
    #[arg(long)]
    token_ids: bool,
    /// How the model calls tools: by the endpoint's own calls, or in words
    #[arg(long, value_enum, default_value = "native")]
    tool_calls: ToolCalls,
    /// How many tokens a request and its reply may have together; a longer conversation ends the
    /// attempt. When absent, the endpoint says when it is too long
    #[arg(long, value_name = "N")]
    context_tokens: Option<u64>,
    /// Drop the oldest answers of tools when the conversation is too long
    #[arg(long)]
    drop_oldest: bool,
    /// Append the time of each attempt and each of its turns to this file
    #[arg(long, value_name = "FILE")]
    timings: Option<PathBuf>,
    #[command(flatten)]
    options: TaskOptions,
    #[command(flatten)]
    world_model: WorldModelOptions,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum PolicyName {
    /// Follows each task's reference: the upper bound
    Reference,
    /// Calls tools at random: the lower bound
    Random,
    /// A model behind an OpenAI-compatible chat endpoint
    Openai,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ToolCalls {
    /// The endpoint's own tool calls
    Native,
    /// JSON in <tool_call>, as Hermes, Qwen 2.5 and Qwen 3 write it
    Hermes,
    /// Tags in <tool_call>, as Qwen 3 Coder and Qwen 3.5 write them
    QwenXml,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum View {
    /// Every tool of every service
    Flat,
    /// Four meta-tools, through which the others are found and called
    Meta,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let policy: Box<dyn Policy> = match arguments.policy {
        PolicyName::Reference => Box::new(ReferencePolicy),
        PolicyName::Random => Box::new(RandomPolicy::default()),
        PolicyName::Openai => {
            let model = arguments.model.as_deref().unwrap_or_default();
            let config = OpenAiConfig {
                temperature: arguments.temperature,
                token_ids: arguments.token_ids,
                ..OpenAiConfig::from_environment(model)?
            };
            let format = match arguments.tool_calls {
                ToolCalls::Native => ToolCallFormat::Native,
                ToolCalls::Hermes => ToolCallFormat::Hermes,
                ToolCalls::QwenXml => ToolCallFormat::QwenXml,
            };
            let context = ContextLimits {
                tokens_max: arguments.context_tokens,
                drops_oldest: arguments.drop_oldest,
            };
            Box::new(OpenAiPolicy::new(config).with_format(format).with_context(context))
        }
    };
    let world_model = arguments.world_model.open(catalog)?;
    let tasks = arguments.options.read(catalog, &arguments.tasks, output)?;
    if let Some(folder) = arguments.out.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    }
    let options = RolloutOptions {
        n_attempts: arguments.attempts,
        limits: AttemptLimits {
            calls_max: arguments.calls_max,
            turns_max: arguments.turns_max,
            completion_tokens_max: arguments.tokens_max,
            wall_ms_max: arguments.seconds_max.map(|seconds| (seconds * 1_000.0) as u64),
        },
        view: match arguments.view {
            View::Flat => ToolView::Flat,
            View::Meta => ToolView::Meta,
        },
        seed: arguments.seed,
        n_threads: arguments.threads,
        progress: true,
        timings: arguments.timings.clone(),
        world_model: Arc::clone(&world_model.world_model),
        quarantined: world_model.quarantined.clone(),
    };
    let summary = run_rollouts(catalog, &tasks, &*policy, &arguments.out, &options)?;
    output.say_notes(&summary.notes);
    output.say(&format!(
        "{} attempts made, {} of them successful; {} were there already",
        summary.n_done, summary.n_succeeded, summary.n_skipped
    ));
    if summary.n_malformed > 0 {
        output.say(&format!("{} calls were malformed", summary.n_malformed));
    }
    if summary.n_context_full > 0 {
        output.say(&format!("{} attempts ended with a full context", summary.n_context_full));
    }
    world_model.say_usage(output);
    match summary.first_failure {
        None => Ok(exit_code::OK),
        Some(first) => Err(Failure::Environment(format!(
            "{} attempts could not be finished, the first because {first}; run the command again \
             to make them",
            summary.n_failed
        ))),
    }
}
