//! How the agent's tokens of a round are averaged into one objective.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// What counts alike in the mean over a round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Aggregation {
    /// Every token of the agent: a long rollout pulls more than a short one.
    #[default]
    Token,
    /// Every rollout, by the mean over its own tokens: a token of a long rollout pulls less.
    Sequence,
}

/// What a token of each rollout weighs in the mean over the round. The weights of all tokens
/// together sum to one.
///
/// `Token` gives `1 / Σ_i n_i`, `Sequence` gives `1 / (N n_i)`, where `N` counts the rollouts in
/// which the agent said something; the others have no mean, and weigh nothing.
///
/// # Shapes
/// - `n_tokens`: `[n_rollouts]`, the agent's tokens of each; returns the same
///
/// # Source
/// `Sequence`: GRPO, arXiv:2402.03300, equation 3. `Token`: DAPO, arXiv:2503.14476, section 3.3.
pub fn token_weights(aggregation: Aggregation, n_tokens: &[usize]) -> Vec<f64> {
    let n_all: usize = n_tokens.iter().sum();
    let n_rollouts = n_tokens.iter().filter(|&&n| n > 0).count();
    let weight = |n: usize| match aggregation {
        _ if n == 0 => 0.0,
        Aggregation::Token => 1.0 / n_all as f64,
        Aggregation::Sequence => 1.0 / (n_rollouts * n) as f64,
    };
    n_tokens.iter().map(|&n| weight(n)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop, proptest};

    use super::{Aggregation, token_weights};

    #[test]
    fn the_weights_match_hand_computed_values() {
        // Ten tokens in all; three rollouts in which something was said.
        let n_tokens = [2, 3, 5, 0];
        assert_eq!(token_weights(Aggregation::Token, &n_tokens), [0.1, 0.1, 0.1, 0.0]);
        let by_sequence = token_weights(Aggregation::Sequence, &n_tokens);
        for (weight, expected) in by_sequence.iter().zip([1.0 / 6.0, 1.0 / 9.0, 1.0 / 15.0, 0.0]) {
            assert!((weight - expected).abs() < 1e-15, "{by_sequence:?}");
        }
    }

    #[test]
    fn a_long_and_a_short_rollout_are_averaged_as_hand_computed() {
        // The tokens' objectives: 1, 1, 1, 1 in one rollout, 6 in the other.
        let mean = |aggregation| {
            let weights = token_weights(aggregation, &[4, 1]);
            4.0 * weights[0] + 6.0 * weights[1]
        };
        assert!((mean(Aggregation::Token) - 2.0_f64).abs() < 1e-15);
        assert!((mean(Aggregation::Sequence) - 3.5_f64).abs() < 1e-15);
    }

    proptest! {
        #[test]
        fn the_weights_of_all_tokens_sum_to_one(
            n_tokens in prop::collection::vec(0..400usize, 1..40)
        ) {
            for aggregation in [Aggregation::Token, Aggregation::Sequence] {
                let weights = token_weights(aggregation, &n_tokens);
                let sum: f64 =
                    n_tokens.iter().zip(&weights).map(|(&n, weight)| n as f64 * weight).sum();
                let expected = if n_tokens.iter().all(|&n| n == 0) { 0.0 } else { 1.0 };
                assert!((sum - expected).abs() < 1e-9, "{sum}");
            }
        }
    }
}
