//! `eval`: sums up trajectories.

use std::path::PathBuf;

use clap::Args;
use compoworld_world::Catalog;
use compoworld_world::eval::{evaluate, markdown};
use compoworld_world::rollout::read_trajectories;

use crate::catalog_options::TaskOptions;
use crate::exit_code;
use crate::failure::Failure;
use crate::output::{Output, write_json_file};

/// Sum up trajectories: pass rates and rubric means, over all and by domain, K and L.
#[derive(Debug, Args)]
#[command(after_help = "\
The result is printed as Markdown tables, or as JSON with --json. pass^k is the chance that all of
k attempts at a task succeed.

Example:
  compoworld eval --tasks tasks/heldout.jsonl --trajectories qwen3-8b.jsonl --out qwen3-8b.json")]
pub(crate) struct Arguments {
    /// The task file
    #[arg(long, value_name = "FILE")]
    tasks: PathBuf,
    /// The trajectories
    #[arg(long, value_name = "FILE")]
    trajectories: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write JSON to this file, too
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    options: TaskOptions,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let tasks = arguments.options.read(catalog, &arguments.tasks, output)?;
    let read = read_trajectories(&arguments.trajectories)?;
    output.say_notes(&read.notes);
    let evaluation = evaluate(catalog, &tasks, &read.trajectories);
    if let Some(path) = &arguments.out {
        write_json_file(path, &evaluation)?;
    }
    if arguments.json {
        output.print_json(&evaluation)?;
    } else {
        output.print(markdown(&evaluation).trim_end())?;
    }
    Ok(exit_code::OK)
}
