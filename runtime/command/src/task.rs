//! `task`: shows tasks, and puts them through the gate again.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Subcommand};
use compoworld_world::gate::{Rejections, check_task};
use compoworld_world::{Catalog, Check, Provenance, Task};

use crate::catalog_options::TaskOptions;
use crate::exit_code;
use crate::failure::Failure;
use crate::output::Output;

/// Show or verify tasks.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show tasks for reading: what is asked, how it can be done, how it is judged
    Show {
        /// The task file
        tasks: PathBuf,
        /// Only the task with this name
        #[arg(long)]
        id: Option<String>,
        /// How many tasks at most
        #[arg(long, default_value_t = 3)]
        count: usize,
        #[command(flatten)]
        options: TaskOptions,
    },
    /// Put every task through the gate: replay the reference, look for shortcuts and spoilers
    #[command(after_help = "\
Each refused task is printed as `name: reason: detail`. The exit code is 1 when there is one.")]
    Verify {
        /// The task file
        tasks: PathBuf,
        #[command(flatten)]
        options: TaskOptions,
    },
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    match &arguments.command {
        Command::Verify { tasks, options } => {
            verify(catalog, options.read(catalog, tasks, output)?, output)
        }
        Command::Show { tasks, id, count, options } => {
            let all = options.read(catalog, tasks, output)?;
            let wanted = |task: &&Task| id.as_ref().is_none_or(|id| *id == task.id);
            let shown: Vec<&Task> = all.iter().filter(wanted).take(*count).collect();
            if shown.is_empty() {
                let name = id.as_deref().unwrap_or("(any)");
                return Err(Failure::Input(format!("{}: no task `{name}`", tasks.display())));
            }
            shown.into_iter().try_for_each(|task| output.print(&describe(task)))?;
            Ok(exit_code::OK)
        }
    }
}

fn verify(catalog: &Catalog, tasks: Vec<Task>, output: &mut Output<'_>) -> Result<u8, Failure> {
    let n_tasks = tasks.len();
    let mut rejections = Rejections::default();
    for task in tasks {
        let task = Arc::new(task);
        if let Err(rejection) = check_task(catalog, &task) {
            output.print(&format!("{}: {rejection}", task.id))?;
            rejections.add(rejection);
        }
    }
    let n_refused = rejections.total();
    output.say(&format!("{} of {n_tasks} tasks are sound", n_tasks - n_refused));
    Ok(if n_refused == 0 { exit_code::OK } else { exit_code::FAILED })
}

fn describe(task: &Task) -> String {
    let mut lines = vec![format!("# {}", task.id), String::new(), task.instruction.clone()];
    let names = |uses: &[compoworld_world::ServiceUse]| {
        uses.iter().map(|used| used.alias.clone()).collect::<Vec<_>>().join(", ")
    };
    lines.push(String::new());
    lines.push(format!("Needs:       {}", names(&task.services)));
    lines.push(format!("Distracts:   {}", names(&task.distractors)));
    lines.push(format!("Walk:        {}", task.graph.walk.join(" → ")));
    lines.push(format!("Difficulty:  K = {}, L = {}", task.difficulty.k, task.difficulty.l));
    lines.push(String::new());
    lines.push("Reference:".to_owned());
    for (step, call) in task.reference.calls.iter().enumerate() {
        lines.push(format!("  {step}. {} {}", call.tool, call.arguments));
        for (pointer, from) in &call.provenance {
            if let Some(source) = source_of(from) {
                lines.push(format!("       {pointer} is {source}"));
            }
        }
    }
    if !task.reference.answer.is_null() {
        lines.push(format!("  Answer: {}", task.reference.answer));
    }
    lines.push(String::new());
    lines.push("Judged by:".to_owned());
    for criterion in &task.rubric {
        lines.push(format!("  [{}] {}", criterion.kind.as_str(), criterion.text));
        lines.push(match &criterion.check {
            Check::Cel(check) => format!("       {check}"),
            Check::OnlyChanged(paths) => format!("       only {} change", paths.join(", ")),
        });
    }
    lines.push(String::new());
    lines.join("\n")
}

fn source_of(from: &Provenance) -> Option<String> {
    match from {
        Provenance::Instruction | Provenance::Chosen => None,
        Provenance::Output { step, pointer } => Some(format!("`{pointer}` of step {step}")),
        Provenance::Computed { how, parts } => {
            let parts: Vec<_> = parts
                .iter()
                .map(|part| format!("`{}` of step {}", part.pointer, part.step))
                .collect();
            Some(format!("the {how} of {}", parts.join(", ")))
        }
    }
}
