//! Judgements in evaluations: their share, and success that counts them when it is asked to.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::JudgeVerdict;
use crate::rollout::Trajectory;
use crate::task::Task;

/// How the judged criteria of some attempts stand.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct JudgedTally {
    /// The share of all criteria that a model judges, executable ones beside them.
    pub share: f64,
    /// How often they hold.
    pub n_held: usize,
    /// How often they do not.
    pub n_broken: usize,
    /// How often the votes did not decide.
    pub n_undecided: usize,
    /// How often nobody was asked.
    pub n_not_judged: usize,
    /// Whether success counts them.
    #[serde(default)]
    pub counts: bool,
}

impl fmt::Display for JudgedTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { share, n_held, n_broken, n_undecided, n_not_judged, counts } = self;
        write!(
            f,
            "A language model judges {:.1}% of the criteria, which success {}: {n_held} held, \
             {n_broken} did not, {n_undecided} undecided, {n_not_judged} not judged.",
            share * 100.0,
            if *counts { "counts" } else { "does not count" }
        )
    }
}

/// An attempt whose success is to count a criterion that nobody judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "attempt {attempt} at task `{task}` is not judged by `{criterion}`; judge the trajectories \
     first with `compoworld regrade --judge`, or leave --count-judged out"
)]
pub struct NotJudged {
    /// The task.
    pub task: String,
    /// The attempt.
    pub attempt: u32,
    /// The criterion.
    pub criterion: String,
}

/// How the judged criteria of these attempts stand; `None` when their tasks have none.
#[must_use]
pub fn tally(tasks: &[Task], trajectories: &[Trajectory]) -> Option<JudgedTally> {
    let tasks = by_id(tasks);
    let (mut all, mut n_criteria) = (JudgedTally::default(), 0);
    for trajectory in trajectories {
        let Some(task) = tasks.get(trajectory.task.as_str()) else { continue };
        n_criteria += task.rubric.len() + task.judged.len();
        for criterion in &task.judged {
            *match verdict_on(trajectory, &criterion.id) {
                JudgeVerdict::Held => &mut all.n_held,
                JudgeVerdict::Broken => &mut all.n_broken,
                JudgeVerdict::Undecided => &mut all.n_undecided,
                JudgeVerdict::NotJudged => &mut all.n_not_judged,
            } += 1;
        }
    }
    let n_judged = all.n_held + all.n_broken + all.n_undecided + all.n_not_judged;
    all.share = n_judged as f64 / n_criteria.max(1) as f64;
    (n_judged > 0).then_some(all)
}

/// Lets success depend on the judged criteria too: an attempt succeeds when every executable check
/// holds, and every judged criterion. What the votes did not decide does not hold.
///
/// # Errors
/// The first attempt that nobody judged.
pub fn count_judgements(tasks: &[Task], trajectories: &mut [Trajectory]) -> Result<(), NotJudged> {
    let tasks = by_id(tasks);
    for trajectory in trajectories {
        let Some(task) = tasks.get(trajectory.task.as_str()) else { continue };
        for criterion in &task.judged {
            match verdict_on(trajectory, &criterion.id) {
                JudgeVerdict::Held => {}
                JudgeVerdict::Broken | JudgeVerdict::Undecided => {
                    trajectory.outcome.success = false;
                }
                JudgeVerdict::NotJudged => {
                    return Err(NotJudged {
                        task: task.id.clone(),
                        attempt: trajectory.attempt,
                        criterion: criterion.id.clone(),
                    });
                }
            }
        }
    }
    Ok(())
}

fn verdict_on(trajectory: &Trajectory, criterion: &str) -> JudgeVerdict {
    let mut judgements = trajectory.judgements.iter();
    let found = judgements.find(|judgement| judgement.criterion == criterion);
    found.map_or(JudgeVerdict::NotJudged, |judgement| judgement.verdict)
}

fn by_id(tasks: &[Task]) -> BTreeMap<&str, &Task> {
    tasks.iter().map(|task| (task.id.as_str(), task)).collect()
}
