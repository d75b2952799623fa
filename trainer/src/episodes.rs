//! The world's tasks as the trainer sees them: episodes to act in, demonstrations to learn from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use compoworld_lm::train::checkpoint_folder::hex_digest;
use compoworld_world::rollout::{
    AttemptLimits, Message, ReferencePolicy, Role, Trajectory, TrajectoryFileError, answer_of_text,
    attempt, read_trajectories,
};
use compoworld_world::{
    Catalog, CatalogCheck, PrepareError, PreparedTask, ReadTasksError, Task, ToolView, read_tasks,
};
use serde_json::Value;
use thiserror::Error;

use crate::demonstration::{DemonstratedCall, Demonstration};
use crate::rollout::{Episode, TaskSet};

/// Why tasks or demonstrations cannot be used.
#[derive(Debug, Error)]
pub enum EpisodesError {
    /// A task file cannot be read.
    #[error(transparent)]
    Tasks(#[from] ReadTasksError),
    /// A task cannot be started.
    #[error("{path}: {source}")]
    Prepare {
        /// The file.
        path: PathBuf,
        /// The task, and what is wrong with it.
        source: PrepareError,
    },
    /// A trajectory file cannot be read.
    #[error(transparent)]
    Trajectories(#[from] TrajectoryFileError),
    /// There is no task.
    #[error("{0} holds no task; make some with `compoworld synth`")]
    NoTask(PathBuf),
    /// There is no trajectory to learn from.
    #[error(
        "{0} holds no successful trajectory; make some with `compoworld rollout --policy \
         reference`, or learn from the tasks' references with --tasks"
    )]
    NoTrajectory(PathBuf),
    /// A task's own reference fails it.
    #[error(
        "{path}: following the reference of task `{task}` does not satisfy its rubric; make the \
         tasks again with this catalog"
    )]
    Reference {
        /// The file.
        path: PathBuf,
        /// The task.
        task: String,
    },
}

/// Tasks of a file, ready to start.
pub struct WorldTasks {
    path: PathBuf,
    prepared: Vec<Arc<PreparedTask>>,
    /// What the user should know about the file.
    pub notes: Vec<String>,
}

/// Reads and prepares the tasks of a file.
///
/// # Errors
/// [`EpisodesError`] names the file and the line or the task.
pub fn open_tasks(
    path: &Path,
    catalog: &Catalog,
    check: CatalogCheck,
) -> Result<WorldTasks, EpisodesError> {
    let read = read_tasks(path, catalog, check)?;
    if read.tasks.is_empty() {
        return Err(EpisodesError::NoTask(path.to_owned()));
    }
    let tasks = prepare_tasks(path, read.tasks, catalog)?;
    Ok(WorldTasks { notes: read.notes, ..tasks })
}

/// Prepares tasks; `path` is where errors say that they come from.
///
/// # Errors
/// [`EpisodesError::Prepare`] names the first task that cannot be started.
pub fn prepare_tasks(
    path: &Path,
    tasks: Vec<Task>,
    catalog: &Catalog,
) -> Result<WorldTasks, EpisodesError> {
    let prepare = |task| {
        PreparedTask::new(catalog, Arc::new(task))
            .map(Arc::new)
            .map_err(|source| EpisodesError::Prepare { path: path.to_owned(), source })
    };
    let prepared = tasks.into_iter().map(prepare).collect::<Result<_, _>>()?;
    Ok(WorldTasks { path: path.to_owned(), prepared, notes: Vec::new() })
}

impl WorldTasks {
    /// The tasks.
    pub fn prepared(&self) -> &[Arc<PreparedTask>] {
        &self.prepared
    }

    /// The name of a task.
    pub fn id(&self, index: usize) -> &str {
        &self.prepared[index].task().id
    }

    /// The digest of a task.
    pub fn digest(&self, index: usize) -> String {
        self.prepared[index].task().digest()
    }

    /// The digest of all tasks in their order, so that a resumed run is known to practise on the same.
    pub fn digest_of_all(&self) -> String {
        let digests: Vec<String> = (0..self.len()).map(|index| self.digest(index)).collect();
        hex_digest(digests.join("\n").as_bytes())
    }

    /// What following each task's reference looks like, and the tasks whose reference does not
    /// satisfy them: the wording of an answer can be lost between the planner and a policy.
    ///
    /// # Errors
    /// [`EpisodesError::Reference`] when no reference does what its task asks.
    pub fn demonstrations(&self) -> Result<(Vec<Demonstration>, Vec<String>), EpisodesError> {
        let limits = AttemptLimits::default();
        let mut demonstrations = Vec::with_capacity(self.prepared.len());
        let mut failed = Vec::new();
        for prepared in &self.prepared {
            let followed = attempt(&ReferencePolicy, prepared, 0, 0, ToolView::Flat, limits);
            match followed {
                Ok(trajectory) if trajectory.outcome.success => {
                    demonstrations.push(of_trajectory(trajectory));
                }
                _ => failed.push(prepared.task().id.clone()),
            }
        }
        match failed.first() {
            Some(task) if demonstrations.is_empty() => {
                Err(EpisodesError::Reference { path: self.path.clone(), task: task.clone() })
            }
            _ => Ok((demonstrations, failed)),
        }
    }
}

