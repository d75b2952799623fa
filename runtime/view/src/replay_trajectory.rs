//! What each call of a trajectory changed, and which criteria held after it: a file keeps what was
//! said, and the task is there to do it again.

use std::sync::Arc;

use compoworld_world::rollout::Trajectory;
use compoworld_world::{Catalog, Environment, Episode, PreparedTask, RowChange, Task};
use serde_json::Value;

use crate::sources::Found;

/// A trajectory that was done again.
pub(crate) struct Replay {
    /// The task, whose rubric says what the criteria are.
    pub(crate) task: Arc<Task>,
    /// Which criteria held before the first call.
    pub(crate) start: Vec<bool>,
    /// The calls.
    pub(crate) steps: Vec<ReplayedCall>,
    /// Which criteria hold in the end, the answer given.
    pub(crate) end: Vec<bool>,
}

/// A call that was made again.
pub(crate) struct ReplayedCall {
    pub(crate) changes: Vec<RowChange>,
    /// Which criteria held after it, no answer given yet.
    pub(crate) criteria: Vec<bool>,
    /// Whether the answer is the one in the file.
    pub(crate) is_same: bool,
}

/// The task of a trajectory, among the task files that are open.
pub(crate) fn find_task(found: &Found, trajectory: &Trajectory) -> Option<(usize, usize, Task)> {
    found.tasks.iter().enumerate().find_map(|(file, lines)| {
        let index = lines.index().ok()?;
        let named = index.summaries().filter(|(_, summary)| summary.id == trajectory.task);
        named.into_iter().find_map(|(number, _)| {
            let task: Task = lines.read(index.entry(number)?).ok()?;
            (task.digest() == trajectory.task_digest).then_some((file, number, task))
        })
    })
}

/// Does a trajectory again.
///
/// # Errors
/// In words, when the task cannot be prepared with this catalog.
pub(crate) fn replay(
    catalog: &Catalog,
    task: Task,
    trajectory: &Trajectory,
) -> Result<Replay, String> {
    let mut episode = start(catalog, task, trajectory)?;
    let task = Arc::clone(episode.prepared().task());
    let start = episode.verdicts(&Value::Null);
    let mut steps = Vec::new();
    for (call, recorded) in trajectory.calls() {
        let before = episode.environment().fork();
        let answer = episode.call(&call.name, &call.arguments);
        steps.push(ReplayedCall {
            changes: episode.environment().changes_since(&before),
            criteria: episode.verdicts(&Value::Null),
            is_same: answer.text == recorded,
        });
    }
    let end = episode.verdicts(&trajectory.answer);
    Ok(Replay { task, start, steps, end })
}

/// The environment after the first calls of a trajectory.
///
/// # Errors
/// In words, when the task cannot be prepared with this catalog.
pub(crate) fn environment_after(
    catalog: &Catalog,
    task: Task,
    trajectory: &Trajectory,
    n_calls: usize,
) -> Result<Environment, String> {
    let mut episode = start(catalog, task, trajectory)?;
    for (call, _) in trajectory.calls().take(n_calls) {
        episode.call(&call.name, &call.arguments);
    }
    Ok(episode.environment().fork())
}

fn start(catalog: &Catalog, task: Task, trajectory: &Trajectory) -> Result<Episode, String> {
    let prepared = PreparedTask::new(catalog, Arc::new(task)).map_err(|error| error.to_string())?;
    // The file does not say how many calls were allowed; those that it counts were.
    Ok(Arc::new(prepared).start().with_calls_max(trajectory.outcome.n_calls))
}
