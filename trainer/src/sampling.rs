//! Draws the next token of one row.

use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::model::decoder::PROBABILITY_MIN;
use crate::model::weights::unit;

/// How tokens are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// 1 draws from the policy as it is, less sharpens it, 0 always takes the likeliest token.
    pub temperature: f32,
    /// Draws only among the likeliest tokens that together have this probability.
    pub top_p: f32,
}

impl Sampling {
    /// Draws from the policy as it is: what GRPO needs.
    pub const ON_POLICY: Self = Self { temperature: 1.0, top_p: 1.0 };
    /// Always the likeliest token.
    pub const GREEDY: Self = Self { temperature: 0.0, top_p: 1.0 };
}

/// Draws an id and gives the policy's own log-probability of it, in nats, whatever the temperature.
/// Ties go to the lower id.
pub fn draw(
    probabilities: &[f32],
    sampling: Sampling,
    random: &mut Xoshiro256PlusPlus,
) -> (u32, f32) {
    let id = if sampling.temperature <= 0.0 {
        likeliest(probabilities)
    } else {
        draw_weighted(probabilities, sampling, random)
    };
    let probability = probabilities.get(id).copied().unwrap_or(0.0);
    (id as u32, probability.max(PROBABILITY_MIN).ln())
}

fn likeliest(probabilities: &[f32]) -> usize {
    let mut best = 0;
    for (id, probability) in probabilities.iter().enumerate() {
        if *probability > probabilities[best] {
            best = id;
        }
    }
    best
}

fn draw_weighted(
    probabilities: &[f32],
    sampling: Sampling,
    random: &mut Xoshiro256PlusPlus,
) -> usize {
    let mut weights: Vec<(usize, f64)> = probabilities
        .iter()
        .enumerate()
        .filter(|(_, probability)| **probability > 0.0)
        .map(|(id, &probability)| {
            let weight = match sampling.temperature {
                1.0 => f64::from(probability),
                temperature => f64::from(probability).powf(1.0 / f64::from(temperature)),
            };
            (id, weight)
        })
        .collect();
    let mut total: f64 = weights.iter().map(|(_, weight)| weight).sum();
    if sampling.top_p < 1.0 {
        weights.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let enough = total * f64::from(sampling.top_p.max(0.0));
        let mut kept = 0.0;
        let n_kept = weights
            .iter()
            .take_while(|(_, weight)| {
                let wanted = kept < enough;
                kept += weight;
                wanted
            })
            .count();
        weights.truncate(n_kept.max(1));
        total = weights.iter().map(|(_, weight)| weight).sum();
    }

    let mut left = unit(random) * total;
    for (id, weight) in &weights {
        left -= weight;
        if left < 0.0 {
            return *id;
        }
    }
    weights.last().map_or(0, |(id, _)| *id)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::{Sampling, draw};

    #[test]
    fn greedy_takes_the_likeliest_and_reports_the_policys_log_probability() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let (id, log_prob) = draw(&[0.2, 0.5, 0.3], Sampling::GREEDY, &mut random);
        assert_eq!(id, 1);
        assert!((log_prob - 0.5_f32.ln()).abs() < 1e-6);
    }

    #[test]
    fn draws_follow_the_distribution() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut counts = [0_i32; 3];
        for _ in 0..20_000 {
            counts[draw(&[0.2, 0.5, 0.3], Sampling::ON_POLICY, &mut random).0 as usize] += 1;
        }
        for (count, expected) in counts.into_iter().zip([4_000, 10_000, 6_000]) {
            // Four standard deviations of a binomial count are below 300 here.
            assert!((count - expected).abs() < 300, "{counts:?}");
        }
    }

    #[test]
    fn top_p_leaves_the_unlikely_out() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let sampling = Sampling { temperature: 1.0, top_p: 0.7 };
        for _ in 0..1_000 {
            assert_ne!(draw(&[0.2, 0.5, 0.3], sampling, &mut random).0, 0);
        }
    }
}
