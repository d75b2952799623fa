//! What plays start from: one world, or the tasks of a file.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use compoworld_world::rollout::{AttemptLabel, LiveAttempt};
use compoworld_world::{
    Catalog, Environment, PrepareError, PreparedTask, Recording, Task, ToolView, WorldModel,
};
use serde::Deserialize;
use thiserror::Error;

use crate::play::Play;
use crate::recent::Recent;
use crate::reward::RewardKind;
use crate::trajectory_log::TrajectoryLog;
use crate::whole_number;
use crate::wire_names::WireNames;

/// Makes the world of a seed.
pub type WorldMaker = Box<dyn Fn(u64) -> Result<Environment, String> + Send + Sync>;

/// What is played, and how it is shown.
pub struct Worlds {
    source: Source,
    view: ToolView,
}

enum Source {
    Seeded {
        seed: u64,
        make: WorldMaker,
        names: Option<Arc<WireNames>>,
        recent: Recent<u64, Environment>,
    },
    Tasks {
        given: TaskWorlds,
        next: AtomicUsize,
        recent: Recent<usize, Arc<PreparedTask>>,
    },
}

/// How tools are called in a world without a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ToolNames {
    /// `service__tool`.
    #[default]
    Full,
    /// As the real servers call them. The four meta-tools are not affected.
    Wire,
}

/// The tasks that are given out, and what becomes of the attempts.
pub struct TaskWorlds {
    /// The services.
    pub catalog: Catalog,
    /// The tasks, at least one.
    pub tasks: Vec<Arc<Task>>,
    /// How many calls an attempt may make.
    pub calls_max: usize,
    /// How an attempt is rewarded.
    pub reward: RewardKind,
    /// What answers simulated tools.
    pub world_model: Arc<dyn WorldModel>,
    /// Tools that it answers in the place of their code, each with its service.
    pub quarantined: Vec<(String, String)>,
    /// Where trajectories are kept, if anywhere.
    pub log: Option<Arc<TrajectoryLog>>,
}

/// Which world is wanted. With nothing said, tasks are given out in turn.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub struct Choice {
    /// The task, by name.
    pub task: Option<String>,
    /// The task, by its place in the file, from 0.
    #[serde(default, deserialize_with = "whole_number::optional")]
    pub index: Option<usize>,
    /// The seed of the world; with tasks, it chooses one, and equal seeds choose one task.
    #[serde(default, deserialize_with = "whole_number::optional")]
    pub seed: Option<u64>,
}

/// Why there is no such world.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ChoiceError {
    /// The server was started without tasks.
    #[error("this server has no tasks: ask for a seed, or for nothing")]
    NoTasks,
    /// No task has the name.
    #[error("there is no task `{0}`")]
    UnknownTask(String),
    /// There are fewer tasks.
    #[error("there is no task {index}: they are numbered from 0 to {}", .n_tasks - 1)]
    UnknownIndex {
        /// The place asked for.
        index: usize,
        /// How many tasks there are.
        n_tasks: usize,
    },
    /// The task cannot be attempted.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    /// Two tools have one name.
    #[error(
        "`{}` and `{}` are both called `{name}` by their servers: serve one of the two, or all \
         under full names", .tools[0], .tools[1]
    )]
    NamesClash {
        /// The name.
        name: String,
        /// The full names of the two.
        tools: [String; 2],
    },
    /// The world of the seed cannot be made.
    #[error("the world of seed {seed} cannot be made: {cause}")]
    Make {
        /// The seed.
        seed: u64,
        /// Why not.
        cause: String,
    },
}

impl Worlds {
    /// One world, without a task: every play starts in the world of `seed`, or of the seed that is
    /// asked for.
    ///
    /// # Errors
    /// When the world of `seed` cannot be made, or two of its tools would have one name.
    pub fn seeded(
        seed: u64,
        view: ToolView,
        names: ToolNames,
        make: WorldMaker,
    ) -> Result<Self, ChoiceError> {
        let recent = Recent::new();
        let environment = recent.find_or_make(seed, || make_world(&make, seed))?;
        let names = match names {
            ToolNames::Wire if view == ToolView::Flat => {
                let clash = |(name, tools)| ChoiceError::NamesClash { name, tools };
                Some(Arc::new(WireNames::of(&environment).map_err(clash)?))
            }
            _ => None,
        };
        Ok(Self { source: Source::Seeded { seed, make, names, recent }, view })
    }

    /// The tasks of a file, given out in turn unless one is asked for.
    ///
    /// # Panics
    /// When there are none.
    #[must_use]
    pub fn of_tasks(tasks: TaskWorlds, view: ToolView) -> Self {
        assert!(!tasks.tasks.is_empty(), "there is a task to give out");
        let (next, recent) = (AtomicUsize::new(0), Recent::new());
        Self { source: Source::Tasks { given: tasks, next, recent }, view }
    }

    /// The tasks; none where there is a world without one.
    pub(crate) fn tasks(&self) -> &[Arc<Task>] {
        match &self.source {
            Source::Seeded { .. } => &[],
            Source::Tasks { given, .. } => &given.tasks,
        }
    }

    /// Starts a play.
    ///
    /// # Errors
    /// When there is no such world.
    pub(crate) fn start(&self, choice: &Choice) -> Result<Play, ChoiceError> {
        match &self.source {
            Source::Seeded { seed, make, names, recent } => {
                if choice.task.is_some() || choice.index.is_some() {
                    return Err(ChoiceError::NoTasks);
                }
                let seed = choice.seed.unwrap_or(*seed);
                let environment = recent.find_or_make(seed, || make_world(make, seed))?;
                // A session may last for days; nobody reads its log of calls.
                let environment = environment.with_recording(Recording::Nothing);
                Ok(Play::free(environment, self.view, names.clone()))
            }
            Source::Tasks { given, next, recent } => {
                let TaskWorlds { tasks, log, .. } = given;
                let index = choose(tasks, next, choice)?;
                let prepared = recent.find_or_make(index, || {
                    let prepared = PreparedTask::new(&given.catalog, Arc::clone(&tasks[index]));
                    let (world_model, tools) = (&given.world_model, &given.quarantined);
                    prepared
                        .map(|task| task.with_world_model(Arc::clone(world_model), tools).into())
                })?;
                let policy = log.as_ref().map_or("served", |log| log.policy());
                let seed = choice.seed.unwrap_or_default();
                // The log numbers attempts when they end.
                let label = AttemptLabel { policy: policy.to_owned(), number: 0, seed };
                let attempt = LiveAttempt::start(&prepared, label, self.view, given.calls_max);
                Ok(Play::attempt(attempt, self.view, given.reward, log.clone()))
            }
        }
    }
}

fn make_world(make: &WorldMaker, seed: u64) -> Result<Environment, ChoiceError> {
    make(seed).map_err(|cause| ChoiceError::Make { seed, cause })
}

/// The place of the task that is wanted.
fn choose(tasks: &[Arc<Task>], next: &AtomicUsize, choice: &Choice) -> Result<usize, ChoiceError> {
    let n_tasks = tasks.len();
    if let Some(name) = &choice.task {
        let found = tasks.iter().position(|task| task.id == *name);
        return found.ok_or_else(|| ChoiceError::UnknownTask(name.clone()));
    }
    match (choice.index, choice.seed) {
        (Some(index), _) if index < n_tasks => Ok(index),
        (Some(index), _) => Err(ChoiceError::UnknownIndex { index, n_tasks }),
        (None, Some(seed)) => Ok((seed % n_tasks as u64) as usize),
        (None, None) => Ok(next.fetch_add(1, Ordering::Relaxed) % n_tasks),
    }
}
