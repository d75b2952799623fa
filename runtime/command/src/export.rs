//! `export`: tasks and trajectories as data sets for other tools.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use compoworld_export::{Arguments as CallArguments, Format, Source, Splitting, export};
use compoworld_world::Catalog;
use compoworld_world::rollout::read_trajectories;

use crate::catalog_options::TaskOptions;
use crate::exit_code;
use crate::failure::Failure;
use crate::output::{Output, write_file};

/// Write tasks and trajectories as a data set for another trainer.
#[derive(Debug, Args)]
#[command(after_help = "\
  trl       TRL, Axolotl: `messages` and `tools`, JSON lines
  sharegpt  LLaMA-Factory: `conversations`, `system`, `tools`, JSON lines, and dataset_info.json
  verl      verl: prompts for reinforcement learning, Parquet
  prime-rl  prime-rl: sft/ with conversations and rl/ with prompts, Parquet
  harbor    Harbor: one folder a task, whose services run beside the agent

Conversations are those of --trajectories that succeeded, or the tasks' references without any.
Beside the rows there is a dataset card, README.md, as Hugging Face reads it. Give each shard of one
data set the same folder.

Examples:
  compoworld export --format trl --tasks tasks/train.jsonl --trajectories qwen3.jsonl --out data
  compoworld export --format verl --tasks tasks/train.jsonl --split-by service-set --out data")]
pub(crate) struct Arguments {
    /// Who reads the data
    #[arg(long, value_enum)]
    format: FormatName,
    /// The task file
    #[arg(long, value_name = "FILE")]
    tasks: PathBuf,
    /// Trajectories of these tasks
    #[arg(long, value_name = "FILE")]
    trajectories: Option<PathBuf>,
    /// Keep attempts that failed, too
    #[arg(long, requires = "trajectories")]
    failed: bool,
    /// How arguments of calls stand in rows for TRL: as text, or as objects
    #[arg(long, value_enum, default_value = "text")]
    arguments: ArgumentsForm,
    /// How train and test are told apart; everything is to train on when absent
    #[arg(long, value_enum)]
    split_by: Option<SplitBy>,
    /// How many of a hundred service sets are to test with
    #[arg(long, value_name = "N", default_value_t = 10, requires = "split_by",
        value_parser = clap::value_parser!(u64).range(1..100))]
    test_percent: u64,
    /// The folder to write to
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    #[command(flatten)]
    options: TaskOptions,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormatName {
    Trl,
    #[value(name = "sharegpt")]
    ShareGpt,
    Verl,
    PrimeRl,
    Harbor,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ArgumentsForm {
    /// JSON texts: Axolotl, and templates such as those of Llama 3 and Qwen 3
    Text,
    /// Objects: templates such as that of Qwen 3.5; wants datasets 5
    Object,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum SplitBy {
    /// By the set of services that a task needs: train and test share none
    ServiceSet,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let tasks = arguments.options.read_all(catalog, &arguments.tasks, output)?;
    let trajectories = match &arguments.trajectories {
        None => None,
        Some(path) => {
            let mut read = read_trajectories(path)?;
            output.say_notes(&read.notes);
            read.trajectories.retain(|trajectory| arguments.failed || trajectory.outcome.success);
            Some(read.trajectories)
        }
    };
    let source = Source {
        catalog,
        tasks: &tasks,
        trajectories: trajectories.as_deref(),
        arguments: match arguments.arguments {
            ArgumentsForm::Text => CallArguments::Text,
            ArgumentsForm::Object => CallArguments::Object,
        },
        splitting: match arguments.split_by {
            None => Splitting::None,
            Some(SplitBy::ServiceSet) => {
                Splitting::ServiceSet { test_percent: arguments.test_percent }
            }
        },
    };
    let format = match arguments.format {
        FormatName::Trl => Format::Trl,
        FormatName::ShareGpt => Format::ShareGpt,
        FormatName::Verl => Format::Verl,
        FormatName::PrimeRl => Format::PrimeRl,
        FormatName::Harbor => Format::Harbor,
    };
    let files = export(&source, format, arguments.options.shard())
        .map_err(|error| Failure::Input(error.to_string()))?;
    for file in &files {
        write_file(&arguments.out.join(&file.path), &file.bytes)?;
    }
    output.say(&format!("{} files are in {}", files.len(), arguments.out.display()));
    Ok(exit_code::OK)
}
