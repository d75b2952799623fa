//! `task`: shows tasks, replays them, puts them through the gate again, and says them in other words.

mod lint;
mod replay;
mod rewrite;
mod show;
mod verify;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use compoworld_world::{Catalog, Task};

use crate::catalog_options::TaskOptions;
use crate::exit_code;
use crate::failure::Failure;
use crate::output::Output;

/// Show, replay, lint, rewrite or verify tasks.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show tasks for reading: what is asked, how it can be done, how it is judged
    Show {
        #[command(flatten)]
        chosen: Chosen,
        /// Also draw each task's calls and the values that flow between them, into FOLDER/NAME.svg
        #[arg(long, value_name = "FOLDER")]
        svg: Option<PathBuf>,
    },
    /// Play a task's reference: each call, its answer, what it changed, and the verdicts
    #[command(after_help = "\
The exit code is 1 when a criterion does not hold in the end.")]
    Replay(Chosen),
    /// Look for faults without running anything, all of them at once: for tasks written by hand
    #[command(after_help = "\
Each fault is printed as `name: place: what is wrong`. `task verify` says what only running tells.
The exit code is 1 when there is a fault.")]
    Lint {
        /// The task file
        tasks: PathBuf,
        #[command(flatten)]
        options: TaskOptions,
    },
    /// Let a language model say planned tasks in other words
    #[command(after_help = "\
Each task is said in one of six registers, drawn by its seed: chat, e-mail, note, spoken, ticket,
order. A wording is kept only if every value that the planned one gives stands in it letter by
letter, no other value does, none that has to be found out, no tool is named, conditions and
prohibitions are still there, and the gate keeps the task. What is wrong goes back to the model;
after --tries the planned wording stays. Tasks are appended to --out in their order, what was said
to a file beside it; started again, it goes on where it stood.

Example:
  OPENAI_BASE_URL=http://127.0.0.1:8000/v1 compoworld task rewrite tasks/train.jsonl \\
      --model openai:my-model --out tasks/rewritten.jsonl")]
    Rewrite {
        /// The task file
        tasks: PathBuf,
        #[command(flatten)]
        wish: Box<rewrite::Wish>,
        #[command(flatten)]
        options: TaskOptions,
    },
    /// Put every task through the gate: replay the reference, look for shortcuts and spoilers
    #[command(after_help = "\
Each refused task is printed as `name: reason: detail`.

With --variants N each sound task's verifier is scored too: by N runs that do the task in another
way (other orders, more reads, failed calls, numbers in another form), which must pass, and by every
run that differs from the reference in one thing that matters (a write left out or done twice, a
value of the row beside, another row's key, a wrong answer), which must fail.

The exit code is 1 when a task is refused, or a run is judged wrongly.")]
    Verify {
        /// The task file
        tasks: PathBuf,
        /// Score each verifier by so many valid runs, and by the wrong ones
        #[arg(long, value_name = "N")]
        variants: Option<usize>,
        /// The seed of the valid runs
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Print the counts as JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        options: TaskOptions,
    },
}

/// Some tasks of a file.
#[derive(Debug, Args)]
struct Chosen {
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
}

impl Chosen {
    fn read(&self, catalog: &Catalog, output: &mut Output<'_>) -> Result<Vec<Task>, Failure> {
        let all = self.options.read(catalog, &self.tasks, output)?;
        let wanted = |task: &Task| self.id.as_ref().is_none_or(|id| *id == task.id);
        let chosen: Vec<Task> = all.into_iter().filter(wanted).take(self.count).collect();
        if chosen.is_empty() {
            return Err(no_task(&self.tasks, self.id.as_deref()));
        }
        Ok(chosen)
    }
}

fn no_task(path: &Path, id: Option<&str>) -> Failure {
    let name = id.unwrap_or("(any)");
    Failure::Input(format!("{}: no task `{name}`", path.display()))
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    match &arguments.command {
        Command::Show { chosen, svg } => {
            let tasks = chosen.read(catalog, output)?;
            tasks.iter().try_for_each(|task| output.print(&show::describe(task)))?;
            svg.iter().try_for_each(|folder| show::draw(&tasks, folder))?;
            Ok(exit_code::OK)
        }
        Command::Replay(chosen) => replay::run(catalog, chosen.read(catalog, output)?, output),
        Command::Lint { tasks, options } => {
            lint::run(catalog, &options.read(catalog, tasks, output)?, output)
        }
        Command::Rewrite { tasks, wish, options } => {
            rewrite::run(catalog, options.read(catalog, tasks, output)?, wish, output)
        }
        Command::Verify { tasks, variants, seed, json, options } => {
            let tasks = options.read(catalog, tasks, output)?;
            let wish = verify::Wish { variants: *variants, seed: *seed, json: *json };
            verify::run(catalog, tasks, wish, output)
        }
    }
}
