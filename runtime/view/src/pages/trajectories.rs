//! Files of trajectories, and the trajectories of one.

use std::collections::BTreeSet;

use askama::Template;
use compoworld_world::rollout::Ending;

use crate::ask::{Asked, Fault};
use crate::inspector::Inspector;
use crate::pages::open_lines::{self, BadLine};
use crate::pages::pager::Pager;
use crate::pages::tasks::{FileLine, counted};
use crate::sources::{Found, TrajectorySummary};

#[derive(Template)]
#[template(path = "trajectory_files.html")]
pub(crate) struct TrajectoryFilesPage {
    files: Vec<FileLine>,
}

/// The files of trajectories.
pub(crate) fn files(inspector: &Inspector) -> TrajectoryFilesPage {
    TrajectoryFilesPage { files: trajectory_files(&inspector.sources.refresh()) }
}

/// The files of trajectories, each with how many it holds and how many succeed.
pub(crate) fn trajectory_files(found: &Found) -> Vec<FileLine> {
    let files = found.trajectories.iter().enumerate().map(|(number, lines)| {
        let holds = match lines.index() {
            Ok(index) => {
                let n_all = index.summaries().count();
                let n_good = index.summaries().filter(|(_, one)| one.outcome.success).count();
                let all = counted(n_all, "trajectory", index.faults().count());
                format!("{all}; {n_good} successful")
            }
            Err(error) => format!("cannot be read: {error}"),
        };
        FileLine { number, label: lines.file.label.clone(), holds }
    });
    files.collect()
}

#[derive(Template)]
#[template(path = "trajectories.html")]
pub(crate) struct TrajectoriesPage {
    file: usize,
    label: String,
    wanted: String,
    success: String,
    policy: String,
    policies: Vec<String>,
    trajectories: Vec<TrajectoryLine>,
    pager: Pager,
    n_all: usize,
    n_good: usize,
    criteria: String,
    simulated: String,
    bad: Vec<BadLine>,
}

struct TrajectoryLine {
    line: usize,
    task: String,
    attempt: u32,
    policy: String,
    success: bool,
    criteria: Vec<bool>,
    n_held: usize,
    n_calls: usize,
    simulated: u64,
    ending: &'static str,
}

/// The trajectories of a file that a filter leaves.
pub(crate) fn page(
    inspector: &Inspector,
    file: &str,
    asked: &Asked,
) -> Result<TrajectoriesPage, Fault> {
    let found = inspector.sources.found();
    let lines = open_lines::file(&found.trajectories, file)?;
    let index = open_lines::index(lines)?;
    let (wanted, success) = (asked.text("q").to_lowercase(), asked.text("success"));
    let policy = asked.text("policy");
    let kept: Vec<(usize, &TrajectorySummary)> = index
        .summaries()
        .filter(|(_, one)| match success {
            "yes" => one.outcome.success,
            "no" => !one.outcome.success,
            _ => true,
        })
        .filter(|(_, one)| policy.is_empty() || one.policy == policy)
        .filter(|(_, one)| one.task.to_lowercase().contains(&wanted))
        .collect();
    let all = || index.summaries().map(|(_, one)| one);
    let policies: BTreeSet<&str> = all().map(|one| one.policy.as_str()).collect();
    let n_all = all().count();
    let n_criteria: usize = all().map(|one| one.outcome.criteria.len()).sum();
    let n_held: usize = all().map(|one| one.outcome.n_held()).sum();
    let n_calls: usize = all().map(|one| one.outcome.n_calls).sum();
    let n_simulated: u64 = all().map(|one| one.outcome.simulated).sum();
    let pager = Pager::new(kept.len(), asked.number("page"));
    Ok(TrajectoriesPage {
        file: file.parse().unwrap_or_default(),
        label: lines.file.label.clone(),
        wanted: asked.text("q").to_owned(),
        success: success.to_owned(),
        policy: policy.to_owned(),
        policies: policies.into_iter().map(str::to_owned).collect(),
        trajectories: pager
            .lines(&kept)
            .iter()
            .map(|(line, one)| trajectory_line(*line, one))
            .collect(),
        pager,
        n_all,
        n_good: all().filter(|one| one.outcome.success).count(),
        criteria: percent(n_held as f64, n_criteria as f64),
        simulated: percent(n_simulated as f64, n_calls as f64),
        bad: open_lines::bad_lines(&index),
    })
}

/// A share in percent; nothing of nothing is a dash.
pub(super) fn percent(part: f64, whole: f64) -> String {
    if whole > 0.0 { format!("{:.1}%", 100.0 * part / whole) } else { "–".to_owned() }
}

/// How an attempt ended, in words.
pub(super) fn ending_words(ending: Ending) -> &'static str {
    match ending {
        Ending::Answered => "answered",
        Ending::Budget => "out of budget",
        Ending::Closed => "left",
        Ending::ContextFull => "out of context",
    }
}

fn trajectory_line(line: usize, one: &TrajectorySummary) -> TrajectoryLine {
    TrajectoryLine {
        line,
        task: one.task.clone(),
        attempt: one.attempt,
        policy: one.policy.clone(),
        success: one.outcome.success,
        criteria: one.outcome.criteria.clone(),
        n_held: one.outcome.n_held(),
        n_calls: one.outcome.n_calls,
        simulated: one.outcome.simulated,
        ending: ending_words(one.ending),
    }
}
