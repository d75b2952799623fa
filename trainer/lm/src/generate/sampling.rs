//! Draws the next token of a row.

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// How tokens are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
    /// 1 draws from the model as it is, less sharpens it, 0 always takes the likeliest token.
    pub temperature: f32,
    /// Draws only among the likeliest tokens that together have this probability, in (0, 1]
    /// (nucleus sampling, arXiv:1904.09751, section 3.1), taken after the temperature.
    pub top_p: f32,
    /// Draws only among so many of the likeliest tokens; 0 for all.
    pub top_k: usize,
}

impl Sampling {
    /// Draws from the model as it is: what policy gradients need.
    pub const ON_POLICY: Self = Self { temperature: 1.0, top_p: 1.0, top_k: 0 };
    /// Always the likeliest token.
    pub const GREEDY: Self = Self { temperature: 0.0, top_p: 1.0, top_k: 0 };
}

/// A token that was drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawn {
    /// The token.
    pub id: u32,
    /// The model's own log-probability of it (nats), whatever the temperature and the cuts.
    pub log_prob: f32,
}

/// Draws a token. Ties go to the lower id.
///
/// # Shapes
/// - `logits`: `[n_vocabulary]`, at least one
pub fn draw(logits: &[f32], sampling: Sampling, random: &mut Xoshiro256PlusPlus) -> Drawn {
    let id = if sampling.temperature <= 0.0 {
        likeliest(logits)
    } else {
        draw_weighted(logits, sampling, random)
    };
    Drawn { id: id as u32, log_prob: logits[id] - log_total(logits) }
}

/// The log-probability of a token that was given.
///
/// # Panics
/// When the id is outside of the vocabulary.
pub(super) fn log_prob_of(logits: &[f32], id: u32) -> f32 {
    logits[id as usize] - log_total(logits)
}

/// The likeliest tokens with their log-probabilities, the likeliest first.
pub(super) fn likeliest_tokens(logits: &[f32], n: usize) -> Vec<Drawn> {
    if n == 0 {
        return Vec::new();
    }
    let total = log_total(logits);
    let mut ids: Vec<usize> = (0..logits.len()).collect();
    keep_likeliest(&mut ids, logits, n);
    ids.into_iter().map(|id| Drawn { id: id as u32, log_prob: logits[id] - total }).collect()
}

/// The logarithm of the sum of all exponentials.
fn log_total(logits: &[f32]) -> f32 {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f64 = logits.iter().map(|logit| f64::from(logit - largest).exp()).sum();
    largest + sum.ln() as f32
}

fn likeliest(logits: &[f32]) -> usize {
    let mut best = 0;
    for (id, logit) in logits.iter().enumerate() {
        if *logit > logits[best] {
            best = id;
        }
    }
    best
}

/// Sorts ids by their logits, largest first, and keeps `n`.
fn keep_likeliest(ids: &mut Vec<usize>, logits: &[f32], n: usize) {
    let order = |a: &usize, b: &usize| logits[*b].total_cmp(&logits[*a]).then(a.cmp(b));
    if n < ids.len() {
        ids.select_nth_unstable_by(n, order);
        ids.truncate(n);
    }
    ids.sort_unstable_by(order);
}

fn draw_weighted(logits: &[f32], sampling: Sampling, random: &mut Xoshiro256PlusPlus) -> usize {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weight = |id: usize| f64::from((logits[id] - largest) / sampling.temperature).exp();
    let mut ids: Vec<usize> = (0..logits.len()).collect();
    if sampling.top_k > 0 {
        keep_likeliest(&mut ids, logits, sampling.top_k);
    }
    let mut total: f64 = ids.iter().map(|&id| weight(id)).sum();
    if sampling.top_p < 1.0 {
        total = keep_nucleus(&mut ids, logits, total * f64::from(sampling.top_p), weight);
    }
    let mut left = unit(random) * total;
    for &id in &ids {
        left -= weight(id);
        if left < 0.0 {
            return id;
        }
    }
    // Rounding can leave a rest; it belongs to the last token that can be drawn at all.
    ids.into_iter().rev().find(|&id| weight(id) > 0.0).unwrap_or(0)
}

