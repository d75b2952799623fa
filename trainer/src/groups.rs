//! Groups of rollouts: which tasks a round has, and what the verdicts on a round are worth.

use compoworld_lm::train::order::epoch_order;
use compoworld_world::reward::pass_rates;
use serde::Serialize;

use crate::reward::{RewardKind, group_advantages, group_rewards, reward_weights};

/// How the group of rollouts of one task went, criterion by criterion.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GroupVerdicts {
    /// The task, by its place in the task set.
    pub task: usize,
    /// The share of the group that satisfied each criterion, `p_j`.
    pub pass_rates: Vec<f64>,
    /// What each criterion weighed in the reward, `w_j`; none where the reward weighs no criterion
    /// by itself.
    pub weights: Option<Vec<f64>>,
}

/// What a round's verdicts are worth.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct JudgedGroups {
    /// The reward of each rollout, group after group.
    pub rewards: Vec<f64>,
    /// The advantage of each rollout over its group.
    pub advantages: Vec<f64>,
    /// How each group went.
    pub verdicts: Vec<GroupVerdicts>,
    /// Groups whose rewards were all equal; they teach nothing.
    pub n_equal: usize,
}

/// Rewards the rollouts of a round and compares each with its group.
///
/// # Shapes
/// - `passed`: `[n_tasks * group_size][n_criteria]`, group after group; `tasks`: `[n_tasks]`
///
/// # Units
/// `lambda` is a criterion's least weight, `delta` is added to the deviation of rewards.
pub fn judge_groups(
    tasks: &[usize],
    passed: &[Vec<bool>],
    reward: RewardKind,
    lambda: f64,
    delta: f64,
) -> JudgedGroups {
    let group_size = passed.len() / tasks.len().max(1);
    let mut judged = JudgedGroups::default();
    for (&task, group) in tasks.iter().zip(passed.chunks(group_size.max(1))) {
        let rewards = group_rewards(reward, group, lambda);
        let advantages = group_advantages(&rewards, delta);
        judged.n_equal += usize::from(advantages.iter().all(|&advantage| advantage == 0.0));
        judged.rewards.extend(rewards);
        judged.advantages.extend(advantages);
        let pass_rates = pass_rates(group);
        let weights = reward_weights(reward, &pass_rates, lambda);
        judged.verdicts.push(GroupVerdicts { task, pass_rates, weights });
    }
    judged
}

/// The tasks of a round: one pass over all tasks after another, each in an order of its own.
pub fn tasks_of_round(n_all: usize, n_tasks: usize, n_done: usize, seed: u64) -> Vec<usize> {
    let from = n_done * n_tasks;
    let mut order = (usize::MAX, Vec::new());
    (from..from + n_tasks)
        .map(|place| {
            let epoch = place / n_all;
            if order.0 != epoch {
                order = (epoch, epoch_order(n_all, seed, epoch));
            }
            order.1[place % n_all]
        })
        .collect()
}

/// The share of criteria satisfied; 1 where there is none.
pub fn share(passed: &[bool]) -> f64 {
    match passed.len() {
        0 => 1.0,
        n_criteria => passed.iter().filter(|&&p| p).count() as f64 / n_criteria as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::{judge_groups, tasks_of_round};
    use crate::reward::RewardKind;

    #[test]
    fn each_rollout_is_compared_with_its_own_group() {
        let passed = [vec![true, false], vec![false, false], vec![true, true], vec![true, true]];
        let judged = judge_groups(&[7, 3], &passed, RewardKind::Uniform, 0.01, 0.0);
        assert_eq!(judged.rewards, [0.5, 0.0, 1.0, 1.0]);
        assert_eq!(judged.advantages, [1.0, -1.0, 0.0, 0.0]);
        assert_eq!(judged.n_equal, 1);
        assert_eq!(judged.verdicts[0].task, 7);
        assert_eq!(judged.verdicts[0].pass_rates, [0.5, 0.0]);
    }

    #[test]
    fn every_task_comes_once_in_a_pass() {
        let mut tasks: Vec<usize> =
            (0..5).flat_map(|done| tasks_of_round(10, 4, done, 3)).collect();
        assert_ne!(tasks[..10], tasks[10..]);
        tasks[..10].sort_unstable();
        tasks[10..].sort_unstable();
        assert_eq!(tasks, (0..10).chain(0..10).collect::<Vec<_>>());
    }
}
