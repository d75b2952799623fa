//! The dataset card: a README with the head that Hugging Face reads.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;

use crate::dataset::{ExportError, File, Source};
use crate::split::{Splitting, service_set, split_of};

/// Where the rows of one split of one configuration are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) name: String,
    pub(crate) split: &'static str,
    pub(crate) path: String,
    pub(crate) n_rows: usize,
}

#[derive(Template)]
#[template(path = "card.md", escape = "none")]
struct Card {
    size: &'static str,
    configs: Vec<(String, Vec<Config>)>,
    splits: Vec<SplitLine>,
    domains: Vec<(String, usize)>,
    generators: String,
    catalogs: String,
    /// How many task seeds there are, and the two ends.
    seeds: (usize, u64, u64),
    policies: Vec<PolicyLine>,
    apart: Option<u64>,
    /// Whether the rows are those of TRL with arguments as objects.
    has_objects: bool,
}

struct SplitLine {
    name: &'static str,
    n_tasks: usize,
    n_service_sets: usize,
    k: String,
    l: String,
}

struct PolicyLine {
    name: String,
    n_attempts: usize,
    n_successes: usize,
}

/// The card of a whole data set, the same in every shard.
pub(crate) fn card(
    source: &Source<'_>,
    configs: Vec<Config>,
    has_objects: bool,
) -> Result<File, ExportError> {
    let names = |name: fn(&compoworld_world::Task) -> &str| {
        let all: BTreeSet<&str> = source.tasks.iter().map(name).collect();
        all.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    let seeds: BTreeSet<u64> = source.tasks.iter().map(|task| task.seed).collect();
    let ends = (seeds.first().copied(), seeds.last().copied());
    let n_rows = configs.iter().map(|config| config.n_rows).sum::<usize>();
    let mut by_name = BTreeMap::<String, Vec<Config>>::new();
    for config in configs {
        by_name.entry(config.name.clone()).or_default().push(config);
    }
    let card = Card {
        has_objects,
        size: size_category(n_rows.max(source.tasks.len())),
        configs: by_name.into_iter().collect(),
        splits: split_lines(source),
        domains: domains(source),
        generators: names(|task| &task.generator),
        catalogs: names(|task| &task.catalog_version),
        seeds: (seeds.len(), ends.0.unwrap_or_default(), ends.1.unwrap_or_default()),
        policies: policies(source),
        apart: match source.splitting {
            Splitting::None => None,
            Splitting::ServiceSet { test_percent } => Some(test_percent),
        },
    };
    Ok(File::new("README.md", card.render()?))
}

fn split_lines(source: &Source<'_>) -> Vec<SplitLine> {
    let mut by_split = BTreeMap::<_, Vec<_>>::new();
    for task in source.tasks {
        by_split.entry(split_of(task, source.splitting)).or_default().push(task);
    }
    let line = |(split, tasks): (crate::split::Split, Vec<&compoworld_world::Task>)| {
        let sets: BTreeSet<_> = tasks.iter().map(|task| service_set(task)).collect();
        SplitLine {
            name: split.as_str(),
            n_tasks: tasks.len(),
            n_service_sets: sets.len(),
            k: span(tasks.iter().map(|task| task.difficulty.k)),
            l: span(tasks.iter().map(|task| task.difficulty.l)),
        }
    };
    by_split.into_iter().map(line).collect()
}

/// `3` or `3–5`.
fn span(numbers: impl Iterator<Item = usize>) -> String {
    let all: BTreeSet<usize> = numbers.collect();
    match (all.first(), all.last()) {
        (Some(least), Some(most)) if least != most => format!("{least}–{most}"),
        (Some(only), _) => only.to_string(),
        _ => String::new(),
    }
}

/// How many tasks need a service of each domain.
fn domains(source: &Source<'_>) -> Vec<(String, usize)> {
    let mut counts = BTreeMap::<&str, usize>::new();
    for task in source.tasks {
        let services = service_set(task).into_iter();
        let found = services.filter_map(|name| source.catalog.find(name));
        let domains: BTreeSet<&str> = found.map(|service| service.domain).collect();
        domains.into_iter().for_each(|domain| *counts.entry(domain).or_default() += 1);
    }
    counts.into_iter().map(|(domain, n)| (domain.replace('_', " "), n)).collect()
}

fn policies(source: &Source<'_>) -> Vec<PolicyLine> {
    let mut counts = BTreeMap::<&str, (usize, usize)>::new();
    for trajectory in source.trajectories.into_iter().flatten() {
        let (attempts, successes) = counts.entry(&trajectory.policy).or_default();
        *attempts += 1;
        *successes += usize::from(trajectory.outcome.success);
    }
    let line = |(name, (n_attempts, n_successes)): (&str, (usize, usize))| PolicyLine {
        name: name.to_owned(),
        n_attempts,
        n_successes,
    };
    counts.into_iter().map(line).collect()
}

/// The size as Hugging Face names it.
const fn size_category(n_rows: usize) -> &'static str {
    match n_rows {
        0..1_000 => "n<1K",
        1_000..10_000 => "1K<n<10K",
        10_000..100_000 => "10K<n<100K",
        100_000..1_000_000 => "100K<n<1M",
        _ => "n>1M",
    }
}