/// Keeps the likeliest ids that together reach `enough`, and gives their weight.
fn keep_nucleus(
    ids: &mut Vec<usize>,
    logits: &[f32],
    enough: f64,
    weight: impl Fn(usize) -> f64,
) -> f64 {
    /// A nucleus is rarely larger, and sorting a whole vocabulary costs more than a small model.
    const USUAL: usize = 512;
    let mut sorted = ids.clone();
    keep_likeliest(&mut sorted, logits, USUAL);
    let reached: f64 = sorted.iter().map(|&id| weight(id)).sum();
    if reached < enough {
        sorted.clone_from(ids);
        keep_likeliest(&mut sorted, logits, usize::MAX);
    }
    let mut kept = 0.0;
    let n_kept = sorted
        .iter()
        .take_while(|id| {
            let wanted = kept < enough;
            if wanted {
                kept += weight(**id);
            }
            wanted
        })
        .count();
    sorted.truncate(n_kept.max(1));
    *ids = sorted;
    ids.iter().map(|&id| weight(id)).sum()
}

/// A uniform value in `[0, 1)` with 53 random bits.
fn unit(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::{Sampling, draw, likeliest_tokens};

    const PROBABILITIES: [f32; 4] = [0.2, 0.5, 0.25, 0.05];

    fn logits() -> Vec<f32> {
        // A shift of all logits changes nothing.
        PROBABILITIES.iter().map(|probability| probability.ln() + 3.0).collect()
    }

    fn shares(sampling: Sampling) -> Vec<f64> {
        let (logits, mut random) = (logits(), Xoshiro256PlusPlus::seed_from_u64(1));
        let mut counts = [0.0; 4];
        for _ in 0..20_000 {
            counts[draw(&logits, sampling, &mut random).id as usize] += 1.0 / 20_000.0;
        }
        counts.to_vec()
    }

    fn assert_shares(sampling: Sampling, expected: [f64; 4]) {
        let shares = shares(sampling);
        for (share, expected) in shares.iter().zip(expected) {
            // Four standard deviations of a share of 20,000 are below 0.015; 0 is exact.
            let tolerance = if expected == 0.0 { 0.0 } else { 0.015 };
            assert!((share - expected).abs() <= tolerance, "{sampling:?}: {shares:?}");
        }
    }

    #[test]
    fn greedy_takes_the_likeliest_and_tells_the_models_own_log_probability() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for sampling in [Sampling::GREEDY, Sampling { top_k: 1, ..Sampling::ON_POLICY }] {
            let drawn = draw(&logits(), sampling, &mut random);
            assert_eq!(drawn.id, 1);
            assert!((drawn.log_prob - 0.5_f32.ln()).abs() < 1e-6, "{drawn:?}");
        }
    }

    #[test]
    fn draws_follow_the_distribution_that_is_left() {
        assert_shares(Sampling::ON_POLICY, [0.2, 0.5, 0.25, 0.05]);
        let top_p = Sampling { top_p: 0.7, ..Sampling::ON_POLICY };
        assert_shares(top_p, [0.0, 2.0 / 3.0, 1.0 / 3.0, 0.0]);
        assert_shares(Sampling { top_p: 0.1, ..Sampling::ON_POLICY }, [0.0, 1.0, 0.0, 0.0]);
        let top_k = Sampling { top_k: 3, ..Sampling::ON_POLICY };
        assert_shares(top_k, [0.2 / 0.95, 0.5 / 0.95, 0.25 / 0.95, 0.0]);
        // At temperature 0.5, probabilities are squared.
        let sum: f64 = 0.04 + 0.25 + 0.0625 + 0.0025;
        let cold = Sampling { temperature: 0.5, ..Sampling::ON_POLICY };
        assert_shares(cold, [0.04 / sum, 0.25 / sum, 0.0625 / sum, 0.0025 / sum]);
    }

    #[test]
    fn a_nucleus_larger_than_usual_is_whole() {
        let even = vec![0.0; 2_000];
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let sampling = Sampling { top_p: 0.9, ..Sampling::ON_POLICY };
        let ids: Vec<u32> = (0..4_000).map(|_| draw(&even, sampling, &mut random).id).collect();
        // Ties go to the lower ids, so that those are the nucleus.
        assert!(ids.iter().all(|id| *id < 1_800));
        assert!(ids.iter().any(|id| *id > 1_700));
    }

    #[test]
    fn the_likeliest_tokens_come_first() {
        let ids: Vec<u32> = likeliest_tokens(&logits(), 3).iter().map(|token| token.id).collect();
        assert_eq!(ids, [1, 2, 0]);
        assert_eq!(likeliest_tokens(&logits(), 9).len(), 4);
    }
}
