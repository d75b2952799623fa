//! What a few seeds say together.

/// The two ends of an interval of 95% confidence.
pub type Interval = (f64, f64);

/// The most seeds that an experiment may have.
pub const SEEDS_MAX: usize = T_QUANTILES.len() + 1;

/// The quantiles of Student's t that leave 2.5% above them, for 1, 2, .. degrees of freedom.
///
/// # Source
/// NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.2.
const T_QUANTILES: [f64; 29] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045,
];

/// A mean over seeds, and how far it can be trusted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// How many seeds there are.
    pub n_seeds: usize,
    /// The mean.
    pub mean: f64,
    /// The interval; one seed alone has none.
    pub interval: Option<Interval>,
}

/// Estimates the mean of what independent seeds gave, `m ± t s / √n` with the sample deviation `s`;
/// none for no value at all.
///
/// With three seeds `t` is 4.3: intervals are wide, and rightly so. That values are about normal is
/// an assumption; the spread within a cell, of its held-out tasks, is part of the spread between
/// seeds only as far as the tasks differ between them.
///
/// # Panics
/// With more than [`SEEDS_MAX`] values.
///
/// # Source
/// Student, *The probable error of a mean*, Biometrika 6, 1908.
pub fn estimate(values: &[f64]) -> Option<Estimate> {
    let n_seeds = values.len();
    assert!(n_seeds <= SEEDS_MAX, "the command line allows at most {SEEDS_MAX} seeds");
    if n_seeds == 0 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / n_seeds as f64;
    let interval = (n_seeds > 1).then(|| {
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let error = (squares / (n_seeds - 1) as f64 / n_seeds as f64).sqrt();
        let spread = T_QUANTILES[n_seeds - 2] * error;
        (mean - spread, mean + spread)
    });
    Some(Estimate { n_seeds, mean, interval })
}

impl Estimate {
    /// The same for a share, whose interval ends at zero and one.
    #[must_use]
    pub fn of_share(self) -> Self {
        let interval = self.interval.map(|(low, high)| (low.max(0.0), high.min(1.0)));
        Self { interval, ..self }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop, proptest};

    use super::{SEEDS_MAX, T_QUANTILES, estimate};

    #[test]
    fn the_interval_of_three_seeds_is_hand_computed() {
        // Mean 0.4, sample variance (0.01 + 0 + 0.01) / 2, standard error 0.1 / √3.
        let found = estimate(&[0.3, 0.4, 0.5]).expect("there are values");
        let (low, high) = found.interval.expect("three seeds spread");
        let spread = 4.303 * 0.1 / 3.0_f64.sqrt();
        assert!((found.mean - 0.4).abs() < 1e-12);
        assert!((low - (0.4 - spread)).abs() < 1e-12 && (high - (0.4 + spread)).abs() < 1e-12);
        let share = found.of_share().interval.expect("three seeds spread");
        assert!(share.0 > 0.0 && share.1 < 1.0);
    }

    #[test]
    fn one_seed_has_no_interval_and_none_no_mean() {
        assert_eq!(estimate(&[0.5]).expect("a value").interval, None);
        assert_eq!(estimate(&[]), None);
    }

    #[test]
    fn shares_end_at_zero_and_one() {
        let found = estimate(&[0.0, 0.9]).expect("values").of_share();
        assert_eq!(found.interval, Some((0.0, 1.0)));
    }

    #[test]
    fn quantiles_fall_towards_the_normal_distributions() {
        assert!(T_QUANTILES.windows(2).all(|pair| pair[0] > pair[1]));
        assert!(T_QUANTILES[T_QUANTILES.len() - 1] > 1.96);
    }

    proptest! {
        #[test]
        fn the_mean_lies_in_the_middle_of_its_interval(
            values in prop::collection::vec(-10.0..10.0f64, 2..SEEDS_MAX)
        ) {
            let found = estimate(&values).expect("values");
            let (low, high) = found.interval.expect("two seeds at least");
            assert!(low <= found.mean && found.mean <= high);
            assert!((f64::midpoint(low, high) - found.mean).abs() < 1e-9);
        }
    }
}
