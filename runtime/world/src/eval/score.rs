//! The score of some trajectories, with how sure it is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rollout::Trajectory;

use super::interval::{Interval, bootstrap_mean, wilson};

/// The score of some trajectories.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Score {
    /// How many different tasks there are.
    pub n_tasks: usize,
    /// How many trajectories there are.
    pub n_trajectories: usize,
    /// The share of trajectories that meet every criterion.
    pub pass_rate: f64,
    /// Where that share is with 95% confidence: Wilson's interval, with as many draws as there are
    /// tasks. Attempts at one task are alike, and counting each would feign certainty.
    pub pass_interval: Interval,
    /// The chance that all of k attempts at a task succeed, where k is how many each has at least.
    pub pass_all: f64,
    /// The mean share of criteria that hold.
    pub rubric_mean: f64,
    /// Where that mean is with 95% confidence: a bootstrap over tasks.
    pub rubric_interval: Interval,
    /// The mean number of tool calls.
    pub calls_mean: f64,
    /// The share of tool calls that a world model answered.
    #[serde(default)]
    pub simulated_share: f64,
}

/// What the attempts at one task came to.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct TaskSum {
    pub(super) n_passed: u32,
    pub(super) n_attempts: u32,
    pub(super) rubric: f64,
}

/// Adds up trajectories.
#[derive(Debug, Default)]
pub(super) struct Sum {
    pub(super) tasks: BTreeMap<String, TaskSum>,
    n_calls: usize,
    n_simulated: u64,
}

impl Sum {
    pub(super) fn add(&mut self, trajectory: &Trajectory) {
        let sum = self.tasks.entry(trajectory.task.clone()).or_default();
        sum.n_passed += u32::from(trajectory.outcome.success);
        sum.n_attempts += 1;
        sum.rubric += trajectory.outcome.rubric_mean;
        self.n_calls += trajectory.outcome.n_calls;
        self.n_simulated += trajectory.outcome.simulated;
    }

    pub(super) fn score(&self) -> Score {
        let n: u32 = self.tasks.values().map(|sum| sum.n_attempts).sum();
        if n == 0 {
            return Score::default();
        }
        let passed: u32 = self.tasks.values().map(|sum| sum.n_passed).sum();
        let pass_rate = f64::from(passed) / f64::from(n);
        let rubrics: Vec<(f64, f64)> =
            self.tasks.values().map(|sum| (sum.rubric, f64::from(sum.n_attempts))).collect();
        let rubric: f64 = self.tasks.values().map(|sum| sum.rubric).sum();
        Score {
            n_tasks: self.tasks.len(),
            n_trajectories: n as usize,
            pass_rate,
            pass_interval: wilson(pass_rate, self.tasks.len()),
            pass_all: pass_hat(&self.tasks).last_key_value().map_or(0.0, |(_, chance)| *chance),
            rubric_mean: rubric / f64::from(n),
            rubric_interval: bootstrap_mean(&rubrics),
            calls_mean: self.n_calls as f64 / f64::from(n),
            simulated_share: self.n_simulated as f64 / self.n_calls.max(1) as f64,
        }
    }
}

/// For each k, the mean over tasks of C(c, k) / C(n, k), where c of a task's n attempts succeeded:
/// the unbiased estimate of the chance that k attempts all succeed.
///
/// # Source
/// τ-bench, arXiv:2406.12045, section 4.
pub(super) fn pass_hat(tasks: &BTreeMap<String, TaskSum>) -> BTreeMap<u32, f64> {
    let k_max = tasks.values().map(|sum| sum.n_attempts).min().unwrap_or(0);
    let chance = |k: u32, sum: &TaskSum| -> f64 {
        let (c, n) = (sum.n_passed, sum.n_attempts);
        (0..k).map(|i| f64::from(c.saturating_sub(i)) / f64::from(n - i)).product()
    };
    (1..=k_max)
        .map(|k| {
            let sum: f64 = tasks.values().map(|sum| chance(k, sum)).sum();
            (k, sum / tasks.len() as f64)
        })
        .collect()
}
