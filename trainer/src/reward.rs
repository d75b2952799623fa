//! From the verdicts on a group of rollouts to one advantage a rollout.
//!
//! The formulas of the rubric reward are [`compoworld_world::reward`]; here are the choice between
//! rewards and what a group makes of them.

use clap::ValueEnum;
use compoworld_world::reward::{criterion_weights, pass_rates, rubric_reward, success};
use serde::{Deserialize, Serialize};

/// What a rollout is rewarded for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum RewardKind {
    /// The share of criteria satisfied.
    Uniform,
    /// One when every criterion is satisfied, else zero.
    Binary,
    /// The Completion-Focused Rubric Reward: criteria that the group rarely satisfies weigh more.
    Completion,
}

/// The reward of each rollout of a group.
///
/// # Shapes
/// - `passed`: `[group_size][n_criteria]`; returns `[group_size]`
///
/// # Units
/// In `[0, 1]`.
///
/// # Source
/// `Completion`: CompoWorld, arXiv:2609.33665; the other two are its ablations.
pub fn group_rewards(kind: RewardKind, passed: &[Vec<bool>], lambda: f64) -> Vec<f64> {
    match reward_weights(kind, &pass_rates(passed), lambda) {
        Some(weights) => passed.iter().map(|row| rubric_reward(row, &weights)).collect(),
        None => passed.iter().map(|row| f64::from(u8::from(success(row)))).collect(),
    }
}

/// What each criterion weighs in a group's rewards, given the share of the group that satisfies it;
/// none for the reward that weighs no criterion by itself.
///
/// # Shapes
/// - `pass_rates`: `[n_criteria]`; returns the same
///
/// # Source
/// `Completion`: `w_j = λ + (1 − p_j)`, CompoWorld, arXiv:2609.33665.
pub fn reward_weights(kind: RewardKind, pass_rates: &[f64], lambda: f64) -> Option<Vec<f64>> {
    match kind {
        RewardKind::Binary => None,
        RewardKind::Uniform => Some(vec![1.0; pass_rates.len()]),
        RewardKind::Completion => Some(criterion_weights(pass_rates, lambda)),
    }
}

/// Centers and scales a group's rewards, `Â_i = (R_i − mean R) / (std R + δ)`, with the population
/// deviation.
///
/// # Shapes
/// - `rewards`: `[group_size]`; returns the same; equal rewards give exact zeros
///
/// # Units
/// Advantages have none.
///
/// # Source
/// GRPO, arXiv:2402.03300, section 4.1.2. CompoWorld adds `δ` to the deviation.
pub fn group_advantages(rewards: &[f64], delta: f64) -> Vec<f64> {
    if rewards.windows(2).all(|pair| pair[0] == pair[1]) {
        // A rounded mean of equal rewards may differ from them by an ulp.
        return vec![0.0; rewards.len()];
    }
    let n_rollouts = rewards.len() as f64;
    let mean = rewards.iter().sum::<f64>() / n_rollouts;
    let variance = rewards.iter().map(|reward| (reward - mean).powi(2)).sum::<f64>() / n_rollouts;
    let deviation = variance.sqrt();
    rewards.iter().map(|reward| (reward - mean) / (deviation + delta)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, any, prop, proptest};

    use super::{RewardKind, group_advantages, group_rewards, reward_weights};

    const CLOSE: f64 = 1e-12;

    fn group() -> Vec<Vec<bool>> {
        vec![
            vec![true, true, false],
            vec![true, false, false],
            vec![true, true, true],
            vec![true, false, false],
        ]
    }

    fn assert_close(values: &[f64], expected: &[f64]) {
        assert_eq!(values.len(), expected.len());
        for (value, expected) in values.iter().zip(expected) {
            assert!((value - expected).abs() < CLOSE, "{values:?} {expected:?}");
        }
    }

    #[test]
    fn the_completion_reward_matches_hand_computed_values() {
        let rewards = group_rewards(RewardKind::Completion, &group(), 0.01);
        assert_close(&rewards, &[0.52 / 1.28, 0.01 / 1.28, 1.0, 0.01 / 1.28]);
    }

    #[test]
    fn criteria_that_fail_often_weigh_more_in_the_completion_reward_alone() {
        let rates = [1.0, 0.5, 0.25];
        let weights = reward_weights(RewardKind::Completion, &rates, 0.01);
        assert_close(&weights.expect("criteria weigh"), &[0.01, 0.51, 0.76]);
        assert_eq!(reward_weights(RewardKind::Uniform, &rates, 0.01), Some(vec![1.0; 3]));
        assert_eq!(reward_weights(RewardKind::Binary, &rates, 0.01), None);
    }

    #[test]
    fn the_ablations_match_hand_computed_values() {
        let uniform = group_rewards(RewardKind::Uniform, &group(), 0.01);
        assert_close(&uniform, &[2.0 / 3.0, 1.0 / 3.0, 1.0, 1.0 / 3.0]);
        assert_close(&group_rewards(RewardKind::Binary, &group(), 0.01), &[0.0, 0.0, 1.0, 0.0]);
    }

    #[test]
    fn advantages_use_the_population_deviation() {
        // Mean 2.5, squared differences 2.25 + 0.25 + 0.25 + 2.25 over 4.
        let deviation = 1.25_f64.sqrt();
        let advantages = group_advantages(&[1.0, 2.0, 3.0, 4.0], 0.1);
        let scale = deviation + 0.1;
        assert_close(&advantages, &[-1.5 / scale, -0.5 / scale, 0.5 / scale, 1.5 / scale]);
    }

    fn any_group() -> impl Strategy<Value = Vec<Vec<bool>>> {
        (1..9usize, 1..7usize).prop_flat_map(|(group_size, n_criteria)| {
            prop::collection::vec(prop::collection::vec(any::<bool>(), n_criteria), group_size)
        })
    }

    proptest! {
        #[test]
        fn all_satisfied_gives_one(mut group in any_group(), row in any::<prop::sample::Index>()) {
            let row = row.index(group.len());
            group[row].fill(true);
            for kind in [RewardKind::Uniform, RewardKind::Binary, RewardKind::Completion] {
                assert_eq!(group_rewards(kind, &group, 0.01)[row], 1.0);
            }
        }

        #[test]
        fn rewards_stay_between_zero_and_one(group in any_group()) {
            for kind in [RewardKind::Uniform, RewardKind::Binary, RewardKind::Completion] {
                for reward in group_rewards(kind, &group, 0.01) {
                    assert!((0.0..=1.0).contains(&reward));
                }
            }
        }

        #[test]
        fn equal_rewards_give_zero_advantage(reward in 0.0..1.0f64, group_size in 1..9usize) {
            let advantages = group_advantages(&vec![reward; group_size], 1e-6);
            assert!(advantages.iter().all(|&advantage| advantage == 0.0));
        }

        #[test]
        fn advantages_sum_to_zero_and_keep_the_order(
            rewards in prop::collection::vec(0.0..1.0f64, 2..9)
        ) {
            let advantages = group_advantages(&rewards, 1e-6);
            assert!(advantages.iter().sum::<f64>().abs() < 1e-6);
            for (one, two) in rewards.iter().zip(&advantages) {
                for (other_one, other_two) in rewards.iter().zip(&advantages) {
                    assert!(one <= other_one || two >= other_two);
                }
            }
        }
    }
}
