//! `task rewrite`: planned tasks in other words.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use compoworld_chat::{TranscribedChat, Transcript};
use compoworld_world::{Catalog, CatalogCheck, Task, TaskAuthor, read_tasks};
use compoworld_writer::{RewriteEnding, RewriteLimits, Rewriting, rewrite_task};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::exit_code;
use crate::failure::Failure;
use crate::model_options::{ModelOptions, ReadyModel};
use crate::output::{Output, hold_file};

/// What is asked for.
#[derive(Debug, clap::Args)]
pub(super) struct Wish {
    /// The file that tasks are appended to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many wordings of a task are looked at before the planned one stays
    #[arg(long, value_name = "N", default_value_t = RewriteLimits::default().tries_max,
        value_parser = positive)]
    tries: usize,
    /// How many tasks are rewritten at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive)]
    at_a_time: usize,
    #[command(flatten)]
    model: ModelOptions,
}

fn positive(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("`{text}` is no number from 1 on"))
}

/// What came of a run.
#[derive(Default)]
struct Tally {
    n_kept: usize,
    n_planned: usize,
    refused: BTreeMap<&'static str, usize>,
}

pub(super) fn run(
    catalog: &Catalog,
    tasks: Vec<Task>,
    wish: &Wish,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let model = wish.model.open("task rewrite")?;
    let out = &wish.out;
    if let Some(folder) = out.parent() {
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    }
    let open = |path: &Path| Transcript::open(path).map_err(|error| Failure::file(path, &error));
    let _held = hold_file(out)?;
    let file = open(out)?;
    let said_path = out.with_extension("transcripts.jsonl");
    let said = open(&said_path)?;
    let said_name = said_path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let held = read_tasks(out, catalog, CatalogCheck::ServicesInUse)?;
    let done: BTreeSet<&str> = held.tasks.iter().map(|task| task.id.as_str()).collect();
    let wanted: Vec<&Task> = tasks.iter().filter(|task| !done.contains(task.id.as_str())).collect();

    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(wish.at_a_time)
        .build()
        .map_err(|error| Failure::Environment(format!("cannot start threads: {error}")))?;
    let mut tally = Tally::default();
    let limits = RewriteLimits { tries_max: wish.tries };
    let rewrite = |task: &Task| rewrite_one(catalog, task, &model, &said, &said_name, limits);
    let mut fault = None;
    // A block at a time, so that the file keeps the order of the tasks.
    for block in wanted.chunks(wish.at_a_time) {
        let rewritten: Vec<_> =
            pool.install(|| block.to_vec().into_par_iter().map(rewrite).collect());
        for rewriting in rewritten {
            match rewriting {
                Ok(_) if fault.is_some() => {}
                Ok(rewriting) => {
                    file.add(&rewriting.task).map_err(|error| Failure::file(out, &error))?;
                    tally.add(rewriting);
                }
                Err(failure) => drop(fault.get_or_insert(failure)),
            }
        }
        if fault.is_some() {
            break;
        }
    }
    tally.say(done.len(), output);
    model.say_cost(output);
    fault.map_or(Ok(exit_code::OK), Err)
}

fn rewrite_one(
    catalog: &Catalog,
    task: &Task,
    model: &ReadyModel,
    said: &Transcript,
    said_name: &str,
    limits: RewriteLimits,
) -> Result<Rewriting, Failure> {
    let author = TaskAuthor {
        model: model.chat.model().to_owned(),
        transcript: format!("{said_name}#{}", task.id),
    };
    let chat = TranscribedChat::new(&*model.chat, said, &task.id);
    rewrite_task(&chat, catalog, task, &author, limits).map_err(|fault| {
        Failure::Environment(format!("task {}: {fault}; run the command again to go on", task.id))
    })
}

impl Tally {
    fn add(&mut self, rewriting: Rewriting) {
        match rewriting.ending {
            RewriteEnding::Kept => self.n_kept += 1,
            RewriteEnding::Planned => self.n_planned += 1,
        }
        for (reason, count) in rewriting.refused {
            *self.refused.entry(reason).or_default() += count;
        }
    }

    fn say(&self, n_done: usize, output: &mut Output<'_>) {
        let refused: Vec<String> =
            self.refused.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        let refused = if refused.is_empty() { "none".to_owned() } else { refused.join(", ") };
        output.say(&format!(
            "{} tasks are said in other words, {} stay as planned, {n_done} were there already; \
             faults of wordings that were refused: {refused}",
            self.n_kept, self.n_planned
        ));
    }
}
