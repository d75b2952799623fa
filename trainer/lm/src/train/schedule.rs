//! The learning rate of each step.

use serde::{Deserialize, Serialize};

/// Warm-up by a line, then decay by half a cosine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// The highest rate.
    pub rate_max: f64,
    /// The rate at the end, as a share of the highest; 1 keeps the rate constant.
    pub final_share: f64,
    /// Steps until the highest rate.
    pub n_warmup_steps: usize,
    /// Steps in all.
    pub n_steps: usize,
}

impl Schedule {
    /// The rate of a step, counted from zero.
    ///
    /// # Source
    /// SGDR, arXiv:1608.03983, equation 5, one cycle; warm-up as in arXiv:1706.03762, section 5.3.
    pub fn rate(&self, step: usize) -> f64 {
        if step < self.n_warmup_steps {
            return self.rate_max * (step + 1) as f64 / self.n_warmup_steps as f64;
        }
        let n_decay = self.n_steps.saturating_sub(self.n_warmup_steps).max(1);
        let done = ((step - self.n_warmup_steps) as f64 / n_decay as f64).min(1.0);
        let cosine = 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
        self.rate_max * (self.final_share + (1.0 - self.final_share) * cosine)
    }
}

#[cfg(test)]
mod tests {
    use super::Schedule;

    #[test]
    fn the_rate_climbs_then_falls_along_a_cosine() {
        let schedule = Schedule { rate_max: 2.0, final_share: 0.1, n_warmup_steps: 4, n_steps: 14 };
        let rates: Vec<f64> = [0, 3, 4, 9, 14, 99].map(|step| schedule.rate(step)).to_vec();
        for (rate, expected) in rates.into_iter().zip([0.5, 2.0, 2.0, 1.1, 0.2, 0.2]) {
            assert!((rate - expected).abs() < 1e-12, "{rate} {expected}");
        }
    }
}
