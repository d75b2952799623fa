//! The files of a data set: rows by split and shard, and the card.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use compoworld_world::rollout::Trajectory;
use compoworld_world::{Catalog, Task};
use parquet::errors::ParquetError;
use serde_json::Value;

use crate::card::{Config, card};
use crate::conversation::{Conversation, ConversationError, conversations};
use crate::harbor::harbor_task;
use crate::parquet_file::{Shape, parquet_file};
use crate::prime_rl::{rl_row, rl_shape, sft_shape};
use crate::sharegpt::{dataset_info, sharegpt_row};
use crate::split::{Split, Splitting, split_of};
use crate::trl::trl_row;
use crate::verl::{verl_row, verl_shape};

/// Who reads the data set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// TRL and Axolotl: `messages` and `tools`, JSON lines.
    Trl,
    /// LLaMA-Factory: `conversations`, JSON lines.
    ShareGpt,
    /// verl: prompts, Parquet.
    Verl,
    /// prime-rl: conversations and prompts, Parquet.
    PrimeRl,
    /// Harbor: one folder a task.
    Harbor,
}

/// How the arguments of calls stand in rows for TRL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arguments {
    /// As texts, which any version of Arrow keeps.
    Text,
    /// As objects, which the templates of newer models want; the card tells the library that they
    /// are JSON.
    Object,
}

/// What a data set is made of.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The services.
    pub catalog: &'a Catalog,
    /// The tasks.
    pub tasks: &'a [Task],
    /// Attempts at them; without any, formats of conversations follow the references.
    pub trajectories: Option<&'a [Trajectory]>,
    /// How tasks are split.
    pub splitting: Splitting,
    /// How arguments stand in rows for TRL; elsewhere they are texts.
    pub arguments: Arguments,
}

/// One of several equal parts of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 0.
    pub index: usize,
    /// How many parts there are.
    pub count: usize,
}

impl Shard {
    /// The whole.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// The positions that are this part's. The parts follow each other without a gap, so what
    /// they write, one after the other, is what one run writes.
    #[must_use]
    pub const fn range(self, n: usize) -> Range<usize> {
        self.index * n / self.count..(self.index + 1) * n / self.count
    }
}

/// A file of a data set, by its path in the data set's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The path.
    pub path: PathBuf,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl File {
    pub(crate) fn new(path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), bytes: bytes.into() }
    }
}

