//! Options that several subcommands share.

use std::path::Path;
use std::str::FromStr;

use clap::Args;
use compoworld_export::Shard;
use compoworld_world::{Catalog, CatalogCheck, Task, read_tasks};

use crate::failure::Failure;
use crate::output::Output;

/// Which tasks are meant.
#[derive(Debug, Args)]
pub(crate) struct TaskOptions {
    /// Use tasks that were made with another catalog, as long as their services still fit
    #[arg(long)]
    allow_other_catalog: bool,
    #[command(flatten)]
    shard: ShardOption,
}

/// Which part of a job is meant.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct ShardOption {
    /// Take part I of N equal parts, counted from 0: for many machines
    #[arg(long, value_name = "I/N", default_value = "0/1", value_parser = parse_shard)]
    pub(crate) shard: Shard,
}

impl TaskOptions {
    /// The tasks of a file that are meant.
    pub(crate) fn read(
        &self,
        catalog: &Catalog,
        path: &Path,
        output: &mut Output<'_>,
    ) -> Result<Vec<Task>, Failure> {
        let mut tasks = self.read_all(catalog, path, output)?;
        let range = self.shard().range(tasks.len());
        Ok(tasks.drain(range).collect())
    }

    /// All tasks of a file: for jobs whose parts are parts of something else.
    pub(crate) fn read_all(
        &self,
        catalog: &Catalog,
        path: &Path,
        output: &mut Output<'_>,
    ) -> Result<Vec<Task>, Failure> {
        let check = if self.allow_other_catalog {
            CatalogCheck::ServicesInUse
        } else {
            CatalogCheck::WholeCatalog
        };
        let read = read_tasks(path, catalog, check)?;
        output.say_notes(&read.notes);
        Ok(read.tasks)
    }

    /// Which part of the job is meant.
    pub(crate) const fn shard(&self) -> Shard {
        self.shard.shard
    }
}

fn parse_shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(index, count)| {
        Some(Shard { index: index.parse().ok()?, count: count.parse().ok()? })
    });
    parts
        .filter(|shard| shard.index < shard.count)
        .ok_or_else(|| format!("`{text}` is no part, write the third of eight as 2/8"))
}

/// A number, or a range of numbers with both ends in it: `5`, `3..7`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) least: usize,
    pub(crate) most: usize,
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let most = most.strip_prefix('=').unwrap_or(most);
        match (least.trim().parse(), most.trim().parse()) {
            (Ok(least), Ok(most)) if least <= most => Ok(Self { least, most }),
            _ => Err(format!("`{text}` is no range, write 5, or 3..7 for three to seven")),
        }
    }
}

#[cfg(test)]
mod tests {
    use compoworld_export::Shard;

    use super::{Span, parse_shard};

    #[test]
    fn parts_and_ranges_are_read_and_nonsense_is_refused() {
        assert_eq!(parse_shard("2/8"), Ok(Shard { index: 2, count: 8 }));
        for text in ["8/8", "1", "a/b", "0/0", "-1/2"] {
            assert!(parse_shard(text).is_err(), "{text}");
        }
        assert_eq!("5".parse(), Ok(Span { least: 5, most: 5 }));
        assert_eq!("3..7".parse(), Ok(Span { least: 3, most: 7 }));
        assert_eq!("3..=7".parse(), Ok(Span { least: 3, most: 7 }));
        for text in ["7..3", "", "..", "x"] {
            assert!(text.parse::<Span>().is_err(), "{text}");
        }
    }
}
