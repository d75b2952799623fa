//! Makes so many tasks, block by block.
//!
//! What a block holds depends on its number and its size alone, so it may be made anywhere: a shard
//! is a run of blocks, and the shards' tasks, one after the other, are those of one run.

use std::collections::BTreeMap;

use compoworld_export::{Shard, Split, Splitting, split_of};
use compoworld_world::planner::{PlanConfig, Synthesizer};
use compoworld_world::{Catalog, Task};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// How many tasks a block has, but for the last one.
const BLOCK_TASKS: usize = 128;
/// Rounds in a row that may yield nothing before a block is given up.
const BARREN_MAX: u64 = 3;
/// The seeds of blocks and rounds differ in these bits of the run's seed.
const BLOCK_BIT: u32 = 40;
const ROUND_BIT: u32 = 32;

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
    pub(crate) tasks: Vec<Task>,
    /// How many are missing, since the dials allow too few.
    pub(crate) n_missing: usize,
    /// How many drafts were refused, by reason.
    pub(crate) refused: BTreeMap<&'static str, usize>,
}

/// Makes the tasks of a shard.
pub(crate) fn make_tasks(wanted: &Wanted<'_>, shard: Shard) -> Made {
    let blocks = shard.range(wanted.count.div_ceil(BLOCK_TASKS));
    let size = |block: usize| BLOCK_TASKS.min(wanted.count - block * BLOCK_TASKS);
    let bar = progress_bar(blocks.clone().map(size).sum());
    let synthesizer = Synthesizer::new(wanted.catalog, wanted.config.clone());
    let make = |block: usize| {
        let made = make_block(wanted, &synthesizer, block as u64, size(block));
        bar.inc(made.tasks.len() as u64);
        made
    };
    let made: Vec<Made> = blocks.into_par_iter().map(make).collect();
    bar.finish_and_clear();
    made.into_iter().fold(Made::default(), Made::and)
}

fn make_block(wanted: &Wanted<'_>, synthesizer: &Synthesizer<'_>, block: u64, size: usize) -> Made {
    let Wanted { seed, part: (splitting, split), .. } = wanted;
    let mut made = Made::default();
    let (mut round, mut barren) = (0, 0);
    while made.tasks.len() < size && barren < BARREN_MAX {
        let n_missing = size - made.tasks.len();
        let seed = seed ^ (block << BLOCK_BIT) ^ (round << ROUND_BIT);
        let drawn = synthesizer.make(n_drawn(n_missing, *splitting, *split), seed);
        for (miss, n) in drawn.misses {
            *made.refused.entry(miss.as_str()).or_default() += n;
        }
        let mut fitting = drawn.tasks;
        fitting.retain(|task| split_of(task, *splitting) == *split);
        fitting.truncate(n_missing);
        barren = if fitting.is_empty() { barren + 1 } else { 0 };
        made.tasks.extend(fitting);
        round += 1;
    }
    made.n_missing = size - made.tasks.len();
    made
}

/// How many tasks are drawn for so many of a part to be among them.
fn n_drawn(n_wanted: usize, splitting: Splitting, split: Split) -> usize {
    let percent = match (splitting, split) {
        (Splitting::None, _) => 100,
        (Splitting::ServiceSet { test_percent }, Split::Test) => test_percent,
        (Splitting::ServiceSet { test_percent }, Split::Train) => 100 - test_percent,
    };
    (n_wanted * 100).div_ceil(usize::try_from(percent.max(1)).unwrap_or(1))
}

impl Made {
    fn and(mut self, next: Self) -> Self {
        self.tasks.extend(next.tasks);
        self.n_missing += next.n_missing;
        self.refuse(next.refused);
        self
    }

    /// Adds refusals.
    pub(crate) fn refuse(&mut self, refused: BTreeMap<&'static str, usize>) {
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
