//! Two policies on the same tasks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rollout::Trajectory;
use crate::task::Task;

use super::interval::{Interval, bootstrap_mean};
use super::score::{Sum, TaskSum};

/// How two policies differ, over the tasks that both attempted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The first policies.
    pub policies: Vec<String>,
    /// Those that they are compared with.
    pub against: Vec<String>,
    /// How many tasks both attempted.
    pub n_tasks: usize,
    /// Tasks that only one of the two attempted; they are left out.
    pub n_unpaired: usize,
    /// The first one's pass rate less the second one's, each task counting alike.
    pub pass: Difference,
    /// The same of the mean share of criteria.
    pub rubric: Difference,
    /// McNemar's test of the pass rates, when each attempted each task once.
    pub mcnemar: Option<McNemar>,
}

/// A difference of two means over the same tasks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The first mean.
    pub first: f64,
    /// The second mean.
    pub second: f64,
    /// The first less the second.
    pub difference: f64,
    /// Where the difference is with 95% confidence: a bootstrap over tasks, both attempts at a task
    /// drawn together.
    pub interval: Interval,
}

/// McNemar's test, exact: whether two policies that differ at so many tasks could be equally good.
///
/// # Source
/// Q. McNemar, *Note on the sampling error of the difference between correlated proportions*, 1947;
/// with the binomial distribution in place of its approximation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct McNemar {
    /// Tasks at which only the first succeeded.
    pub only_first: u32,
    /// Tasks at which only the second succeeded.
    pub only_second: u32,
    /// The chance of a split at least as uneven, were both equally good.
    pub p: f64,
}

/// Compares trajectories with others of the same tasks. Trajectories of other tasks are left out.
#[must_use]
pub fn compare(tasks: &[Task], first: &[Trajectory], second: &[Trajectory]) -> Comparison {
    let first = by_task(tasks, first);
    let second = by_task(tasks, second);
    let pairs: Vec<(TaskSum, TaskSum)> = first
        .sum
        .tasks
        .iter()
        .filter_map(|(task, sum)| Some((*sum, *second.sum.tasks.get(task)?)))
        .collect();
    let n_all = first.sum.tasks.len() + second.sum.tasks.len();
    Comparison {
        n_tasks: pairs.len(),
        n_unpaired: n_all - 2 * pairs.len(),
        pass: difference(&pairs, |sum| f64::from(sum.n_passed)),
        rubric: difference(&pairs, |sum| sum.rubric),
        mcnemar: mcnemar(&pairs),
        policies: first.policies,
        against: second.policies,
    }
}

struct Attempts {
    sum: Sum,
    policies: Vec<String>,
}

fn by_task(tasks: &[Task], trajectories: &[Trajectory]) -> Attempts {
    let known: BTreeMap<&str, &Task> = tasks.iter().map(|task| (task.id.as_str(), task)).collect();
    let mut sum = Sum::default();
    let mut policies = Vec::new();
    for trajectory in trajectories {
        if known.contains_key(trajectory.task.as_str()) {
            sum.add(trajectory);
            policies.push(trajectory.policy.clone());
        }
    }
    policies.sort_unstable();
    policies.dedup();
    Attempts { sum, policies }
}

fn difference(pairs: &[(TaskSum, TaskSum)], value: fn(&TaskSum) -> f64) -> Difference {
    let mean = |sum: &TaskSum| value(sum) / f64::from(sum.n_attempts);
    let n = pairs.len().max(1) as f64;
    let first = pairs.iter().map(|(first, _)| mean(first)).sum::<f64>() / n;
    let second = pairs.iter().map(|(_, second)| mean(second)).sum::<f64>() / n;
    let differences: Vec<(f64, f64)> =
        pairs.iter().map(|(first, second)| (mean(first) - mean(second), 1.0)).collect();
    Difference { first, second, difference: first - second, interval: bootstrap_mean(&differences) }
}

fn mcnemar(pairs: &[(TaskSum, TaskSum)]) -> Option<McNemar> {
    let once = |sum: &TaskSum| sum.n_attempts == 1;
    if pairs.is_empty() || !pairs.iter().all(|(first, second)| once(first) && once(second)) {
        return None;
    }
    let count = |won: fn(u32, u32) -> bool| {
        pairs.iter().filter(|(first, second)| won(first.n_passed, second.n_passed)).count() as u32
    };
    let (only_first, only_second) = (count(|a, b| a > b), count(|a, b| a < b));
    Some(McNemar { only_first, only_second, p: sign_test(only_first, only_second) })
}

/// The two-sided chance of at most the smaller count among so many fair draws.
fn sign_test(one: u32, other: u32) -> f64 {
    let n = one + other;
    // Logarithms, since 2^-n vanishes for large n.
    let mut log_choose = 0.0;
    let mut tail = 0.0;
    for k in 0..=one.min(other) {
        if k > 0 {
            log_choose += (f64::from(n - k + 1) / f64::from(k)).ln();
        }
        tail += (log_choose - f64::from(n) * std::f64::consts::LN_2).exp();
    }
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::sign_test;

    #[test]
    fn the_sign_test_matches_hand_computed_values() {
        // 2 (1 + 10 + 45) / 2^10 for 2 against 8; 2 / 2^6 for 0 against 6.
        assert!((sign_test(8, 2) - 112.0 / 1024.0).abs() < 1e-12);
        assert!((sign_test(0, 6) - 2.0 / 64.0).abs() < 1e-12);
        assert_eq!(sign_test(0, 0), 1.0);
        assert_eq!(sign_test(5, 5), 1.0);
        assert!(sign_test(900, 1_100) < 1e-4);
    }
}
