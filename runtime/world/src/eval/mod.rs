//! What a policy's trajectories amount to: pass rates and rubric means, over all and by what makes
//! tasks differ.

mod markdown;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::catalog::Catalog;
use crate::rollout::Trajectory;
use crate::task::Task;

pub use markdown::markdown;

/// The result of an evaluation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The policies whose trajectories were evaluated.
    pub policies: Vec<String>,
    /// Over all trajectories.
    pub overall: Score,
    /// The chance that a task is done in all of k attempts, for each k up to the number of
    /// attempts that every task has.
    pub pass_hat: BTreeMap<u32, f64>,
    /// By the domain of a task's services; a task counts in each of its domains.
    pub by_domain: BTreeMap<String, Score>,
    /// By the number of services that a task needs.
    pub by_k: BTreeMap<usize, Score>,
    /// By the length of a task's walk.
    pub by_l: BTreeMap<usize, Score>,
    /// By what else makes a task hard.
    pub by_variation: BTreeMap<String, Score>,
    /// How often the criteria of each kind hold.
    pub criteria: BTreeMap<String, f64>,
    /// Trajectories whose task is not among the tasks; they are left out.
    pub n_unknown: usize,
}

/// The score of some trajectories.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Score {
    /// How many different tasks there are.
    pub n_tasks: usize,
    /// How many trajectories there are.
    pub n_trajectories: usize,
    /// The share of trajectories that meet every criterion.
    pub pass_rate: f64,
    /// The mean share of criteria that hold.
    pub rubric_mean: f64,
    /// The mean number of tool calls.
    pub calls_mean: f64,
    /// The share of tool calls that a world model answered.
    #[serde(default)]
    pub simulated_share: f64,
}

/// Evaluates trajectories of these tasks.
#[must_use]
pub fn evaluate(catalog: &Catalog, tasks: &[Task], trajectories: &[Trajectory]) -> Evaluation {
    let by_id: BTreeMap<&str, &Task> = tasks.iter().map(|task| (task.id.as_str(), task)).collect();
    let mut policies = BTreeSet::new();
    let mut overall = Sum::default();
    let mut by_domain = BTreeMap::<String, Sum>::new();
    let mut by_k = BTreeMap::<usize, Sum>::new();
    let mut by_l = BTreeMap::<usize, Sum>::new();
    let mut by_variation = BTreeMap::<String, Sum>::new();
    let mut criteria = BTreeMap::<String, (usize, usize)>::new();
    let mut n_unknown = 0;
    for trajectory in trajectories {
        let Some(task) = by_id.get(trajectory.task.as_str()) else {
            n_unknown += 1;
            continue;
        };
        policies.insert(trajectory.policy.clone());
        overall.add(trajectory);
        for domain in domains(catalog, task) {
            by_domain.entry(domain).or_default().add(trajectory);
        }
        by_k.entry(task.difficulty.k).or_default().add(trajectory);
        by_l.entry(task.difficulty.l).or_default().add(trajectory);
        for variation in &task.difficulty.variations {
            by_variation.entry(variation.clone()).or_default().add(trajectory);
        }
        for (criterion, holds) in task.rubric.iter().zip(&trajectory.outcome.criteria) {
            let counts = criteria.entry(criterion.kind.as_str().to_owned()).or_default();
            counts.0 += usize::from(*holds);
            counts.1 += 1;
        }
    }
    Evaluation {
        policies: policies.into_iter().collect(),
        pass_hat: pass_hat(&overall.attempts),
        overall: overall.score(),
        by_domain: scores(by_domain),
        by_k: scores(by_k),
        by_l: scores(by_l),
        by_variation: scores(by_variation),
        criteria: criteria
            .into_iter()
            .map(|(kind, (held, all))| (kind, held as f64 / all as f64))
            .collect(),
        n_unknown,
    }
}

/// The domains of the services that a task needs.
fn domains(catalog: &Catalog, task: &Task) -> BTreeSet<String> {
    let services = task.services.iter().filter_map(|used| catalog.find(&used.service));
    services.map(|service| service.domain.to_owned()).collect()
}

fn scores<K: Ord>(sums: BTreeMap<K, Sum>) -> BTreeMap<K, Score> {
    sums.into_iter().map(|(name, sum)| (name, sum.score())).collect()
}

/// For each k, the mean over tasks of C(c, k) / C(n, k), where c of a task's n attempts succeeded:
/// the unbiased estimate of the chance that k attempts all succeed.
///
/// # Source
/// τ-bench, arXiv:2406.12045, section 4.
fn pass_hat(attempts: &BTreeMap<String, (u32, u32)>) -> BTreeMap<u32, f64> {
    let k_max = attempts.values().map(|(_, n)| *n).min().unwrap_or(0);
    let chance = |k: u32, (c, n): (u32, u32)| -> f64 {
        (0..k).map(|i| f64::from(c.saturating_sub(i)) / f64::from(n - i)).product()
    };
    (1..=k_max)
        .map(|k| {
            let sum: f64 = attempts.values().map(|counts| chance(k, *counts)).sum();
            (k, sum / attempts.len() as f64)
        })
        .collect()
}

#[derive(Default)]
struct Sum {
    /// Successes and attempts by task.
    attempts: BTreeMap<String, (u32, u32)>,
    rubric: f64,
    calls: usize,
    simulated: u64,
}

impl Sum {
    fn add(&mut self, trajectory: &Trajectory) {
        let counts = self.attempts.entry(trajectory.task.clone()).or_default();
        counts.0 += u32::from(trajectory.outcome.success);
        counts.1 += 1;
        self.rubric += trajectory.outcome.rubric_mean;
        self.calls += trajectory.outcome.n_calls;
        self.simulated += trajectory.outcome.simulated;
    }

    fn score(&self) -> Score {
        let n: u32 = self.attempts.values().map(|(_, n)| n).sum();
        let passed: u32 = self.attempts.values().map(|(c, _)| c).sum();
        let mean = |sum: f64| if n == 0 { 0.0 } else { sum / f64::from(n) };
        Score {
            n_tasks: self.attempts.len(),
            n_trajectories: n as usize,
            pass_rate: mean(f64::from(passed)),
            rubric_mean: mean(self.rubric),
            calls_mean: mean(self.calls as f64),
            simulated_share: self.simulated as f64 / self.calls.max(1) as f64,
        }
    }
}
