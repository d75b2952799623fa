//! The Completion-Focused Rubric Reward: from verdicts on criteria to a reward.
//!
//! A *group* is `N` rollouts of one task. `passed[i][j]` says whether rollout `i` satisfies criterion
//! `j` of the task's rubric. Everything here is a pure function of those verdicts.

/// The `λ` that the paper uses: the weight a criterion keeps when every rollout satisfies it.
///
/// # Source
/// CompoWorld, arXiv:2609.33665.
pub const LAMBDA_DEFAULT: f64 = 0.01;

/// The share of a group's rollouts that satisfy each criterion, `p_j = mean_i b_ij`.
///
/// # Shapes
/// - `passed`: `[group_size][n_criteria]`
/// - returns: `[n_criteria]`
///
/// # Source
/// CompoWorld, arXiv:2609.33665, the Completion-Focused Rubric Reward.
pub fn pass_rates(passed: &[Vec<bool>]) -> Vec<f64> {
    let n_criteria = passed.first().map_or(0, Vec::len);
    (0..n_criteria)
        .map(|j| passed.iter().filter(|row| row[j]).count() as f64 / passed.len() as f64)
        .collect()
}

/// The weight of each criterion, `w_j = λ + (1 − p_j)`.
///
/// # Shapes
/// - `pass_rates`: `[n_criteria]`; returns the same
///
/// # Units
/// Weights have none; only their ratios matter.
///
/// # Source
/// CompoWorld, arXiv:2609.33665.
pub fn criterion_weights(pass_rates: &[f64], lambda: f64) -> Vec<f64> {
    pass_rates.iter().map(|rate| lambda + (1.0 - rate)).collect()
}

/// The weighted share of criteria satisfied, `R_i = Σ_j w_j b_ij / Σ_j w_j`.
///
/// # Shapes
/// - `passed`, `weights`: `[n_criteria]`
///
/// # Units
/// In `[0, 1]`; 1 when all criteria are satisfied, and 0 when those that are have no weight.
///
/// # What one more criterion does
/// Satisfying one more criterion `k` moves its own weight, since the group's `p_k` rises by `1/N`.
/// The rollout's reward never falls, and with `λ > 0` it rises: where `A` and `B` are the weights of
/// the other criteria that it does and does not satisfy, `w` is the weight of `k` before and
/// `w' = w − 1/N ≥ λ` after, `A / (A + w + B) ≤ (A + w') / (A + w' + B)`. In one group, whoever
/// satisfies all that another does earns at least as much.
///
/// No more than that holds. The rewards of the others move too: they fall where `k` was among what
/// earned them, and rise where it was not. So the advantage of the rollout that did better can
/// fall, and a rollout with few rare criteria can earn more than one with many frequent ones.
///
/// # Source
/// CompoWorld, arXiv:2609.33665.
pub fn rubric_reward(passed: &[bool], weights: &[f64]) -> f64 {
    let total: f64 = weights.iter().sum();
    if success(passed) {
        // Summing the same weights twice could round to something next to one.
        return 1.0;
    }
    let earned: f64 =
        passed.iter().zip(weights).filter(|(passed, _)| **passed).map(|(_, weight)| weight).sum();
    if total > 0.0 { earned / total } else { 0.0 }
}