/// Why a data set cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The trajectories do not fit the tasks.
    #[error(transparent)]
    Conversation(#[from] ConversationError),
    /// Rows cannot be written as Parquet.
    #[error("the rows cannot be written as Parquet: {0}")]
    Parquet(#[from] ParquetError),
    /// The card cannot be written.
    #[error("the dataset card cannot be written: {0}")]
    Card(#[from] askama::Error),
    /// A task's folder cannot be written.
    #[error("the task `{task}` cannot be written as a folder: {message}")]
    Folder {
        /// The task.
        task: String,
        /// What is wrong.
        message: String,
    },
}

/// The files of one shard of a data set. Beside its rows, each shard gives the card of the whole,
/// so shards may be written to one folder in any order.
///
/// # Errors
/// When trajectories and tasks do not fit each other.
pub fn export(source: &Source<'_>, format: Format, shard: Shard) -> Result<Vec<File>, ExportError> {
    let (mut files, configs) = match format {
        Format::Trl => {
            let rows = Rows::of_conversations(source, shard, |catalog, conversation| {
                trl_row(catalog, conversation, source.arguments)
            })?;
            rows.json_lines("default", "", shard)
        }
        Format::ShareGpt => {
            // LLaMA-Factory is told of folders, so that it finds the files of every shard.
            let rows = Rows::of_conversations(source, shard, sharegpt_row)?;
            let (mut files, configs) = rows.json_lines("default", "{split}/", shard);
            let info = dataset_info(rows.n_rows.keys().map(|split| split.as_str()));
            let info = serde_json::to_string_pretty(&info).expect("names are plain JSON");
            files.push(File::new("dataset_info.json", info + "\n"));
            (files, configs)
        }
        Format::Verl => {
            let rows = Rows::of_tasks(source, shard, verl_row);
            rows.parquet("default", "", &verl_shape(), shard)?
        }
        Format::PrimeRl => {
            let rows = Rows::of_conversations(source, shard, |catalog, conversation| {
                trl_row(catalog, conversation, Arguments::Text)
            })?;
            let (mut files, mut configs) = rows.parquet("sft", "sft/", &sft_shape(), shard)?;
            let rows = Rows::of_tasks(source, shard, |task, _, index| rl_row(task, index));
            let (more, others) = rows.parquet("rl", "rl/", &rl_shape(), shard)?;
            files.extend(more);
            configs.extend(others);
            (files, configs)
        }
        Format::Harbor => (harbor(source, shard)?, Vec::new()),
    };
    let has_objects = format == Format::Trl && source.arguments == Arguments::Object;
    files.push(card(source, configs, has_objects)?);
    Ok(files)
}

fn harbor(source: &Source<'_>, shard: Shard) -> Result<Vec<File>, ExportError> {
    let mut files = Vec::new();
    for task in &source.tasks[shard.range(source.tasks.len())] {
        let split = split_of(task, source.splitting);
        files.extend(harbor_task(source.catalog, task, split)?);
    }
    Ok(files)
}

/// The rows of one shard, by split.
struct Rows {
    rows: BTreeMap<Split, Vec<Value>>,
    /// How many rows the whole has.
    n_rows: BTreeMap<Split, usize>,
}

impl Rows {
    /// One row an attempt.
    fn of_conversations(
        source: &Source<'_>,
        shard: Shard,
        row: impl Fn(&Catalog, &Conversation<'_>) -> Result<Value, ConversationError>,
    ) -> Result<Self, ConversationError> {
        // References are followed for the tasks of this shard only.
        let tasks = match source.trajectories {
            None => &source.tasks[shard.range(source.tasks.len())],
            Some(_) => source.tasks,
        };
        let trajectories = source.trajectories.map(|all| &all[shard.range(all.len())]);
        let mut rows = BTreeMap::<Split, Vec<Value>>::new();
        for conversation in conversations(source.catalog, tasks, trajectories)? {
            let split = split_of(conversation.task, source.splitting);
            rows.entry(split).or_default().push(row(source.catalog, &conversation)?);
        }
        Ok(Self { rows, n_rows: count(conversation_splits(source)) })
    }

    /// One row a task, with its position in its split.
    fn of_tasks(
        source: &Source<'_>,
        shard: Shard,
        row: impl Fn(&Task, Split, usize) -> Value,
    ) -> Self {
        let range = shard.range(source.tasks.len());
        let mut rows = BTreeMap::<Split, Vec<Value>>::new();
        let mut n_rows = BTreeMap::<Split, usize>::new();
        for (at, task) in source.tasks.iter().enumerate() {
            let split = split_of(task, source.splitting);
            let index = n_rows.entry(split).or_default();
            if range.contains(&at) {
                rows.entry(split).or_default().push(row(task, split, *index));
            }
            *index += 1;
        }
        Self { rows, n_rows }
    }

    fn json_lines(&self, config: &str, folder: &str, shard: Shard) -> (Vec<File>, Vec<Config>) {
        let file = |split: &Split| {
            let rows = self.rows.get(split).map_or(&[][..], Vec::as_slice);
            let text: String = rows.iter().map(|row| format!("{row}\n")).collect();
            File::new(file_name(folder, *split, shard, "jsonl"), text)
        };
        (self.n_rows.keys().map(file).collect(), self.configs(config, folder, "jsonl"))
    }

    fn parquet(
        &self,
        config: &str,
        folder: &str,
        shape: &[(&'static str, Shape)],
        shard: Shard,
    ) -> Result<(Vec<File>, Vec<Config>), ParquetError> {
        let file = |split: &Split| {
            let rows = self.rows.get(split).map_or(&[][..], Vec::as_slice);
            let bytes = parquet_file(shape, rows)?;
            Ok(File::new(file_name(folder, *split, shard, "parquet"), bytes))
        };
        let files = self.n_rows.keys().map(file).collect::<Result<_, ParquetError>>()?;
        Ok((files, self.configs(config, folder, "parquet")))
    }

    fn configs(&self, name: &str, folder: &str, extension: &str) -> Vec<Config> {
        let of_split = |(split, n_rows): (&Split, &usize)| Config {
            name: name.to_owned(),
            split: split.as_str(),
            path: format!("{folder}{{split}}-*.{extension}").replace("{split}", split.as_str()),
            n_rows: *n_rows,
        };
        self.n_rows.iter().map(of_split).collect()
    }
}

/// The split of every row of conversations, of all shards.
fn conversation_splits<'a>(source: &'a Source<'_>) -> impl Iterator<Item = Split> + use<'a> {
    let splits: BTreeMap<&str, Split> = source
        .tasks
        .iter()
        .map(|task| (task.id.as_str(), split_of(task, source.splitting)))
        .collect();
    let of_tasks = source.tasks.iter().map(|task| task.id.as_str());
    let names: Vec<&str> = match source.trajectories {
        None => of_tasks.collect(),
        Some(all) => all.iter().map(|trajectory| trajectory.task.as_str()).collect(),
    };
    names.into_iter().filter_map(move |name| splits.get(name).copied())
}

fn count(splits: impl Iterator<Item = Split>) -> BTreeMap<Split, usize> {
    let mut counts = BTreeMap::new();
    splits.for_each(|split| *counts.entry(split).or_default() += 1);
    counts
}

/// Names of files say which part of how many they are, as data set libraries expect it. In a folder
/// `{split}` stands for the split.
fn file_name(folder: &str, split: Split, shard: Shard, extension: &str) -> String {
    let Shard { index, count } = shard;
    format!("{folder}{{split}}-{index:05}-of-{count:05}.{extension}")
        .replace("{split}", split.as_str())
}
