//! The reward of a group of attempts at one task.

/// The weight that a criterion keeps when every attempt meets it.
pub const LAMBDA_DEFAULT: f64 = 0.01;

/// The Completion-Focused Rubric Reward of each attempt of a group.
///
/// `criteria[i][j]` tells whether attempt `i` meets criterion `j`. With the pass rates
/// `p_j = mean_i b_ij` and the weights `w_j = lambda + (1 - p_j)`, the reward of an attempt is
/// `sum_j w_j b_ij / sum_j w_j`: criteria that the group seldom meets count most. A group that
/// meets all criteria gets 1 throughout, also with a `lambda` of 0.
///
/// # Panics
/// When the attempts have different numbers of criteria.
///
/// # Source
/// CompoWorld, arXiv:2609.33665.
#[must_use]
pub fn group_rewards(criteria: &[Vec<bool>], lambda: f64) -> Vec<f64> {
    let Some(first) = criteria.first() else {
        return Vec::new();
    };
    let n_criteria = first.len();
    assert!(
        criteria.iter().all(|bits| bits.len() == n_criteria),
        "the attempts of a group are judged by one rubric"
    );
    let n_attempts = criteria.len() as f64;
    let weights: Vec<f64> = (0..n_criteria)
        .map(|j| {
            let met = criteria.iter().filter(|bits| bits[j]).count() as f64;
            lambda + (1.0 - met / n_attempts)
        })
        .collect();
    let total: f64 = weights.iter().sum();
    let reward = |bits: &Vec<bool>| {
        if total == 0.0 {
            return 1.0;
        }
        let met: f64 = bits.iter().zip(&weights).filter(|(bit, _)| **bit).map(|(_, w)| w).sum();
        met / total
    };
    criteria.iter().map(reward).collect()
}

#[cfg(test)]
mod tests {
    use super::group_rewards;

    #[test]
    fn a_criterion_that_half_the_group_meets_outweighs_one_that_all_meet() {
        let rewards = group_rewards(&[vec![true, true], vec![true, false]], 0.01);
        // p = (1, 0.5), w = (0.01, 0.51), by hand.
        assert!((rewards[0] - 1.0).abs() < 1e-12);
        assert!((rewards[1] - 0.01 / 0.52).abs() < 1e-12);
    }

    #[test]
    fn a_group_that_meets_everything_is_rewarded_in_full_without_lambda() {
        assert_eq!(group_rewards(&[vec![true], vec![true]], 0.0), vec![1.0, 1.0]);
    }
}
