//! Makes so many tasks, a stretch at a time, and hands each on as soon as it is made.
//!
//! What a task is depends on the run and its number in it alone, so any part may be made anywhere:
//! a shard is a range of numbers, and the shards' tasks, one after the other, are those of one run.

use std::collections::{BTreeMap, BTreeSet};

use compoworld_export::{Shard, Split, Splitting, split_of_services};
use compoworld_world::planner::{Accepts, PlanConfig, Synthesizer};
use compoworld_world::{Catalog, Task};
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;

/// How many tasks are made before they are handed on. A task takes some hundred kilobytes, and a run
/// may have any number of them.
const STRETCH_TASKS: usize = 128;

/// Which tasks are wanted.
pub(crate) struct Wanted<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) config: PlanConfig,
    pub(crate) count: usize,
    pub(crate) seed: u64,
    /// How tasks are split, and which part is wanted.
    pub(crate) part: (Splitting, Split),
}

/// What came of it.
#[derive(Default)]
pub(crate) struct Made {
    /// How many are missing, since the dials allow too few.
    pub(crate) n_missing: usize,
    /// How many drafts were refused, by reason.
    pub(crate) refused: BTreeMap<&'static str, usize>,
}

/// A task as it is written.
pub(crate) struct TaskLine {
    pub(crate) instruction: String,
    /// The whole task as JSON, without a line break.
    pub(crate) json: String,
}

/// Makes the tasks of a shard and gives each to `keep`, in order.
pub(crate) fn make_tasks(
    wanted: &Wanted<'_>,
    shard: Shard,
    keep: &mut dyn FnMut(TaskLine) -> Result<(), Failure>,
) -> Result<Made, Failure> {
    let Wanted { catalog, config, count, seed, part: (splitting, split) } = wanted;
    let numbers = shard.range(*count);
    if numbers.is_empty() {
        return Ok(Made::default());
    }
    let bar = progress_bar(numbers.len());
    let accepts = |services: &BTreeSet<&str>| split_of_services(services, *splitting) == *split;
    let synthesizer = Synthesizer::new(catalog, config.clone());
    let is_split = *splitting != Splitting::None;
    let run = synthesizer.run(*count, *seed, is_split.then_some(&accepts as &Accepts<'_>));
    let mut made = Made::default();
    for start in numbers.clone().step_by(STRETCH_TASKS) {
        let stretch = start..numbers.end.min(start + STRETCH_TASKS);
        let wanted = stretch.len();
        let drawn = run.make_into(stretch, &TaskLine::of);
        for (miss, example) in &drawn.examples {
            tracing::debug!("a draft was refused, {}: {example}", miss.as_str());
        }
        made.refuse(drawn.misses.into_iter().map(|(miss, n)| (miss.as_str(), n)));
        made.n_missing += wanted - drawn.tasks.len();
        bar.inc(drawn.tasks.len() as u64);
        drawn.tasks.into_iter().try_for_each(&mut *keep)?;
    }
    bar.finish_and_clear();
    Ok(made)
}

impl TaskLine {
    fn of(task: Task) -> Self {
        /// Most tasks have room in it.
        const BYTES: usize = 1 << 15;
        let mut json = Vec::with_capacity(BYTES);
        serde_json::to_writer(&mut json, &task).expect("a task is plain JSON");
        let json = String::from_utf8(json).expect("JSON is UTF-8");
        Self { instruction: task.instruction, json }
    }
}

impl Made {
    /// Adds refusals.
    pub(crate) fn refuse(&mut self, refused: impl IntoIterator<Item = (&'static str, usize)>) {
        for (reason, n) in refused {
            *self.refused.entry(reason).or_default() += n;
        }
    }
}

fn progress_bar(count: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} tasks, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    // It draws on standard error, and only where that is a terminal.
    ProgressBar::new(count as u64).with_style(style)
}
