//! Judging stored trajectories again, when the rubric of their tasks or the services changed.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::episode::PreparedTask;
use crate::judge::Judge;
use crate::rollout::trajectory::Trajectory;
use crate::task::Task;
use compoworld_chat::ChatFault;

/// A trajectory that was judged again.
#[derive(Debug, Clone, PartialEq)]
pub struct Regraded {
    /// The trajectory with its present verdicts. What was said stays as it was said.
    pub trajectory: Trajectory,
    /// The verdicts that moved, in the order of the present rubric; then those of criteria that it
    /// no longer has.
    pub moved: Vec<MovedVerdict>,
    /// How many calls are answered otherwise now than when they were made.
    pub n_answers_changed: usize,
    /// The text that each judged criterion is about, or why there is none.
    pub judged_texts: Vec<Result<String, String>>,
}

impl Regraded {
    /// Lets a judge decide the criteria that one is asked for.
    ///
    /// # Errors
    /// When the judge cannot be asked.
    pub fn judge(&mut self, task: &Task, judge: &Judge) -> Result<(), ChatFault> {
        let criteria = task.judged.iter().zip(&self.judged_texts);
        let judged = criteria.map(|(one, text)| judge.judge(&task.instruction, one, text));
        self.trajectory.judgements = judged.collect::<Result<_, _>>()?;
        Ok(())
    }
}

/// A verdict that is another one now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedVerdict {
    /// The task.
    pub task: String,
    /// The attempt at it.
    pub attempt: u32,
    /// The criterion.
    pub criterion: String,
    /// Whether it held; `None` when there was no such criterion.
    pub before: Option<bool>,
    /// Whether it holds; `None` when there is no such criterion.
    pub after: Option<bool>,
}

/// Makes the calls of a trajectory again, and judges where they lead by the task's present rubric.
#[must_use]
pub fn regrade(prepared: &Arc<PreparedTask>, trajectory: &Trajectory) -> Regraded {
    // Calls that were past the budget are past it again.
    let mut episode = prepared.start().with_calls_max(trajectory.outcome.n_calls);
    let mut n_answers_changed = 0;
    for (call, answer) in trajectory.calls() {
        let present = episode.call(&call.name, &call.arguments);
        n_answers_changed += usize::from(present.text != answer);
    }
    let task = prepared.task();
    let judged_texts = episode.judged_texts(&trajectory.answer);
    let outcome = episode.finish(&trajectory.answer);
    let mut judgements = trajectory.judgements.clone();
    // What was judged is another text in another state, or was asked otherwise.
    judgements.retain(|judgement| {
        let mut asked = task.judged.iter();
        outcome.digest == trajectory.outcome.digest
            && asked
                .any(|one| (&one.id, &one.question) == (&judgement.criterion, &judgement.question))
    });
    let present = Trajectory {
        task_digest: task.digest(),
        catalog_version: task.catalog_version.clone(),
        outcome,
        judgements,
        criteria: task.rubric.iter().map(|criterion| criterion.id.clone()).collect(),
        ..trajectory.clone()
    };
    let moved = moved_verdicts(trajectory, &present);
    Regraded { trajectory: present, moved, n_answers_changed, judged_texts }
}

fn moved_verdicts(before: &Trajectory, after: &Trajectory) -> Vec<MovedVerdict> {
    let held = verdicts(before);
    let holds = verdicts(after);
    let names = after.criteria.iter().chain(&before.criteria).map(String::as_str);
    let mut moved = Vec::<MovedVerdict>::new();
    for name in names {
        let (before, now) = (held.get(name).copied(), holds.get(name).copied());
        if before != now && !moved.iter().any(|one| one.criterion == name) {
            moved.push(MovedVerdict {
                task: after.task.clone(),
                attempt: after.attempt,
                criterion: name.to_owned(),
                before,
                after: now,
            });
        }
    }
    moved
}

fn verdicts(trajectory: &Trajectory) -> BTreeMap<&str, bool> {
    let names = trajectory.criteria.iter().map(String::as_str);
    names.zip(trajectory.outcome.criteria.iter().copied()).collect()
}
