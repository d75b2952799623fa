//! What two sets of tasks share: what an evaluation tells is worth less where training has seen it.

mod instructions;
mod markdown;

use std::collections::{BTreeMap, BTreeSet};

use compoworld_world::Task;
use serde::Serialize;
use serde_json::Value;

use crate::split::service_set;

pub use instructions::{NGRAM_WORDS, NearPair};
pub use markdown::markdown;

/// The share of an instruction's n-grams from which on it counts as near-identical to another.
pub const NEAR_SHARE: f64 = 0.8;
/// How many examples of each kind are kept.
const EXAMPLES_MAX: usize = 10;
/// Shorter texts are shared by chance: words of enumerations, initials.
const VALUE_CHARS_MIN: usize = 5;

/// What an evaluation's tasks share with those of training.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contamination {
    /// How many tasks there are to learn from.
    pub n_train: usize,
    /// How many tasks there are to measure with.
    pub n_evaluation: usize,
    /// Tasks that are in both, whole.
    pub same_tasks: Overlap,
    /// Tasks that need the same services as a task of training.
    pub service_sets: Overlap,
    /// Tasks whose walk through the services is that of a task of training.
    pub walks: Overlap,
    /// Tasks whose instruction is near-identical to one of training.
    pub instructions: Overlap,
    /// The most similar pairs of instructions.
    pub nearest_instructions: Vec<NearPair>,
    /// Texts of rows at the start: made-up names, titles, addresses.
    pub row_values: Overlap,
    /// Values that have to be found on the way.
    pub found_values: Overlap,
}

/// How many of some things of the evaluation training has, too.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Overlap {
    /// How many there are in the evaluation.
    pub n: usize,
    /// How many of them training has.
    pub n_shared: usize,
    /// Some of those.
    pub examples: Vec<String>,
}

impl Overlap {
    /// The share that training has.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.n == 0 { 0.0 } else { self.n_shared as f64 / self.n as f64 }
    }

    fn of(things: impl IntoIterator<Item = (String, bool)>) -> Self {
        let mut overlap = Self::default();
        for (name, is_shared) in things {
            overlap.n += 1;
            overlap.n_shared += usize::from(is_shared);
            if is_shared && overlap.examples.len() < EXAMPLES_MAX {
                overlap.examples.push(name);
            }
        }
        overlap
    }

    /// The overlap of the sets of values that tasks have.
    fn of_values(train: &[Task], evaluation: &[Task], values: fn(&Task) -> BTreeSet<&str>) -> Self {
        let known: BTreeSet<&str> = train.iter().flat_map(values).collect();
        let asked: BTreeSet<&str> = evaluation.iter().flat_map(values).collect();
        Self::of(asked.into_iter().map(|value| (value.to_owned(), known.contains(value))))
    }

    /// The overlap of something that each task has one of.
    fn of_traits(train: &[Task], evaluation: &[Task], of: impl Fn(&Task) -> String) -> Self {
        let known: BTreeSet<String> = train.iter().map(&of).collect();
        Self::of(evaluation.iter().map(|task| {
            let has = of(task);
            let is_shared = known.contains(&has);
            (format!("{}: {has}", task.id), is_shared)
        }))
    }
}

/// Compares the tasks of an evaluation with those of training.
#[must_use]
pub fn contamination(train: &[Task], evaluation: &[Task]) -> Contamination {
    let nearest = instructions::nearest(train, evaluation);
    let near = |task: &Task| {
        let pair = nearest.get(task.id.as_str()).filter(|pair| pair.share >= NEAR_SHARE);
        let name = pair.map_or_else(String::new, |pair| format!("{} ≈ {}", task.id, pair.train));
        (name, pair.is_some())
    };
    let instructions = Overlap::of(evaluation.iter().map(near));
    let mut pairs: Vec<NearPair> = nearest.into_values().collect();
    pairs.sort_by(|a, b| b.share.total_cmp(&a.share).then_with(|| a.task.cmp(&b.task)));
    pairs.truncate(EXAMPLES_MAX);
    Contamination {
        n_train: train.len(),
        n_evaluation: evaluation.len(),
        same_tasks: Overlap::of_traits(train, evaluation, Task::digest),
        service_sets: Overlap::of_traits(train, evaluation, |task| {
            service_set(task).into_iter().collect::<Vec<_>>().join(", ")
        }),
        walks: Overlap::of_traits(train, evaluation, walk),
        instructions,
        nearest_instructions: pairs,
        row_values: Overlap::of_values(train, evaluation, row_values),
        found_values: Overlap::of_values(train, evaluation, found_values),
    }
}

/// The services of a walk: aliases may be called differently in other tasks.
fn walk(task: &Task) -> String {
    let services: BTreeMap<&str, &str> =
        task.services.iter().map(|used| (used.alias.as_str(), used.service.as_str())).collect();
    let steps = task.graph.walk.iter().map(String::as_str);
    let names = steps.map(|alias| services.get(alias).copied().unwrap_or(alias));
    names.collect::<Vec<_>>().join(" → ")
}

/// The texts of the rows at the start, of the services that are needed.
fn row_values(task: &Task) -> BTreeSet<&str> {
    let mut texts = BTreeSet::new();
    for used in &task.services {
        if let Some(state) = task.initial_state.get(&used.alias) {
            collect_texts(state, &mut texts);
        }
    }
    texts
}

fn found_values(task: &Task) -> BTreeSet<&str> {
    let mut texts = BTreeSet::new();
    task.graph.edges.iter().for_each(|edge| collect_texts(&edge.value, &mut texts));
    texts
}

fn collect_texts<'a>(value: &'a Value, texts: &mut BTreeSet<&'a str>) {
    match value {
        Value::String(text) if text.chars().count() >= VALUE_CHARS_MIN => {
            texts.insert(text);
        }
        Value::Array(items) => items.iter().for_each(|item| collect_texts(item, texts)),
        Value::Object(object) => object.values().for_each(|value| collect_texts(value, texts)),
        _ => {}
    }
}