impl TaskSet for WorldTasks {
    fn len(&self) -> usize {
        self.prepared.len()
    }

    fn start(&self, index: usize) -> Box<dyn Episode> {
        let prepared = &self.prepared[index];
        Box::new(WorldEpisode { prepared: Arc::clone(prepared), episode: prepared.start() })
    }
}

struct WorldEpisode {
    prepared: Arc<PreparedTask>,
    episode: compoworld_world::Episode,
}

impl Episode for WorldEpisode {
    fn instruction(&self) -> &str {
        &self.prepared.task().instruction
    }

    fn call(&mut self, tool: &str, arguments: &str) -> String {
        self.episode.call(tool, arguments).text
    }

    fn finish(&mut self, answer: Option<&str>) -> Vec<bool> {
        let answer = answer.map_or(Value::Null, answer_of_text);
        self.episode.judge(&answer).criteria
    }
}

/// Reads the successful trajectories of a file as demonstrations.
///
/// # Errors
/// [`EpisodesError`] names the file and the line.
pub fn read_demonstrations(path: &Path) -> Result<Vec<Demonstration>, EpisodesError> {
    let read = read_trajectories(path)?;
    for note in &read.notes {
        tracing::warn!("{note}");
    }
    let mut successful = read.trajectories;
    successful.retain(|trajectory| trajectory.outcome.success);
    // Attempts are written in the order in which they end. What is learned must not depend on that.
    successful.sort_by(|a, b| (&a.task, a.attempt).cmp(&(&b.task, b.attempt)));
    let demonstrations: Vec<Demonstration> = successful.into_iter().map(of_trajectory).collect();
    if demonstrations.is_empty() {
        return Err(EpisodesError::NoTrajectory(path.to_owned()));
    }
    Ok(demonstrations)
}

fn of_trajectory(trajectory: Trajectory) -> Demonstration {
    let mut instruction = String::new();
    let mut turns: Vec<DemonstratedCall> = Vec::new();
    let mut answer = None;
    let mut waiting = Vec::new();
    for message in trajectory.messages {
        let Message { role, content, tool_calls, tool_call_id, .. } = message;
        match role {
            Role::System => {}
            Role::User => instruction = content,
            Role::Assistant if tool_calls.is_empty() => answer = Some(content),
            Role::Assistant => waiting.extend(tool_calls),
            Role::Tool => {
                let asked = |id: &String| waiting.iter().position(|call| &call.id == id);
                let Some(place) = tool_call_id.as_ref().and_then(asked) else { continue };
                let call = waiting.swap_remove(place);
                turns.push(DemonstratedCall {
                    tool: call.name,
                    arguments: serde_json::from_str(&call.arguments).unwrap_or(Value::Null),
                    observation: content,
                });
            }
        }
    }
    Demonstration { instruction, turns, answer }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::read_demonstrations;

    /// A successful attempt at a task, as a line of a trajectory file.
    fn line(task: &str, attempt: u32) -> String {
        let trajectory = serde_json::json!({
            "task": task, "task_digest": "", "attempt": attempt, "policy": "reference", "seed": 0,
            "catalog_version": "", "view": "flat",
            "messages": [{"role": "user", "content": format!("{task}, attempt {attempt}")}],
            "answer": null, "ending": "answered", "criteria": [],
            "outcome": {
                "criteria": [], "reasons": [], "success": true, "rubric_mean": 1.0, "changes": [],
                "n_calls": 0, "simulated": 0, "digest": "",
            },
            "tokens": {"prompt": 0, "completion": 0},
        });
        format!("{trajectory}\n")
    }

    #[test]
    fn demonstrations_do_not_depend_on_the_order_in_which_attempts_ended() {
        let folder = tempfile::tempdir().expect("a folder");
        let read = |name: &str, lines: [String; 3]| {
            let path = folder.path().join(name);
            fs::write(&path, lines.concat()).expect("writable");
            read_demonstrations(&path).expect("all succeeded")
        };
        let one = read("one.jsonl", [line("b", 0), line("a", 1), line("a", 0)]);
        let other = read("other.jsonl", [line("a", 0), line("b", 0), line("a", 1)]);
        assert_eq!(one, other);
        assert_eq!(one[0].instruction, "a, attempt 0");
    }
}
