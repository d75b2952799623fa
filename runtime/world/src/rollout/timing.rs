//! How long attempts take. Kept apart from trajectories, which are the same in every run.

use serde::{Deserialize, Serialize};

/// How long one attempt took.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct AttemptTiming {
    /// The task's name.
    pub task: String,
    /// Which attempt at the task this is, from 0.
    pub attempt: u32,
    /// From its start to the verdict.
    pub total_us: u64,
    /// Each turn.
    pub turns: Vec<TurnTiming>,
}

/// How long one turn took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TurnTiming {
    /// Until the policy had said what it does.
    pub policy_us: u64,
    /// Until the environment had answered its calls.
    pub calls_us: u64,
    /// How many calls there were.
    pub n_calls: usize,
}