/// Whether a rollout satisfies every criterion, `Success_i = Π_j b_ij`.
pub fn success(passed: &[bool]) -> bool {
    passed.iter().all(|&passed| passed)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, any, prop, proptest};

    use super::{LAMBDA_DEFAULT, criterion_weights, pass_rates, rubric_reward};

    fn any_group() -> impl Strategy<Value = Vec<Vec<bool>>> {
        (1..9usize, 1..7usize).prop_flat_map(|(group_size, n_criteria)| {
            prop::collection::vec(prop::collection::vec(any::<bool>(), n_criteria), group_size)
        })
    }

    #[test]
    fn the_completion_reward_matches_hand_computed_values() {
        let group = [
            vec![true, true, false],
            vec![true, false, false],
            vec![true, true, true],
            vec![true, false, false],
        ];
        let rates = pass_rates(&group);
        assert_eq!(rates, [1.0, 0.5, 0.25]);
        let weights = criterion_weights(&rates, 0.01);
        let expected_weights = [0.01, 0.51, 0.76];
        let expected_rewards = [0.52 / 1.28, 0.01 / 1.28, 1.0, 0.01 / 1.28];
        for (weight, expected) in weights.iter().zip(expected_weights) {
            assert!((weight - expected).abs() < 1e-12);
        }
        for (row, expected) in group.iter().zip(expected_rewards) {
            assert!((rubric_reward(row, &weights) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn satisfying_everything_is_rewarded_in_full_even_without_weight() {
        assert_eq!(rubric_reward(&[true, true], &[0.0, 0.0]), 1.0);
        assert_eq!(rubric_reward(&[true, false], &[0.0, 0.0]), 0.0);
    }

    fn rewards(group: &[Vec<bool>]) -> Vec<f64> {
        let weights = criterion_weights(&pass_rates(group), LAMBDA_DEFAULT);
        group.iter().map(|row| rubric_reward(row, &weights)).collect()
    }

    fn verdicts(rows: [[u8; 3]; 4]) -> Vec<Vec<bool>> {
        rows.iter().map(|row| row.iter().map(|&held| held == 1).collect()).collect()
    }

    #[test]
    fn one_more_criterion_of_one_rollout_can_lower_anothers_reward_and_its_own_advantage() {
        let before = rewards(&verdicts([[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 0]]));
        let after = rewards(&verdicts([[1, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 0]]));
        // w = (0.51, 0.51, 0.76) before, (0.26, 0.51, 0.76) after.
        for (found, expected) in [
            (&before, [0.0, 0.76 / 1.78, 1.02 / 1.78, 1.02 / 1.78]),
            (&after, [0.26 / 1.53, 0.76 / 1.53, 0.77 / 1.53, 0.77 / 1.53]),
        ] {
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-12, "{found} {expected}");
            }
        }
        assert!(after[0] > before[0] && after[1] > before[1] && after[2] < before[2]);

        // In units of the group's deviation the first rollout has come to lie further below.
        let of_first = |rewards: &[f64]| {
            let mean = rewards.iter().sum::<f64>() / 4.0;
            let variance = rewards.iter().map(|reward| (reward - mean).powi(2)).sum::<f64>() / 4.0;
            (rewards[0] - mean) / variance.sqrt()
        };
        assert!(of_first(&after) < of_first(&before) - 0.05);
    }

    #[test]
    fn many_frequent_criteria_can_earn_less_than_one_rare_one() {
        let rewards = rewards(&verdicts([[1, 1, 0], [1, 1, 0], [1, 1, 0], [0, 0, 1]]));
        // w = (0.26, 0.26, 0.76).
        assert!((rewards[0] - 0.52 / 1.28).abs() < 1e-12);
        assert!((rewards[3] - 0.76 / 1.28).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn one_more_criterion_never_lowers_the_reward_though_the_weights_follow(
            group in any_group(), row in any::<prop::sample::Index>(),
            criterion in any::<prop::sample::Index>()
        ) {
            let row = row.index(group.len());
            let criterion = criterion.index(group[row].len());
            let mut more = group.clone();
            more[row][criterion] = true;
            let (before, after) = (rewards(&group)[row], rewards(&more)[row]);
            if group[row][criterion] {
                assert_eq!(after, before);
            } else {
                // The bound that every weight is at least `λ` gives, with six criteria at most.
                assert!(after > before + 1e-4, "{before} {after}");
            }
        }

        #[test]
        fn who_satisfies_all_that_another_does_earns_at_least_as_much(
            group in any_group(), one in any::<prop::sample::Index>(),
            other in any::<prop::sample::Index>()
        ) {
            let (one, other) = (one.index(group.len()), other.index(group.len()));
            let mut group = group;
            let less = group[other].clone();
            for (held, also) in group[one].iter_mut().zip(less) {
                *held |= also;
            }
            let rewards = rewards(&group);
            assert!(rewards[one] >= rewards[other]);
        }

        #[test]
        fn one_more_criterion_never_lowers_the_reward_under_held_weights(
            group in any_group(), row in any::<prop::sample::Index>(),
            criterion in any::<prop::sample::Index>()
        ) {
            let weights = criterion_weights(&pass_rates(&group), 0.01);
            let before = &group[row.index(group.len())];
            let mut after = before.clone();
            after[criterion.index(before.len())] = true;
            assert!(rubric_reward(&after, &weights) >= rubric_reward(before, &weights));
        }
    }
}
