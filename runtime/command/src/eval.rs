//! `eval`: sums up trajectories.

use std::path::{Path, PathBuf};

use clap::Args;
use compoworld_report::render_evaluation;
use compoworld_world::eval::{compare, comparison_markdown, evaluate, markdown};
use compoworld_world::judge::count_judgements;
use compoworld_world::rollout::{Trajectory, read_trajectories};
use compoworld_world::{Catalog, Task};
use serde_json::json;

use crate::catalog_options::TaskOptions;
use crate::exit_code;
use crate::failure::Failure;
use crate::output::{Output, write_file, write_json_file};

/// Sum up trajectories: pass rates and rubric means, over all and by what makes tasks differ.
#[derive(Debug, Args)]
#[command(after_help = "\
The result is printed as Markdown tables, or as JSON with --json. pass^k is the chance that all of
k attempts at a task succeed; in the tables k is how many each of the tasks has at least. Intervals
are of 95% confidence: Wilson's for the pass rate, with each task counted once, and a bootstrap over
tasks for the rubric mean.

Criteria that a language model judges are told apart: their share, and how many held, did not, were
left undecided or judged by nobody. Success counts them with --count-judged only, for which every
attempt must be judged: `regrade --judge` does.

With --against the policy is compared with another one on the tasks that both attempted: differences
with a paired bootstrap, and McNemar's exact test where each attempted each task once. The JSON then
has `evaluation`, `against` and `comparison`.

Examples:
  compoworld eval --tasks tasks/heldout.jsonl --trajectories qwen3-8b.jsonl --out qwen3-8b.json
  compoworld eval --tasks tasks/heldout.jsonl --trajectories after.jsonl --against before.jsonl \\
      --html comparison.html")]
pub(crate) struct Arguments {
    /// The task file
    #[arg(long, value_name = "FILE")]
    tasks: PathBuf,
    /// The trajectories
    #[arg(long, value_name = "FILE")]
    trajectories: PathBuf,
    /// Trajectories of another policy, to compare with
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Let success depend on the criteria that a language model judged, too
    #[arg(long)]
    count_judged: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write JSON to this file, too
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a page to this file, too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    options: TaskOptions,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let tasks = arguments.options.read(catalog, &arguments.tasks, output)?;
    let counting = arguments.count_judged;
    let mut read = |path: &Path| read(path, &tasks, counting, output);
    let first = read(&arguments.trajectories)?;
    let second = arguments.against.as_deref().map(read).transpose()?;
    let evaluate = |trajectories: &[Trajectory]| {
        let mut evaluation = evaluate(catalog, &tasks, trajectories);
        evaluation.judged.iter_mut().for_each(|judged| judged.counts = counting);
        evaluation
    };
    let evaluation = evaluate(&first);
    let against = second.as_deref().map(evaluate);
    let comparison = second.as_deref().map(|second| compare(&tasks, &first, second));

    let value = match (&against, &comparison) {
        (Some(against), Some(comparison)) => {
            json!({"evaluation": evaluation, "against": against, "comparison": comparison})
        }
        _ => json!(evaluation),
    };
    if let Some(path) = &arguments.out {
        write_json_file(path, &value)?;
    }
    if let Some(path) = &arguments.html {
        write_file(path, render_evaluation(&evaluation, comparison.as_ref())?)?;
    }
    if arguments.json {
        output.print_json(&value)?;
    } else {
        let mut text = markdown(&evaluation);
        text.extend(against.iter().map(markdown));
        text.extend(comparison.iter().map(comparison_markdown));
        output.print(text.trim_end())?;
    }
    Ok(exit_code::OK)
}

/// The trajectories of a file; with `counting`, their success counts judgements.
fn read(
    path: &Path,
    tasks: &[Task],
    counting: bool,
    output: &mut Output<'_>,
) -> Result<Vec<Trajectory>, Failure> {
    let read = read_trajectories(path)?;
    output.say_notes(&read.notes);
    let mut trajectories = read.trajectories;
    if counting {
        count_judgements(tasks, &mut trajectories)
            .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    }
    Ok(trajectories)
}
