//! `grade`: judges what somebody else's agent did at a task.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use compoworld_export::read_atif;
use compoworld_world::{Catalog, PreparedTask, ToolView, answer_of_text};
use serde_json::json;

use crate::catalog_options::TaskOptions;
use crate::exit_code;
use crate::failure::Failure;
use crate::output::{Output, write_json_file};

/// Judge what an agent of another harness did, from its ATIF trajectory.
#[derive(Debug, Args)]
#[command(after_help = "\
The agent's calls are made again from the task's start, and its last words are its answer. What is
printed, and written to --out, is the reward, as Harbor reads it: 1 when every criterion holds,
beside the share of criteria that do.

Example:
  compoworld grade --tasks task.jsonl --atif /logs/agent/trajectory.json --out reward.json")]
pub(crate) struct Arguments {
    /// The task file
    #[arg(long, value_name = "FILE")]
    tasks: PathBuf,
    /// Which task of the file; the first when absent
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// What the agent did
    #[arg(long, value_name = "FILE")]
    atif: PathBuf,
    /// Write the reward to this file, too
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
    let wanted = |id: &str| arguments.task.as_deref().is_none_or(|wanted| wanted == id);
    let Some(task) = tasks.into_iter().find(|task| wanted(&task.id)) else {
        let name = arguments.task.as_deref().unwrap_or("(any)");
        return Err(Failure::Input(format!("{}: no task `{name}`", arguments.tasks.display())));
    };
    let path = &arguments.atif;
    let text = fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
    let prepared = Arc::new(PreparedTask::new(catalog, Arc::new(task))?);
    let mut episode = prepared.start();
    let tools: Vec<String> = [ToolView::Flat, ToolView::Meta]
        .into_iter()
        .flat_map(|view| episode.tools(view))
        .map(|tool| tool.name)
        .collect();
    let names: Vec<&str> = tools.iter().map(String::as_str).collect();
    let attempt = read_atif(&text, &names)
        .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    for call in &attempt.calls {
        episode.call(&call.name, &call.arguments);
    }
    let outcome = episode.finish(&answer_of_text(&attempt.answer));
    for (criterion, reason) in prepared.task().rubric.iter().zip(&outcome.reasons) {
        if let Some(reason) = reason {
            output.say(&format!("{}: {reason}", criterion.id));
        }
    }
    let reward = json!({
        "reward": f64::from(u8::from(outcome.success)),
        "rubric_mean": outcome.rubric_mean,
    });
    if let Some(path) = &arguments.out {
        write_json_file(path, &reward)?;
    }
    output.print_json(&reward)?;
    Ok(exit_code::OK)
}
