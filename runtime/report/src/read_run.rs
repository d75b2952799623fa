//! Reads what a run left in its folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use compoworld_world::Task;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::draw_curve::Curve;

/// What a run did, as far as its folder tells. Every part may be missing.
#[derive(Debug, Default)]
pub struct Run {
    /// `phases.json`: what was done, how long it took, and what came of it.
    pub phases: Vec<Phase>,
    /// `services.json`: the catalog.
    pub services: Vec<ServiceLine>,
    /// The tasks of `tasks/train.jsonl` and `tasks/heldout.jsonl`.
    pub n_train: usize,
    /// Tasks that training never sees.
    pub n_heldout: usize,
    /// One of the tasks, to draw.
    pub task: Option<Task>,
    /// `tasks/rejections.json`: how many drafts of tasks the gate refused, by reason.
    pub rejections: BTreeMap<String, u64>,
    /// `sft/metrics.jsonl`.
    pub sft: Vec<Curve>,
    /// `grpo/metrics.jsonl`: reward, success and share of criteria.
    pub grpo: Vec<Curve>,
    /// `eval/*.json`, by file name.
    pub evaluations: Vec<(String, Evaluation)>,
}

/// One phase of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    /// What was done.
    pub name: String,
    /// What came of it, in a few words.
    pub result: String,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// One service of the catalog.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ServiceLine {
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Its domain.
    pub domain: String,
    /// How many entities its state has.
    pub n_entities: usize,
    /// How many tools it has.
    pub n_tools: usize,
    /// How many of them the world model answers.
    pub n_simulated: usize,
}

/// What an evaluation found.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Evaluation {
    /// Episodes run.
    pub n_episodes: usize,
    /// Share of episodes that satisfied every criterion.
    pub success: f64,
    /// Mean share of criteria satisfied.
    pub criteria_passed: f64,
}

/// Why a run's folder could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The folder is not there.
    #[error("there is no run in `{0}`: pass the folder that a run wrote to")]
    NoRun(PathBuf),
    /// A file is there, and does not hold what it should.
    #[error("`{path}`: {message}; run the phase that writes it again")]
    BadFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// A chart could not be drawn.
    #[error("a chart could not be drawn: {0}")]
    Drawing(String),
}

/// Reads a run's folder.
///
/// # Errors
/// When there is no such folder, or a file of it is damaged.
pub fn read_run(folder: &Path) -> Result<Run, ReportError> {
    if !folder.is_dir() {
        return Err(ReportError::NoRun(folder.to_owned()));
    }
    let train = read_lines::<Task>(&folder.join("tasks/train.jsonl"))?;
    let heldout = read_lines::<Task>(&folder.join("tasks/heldout.jsonl"))?;
    let (n_train, n_heldout) = (train.len(), heldout.len());
    // The task with the most edges shows best how values flow.
    let task = train.into_iter().chain(heldout).max_by_key(|task| task.graph.edges.len());
    Ok(Run {
        phases: read_json(&folder.join("phases.json"))?.unwrap_or_default(),
        services: read_json(&folder.join("services.json"))?.unwrap_or_default(),
        n_train,
        n_heldout,
        task,
        rejections: read_json(&folder.join("tasks/rejections.json"))?.unwrap_or_default(),
        sft: curves(
            &read_lines(&folder.join("sft/metrics.jsonl"))?,
            "step",
            &[("sft_step", "loss", "training"), ("sft_held_out", "loss", "held out")],
        ),
        grpo: curves(
            &read_lines(&folder.join("grpo/metrics.jsonl"))?,
            "iteration",
            &[
                ("grpo_round", "reward", "reward"),
                ("grpo_round", "success", "all criteria"),
                ("grpo_round", "criteria_passed", "share of criteria"),
            ],
        ),
        evaluations: read_evaluations(&folder.join("eval"))?,
    })
}

fn read_json<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Option<T>, ReportError> {
    let Ok(text) = fs::read_to_string(path) else { return Ok(None) };
    serde_json::from_str(&text).map(Some).map_err(|error| bad(path, &error.to_string()))
}

/// Reads one value a line. The last line may be torn by a kill; it is left out.
fn read_lines<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Vec<T>, ReportError> {
    let Ok(text) = fs::read_to_string(path) else { return Ok(Vec::new()) };
    let whole = if text.ends_with('\n') { text.lines().count() } else { text.lines().count() - 1 };
    let lines = text.lines().take(whole).enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(at, line)| {
            serde_json::from_str(line)
                .map_err(|error| bad(path, &format!("line {}: {error}", at + 1)))
        })
        .collect()
}

fn read_evaluations(folder: &Path) -> Result<Vec<(String, Evaluation)>, ReportError> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let mut evaluations = Vec::new();
    for path in paths {
        if let Some(evaluation) = read_json(&path)? {
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            evaluations.push((name.unwrap_or_default(), evaluation));
        }
    }
    Ok(evaluations)
}

fn bad(path: &Path, message: &str) -> ReportError {
    ReportError::BadFile { path: path.to_owned(), message: message.to_owned() }
}

/// Members of metric lines as curves, each of one event: `(event, member, name)`. Members that
/// are not there give none.
fn curves(lines: &[Value], step: &str, members: &[(&str, &str, &str)]) -> Vec<Curve> {
    let curve = |(event, member, name): &(&str, &str, &str)| {
        let points = lines
            .iter()
            .filter(|line| line["event"] == *event)
            .filter_map(|line| Some((line.get(step)?.as_f64()?, line.get(*member)?.as_f64()?)));
        Curve { name: (*name).to_owned(), points: points.collect() }
    };
    members.iter().map(curve).filter(|curve| !curve.points.is_empty()).collect()
}
