//! Confidence intervals.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The two ends of an interval of 95% confidence.
pub type Interval = (f64, f64);

/// The quantile of the normal distribution that leaves 2.5% above it.
const Z: f64 = 1.959_963_984_540_054;
/// How many times a bootstrap draws.
const N_DRAWS: usize = 2_000;
/// The seed of every bootstrap, so that a report repeats.
const SEED: u64 = 0x5eed;

/// Wilson's interval of a share of so many draws.
///
/// # Source
/// E. B. Wilson, *Probable inference, the law of succession, and statistical inference*, 1927.
#[must_use]
pub fn wilson(share: f64, n: usize) -> Interval {
    if n == 0 {
        return (0.0, 0.0);
    }
    let n = n as f64;
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let (middle, scale) = (share + Z * Z / (2.0 * n), 1.0 + Z * Z / n);
    (((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0))
}

/// The percentile bootstrap of a ratio of sums: each unit gives a part of the upper and of the
/// lower one, and is drawn as a whole.
///
/// # Source
/// B. Efron, R. J. Tibshirani, *An Introduction to the Bootstrap*, 1993, chapter 13.
#[must_use]
pub fn bootstrap_mean(units: &[(f64, f64)]) -> Interval {
    if units.is_empty() {
        return (0.0, 0.0);
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut draw = || {
        let (mut upper, mut lower) = (0.0, 0.0);
        for _ in units {
            let (part, weight) = units[random.random_range(0..units.len())];
            upper += part;
            lower += weight;
        }
        upper / lower
    };
    let mut means: Vec<f64> = (0..N_DRAWS).map(|_| draw()).collect();
    means.sort_by(f64::total_cmp);
    let tail = N_DRAWS * 25 / 1_000;
    (means[tail], means[N_DRAWS - 1 - tail])
}

#[cfg(test)]
mod tests {
    use super::{bootstrap_mean, wilson};

    #[test]
    fn wilson_gives_the_published_values() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20.
        for (held, n, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)]
        {
            let (from, to) = wilson(f64::from(held) / n as f64, n);
            assert!(
                (from - low).abs() < 5e-5 && (to - high).abs() < 5e-5,
                "{held}/{n}: {from} {to}"
            );
        }
        assert_eq!(wilson(0.0, 0), (0.0, 0.0));
    }

    #[test]
    fn a_bootstrap_repeats_and_holds_what_it_estimates() {
        let units: Vec<(f64, f64)> = (0..200).map(|n| (f64::from(n % 4 == 0), 1.0)).collect();
        let (from, to) = bootstrap_mean(&units);
        assert_eq!((from, to), bootstrap_mean(&units));
        // The normal approximation: 0.25 ± 1.96 √(0.25 · 0.75 / 200).
        assert!((from - 0.19).abs() < 0.015 && (to - 0.31).abs() < 0.015, "{from} {to}");
        assert_eq!(bootstrap_mean(&[(1.0, 1.0); 5]), (1.0, 1.0));
        assert_eq!(bootstrap_mean(&[]), (0.0, 0.0));
    }
}
