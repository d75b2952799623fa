//! The parts of lines that lists show; the rest of a line is passed over.

use compoworld_world::rollout::Ending;
use compoworld_world::{Difficulty, ServiceUse};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// What lists show of a task.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct TaskSummary {
    pub(crate) id: String,
    pub(crate) instruction: String,
    pub(crate) services: Vec<ServiceUse>,
    pub(crate) difficulty: Difficulty,
    pub(crate) rubric: Vec<IgnoredAny>,
}

/// What lists show of a trajectory.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct TrajectorySummary {
    pub(crate) task: String,
    pub(crate) attempt: u32,
    pub(crate) policy: String,
    pub(crate) ending: Ending,
    pub(crate) outcome: OutcomeSummary,
}

/// What lists show of an outcome.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct OutcomeSummary {
    pub(crate) criteria: Vec<bool>,
    pub(crate) success: bool,
    pub(crate) n_calls: usize,
    #[serde(default)]
    pub(crate) simulated: u64,
}

impl OutcomeSummary {
    /// How many criteria hold.
    pub(crate) fn n_held(&self) -> usize {
        self.criteria.iter().filter(|holds| **holds).count()
    }
}
